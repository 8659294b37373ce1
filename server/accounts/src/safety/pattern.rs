//! Finds phrases with gaps in a clause. It knows nothing of what the phrases mean.
//!
//! A pattern is words with spaces between them:
//!
//! | Written | Means |
//! |---|---|
//! | `die` | this word |
//! | `die\|dead` | one of these |
//! | `kill_myself` | these words, one after the other; also as an alternative |
//! | `suicid*` | a word that begins with this |
//! | `really?` | may be left out |
//! | `~`, `~~` | up to two, up to four words of any kind, but none that turns the meaning round |
//! | `@want` | one of the words that the language lists under this name |
//! | `^`, `$` | the beginning, the end of a clause |

use std::collections::HashMap;

use super::words::{Word, WordList};

/// The alternatives of the names in patterns.
pub(super) type Classes = HashMap<String, WordList>;

#[derive(Debug, Clone)]
enum Part {
    /// One of these sequences of words.
    Words {
        any: Vec<Vec<Piece>>,
        optional: bool,
    },
    /// Up to this many words without a negator.
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

/// Compiled patterns.
#[derive(Debug)]
pub(super) struct Patterns {
    patterns: Vec<Vec<Part>>,
    /// Which patterns may begin with a word; the others are tried everywhere.
    by_first: HashMap<String, Vec<usize>>,
    anywhere: Vec<usize>,
}

impl Patterns {
    /// Reads patterns; `classes`: the alternatives of names.
    pub(super) fn read<T: AsRef<str>>(texts: &[T], classes: &Classes) -> Self {
        let patterns: Vec<Vec<Part>> = texts
            .iter()
            .map(|text| {
                text.as_ref()
                    .split_whitespace()
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

    /// The end of the first pattern that begins at this word of a clause.
    fn at(&self, clause: &[Word], start: usize, is_blocked: &dyn Fn(&Word) -> bool) -> Option<usize> {
        let word = &clause[start];
        let listed = |text: &str| self.by_first.get(text).into_iter().flatten();
        let all = word
            .is_starred()
            .then_some(0..self.patterns.len())
            .into_iter()
            .flatten();
        let some = listed(word.text())
            .chain(word.paired().into_iter().flat_map(listed))
            .chain(&self.anywhere)
            .copied();
        some.chain(all)
            .find_map(|number| end_of(&self.patterns[number], clause, start, is_blocked))
    }

    /// Every match in a clause: its first word and the word after its last.
    pub(super) fn find(&self, clause: &[Word], is_blocked: &dyn Fn(&Word) -> bool) -> Vec<(usize, usize)> {
        (0..clause.len())
            .filter_map(|start| self.at(clause, start, is_blocked).map(|end| (start, end)))
            .collect()
    }
}

fn read_part(text: &str, classes: &Classes) -> Part {
    match text {
        "~" => return Part::Gap(2),
        "~~" => return Part::Gap(4),
        "^" => return Part::Begin,
        "$" => return Part::End,
        _ => {}
    }
    let (text, optional) = text.strip_suffix('?').map_or((text, false), |text| (text, true));
    let alternatives = text.split('|').flat_map(|one| match one.strip_prefix('@') {
        Some(name) => classes.get(name).into_iter().flat_map(WordList::iter).collect(),
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

/// The end of the pattern that begins at `at`, if it matches.
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

/// The names in patterns that have no alternatives.
#[cfg(test)]
pub(super) fn unknown_classes(texts: &[String], classes: &Classes) -> Vec<String> {
    texts
        .iter()
        .flat_map(|text| text.split(|c: char| c.is_whitespace() || c == '|'))
        .filter_map(|word| word.strip_prefix('@'))
        .map(|name| name.trim_end_matches('?').to_owned())
        .filter(|name| !classes.contains_key(name))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::words::clauses;
    use super::*;

    fn found(pattern: &str, text: &str) -> bool {
        let want = WordList::from("want_to wanna".to_owned());
        let patterns = Patterns::read(&[pattern], &[("want".to_owned(), want)].into());
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
        let patterns = Patterns::read(&["a ~~ a ~~ a ~~ b", "a* ~~ c"], &Classes::new());
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
