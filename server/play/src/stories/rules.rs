//! The rules and constants of stories.

use kernel::DAY_MS;
use platform::media::without_images;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Messages of a slice, by default.
pub const DEFAULT_SLICE: u32 = 50;
/// Most messages of a slice.
pub const MAX_SLICE: u32 = 200;
/// The most text of a path that is judged for ages, the latest first, in bytes: a thousand long messages.
pub const MAX_JUDGED_BYTES: usize = 1 << 20;
/// The most nodes of a story's map; if there are more, it shows the latest.
pub const MAX_TREE_NODES: u32 = 5_000;
/// Characters of a text on the map.
pub const TREE_SNIPPET_CHARS: usize = 80;
/// Characters of a text in lists of stories.
pub const PREVIEW_CHARS: usize = 140;
/// Characters around a match.
pub const MATCH_SNIPPET_CHARS: usize = 160;
/// The most deletions that are shown.
pub const MAX_TRASH: u32 = 200;
/// Most characters of a title.
pub const MAX_TITLE_CHARS: usize = 120;
/// Largest text of a message, in bytes (reliability U-2).
pub const MAX_MESSAGE_BYTES: usize = 32 * 1024;
/// The most messages that follow the same message, deleted ones included.
pub const MAX_ALTERNATIVES: i64 = 500;
/// Most messages on one path.
pub const MAX_DEPTH: i64 = 1_000_000;
/// The most characters of a story's cast.
pub const MAX_CAST: usize = 100;
/// Most replies to one message.
pub const MAX_REPLIES: u8 = 8;
/// Most characters of one instruction to the model.
pub const MAX_INSTRUCTION_CHARS: usize = 8_000;
/// The largest depth of a note, in messages from the end.
pub const MAX_NOTE_DEPTH: u32 = 100;
/// The most messages from one note to the next.
pub const MAX_NOTE_INTERVAL: u32 = 100;
/// Stories that a guest may have at one time.
pub const GUEST_STORIES: i64 = 5;
/// Stories that a person may have at one time.
pub const PERSON_STORIES: i64 = 5_000;
/// How long deleted items can be restored, in milliseconds: 30 days.
pub const TRASH_MS: i64 = 30 * DAY_MS;
/// How long an ephemeral story lasts unused, in milliseconds: a day.
pub const EPHEMERAL_MS: i64 = DAY_MS;
/// The most messages that a search within a story returns.
pub const MAX_FOUND: u32 = 50;
/// Searches within stories that run at the same time; each reads a whole story.
pub const SEARCHES_AT_ONCE: usize = 2;
/// How many more searches may wait.
pub const SEARCHES_WAITING: usize = 32;
/// How many searches of one player may run or wait.
pub const SEARCHES_OF_ONE: usize = 4;
/// The most words of a search text that are used.
pub const MAX_SEARCH_WORDS: usize = 6;
/// The longest search text, in characters.
pub const MAX_SEARCH_CHARS: usize = 100;

/// Text in its stored form: one character for each line break, no other control characters but tabs.
#[must_use]
pub fn clean_text(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    lines
        .chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
        .collect()
}

/// Text folded for search in any script: compatible forms unified, lower case, without accents, single spaces
/// for runs of white space. Search looks for parts of it.
#[must_use]
pub fn search_key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for c in text.chars() {
        fold_into(c, &mut key);
    }
    key.truncate(key.trim_end().len());
    key
}

fn fold_into(c: char, key: &mut String) {
    if c.is_whitespace() {
        if !key.is_empty() && !key.ends_with(' ') {
            key.push(' ');
        }
        return;
    }
    // Accents of Latin, Greek and Cyrillic; marks of other scripts carry meaning and stay.
    let is_accent = |c: &char| ('\u{0300}'..='\u{036f}').contains(c) && is_combining_mark(*c);
    key.extend(
        std::iter::once(c)
            .nfkd()
            .filter(|c| !is_accent(c) && !c.is_control())
            .flat_map(char::to_lowercase),
    );
}

/// The words to search for, folded: all must be found.
#[must_use]
pub fn search_words(text: &str) -> Vec<String> {
    let short: String = text.chars().take(MAX_SEARCH_CHARS).collect();
    let mut words: Vec<String> = search_key(&short)
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.dedup();
    words.truncate(MAX_SEARCH_WORDS);
    words
}

/// A pattern with which `like … escape '\'` finds a word anywhere.
#[must_use]
pub fn like_pattern(word: &str) -> String {
    let escaped = word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    format!("%{escaped}%")
}

