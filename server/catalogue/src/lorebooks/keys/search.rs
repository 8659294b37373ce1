//! Searches messages and the texts of entries for keys, within a budget.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::ops::Range;

use super::key::{Key, KeyMatcher, as_pattern, has_spaces_between_words, spaced};
use super::line::{ScanLine, searched_text, truncate_searched};
use super::pattern::{self, Compiled, Pattern, Source};
use super::pattern_search::PatternSearch;
use super::plain::PlainKeys;
use crate::lorebooks::book::LorebookEntry;
use crate::lorebooks::budget::ScanBudget;
use crate::lorebooks::rules::{
    MAX_COMPILED_BYTES, MAX_EXPANDED_KEY_BYTES, MAX_PLAIN_KEY_BYTES, PLAIN_KEY_STEPS,
};

/// Where a key was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lorebooks) enum Hit {
    /// In this message, the latest that contains it.
    Line(usize),
    /// In the text of another entry.
    Text,
    /// Nowhere.
    No,
    /// Not in what was searched, but not everything was.
    Unknown,
}

/// The keys of all books, and the texts in which they are searched for.
pub(in crate::lorebooks) struct Search<'a> {
    budget: &'a ScanBudget,
    lines: &'a [ScanLine<'a>],
    folded: PlainKeys,
    exact: PlainKeys,
    plain_bytes: usize,
    patterns: Vec<PatternSearch>,
    sources: HashMap<Source, usize>,
    compiled_bytes: Cell<usize>,
    /// The messages in the form that patterns search.
    line_texts: Vec<OnceCell<String>>,
    /// The texts of active entries.
    texts: Vec<String>,
    /// The first message that was read for plain keys.
    read_from: usize,
    /// Whether the text of an entry was not read to its end.
    is_text_unread: bool,
}

