//! Phrases with holes, looked for in a text that was folded into words. Knows nothing of what the phrases
//! mean.
//!
//! A pattern is words with spaces between them:
//!
//! | Written | Means |
//! |---|---|
//! | `die` | this word |
//! | `die\|dead` | one of these |
//! | `kill_myself` | these words, one after the other; also inside alternatives |
//! | `suicid*` | a word that begins so |
//! | `really?` | may be left out |
//! | `~`, `~~` | up to two, up to four words of any kind, but none that turns the meaning round |
//! | `@want` | one of the alternatives that the language gives this name |
//! | `^`, `$` | the beginning, the end of a clause |

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

/// Longest word that is kept, in characters; no phrase has one nearly as long.
const MAX_WORD_CHARS: usize = 32;
/// The words a text is cut to; longer texts are refused before they get here.
const MAX_WORDS: usize = 20_000;

/// A word as it stands in a text, in the ways it may be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    text: String,
    /// The same with stretched letters as a pair: "killll" is "kill" and "dieee" is "die".
    paired: Option<String>,
    /// It has a star, which stands for any letter.
    is_starred: bool,
}

impl Word {
    /// A word that stands for something else, such as a number.
    pub(super) fn standing_for(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            paired: None,
            is_starred: false,
        }
    }

    /// The word as it is compared.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// A star inside a word stands for any letter: "k*ll".
    fn is(&self, word: &str) -> bool {
        #[cfg(test)]
        looks::add();
        self.text == word
            || self.paired.as_deref() == Some(word)
            || (self.is_starred && fits(&self.text, word))
    }

    fn begins(&self, beginning: &str) -> bool {
        self.text.starts_with(beginning)
            || self
                .paired
                .as_deref()
                .is_some_and(|paired| paired.starts_with(beginning))
    }
}

fn fits(starred: &str, word: &str) -> bool {
    let (mut a, mut b) = (starred.chars(), word.chars());
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(x), Some(y)) if x == y || x == '*' => {}
            _ => return false,
        }
    }
}

/// The clauses of a text: lower case, without accents and apostrophes, with the usual disguises taken off.
pub(super) fn clauses(text: &str) -> Vec<Vec<Word>> {
    let folded: Vec<char> = fold(text);
    let mut clauses = vec![Vec::new()];
    let mut word = String::new();
    let mut words = 0;
    let is_letter = |at: Option<&char>| at.is_some_and(|c| c.is_alphanumeric());
    for (place, c) in folded.iter().copied().enumerate() {
        let (before, after) = (
            place.checked_sub(1).and_then(|at| folded.get(at)),
            folded.get(place + 1),
        );
        let within = is_letter(before) && is_letter(after);
        if c.is_alphanumeric() || (matches!(c, '*' | '$' | '@') && within) {
            word.push(c);
            continue;
        }
        if is_apostrophe(c) {
            continue;
        }
        words += usize::from(end_word(&mut clauses, &mut word));
        if words >= MAX_WORDS {
            break;
        }
        let is_dash = matches!(c, '\u{2013}' | '\u{2014}') || (c == '-' && !within);
        if is_dash
            || matches!(
                c,
                '.' | ','
                    | ';'
                    | ':'
                    | '!'
                    | '?'
                    | '\u{2026}'
                    | '\n'
                    | '('
                    | ')'
                    | '"'
                    | '«'
                    | '»'
                    | '“'
                    | '”'
                    | '„'
                    | '¿'
                    | '¡'
                    | '。'
                    | '、'
            )
        {
            clauses.push(Vec::new());
        }
    }
    end_word(&mut clauses, &mut word);
    clauses.retain(|clause| !clause.is_empty());
    clauses
}

