//! A key: a plain text or a pattern.

use super::pattern::Source;
use crate::lorebooks::book::LorebookEntry;

/// A key of an entry.
pub(in crate::lorebooks) struct Key {
    /// As its author wrote it.
    pub(in crate::lorebooks) raw: String,
    /// What it matches.
    pub(in crate::lorebooks) matcher: KeyMatcher,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lorebooks) enum KeyMatcher {
    /// A plain key by its number.
    Text {
        number: usize,
        whole: bool,
        case_sensitive: bool,
    },
    /// A pattern by its number.
    Pattern(usize),
    /// Not a valid pattern.
    Invalid,
    /// A pattern that is too large.
    TooLarge,
    /// It was not read: no steps or bytes were left.
    Unread,
    /// An empty key.
    Empty,
}

/// The text with single spaces for runs of white space.
pub(super) fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The pattern and flags of a key that is a pattern: `/…/flags`, or any key of an entry with `use_regex`.
pub(super) fn as_pattern(key: &str, entry: &LorebookEntry) -> Option<Source> {
    let key = key.trim();
    if let Some(rest) = key.strip_prefix('/')
        && let Some((pattern, flags)) = rest.rsplit_once('/')
        && !pattern.is_empty()
        && flags.chars().all(|flag| "dgimsuvy".contains(flag))
    {
        return Some(Source {
            pattern: pattern.to_owned(),
            flags: flags.to_owned(),
        });
    }
    let flags = if entry.case_sensitive { "" } else { "i" };
    (entry.use_regex && !key.is_empty()).then(|| Source {
        pattern: key.to_owned(),
        flags: flags.to_owned(),
    })
}

/// Whether the script of this text puts spaces between words.
pub(super) fn has_spaces_between_words(text: &str) -> bool {
    !text.chars().any(|c| {
        matches!(c,
            '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
            | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
    })
}
