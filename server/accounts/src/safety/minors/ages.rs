//! Finds what marks somebody as a minor in a clause: an age, or a word.

use super::language::{Language, find_free};
use crate::safety::words::Word;

/// What a clause says about somebody's age.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MinorMark {
    /// The word at which it stands.
    pub(super) start: usize,
    /// Whether it is an age; otherwise a word such as "teenager".
    pub(super) in_years: bool,
}

impl Language {
    /// Finds whether a clause says that somebody is a minor. `next`: the clause after it.
    pub(super) fn minor_mark(&self, clause: &[Word], next: Option<&Vec<Word>>) -> Option<MinorMark> {
        let ages = &self.ages;
        let is_memory = next
            .and_then(|next| next.first())
            .is_some_and(|word| ages.time_openers.has(word));
        if is_memory && clause.iter().any(|word| ages.past_verbs.has(word)) {
            return None;
        }
        let first = |patterns, in_years| {
            let found = find_free(patterns, clause, &ages.no_age);
            found.first().map(|(start, _)| MinorMark {
                start: *start,
                in_years,
            })
        };
        first(&ages.below_18, true).or_else(|| first(&ages.minor, false))
    }

    /// Whether a clause says that somebody is 18 or older.
    pub(super) fn says_adult(&self, clause: &[Word]) -> bool {
        !self.ages.adult.find(clause, &|_| false).is_empty()
    }
}
