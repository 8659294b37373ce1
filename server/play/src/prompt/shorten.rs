//! Shortens texts sentence by sentence.

use platform::llm::count_tokens;

use super::rules::MESSAGE_TOKENS;
use super::section::Section;

/// Shortens a section by at least this many tokens, keeping its end; drops it if too little would stay.
pub(super) fn shorten_section(section: &mut Section, by: u32, why: &str) {
    let most = section.tokens.saturating_sub(by);
    let text = shorten_start(&section.text, most.saturating_sub(MESSAGE_TOKENS + 1));
    if text.is_empty() {
        section.drop_for(why);
    } else {
        section.replace(text, format!("shortened: {why}"));
    }
}

/// The last sentences that fit into this many tokens.
fn shorten_start(text: &str, most: u32) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut left = most;
    for sentence in sentences(text).into_iter().rev() {
        let tokens = count_tokens(sentence) + 1;
        if tokens > left {
            break;
        }
        left -= tokens;
        kept.push(sentence);
    }
    kept.reverse();
    kept.concat().trim().to_owned()
}

/// The first sentences that fit into this many tokens, with a mark that there was more.
pub(super) fn shorten_end(text: &str, most: u32) -> String {
    let mut kept = String::new();
    let mut left = most.saturating_sub(2);
    for sentence in sentences(text) {
        let tokens = count_tokens(sentence) + 1;
        if tokens > left {
            break;
        }
        left -= tokens;
        kept.push_str(sentence);
    }
    if kept.trim().is_empty() {
        String::new()
    } else {
        format!("{} …", kept.trim_end())
    }
}

fn sentences(text: &str) -> Vec<&str> {
    text.split_inclusive(['.', '!', '?', '\n', '。', '！', '？'])
        .collect()
}