impl<'a> Search<'a> {
    pub(in crate::lorebooks) fn new(lines: &'a [ScanLine<'a>], budget: &'a ScanBudget) -> Self {
        Self {
            budget,
            lines,
            folded: PlainKeys::default(),
            exact: PlainKeys::default(),
            plain_bytes: 0,
            patterns: Vec::new(),
            sources: HashMap::new(),
            compiled_bytes: Cell::new(0),
            line_texts: lines.iter().map(|_| OnceCell::new()).collect(),
            texts: Vec::new(),
            read_from: lines.len(),
            is_text_unread: false,
        }
    }

    /// A key with its macros expanded; `expanded` is `None` if they could not be.
    pub(in crate::lorebooks) fn key(
        &mut self,
        raw: &str,
        expanded: Option<&str>,
        entry: &LorebookEntry,
    ) -> Key {
        let readable = expanded
            .filter(|text| text.len() <= MAX_EXPANDED_KEY_BYTES && self.budget.take(1 + text.len() as u64));
        let matcher = match readable {
            None => KeyMatcher::Unread,
            Some(text) => match as_pattern(text, entry) {
                Some(source) => self.pattern(source),
                None => self.text(text, entry),
            },
        };
        Key {
            raw: raw.to_owned(),
            matcher,
        }
    }

    fn text(&mut self, text: &str, entry: &LorebookEntry) -> KeyMatcher {
        let text = spaced(text);
        let whole = entry
            .whole_words
            .unwrap_or_else(|| has_spaces_between_words(&text));
        let case_sensitive = entry.case_sensitive;
        let text = if case_sensitive { text } else { text.to_lowercase() };
        if text.is_empty() {
            return KeyMatcher::Empty;
        }
        let plain = if case_sensitive {
            &mut self.exact
        } else {
            &mut self.folded
        };
        if let Some(number) = plain.numbers.get(&text) {
            return KeyMatcher::Text {
                number: *number,
                whole,
                case_sensitive,
            };
        }
        if self.plain_bytes + text.len() > MAX_PLAIN_KEY_BYTES
            || !self.budget.take(text.len() as u64 * PLAIN_KEY_STEPS)
        {
            return KeyMatcher::Unread;
        }
        self.plain_bytes += text.len();
        KeyMatcher::Text {
            number: plain.add(text),
            whole,
            case_sensitive,
        }
    }

    fn pattern(&mut self, source: Source) -> KeyMatcher {
        let next = self.patterns.len();
        let number = *self.sources.entry(source.clone()).or_insert(next);
        if number == next {
            self.patterns.push(PatternSearch::new(source));
        }
        KeyMatcher::Pattern(number)
    }

    /// The matcher of a key after compiling.
    pub(in crate::lorebooks) fn matcher(&self, key: &Key) -> KeyMatcher {
        match key.matcher {
            KeyMatcher::Pattern(number) => self.patterns[number]
                .compiled
                .get()
                .and_then(|compiled| compiled.as_ref().err().copied())
                .unwrap_or(key.matcher),
            matcher => matcher,
        }
    }

    fn compile(&self, source: &Source) -> Result<Pattern, KeyMatcher> {
        // The cost is known only afterwards, so the last pattern may be compiled in vain.
        if self.budget.is_spent() {
            return Err(KeyMatcher::Unread);
        }
        let compiled = pattern::compile(source);
        let bytes = self.compiled_bytes.get() + compiled.bytes();
        if bytes > MAX_COMPILED_BYTES || !self.budget.take_for_pattern(compiled.steps()) {
            return Err(KeyMatcher::Unread);
        }
        self.compiled_bytes.set(bytes);
        match compiled {
            Compiled::Pattern(pattern) => Ok(pattern),
            Compiled::Invalid => Err(KeyMatcher::Invalid),
            Compiled::TooLarge => Err(KeyMatcher::TooLarge),
        }
    }

    /// Reads the messages from this one on for plain keys, the latest first. All keys must be known by now.
    pub(in crate::lorebooks) fn read_lines(&mut self, from: usize) {
        self.folded.build();
        self.exact.build();
        while self.read_from > from {
            let at = self.read_from - 1;
            let text = searched_text(&self.lines[at]);
            if !self.folded.read_line(&text, at, true, self.budget)
                || !self.exact.read_line(&text, at, false, self.budget)
            {
                break;
            }
            self.read_from = at;
        }
    }

    /// Adds the text of an active entry.
    pub(in crate::lorebooks) fn read_text(&mut self, mut text: String) {
        truncate_searched(&mut text);
        let is_read = self.folded.read_text(&text, true, self.budget)
            && self.exact.read_text(&text, false, self.budget);
        self.is_text_unread |= !is_read;
        if !self.patterns.is_empty() {
            self.texts.push(text);
        }
    }

    /// Finds a key in these messages, and with `with_texts` in the texts of entries.
    pub(in crate::lorebooks) fn find(&self, key: &Key, window: Range<usize>, with_texts: bool) -> Hit {
        match key.matcher {
            KeyMatcher::Invalid | KeyMatcher::Empty => Hit::No,
            KeyMatcher::TooLarge | KeyMatcher::Unread => Hit::Unknown,
            KeyMatcher::Text { .. } if !self.budget.take(1) => Hit::Unknown,
            KeyMatcher::Text {
                number,
                whole,
                case_sensitive,
            } => {
                let positions = &(if case_sensitive { &self.exact } else { &self.folded }).positions[number];
                let (lines, text) = if whole {
                    (&positions.whole, positions.whole_in_text)
                } else {
                    (&positions.any, positions.in_text)
                };
                // The latest come first.
                let next = lines.get(lines.partition_point(|line| *line >= window.end));
                match next.filter(|line| **line >= window.start) {
                    Some(line) => Hit::Line(*line),
                    None if with_texts && text => Hit::Text,
                    None if window.start < self.read_from.min(window.end)
                        || (with_texts && self.is_text_unread) =>
                    {
                        Hit::Unknown
                    }
                    None => Hit::No,
                }
            }
            KeyMatcher::Pattern(number) => self.find_pattern(&self.patterns[number], window, with_texts),
        }
    }

    fn find_pattern(&self, searched: &PatternSearch, window: Range<usize>, with_texts: bool) -> Hit {
        let pattern = match searched.compiled.get_or_init(|| self.compile(&searched.source)) {
            Ok(pattern) => pattern,
            Err(KeyMatcher::Invalid) => return Hit::No,
            Err(_) => return Hit::Unknown,
        };
        for at in window.rev() {
            match searched.is_in_line(pattern, at, || self.line_text(at), self.budget) {
                Some(true) => return Hit::Line(at),
                Some(false) => {}
                None => return Hit::Unknown,
            }
        }
        match with_texts.then(|| searched.is_in_texts(pattern, &self.texts, self.budget)) {
            Some(Some(true)) => Hit::Text,
            Some(None) => Hit::Unknown,
            Some(Some(false)) | None => Hit::No,
        }
    }

    fn line_text(&self, at: usize) -> &str {
        self.line_texts[at].get_or_init(|| searched_text(&self.lines[at]))
    }
}