/// The part of a text around the first match of these folded words, on one line.
#[must_use]
pub fn snippet_around(text: &str, words: &[String]) -> String {
    let text = without_images(text);
    let chars: Vec<char> = text.chars().collect();
    // The origin of each byte of the folded text.
    let (mut key, mut from) = (String::new(), Vec::new());
    for (place, c) in chars.iter().enumerate() {
        fold_into(*c, &mut key);
        from.resize(key.len(), place);
    }
    let first = words
        .iter()
        .filter_map(|word| key.find(word.as_str()))
        .min()
        .and_then(|byte| from.get(byte))
        .copied()
        .unwrap_or(0);
    let start = first.saturating_sub(MATCH_SNIPPET_CHARS / 3);
    let shown: String = chars.iter().skip(start).take(MATCH_SNIPPET_CHARS).collect();
    let (before, after) = (
        if start > 0 { "…" } else { "" },
        if start + MATCH_SNIPPET_CHARS < chars.len() {
            "…"
        } else {
            ""
        },
    );
    format!("{before}{}{after}", one_line(&shown))
}

/// The beginning of a text, on one line.
#[must_use]
pub fn snippet(text: &str, max_chars: usize) -> String {
    let text = without_images(text);
    // What is cut off in the middle of an image.
    let text = match text.rfind("![") {
        Some(at) if !text[at..].contains(')') => &text[..at],
        _ => &text,
    };
    let line = one_line(&text.chars().take(max_chars * 2).collect::<String>());
    if line.chars().count() <= max_chars {
        return line;
    }
    line.chars()
        .take(max_chars.saturating_sub(1))
        .chain(std::iter::once('…'))
        .collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks a title: trimmed, one line, not empty, not too long.
///
/// # Errors
/// The fault.
pub fn check_title(text: &str) -> Result<String, String> {
    let title = one_line(&clean_text(text));
    match title.chars().count() {
        0 => Err("Enter a title.".to_owned()),
        chars if chars > MAX_TITLE_CHARS => Err(format!("Use at most {MAX_TITLE_CHARS} characters.")),
        _ => Ok(title),
    }
}

/// The name of a player who has none.
pub const NAMELESS: &str = "You";

/// Fills the names of the speaker and the player into a text for the usual placeholders, in any case. A player
/// without a name is "you" within a sentence, and what is theirs is "your".
#[must_use]
pub fn fill_names(text: &str, speaker: &str, player: &str) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '<']) {
        filled.push_str(&rest[..at]);
        rest = &rest[at..];
        let found = [
            ("{{char}}", speaker),
            ("{{user}}", player),
            ("<bot>", speaker),
            ("<char>", speaker),
            ("<user>", player),
        ]
        .into_iter()
        .find(|(mark, _)| {
            rest.get(..mark.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(mark))
        });
        let (taken, put) = found.map_or((1, &rest[..1]), |(mark, name)| (mark.len(), name));
        rest = &rest[taken..];
        if put != NAMELESS {
            filled.push_str(put);
            continue;
        }
        let after = after_genitive(rest);
        filled.push_str(match (begins_sentence(&filled), after) {
            (true, Some(_)) => "Your",
            (true, None) => NAMELESS,
            (false, Some(_)) => "your",
            (false, None) => "you",
        });
        rest = after.unwrap_or(rest);
    }
    filled.push_str(rest);
    filled
}

/// What follows the ending of a genitive, if the text begins with one.
fn after_genitive(text: &str) -> Option<&str> {
    let after = text.strip_prefix("'s").or_else(|| text.strip_prefix("’s"))?;
    (!after.starts_with(char::is_alphanumeric)).then_some(after)
}

/// Whether what is written after this text begins a sentence, or a line.
fn begins_sentence(before: &str) -> bool {
    let is_between = |c: char| c != '\n' && (c.is_whitespace() || "\"'*_(“”‘’„«»‹›「『【".contains(c));
    let last = before.trim_end_matches(is_between).chars().next_back();
    last.is_none_or(|last| "\n.!?…。！？".contains(last))
}

