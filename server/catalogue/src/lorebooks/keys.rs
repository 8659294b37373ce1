//! Finding keys in texts: all plain keys at once, patterns one by one where it matters.
//!
//! Every message is read once for all plain keys of all books ([`Search::read_lines`]); where they stand is
//! looked up afterwards. A pattern is compiled and searched only where an entry wants to know, and searched
//! in no text twice. All of it takes its steps from a budget: what is left when that is used up is
//! [`Hit::Unknown`].

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use aho_corasick::AhoCorasick;

use super::automata;
use super::budget::ScanBudget;
use super::model::Entry;
use super::patterns::{self, Compiled, Pattern, Source};
use super::rules::{
    MAX_COMPILED_BYTES, MAX_EXPANDED_KEY_BYTES, MAX_PLAIN_KEY_BYTES, MAX_SEARCHED_BYTES, PLAIN_KEY_STEPS,
};
use super::scan::ScanLine;

/// Steps that a search costs beside the bytes it reads.
const SEARCH_STEPS: u64 = 50;
/// Steps that it costs to look up what was found before.
const KNOWN_STEPS: u64 = 4;

/// A key of an entry.
pub(super) struct Key {
    /// As its author wrote it.
    pub(super) raw: String,
    /// What is searched for.
    pub(super) how: How,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// A plain key by its number.
    Text {
        number: usize,
        whole: bool,
        case_sensitive: bool,
    },
    /// A pattern by its number.
    Pattern(usize),
    /// No pattern of ours.
    Invalid,
    /// A pattern that is too large.
    TooLarge,
    /// There were no steps or bytes left to read it.
    Unread,
    /// Nothing.
    Empty,
}

/// Where a key was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hit {
    /// In this message, the latest of those that have it.
    Line(usize),
    /// In a text of another entry.
    Text,
    /// Nowhere.
    No,
    /// Nowhere that was looked at, but not everything was.
    Unknown,
}

