//! Finds which words of a text are names.

use std::collections::HashSet;

use super::language::{LANGUAGES, Language};
use super::lexicon::SHARED;
use crate::safety::words::{Word, clauses};

/// Shortest part of a name by which somebody is recognised, in characters.
const MIN_NAME_CHARS: usize = 3;
/// Longest name, and longest title of an entry, in words.
const MAX_NAME_WORDS: usize = 3;

/// The words that refer to somebody with this name. A short one counts if it is the whole name and not a
/// pronoun.
pub(super) fn names_of(name: &str) -> Vec<String> {
    let words = clauses(name).concat();
    let is_pronoun = |word: &Word| {
        matches!(word.text(), "a" | "e" | "o" | "y" | "an")
            || LANGUAGES.iter().any(|language| language.is_pronoun(word))
    };
    let counts = |word: &&Word| {
        let is_long = is_long_enough(word) || (words.len() == 1 && !is_pronoun(word));
        is_long && !matches!(word.text(), "you" | "the" | "player" | "narrator")
    };
    words
        .iter()
        .filter(counts)
        .map(|word| word.text().to_owned())
        .collect()
}

/// The words of a title that refer to its subject.
pub(super) fn names_in_title(title: &[Word]) -> Vec<String> {
    title
        .iter()
        .filter(|word| is_long_enough(word))
        .map(|word| word.text().to_owned())
        .collect()
}

fn is_long_enough(word: &Word) -> bool {
    word.text().chars().count() >= MIN_NAME_CHARS
}

/// The capitalised words of a text, in the form in which they are compared.
pub(super) fn capitals(text: &str) -> HashSet<String> {
    let words = text
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’')))
        .filter(|word| word.starts_with(char::is_uppercase));
    words
        .flat_map(|word| clauses(word).concat())
        .map(|word| word.text().to_owned())
        .collect()
}

/// The title of an entry: the text before the first colon, if it can be a name.
pub(super) fn title_of(text: &str) -> Option<Vec<Word>> {
    let (title, _) = text.split_once(':')?;
    let starts = |word: &str| word.starts_with(char::is_uppercase);
    let is_name = title.split_whitespace().all(starts)
        && (1..=MAX_NAME_WORDS).contains(&title.split_whitespace().count());
    let words = is_name.then(|| clauses(title).concat())?;
    let is_other = |word: &Word| SHARED.not_names.has(word) || word.text().parse::<u32>().is_ok();
    (!words.is_empty() && !words.iter().any(is_other)).then_some(words)
}

impl Language {
    fn is_pronoun(&self, word: &Word) -> bool {
        let people = &self.people;
        [&people.first_person, &people.second_person, &people.third_person]
            .iter()
            .any(|list| list.has(word))
    }

    /// Whether a word names people without being a name.
    fn is_noun_for_people(&self, word: &Word) -> bool {
        let people = &self.people;
        [
            &people.children,
            &people.minors,
            &people.adults,
            &self.romance.family,
        ]
        .iter()
        .any(|list| list.has(word))
            || self.is_pronoun(word)
    }

    /// The name at the beginning of a clause that gives somebody's age at the word `end`.
    pub(super) fn name_at_start(
        &self,
        clause: &[Word],
        end: usize,
        capitals: &HashSet<String>,
    ) -> Option<Vec<String>> {
        let skipped = clause[..end]
            .iter()
            .take_while(|word| SHARED.diminutives.has(word))
            .count();
        let is_name = |word: &&Word| {
            capitals.contains(word.text())
                && !SHARED.not_names.has(word)
                && !SHARED.after_names.has(word)
                && !self.is_noun_for_people(word)
                && is_long_enough(word)
        };
        let names: Vec<String> = clause[skipped..end]
            .iter()
            .take_while(is_name)
            .map(|word| word.text().to_owned())
            .collect();
        let after = clause.get(skipped + names.len());
        let is_followed =
            after.is_none_or(|after| SHARED.after_names.has(after) || after.text().starts_with('#'));
        (is_followed && (1..=MAX_NAME_WORDS).contains(&names.len())).then_some(names)
    }
}