/// The ancestor that a new message refers to, from its parent, the ancestor that the parent refers to, and
/// the one that that refers to. These references climb a path of `n` messages in about `2 log n` steps, and
/// messages at the same depth refer to the same depths ("An applicative random-access stack", Myers 1983).
#[must_use]
pub fn jump<T>(parent: (T, i64), parents_jump: (T, i64), jump_of_that: (T, i64)) -> (T, i64) {
    if parent.1 - parents_jump.1 == parents_jump.1 - jump_of_that.1 {
        jump_of_that
    } else {
        parent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn any_script_is_found_and_shown() {
        for (text, word) in [
            ("The Übung of the ﬁne lamp", "ubung"),
            ("Дракон и Рыцарь", "рыцарь"),
            ("東京の夜は長い", "夜は"),
            ("हिन्दी कहानी", "कहानी"),
            ("قصة قصيرة", "قصيرة"),
            ("สวัสดีชาวโลก", "ชาว"),
        ] {
            let words = search_words(word);
            assert!(search_key(text).contains(&words[0]), "{text}");
            assert!(snippet_around(text, &words).contains(text.split(' ').next_back().unwrap_or_default()));
        }
        assert_eq!(search_words("  Two   WORDS "), ["two", "words"]);
        assert_eq!(like_pattern("50%_\\"), "%50\\%\\_\\\\%");
    }

    #[test]
    fn a_snippet_shows_what_was_found() {
        let text = format!("{} the brass key {}", "before ".repeat(60), "after ".repeat(60));
        let around = snippet_around(&text, &["brass".to_owned()]);
        assert!(
            around.contains("brass key") && around.starts_with('…') && around.ends_with('…'),
            "{around}"
        );
        assert_eq!(snippet("a\n\n b   c", 80), "a b c");
        assert_eq!(snippet("abcdef", 4), "abc…");
        assert_eq!(
            snippet("![sea](/media/a.webp)\nShe waits. ![cut", 80),
            "She waits."
        );
        assert_eq!(
            snippet_around("![waits](/media/a.webp) She waits.", &["waits".to_owned()]),
            "She waits."
        );
    }

    #[test]
    fn names_are_put_in() {
        assert_eq!(
            fill_names("{{char}} nods to {{User}}. <BOT>! {x} < {{", "Ada", "Ben"),
            "Ada nods to Ben. Ada! {x} < {{"
        );
        assert_eq!(fill_names("é{é<", "A", "B"), "é{é<");
    }

    #[test]
    fn a_player_without_a_name_is_you_as_the_sentence_wants_it() {
        for (text, filled) in [
            ("{{user}}? Here.", "You? Here."),
            ("*{{user}}, still here.*", "*You, still here.*"),
            (
                "She looks at {{user}}, then away.",
                "She looks at you, then away.",
            ),
            ("“Well,” she says. “{{user}}?”", "“Well,” she says. “You?”"),
            ("“Tell us, {{user}}: when?”", "“Tell us, you: when?”"),
            ("Rain…\n\n{{user}}:", "Rain…\n\nYou:"),
            ("雨。{{user}}", "雨。You"),
            ("She takes {{user}}'s hand.", "She takes your hand."),
            ("{{user}}’s lamp is lit.", "Your lamp is lit."),
            ("She sees {{user}}'soon'.", "She sees you'soon'."),
        ] {
            assert_eq!(fill_names(text, "Ada", NAMELESS), filled);
        }
        assert_eq!(
            fill_names("She looks at {{user}}.", "Ada", "Your"),
            "She looks at Your."
        );
    }

    #[test]
    fn titles_are_one_line() {
        assert_eq!(check_title("  The\n lamp "), Ok("The lamp".to_owned()));
        assert!(check_title(" \u{0} ").is_err() && check_title(&"x".repeat(121)).is_err());
    }

    proptest! {
        #[test]
        fn folding_never_fails(text in any::<String>(), word in any::<String>()) {
            let words = search_words(&word);
            prop_assert!(snippet_around(&text, &words).chars().count() <= MATCH_SNIPPET_CHARS + 2);
            prop_assert!(!clean_text(&text).contains('\0'));
            let _ = fill_names(&text, &word, &word);
        }

        #[test]
        fn every_place_is_reached_in_few_steps(depth in 1_usize..20_000, target in 0_usize..20_000) {
            let target = target % depth;
            // A single path: the depth that each depth refers to.
            let mut jumps: Vec<i64> = vec![0];
            for at in 1..=depth {
                let parent = at - 1;
                let (of_parent, of_that) = (jumps[parent], jumps[jumps[parent] as usize]);
                jumps.push(jump(((), parent as i64), ((), of_parent), ((), of_that)).1);
            }
            let (mut at, mut steps) = (depth as i64, 0);
            while at > target as i64 {
                at = if jumps[at as usize] >= target as i64 { jumps[at as usize] } else { at - 1 };
                steps += 1;
            }
            prop_assert_eq!(at, target as i64);
            prop_assert!(steps <= 3 * 15, "{} steps", steps);
        }
    }
}