fn fold(text: &str) -> Vec<char> {
    let mut folded = Vec::with_capacity(text.len());
    for c in text
        .nfkd()
        .filter(|c| !matches!(c, '\u{0300}'..='\u{036f}' | '\u{200b}'..='\u{200d}' | '\u{00ad}'))
        .flat_map(char::to_lowercase)
    {
        match c {
            'ß' => folded.extend(['s', 's']),
            'œ' => folded.extend(['o', 'e']),
            'æ' => folded.extend(['a', 'e']),
            other => folded.push(other),
        }
    }
    folded
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2018}' | '\u{2019}' | '\u{02bc}' | '`' | '´')
}

fn end_word(clauses: &mut [Vec<Word>], word: &mut String) -> bool {
    if word.is_empty() {
        return false;
    }
    let plain = undisguise(&std::mem::take(word));
    // 1000 is not 10.
    let is_number = plain.chars().all(|c| c.is_ascii_digit());
    let once = if is_number {
        plain.clone()
    } else {
        shorten(&plain, 1)
    };
    let twice = shorten(&plain, 2);
    let paired = (once != twice && !is_number).then_some(twice);
    if let Some(clause) = clauses.last_mut() {
        clause.push(Word {
            is_starred: once.contains('*'),
            text: once,
            paired,
        });
    }
    true
}

/// Digits and signs in the middle of letters are the letters they look like.
fn undisguise(word: &str) -> String {
    let has_letter = word.chars().any(char::is_alphabetic);
    let kept = word.chars().take(MAX_WORD_CHARS);
    if !has_letter {
        return kept.collect();
    }
    let plain = kept.map(|c| match c {
        '1' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '0' => 'o',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    });
    plain.collect()
}

/// Three and more of a letter become `left`.
fn shorten(word: &str, left: usize) -> String {
    let mut short = String::with_capacity(word.len());
    let letters: Vec<char> = word.chars().collect();
    for run in letters.chunk_by(|a, b| a == b) {
        let count = if run.len() >= 3 { left } else { run.len() };
        short.extend(run.iter().take(count));
    }
    short
}

#[derive(Debug, Clone)]
enum Part {
    /// One of these sequences of words.
    Words {
        any: Vec<Vec<Piece>>,
        optional: bool,
    },
    /// Up to this many words that turn nothing round.
    Gap(usize),
    Begin,
    End,
}

#[derive(Debug, Clone)]
enum Piece {
    Whole(String),
    Beginning(String),
}

impl Piece {
    fn of(word: &str) -> Self {
        match word.strip_suffix('*') {
            Some(beginning) => Self::Beginning(beginning.to_owned()),
            None => Self::Whole(word.to_owned()),
        }
    }

    fn is(&self, word: &Word) -> bool {
        match self {
            Self::Whole(text) => word.is(text),
            Self::Beginning(text) => word.begins(text),
        }
    }
}

/// Patterns ready to be looked for.
#[derive(Debug)]
pub(super) struct Patterns {
    patterns: Vec<Vec<Part>>,
    /// Which patterns may begin with a word; the others are tried everywhere.
    by_first: HashMap<String, Vec<usize>>,
    anywhere: Vec<usize>,
}

impl Patterns {
    /// Reads patterns; `classes` are the alternatives behind names.
    pub(super) fn read(texts: &[&str], classes: &[(&str, &str)]) -> Self {
        let patterns: Vec<Vec<Part>> = texts
            .iter()
            .map(|text| {
                text.split_whitespace()
                    .map(|part| read_part(part, classes))
                    .collect()
            })
            .collect();
        let mut read = Self {
            patterns: Vec::new(),
            by_first: HashMap::new(),
            anywhere: Vec::new(),
        };
        for (number, pattern) in patterns.iter().enumerate() {
            match first_words(pattern) {
                Some(words) => words
                    .into_iter()
                    .for_each(|word| read.by_first.entry(word).or_default().push(number)),
                None => read.anywhere.push(number),
            }
        }
        read.patterns = patterns;
        read
    }

    /// The ends of everything that begins at this word of a clause.
    fn at(&self, clause: &[Word], start: usize, is_blocked: &dyn Fn(&Word) -> bool) -> Option<usize> {
        let word = &clause[start];
        let listed = |text: &str| self.by_first.get(text).into_iter().flatten();
        let all = word
            .is_starred
            .then_some(0..self.patterns.len())
            .into_iter()
            .flatten();
        let some = listed(&word.text)
            .chain(word.paired.as_deref().into_iter().flat_map(listed))
            .chain(&self.anywhere)
            .copied();
        some.chain(all)
            .find_map(|number| end_of(&self.patterns[number], clause, start, is_blocked))
    }

    /// Everything that is found in a clause: where it begins and where it ends.
    pub(super) fn find(&self, clause: &[Word], is_blocked: &dyn Fn(&Word) -> bool) -> Vec<(usize, usize)> {
        (0..clause.len())
            .filter_map(|start| self.at(clause, start, is_blocked).map(|end| (start, end)))
            .collect()
    }
}

fn read_part(text: &str, classes: &[(&str, &str)]) -> Part {
    match text {
        "~" => return Part::Gap(2),
        "~~" => return Part::Gap(4),
        "^" => return Part::Begin,
        "$" => return Part::End,
        _ => {}
    }
    let (text, optional) = text.strip_suffix('?').map_or((text, false), |text| (text, true));
    let alternatives = text.split('|').flat_map(|one| match one.strip_prefix('@') {
        Some(name) => classes
            .iter()
            .filter(|(class, _)| *class == name)
            .flat_map(|(_, words)| words.split('|'))
            .collect(),
        None => vec![one],
    });
    let any = alternatives
        .map(|one| one.split('_').map(Piece::of).collect())
        .collect();
    Part::Words { any, optional }
}

/// The words with which a pattern can begin, if they can be listed.
fn first_words(pattern: &[Part]) -> Option<Vec<String>> {
    let mut words = Vec::new();
    for part in pattern {
        match part {
            Part::Begin => {}
            Part::Gap(_) | Part::End => return None,
            Part::Words { any, optional } => {
                for sequence in any {
                    let Some(Piece::Whole(word)) = sequence.first() else {
                        return None;
                    };
                    words.push(word.clone());
                }
                if !optional {
                    return Some(words);
                }
            }
        }
    }
    None
}

/// Where the pattern ends that begins at `at`, if it is there.
fn end_of(pattern: &[Part], clause: &[Word], at: usize, is_blocked: &dyn Fn(&Word) -> bool) -> Option<usize> {
    let Some((part, rest)) = pattern.split_first() else {
        return Some(at);
    };
    match part {
        Part::Begin => (at == 0).then(|| end_of(rest, clause, at, is_blocked)).flatten(),
        Part::End => (at == clause.len())
            .then(|| end_of(rest, clause, at, is_blocked))
            .flatten(),
        Part::Gap(most) => {
            for taken in 0..=*most {
                if let Some(end) = end_of(rest, clause, at + taken, is_blocked) {
                    return Some(end);
                }
                if clause.get(at + taken).is_none_or(is_blocked) {
                    return None;
                }
            }
            None
        }
        Part::Words { any, optional } => {
            let after = any.iter().find_map(|sequence| {
                let there = clause.get(at..at + sequence.len())?;
                let fits = sequence.iter().zip(there).all(|(piece, word)| piece.is(word));
                fits.then(|| end_of(rest, clause, at + sequence.len(), is_blocked))
                    .flatten()
            });
            after.or_else(|| optional.then(|| end_of(rest, clause, at, is_blocked)).flatten())
        }
    }
}

/// Whether a word is one of these.
pub(super) fn is_any(word: &Word, of: &[&str]) -> bool {
    of.iter().any(|one| word.is(one))
}

/// How much is compared, which tells whether work grows with its text, on a machine however busy.
#[cfg(test)]
pub(super) mod looks {
    use std::cell::Cell;

    thread_local! {
        static LOOKS: Cell<usize> = const { Cell::new(0) };
    }

    pub(super) fn add() {
        LOOKS.set(LOOKS.get() + 1);
    }

    /// How often a word was compared during this work.
    pub(in super::super) fn during(work: impl FnOnce()) -> usize {
        let before = LOOKS.get();
        work();
        LOOKS.get() - before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pattern: &str, text: &str) -> bool {
        let patterns = Patterns::read(&[pattern], &[("want", "want_to|wanna")]);
        clauses(text)
            .iter()
            .any(|clause| !patterns.find(clause, &|word| word.is("not")).is_empty())
    }

    #[test]
    fn patterns_are_found_as_they_are_written() {
        for (pattern, text) in [
            ("i ~ @want die", "I really WANNA die"),
            ("i really? go", "... i go"),
            ("^ just die $", "Well, just die!"),
            ("suicid*", "suicidal"),
            ("dont", "don’t"),
            ("kill_myself|end_it", "k1ll myself"),
            ("suicide", "su*cide"),
            ("kill", "killlll"),
            ("die", "dieeee"),
            ("mochte", "möchte"),
            ("schliessen", "schließen"),
            ("die", "*die*"),
        ] {
            assert!(found(pattern, text), "{pattern} in {text}");
        }
        for (pattern, text) in [
            ("i ~ die", "i do not die"),
            ("i ~ die", "i one two three die"),
            ("die", "diet"),
            ("want die", "want, die"),
            ("^ die", "to die"),
            ("kill myself", "kill-joy"),
        ] {
            assert!(!found(pattern, text), "{pattern} in {text}");
        }
    }

    #[test]
    fn hostile_texts_take_no_time() {
        let patterns = Patterns::read(&["a ~~ a ~~ a ~~ b", "a* ~~ c"], &[]);
        for text in [
            "a ".repeat(8_000),
            "a*a ".repeat(4_000),
            "*".repeat(16_000),
            "🙂".repeat(4_000),
        ] {
            for clause in clauses(&text) {
                assert!(patterns.find(&clause, &|_| false).is_empty());
            }
        }
    }
}