/// The keys of all books, and the texts in which they are searched for.
pub(super) struct Search<'a> {
    budget: &'a ScanBudget,
    lines: &'a [ScanLine<'a>],
    folded: Plain,
    exact: Plain,
    plain_bytes: usize,
    patterns: Vec<Searched>,
    sources: HashMap<Source, usize>,
    compiled_bytes: Cell<usize>,
    /// The messages as patterns search them.
    hays: Vec<OnceCell<String>>,
    /// The texts of entries that came up.
    texts: Vec<String>,
    /// The first message that was read for plain keys.
    read_from: usize,
    /// Whether a text of an entry was not read to its end.
    is_text_unread: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(lines: &'a [ScanLine<'a>], budget: &'a ScanBudget) -> Self {
        Self {
            budget,
            lines,
            folded: Plain::default(),
            exact: Plain::default(),
            plain_bytes: 0,
            patterns: Vec::new(),
            sources: HashMap::new(),
            compiled_bytes: Cell::new(0),
            hays: lines.iter().map(|_| OnceCell::new()).collect(),
            texts: Vec::new(),
            read_from: lines.len(),
            is_text_unread: false,
        }
    }

    /// A key with its macros expanded; none where that could not be done.
    pub(super) fn key(&mut self, raw: &str, expanded: Option<&str>, entry: &Entry) -> Key {
        let readable = expanded
            .filter(|text| text.len() <= MAX_EXPANDED_KEY_BYTES && self.budget.take(1 + text.len() as u64));
        let how = match readable {
            None => How::Unread,
            Some(text) => match as_pattern(text, entry) {
                Some(source) => self.pattern(source),
                None => self.text(text, entry),
            },
        };
        Key {
            raw: raw.to_owned(),
            how,
        }
    }

    fn text(&mut self, text: &str, entry: &Entry) -> How {
        let text = spaced(text);
        let whole = entry
            .whole_words
            .unwrap_or_else(|| has_spaces_between_words(&text));
        let case_sensitive = entry.case_sensitive;
        let text = if case_sensitive { text } else { text.to_lowercase() };
        if text.is_empty() {
            return How::Empty;
        }
        let plain = if case_sensitive {
            &mut self.exact
        } else {
            &mut self.folded
        };
        if let Some(number) = plain.numbers.get(&text) {
            return How::Text {
                number: *number,
                whole,
                case_sensitive,
            };
        }
        if self.plain_bytes + text.len() > MAX_PLAIN_KEY_BYTES
            || !self.budget.take(text.len() as u64 * PLAIN_KEY_STEPS)
        {
            return How::Unread;
        }
        self.plain_bytes += text.len();
        How::Text {
            number: plain.add(text),
            whole,
            case_sensitive,
        }
    }

    fn pattern(&mut self, source: Source) -> How {
        let next = self.patterns.len();
        let number = *self.sources.entry(source.clone()).or_insert(next);
        if number == next {
            self.patterns.push(Searched::new(source));
        }
        How::Pattern(number)
    }

    /// What a key has turned out to be.
    pub(super) fn how(&self, key: &Key) -> How {
        match key.how {
            How::Pattern(number) => self.patterns[number]
                .compiled
                .get()
                .and_then(|compiled| compiled.as_ref().err().copied())
                .unwrap_or(key.how),
            how => how,
        }
    }

    fn compile(&self, source: &Source) -> Result<Pattern, How> {
        // What it costs is known only afterwards, so one may be compiled in vain.
        if self.budget.is_spent() {
            return Err(How::Unread);
        }
        let compiled = patterns::compile(source);
        let bytes = self.compiled_bytes.get() + compiled.bytes();
        if bytes > MAX_COMPILED_BYTES || !self.budget.take_for_pattern(compiled.steps()) {
            return Err(How::Unread);
        }
        self.compiled_bytes.set(bytes);
        match compiled {
            Compiled::Pattern(pattern) => Ok(pattern),
            Compiled::Invalid => Err(How::Invalid),
            Compiled::TooLarge => Err(How::TooLarge),
        }
    }

    /// Reads the messages from this one on for plain keys, the latest first. All keys must be known.
    pub(super) fn read_lines(&mut self, from: usize) {
        self.folded.build();
        self.exact.build();
        while self.read_from > from {
            let at = self.read_from - 1;
            let text = searched(&self.lines[at]);
            if !self.folded.read_line(&text, at, true, self.budget)
                || !self.exact.read_line(&text, at, false, self.budget)
            {
                break;
            }
            self.read_from = at;
        }
    }

    /// Adds the text of an entry that came up.
    pub(super) fn read_text(&mut self, mut text: String) {
        cut(&mut text);
        let is_read = self.folded.read_text(&text, true, self.budget)
            && self.exact.read_text(&text, false, self.budget);
        self.is_text_unread |= !is_read;
        if !self.patterns.is_empty() {
            self.texts.push(text);
        }
    }

    /// Where a key is in these messages, and if `with_texts` in the texts of entries.
    pub(super) fn find(&self, key: &Key, window: Range<usize>, with_texts: bool) -> Hit {
        match key.how {
            How::Invalid | How::Empty => Hit::No,
            How::TooLarge | How::Unread => Hit::Unknown,
            How::Text { .. } if !self.budget.take(1) => Hit::Unknown,
            How::Text {
                number,
                whole,
                case_sensitive,
            } => {
                let places = &(if case_sensitive { &self.exact } else { &self.folded }).places[number];
                let (lines, text) = if whole {
                    (&places.whole, places.whole_in_text)
                } else {
                    (&places.any, places.in_text)
                };
                // The latest stand first.
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
            How::Pattern(number) => self.find_pattern(&self.patterns[number], window, with_texts),
        }
    }

    fn find_pattern(&self, searched: &Searched, window: Range<usize>, with_texts: bool) -> Hit {
        let pattern = match searched.compiled.get_or_init(|| self.compile(&searched.source)) {
            Ok(pattern) => pattern,
            Err(How::Invalid) => return Hit::No,
            Err(_) => return Hit::Unknown,
        };
        for at in window.rev() {
            match searched.is_in_line(pattern, at, || self.hay(at), self.budget) {
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

    fn hay(&self, at: usize) -> &str {
        self.hays[at].get_or_init(|| searched(&self.lines[at]))
    }
}

/// A message as it is searched: with its speaker's name before it.
fn searched(line: &ScanLine<'_>) -> String {
    let mut text = format!("{}: {}", line.name, line.text);
    cut(&mut text);
    text
}

fn cut(text: &mut String) {
    if text.len() > MAX_SEARCHED_BYTES {
        let end = (0..=MAX_SEARCHED_BYTES)
            .rev()
            .find(|end| text.is_char_boundary(*end))
            .unwrap_or(0);
        text.truncate(end);
    }
}

/// The text with every run of white space as one space.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The plain keys of one way to compare, each once.
#[derive(Default)]
struct Plain {
    texts: Vec<String>,
    numbers: HashMap<String, usize>,
    places: Vec<Places>,
    automaton: Option<Arc<AhoCorasick>>,
}

/// Where a plain key stands: anywhere, and as a whole word.
#[derive(Default)]
struct Places {
    /// Messages, the latest first.
    any: Vec<usize>,
    whole: Vec<usize>,
    in_text: bool,
    whole_in_text: bool,
}

impl Plain {
    fn add(&mut self, text: String) -> usize {
        let number = self.texts.len();
        self.numbers.insert(text.clone(), number);
        self.texts.push(text);
        self.places.push(Places::default());
        number
    }

    fn build(&mut self) {
        if !self.texts.is_empty() {
            self.automaton = automata::of(&self.texts);
        }
    }

    fn read_line(&mut self, text: &str, at: usize, folded: bool, budget: &ScanBudget) -> bool {
        let add = |lines: &mut Vec<usize>| {
            if lines.last() != Some(&at) {
                lines.push(at);
            }
        };
        self.read(text, folded, budget, |places, whole| {
            add(&mut places.any);
            if whole {
                add(&mut places.whole);
            }
        })
    }

    fn read_text(&mut self, text: &str, folded: bool, budget: &ScanBudget) -> bool {
        self.read(text, folded, budget, |places, whole| {
            places.in_text = true;
            places.whole_in_text |= whole;
        })
    }

    /// Tells of every key in a text whether it stands there as a whole word; false where the steps did not
    /// suffice.
    fn read(
        &mut self,
        text: &str,
        folded: bool,
        budget: &ScanBudget,
        mut found: impl FnMut(&mut Places, bool),
    ) -> bool {
        let Some(automaton) = &self.automaton else {
            return self.texts.is_empty();
        };
        if !budget.take(SEARCH_STEPS + text.len() as u64) {
            return false;
        }
        let text = spaced(text);
        let text = if folded { text.to_lowercase() } else { text };
        for found_at in automaton.find_overlapping_iter(&text) {
            if !budget.take(1) {
                return false;
            }
            let number = found_at.pattern().as_usize();
            found(&mut self.places[number], is_whole(&text, found_at.range()));
        }
        true
    }
}

/// Whether what stands there is a word or phrase with no letter or digit next to it.
fn is_whole(text: &str, range: Range<usize>) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let word = &text[range.clone()];
    let begins = word.chars().next().is_some_and(is_part);
    let ends = word.chars().next_back().is_some_and(is_part);
    let before = text[..range.start].chars().next_back().is_some_and(is_part);
    let after = text[range.end..].chars().next().is_some_and(is_part);
    !((begins && before) || (ends && after))
}

/// A pattern, and what is known of where it is.
struct Searched {
    source: Source,
    /// None yet, or why there is none.
    compiled: OnceCell<Result<Pattern, How>>,
    lines: RefCell<HashMap<usize, bool>>,
    /// How many of the texts of entries were searched, and whether it is in one of them.
    texts: Cell<(usize, bool)>,
}

impl Searched {
    fn new(source: Source) -> Self {
        Self {
            source,
            compiled: OnceCell::new(),
            lines: RefCell::default(),
            texts: Cell::new((0, false)),
        }
    }

    /// None: the steps do not suffice.
    fn is_in_line<'t>(
        &self,
        pattern: &Pattern,
        at: usize,
        text: impl FnOnce() -> &'t str,
        budget: &ScanBudget,
    ) -> Option<bool> {
        let known = self.lines.borrow().get(&at).copied();
        if known.is_some() {
            return known.filter(|_| budget.take_for_pattern(KNOWN_STEPS));
        }
        let found = is_in(pattern, text(), budget)?;
        self.lines.borrow_mut().insert(at, found);
        Some(found)
    }

    fn is_in_texts(&self, pattern: &Pattern, texts: &[String], budget: &ScanBudget) -> Option<bool> {
        let (mut read, mut found) = self.texts.get();
        while !found && read < texts.len() {
            found = is_in(pattern, &texts[read], budget)?;
            read += 1;
            self.texts.set((read, found));
        }
        Some(found)
    }
}

fn is_in(pattern: &Pattern, text: &str, budget: &ScanBudget) -> Option<bool> {
    budget
        .take_for_pattern(SEARCH_STEPS + text.len() as u64 * pattern.steps)
        .then(|| pattern.is_in(text))
}

/// The pattern and flags of a key that is one: `/…/flags`, or any key of an entry whose keys all are.
fn as_pattern(key: &str, entry: &Entry) -> Option<Source> {
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

/// Whether a text is of a script that puts spaces between words.
fn has_spaces_between_words(text: &str) -> bool {
    !text.chars().any(|c| {
        matches!(c,
            '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
            | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    use platform::blocking::Stop;

    use crate::lorebooks::rules::MAX_STEPS;

    fn line<'a>(text: &'a str) -> ScanLine<'a> {
        ScanLine {
            id: "m",
            name: "",
            text,
            is_user: false,
        }
    }

    fn how(key: &str, entry: &Entry) -> How {
        let budget = ScanBudget::new(MAX_STEPS, Stop::default());
        let mut search = Search::new(&[], &budget);
        let key = search.key(key, Some(key), entry);
        search.find(&key, 0..0, false);
        search.how(&key)
    }

    fn finds(key: &str, text: &str, change: impl FnOnce(&mut Entry)) -> bool {
        let mut entry = Entry::default();
        change(&mut entry);
        let (budget, lines) = (ScanBudget::new(MAX_STEPS, Stop::default()), [line(text)]);
        let mut search = Search::new(&lines, &budget);
        let key = search.key(key, Some(key), &entry);
        search.read_lines(0);
        let found = search.find(&key, 0..1, false);
        assert!(matches!(found, Hit::Line(0) | Hit::No), "{found:?}");
        search.read_text(text.to_owned());
        assert_eq!(
            search.find(&key, 0..0, true) == Hit::Text,
            found != Hit::No,
            "a text is searched like a message: {text}"
        );
        found != Hit::No
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
        for (key, expected) in [
            ("/(?<=a)b/", How::Invalid),
            ("/(/", How::Invalid),
            ("/(a)\\1/", How::Invalid),
            ("/a{1000}{1000}/", How::TooLarge),
            (" ", How::Empty),
        ] {
            assert_eq!(how(key, &Entry::default()), expected, "{key}");
        }
        assert_eq!(
            how(&"a".repeat(MAX_EXPANDED_KEY_BYTES + 1), &Entry::default()),
            How::Unread
        );
    }

    #[test]
    fn what_was_not_looked_at_is_unknown() {
        let lines = [
            line("king"),
            line("queen"),
            line("a long line about nobody at all, and nothing either"),
        ];
        let keys = |search: &mut Search<'_>| {
            ["king", "/queen/"].map(|key| search.key(key, Some(key), &Entry::default()))
        };
        let plenty = ScanBudget::new(MAX_STEPS, Stop::default());
        let mut search = Search::new(&lines, &plenty);
        let [king, queen] = keys(&mut search);
        search.read_lines(0);
        assert_eq!(
            (search.find(&king, 0..3, false), search.find(&queen, 0..3, false)),
            (Hit::Line(0), Hit::Line(1))
        );
        assert_eq!(
            (search.find(&king, 1..3, false), search.find(&queen, 0..1, false)),
            (Hit::No, Hit::No)
        );
        let stop = Stop::default();
        let late = ScanBudget::new(MAX_STEPS, stop.clone());
        let mut search = Search::new(&lines, &late);
        let [king, queen] = keys(&mut search);
        stop.raise();
        search.read_lines(0);
        assert_eq!(
            (search.find(&king, 0..3, false), search.find(&queen, 0..3, false)),
            (Hit::Line(0), Hit::Unknown),
            "patterns end in time"
        );
        let few = ScanBudget::new(250, Stop::default());
        let mut search = Search::new(&lines, &few);
        let [king, queen] = keys(&mut search);
        search.read_lines(0);
        assert_eq!(
            (search.find(&king, 0..3, false), search.find(&queen, 0..3, false)),
            (Hit::Unknown, Hit::Unknown)
        );
        assert!(
            few.is_spent()
                && late.is_spent()
                && !plenty.is_spent()
                && few.used() == 250
                && plenty.used() < MAX_STEPS
        );
    }
}
