//! Answers that depend on no scene: gentle lines, suggestions, summaries.

use accounts::safety;
use platform::llm::{DemoRequest, count_tokens};

use super::demo_texts;
use super::text::{key, sentences};

/// The most lines of a summary.
const MAX_SUMMARY_LINES: usize = 8;

/// The line of a story in gentle mode (`safety`): nothing from the scene, because its content may be harmful.
pub(super) fn gentle_line(request: &DemoRequest) -> String {
    let is_said = |text: &str| {
        request.path.iter().any(|line| line.text == text)
            || request.versions.iter().any(|version| version == text)
    };
    safety::gentle_line(request.language.as_deref().unwrap_or("en"), is_said).to_owned()
}

/// A line that a player might write in any scene and has not written yet.
pub(super) fn suggestion(request: &DemoRequest) -> Option<String> {
    let player_lines = request.path.iter().filter(|line| line.by_player);
    let said: Vec<String> = player_lines.map(|line| key(&line.text)).collect();
    let suggestions = demo_texts::of(request).suggestions.iter();
    let fresh: Vec<&String> = suggestions.filter(|text| !said.contains(&key(text))).collect();
    pick(&fresh, request.seed).map(|text| (*text).clone())
}

/// Picks one of these; the same seed picks the same one.
pub(super) fn pick<T>(all: &[T], seed: u64) -> Option<&T> {
    let count = u64::try_from(all.len()).ok()?;
    all.get(usize::try_from(seed.checked_rem(count)?).ok()?)
}

/// Summarises the latest messages with one sentence of each.
pub(super) fn summary(request: &DemoRequest) -> String {
    let heading = &demo_texts::of(request).so_far;
    let mut lines: Vec<String> = Vec::new();
    for (name, text) in request.recent.iter().rev().take(MAX_SUMMARY_LINES) {
        let Some(first) = sentences(text).into_iter().next() else {
            continue;
        };
        let line = format!("{name}: {}", first.replace(['*', '"'], "").trim());
        let size = count_tokens(&line)
            + lines.iter().map(|line| count_tokens(line)).sum::<u32>()
            + count_tokens(heading);
        if size > request.reply_tokens {
            break;
        }
        lines.push(line);
    }
    lines.reverse();
    format!("{heading} {}", lines.join(" "))
}

/// Continues a text that may have been cut off.
pub(super) fn continuation(so_far: &str, more: &str) -> String {
    let so_far = so_far.trim_end();
    let is_open = |mark: char| so_far.matches(mark).count() % 2 == 1;
    let ends = so_far.ends_with(['.', '!', '?', '…', '"', '*', ')']);
    let join = match (so_far.is_empty(), ends) {
        (true, _) => "",
        (_, true) if is_open('"') && !so_far.ends_with('"') => "\"\n\n",
        (_, true) => "\n\n",
        (_, false) if is_open('"') => "…\"\n\n",
        (_, false) if is_open('*') => "…*\n\n",
        (_, false) => "…\n\n",
    };
    format!("{join}{more}")
}

/// The director's answer that names the next speaker.
pub(super) fn directed(name: Option<&String>) -> String {
    serde_json::json!({ "name": name }).to_string()
}
