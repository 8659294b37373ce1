//! Finding keys in texts.
//!
//! Patterns run in linear time whatever they are: the engine has no look-around and no references back, and a pattern that
//! wants them is no pattern.

use std::cell::OnceCell;

use regex::{Regex, RegexBuilder};

use super::model::Entry;
use super::rules::{MAX_PATTERN_BYTES, MAX_SEARCHED_BYTES};

/// A text to search, prepared once for many keys.
pub(super) struct Hay {
    text: String,
    plain: OnceCell<String>,
    folded: OnceCell<String>,
}

impl Hay {
    pub(super) fn new(mut text: String) -> Self {
        if text.len() > MAX_SEARCHED_BYTES {
            let end = (0..=MAX_SEARCHED_BYTES).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
            text.truncate(end);
        }
        Self { text, plain: OnceCell::new(), folded: OnceCell::new() }
    }

    /// The text with every run of white space as one space.
    fn plain(&self) -> &str {
        self.plain.get_or_init(|| spaced(&self.text))
    }

    fn folded(&self) -> &str {
        self.folded.get_or_init(|| self.plain().to_lowercase())
    }
}

fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A key of an entry.
pub(super) struct Key {
    /// As its author wrote it.
    pub(super) raw: String,
    how: How,
}

enum How {
    Text { text: String, whole: bool, case_sensitive: bool },
    Pattern(Box<Regex>),
    Invalid,
    Empty,
}

impl Key {
    /// A key with its macros expanded.
    pub(super) fn read(raw: &str, expanded: &str, entry: &Entry) -> Self {
        let how = match as_pattern(expanded, entry) {
            Some((pattern, flags)) => compile(&pattern, &flags).map_or(How::Invalid, |pattern| How::Pattern(Box::new(pattern))),
            None => {
                let text = spaced(expanded);
                let whole = entry.whole_words.unwrap_or_else(|| has_spaces_between_words(&text));
                let text = if entry.case_sensitive { text } else { text.to_lowercase() };
                if text.is_empty() { How::Empty } else { How::Text { text, whole, case_sensitive: entry.case_sensitive } }
            }
        };
        Self { raw: raw.to_owned(), how }
    }

    pub(super) fn is_invalid(&self) -> bool {
        matches!(self.how, How::Invalid)
    }

    pub(super) fn is_in(&self, hay: &Hay) -> bool {
        match &self.how {
            How::Text { text, whole, case_sensitive } => {
                let hay = if *case_sensitive { hay.plain() } else { hay.folded() };
                if *whole { contains_word(hay, text) } else { hay.contains(text) }
            }
            How::Pattern(pattern) => pattern.is_match(&hay.text),
            How::Invalid | How::Empty => false,
        }
    }
}

/// The pattern and flags of a key that is one: `/…/flags`, or any key of an entry whose keys all are.
fn as_pattern(key: &str, entry: &Entry) -> Option<(String, String)> {
    let key = key.trim();
    if let Some(rest) = key.strip_prefix('/')
        && let Some((pattern, flags)) = rest.rsplit_once('/')
        && !pattern.is_empty()
        && flags.chars().all(|flag| "dgimsuvy".contains(flag))
    {
        return Some((pattern.to_owned(), flags.to_owned()));
    }
    (entry.use_regex && !key.is_empty()).then(|| (key.to_owned(), if entry.case_sensitive { String::new() } else { "i".to_owned() }))
}

fn compile(pattern: &str, flags: &str) -> Option<Regex> {
    let mut builder = RegexBuilder::new(pattern);
    builder.size_limit(MAX_PATTERN_BYTES).dfa_size_limit(MAX_PATTERN_BYTES).nest_limit(50);
    builder.case_insensitive(flags.contains('i')).multi_line(flags.contains('m')).dot_matches_new_line(flags.contains('s'));
    builder.build().ok()
}

/// Whether a text is of a script that puts spaces between words.
fn has_spaces_between_words(text: &str) -> bool {
    !text.chars().any(|c| {
        matches!(c,
            '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
            | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
    })
}

/// Whether a word or phrase stands in a text with no letter or digit next to it.
fn contains_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let begins = word.chars().next().is_some_and(is_part);
    let ends = word.chars().next_back().is_some_and(is_part);
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(is_part);
        let after = text[at + word.len()..].chars().next().is_some_and(is_part);
        !((begins && before) || (ends && after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(key: &str, text: &str, change: impl FnOnce(&mut Entry)) -> bool {
        let mut entry = Entry::default();
        change(&mut entry);
        Key::read(key, key, &entry).is_in(&Hay::new(text.to_owned()))
    }

    #[test]
    fn keys_are_found() {
        let cases = [
            ("king", "The King is here.", true),
            ("king", "What a baking day", false),
            ("king", "the king's crown", true),
            ("old king", "the old\n king", true),
            ("old king", "the old kingdom", false),
            ("¡olé!", "Dicen ¡olé! hoy", true),
            ("Ärger", "so ein ärger!", true),
            ("王", "那个国王来了", true),
            ("ไทย", "ประเทศไทยสวย", true),
            ("", "anything", false),
            ("   ", "any thing", false),
            ("c++", "she codes c++ here", true),
            ("/drag(on|oon)s?/", "two dragoons", true),
            ("/DRAGON/i", "a dragon", true),
            ("/dragon/", "a Dragon", false),
            ("/a.b/s", "a\nb", true),
            ("/^go/m", "stop\ngo", true),
            ("/home/user", "in /home/user now", true),
            ("/(?<=a)b/", "ab", false),
            ("/(a+)+$/", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", false),
        ];
        for (key, text, expected) in cases {
            assert_eq!(finds(key, text, |_| ()), expected, "{key} in {text}");
        }
        assert!(!finds("King", "the king", |entry| entry.case_sensitive = true));
        assert!(finds("king", "baking", |entry| entry.whole_words = Some(false)));
        assert!(finds("dr.gon", "the Dragon", |entry| entry.use_regex = true));
        assert!(!finds("国", "国王", |entry| entry.whole_words = Some(true)));
    }

    #[test]
    fn what_cannot_be_a_pattern_is_named() {
        for key in ["/(?<=a)b/", "/(/", "/(a)\\1/", "/a{1000}{1000}/"] {
            assert!(Key::read(key, key, &Entry::default()).is_invalid(), "{key}");
        }
    }
}
