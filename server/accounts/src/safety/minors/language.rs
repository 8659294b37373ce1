//! Reads a text in one language: in clauses, with its numbers as ages.

use std::sync::LazyLock;

use super::lexicon::{self, AgePhrases, Lexicon, NegationWords, PeopleWords, RomancePhrases};
use super::numbers::{Numbers, separate_digits, with_infants};
use crate::safety::pattern::{Classes, Patterns};
use crate::safety::words::{Word, WordList, clauses};

/// Longest clause that is read as one, in words, and how far two parts of a longer one overlap.
const MAX_CLAUSE_WORDS: usize = 60;
const OVERLAP_WORDS: usize = 12;

/// The compiled lists of one language. [`super::lexicon`] explains each.
pub(super) struct Language {
    numbers: Numbers,
    pub(super) ages: Ages,
    pub(super) romance: Romance,
    pub(super) negation: NegationWords,
    pub(super) people: PeopleWords,
}

/// The compiled [`AgePhrases`].
pub(super) struct Ages {
    pub(super) below_18: Patterns,
    pub(super) minor: Patterns,
    pub(super) adult: Patterns,
    pub(super) no_age: Patterns,
    pub(super) time_openers: WordList,
    pub(super) past_verbs: WordList,
    pub(super) i_am: Patterns,
    pub(super) you_are: Patterns,
}

/// The compiled [`RomancePhrases`].
pub(super) struct Romance {
    pub(super) always: Patterns,
    pub(super) unless_harmless: Patterns,
    pub(super) harmless: Patterns,
    pub(super) bed: Patterns,
    pub(super) bad_dreams: WordList,
    pub(super) declarations: Patterns,
    pub(super) family: WordList,
}

/// All languages.
pub(super) static LANGUAGES: LazyLock<[Language; lexicon::COUNT]> =
    LazyLock::new(|| lexicon::load().map(Language::of));

/// Phrases with the ages below six added.
fn patterns(texts: &[String], classes: &Classes) -> Patterns {
    let texts: Vec<String> = texts.iter().map(|text| with_infants(text)).collect();
    Patterns::read(&texts, classes)
}

impl Ages {
    fn of(phrases: AgePhrases, classes: &Classes) -> Self {
        Self {
            below_18: patterns(&phrases.below_18, classes),
            minor: patterns(&phrases.minor, classes),
            adult: patterns(&phrases.adult, classes),
            no_age: patterns(&phrases.no_age, classes),
            time_openers: phrases.time_openers,
            past_verbs: phrases.past_verbs,
            i_am: patterns(&phrases.i_am, classes),
            you_are: patterns(&phrases.you_are, classes),
        }
    }
}

impl Romance {
    fn of(phrases: RomancePhrases, classes: &Classes) -> Self {
        Self {
            always: patterns(&phrases.always, classes),
            unless_harmless: patterns(&phrases.unless_harmless, classes),
            harmless: patterns(&phrases.harmless, classes),
            bed: patterns(&phrases.bed, classes),
            bad_dreams: phrases.bad_dreams,
            declarations: patterns(&phrases.declarations, classes),
            family: phrases.family,
        }
    }
}

impl Language {
    fn of(lexicon: Lexicon) -> Self {
        let classes = &lexicon.classes;
        Self {
            numbers: Numbers::of(lexicon.numbers),
            ages: Ages::of(lexicon.ages, classes),
            romance: Romance::of(lexicon.romance, classes),
            negation: lexicon.negation,
            people: lexicon.people,
        }
    }

    /// The clauses of a text with its numbers marked, as [`Numbers::mark`] does.
    pub(super) fn clauses(&self, text: &str) -> Vec<Vec<Word>> {
        self.mark(&plain_clauses(text))
    }

    /// The same of clauses that were split already: splitting is the same for all languages.
    pub(super) fn mark(&self, plain: &[Vec<Word>]) -> Vec<Vec<Word>> {
        let mut parts = Vec::new();
        for clause in plain.iter().map(|clause| self.numbers.mark(clause)) {
            if clause.len() <= MAX_CLAUSE_WORDS {
                parts.push(clause);
                continue;
            }
            let mut from = 0;
            while from + OVERLAP_WORDS < clause.len() {
                parts.push(clause[from..clause.len().min(from + MAX_CLAUSE_WORDS)].to_vec());
                from += MAX_CLAUSE_WORDS - OVERLAP_WORDS;
            }
        }
        parts
    }

    /// Whether a text has one of these words.
    pub(super) fn has_any(&self, text: &str, words: &WordList) -> bool {
        let clauses = self.clauses(text);
        clauses.iter().flatten().any(|word| words.has(word))
    }
}

/// The clauses of a text before any language reads its numbers.
pub(super) fn plain_clauses(text: &str) -> Vec<Vec<Word>> {
    clauses(&separate_digits(text))
}

/// Where one of these stands in a clause and is not part of one of the others.
pub(super) fn find_free(patterns: &Patterns, clause: &[Word], unless: &Patterns) -> Vec<(usize, usize)> {
    let found = patterns.find(clause, &|_| false);
    if found.is_empty() {
        return found;
    }
    let others = unless.find(clause, &|_| false);
    found
        .into_iter()
        .filter(|(start, end)| !others.iter().any(|(from, to)| from < end && start < to))
        .collect()
}
