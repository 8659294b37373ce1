//! Whether a description says of its subject that they are under 18.

use super::language::{LANGUAGES, Language};
use super::lexicon::SHARED;
use super::values::without_values;
use crate::safety::words::Word;

/// Longest clause that may only add an age to the one before it, in words: "Anna's daughter, 9".
pub(super) const SHORT_CLAUSE_WORDS: usize = 3;

/// The names in a description.
pub(super) struct Names<'a> {
    /// Whether a word is the name of somebody who is not described.
    pub(super) is_other: &'a dyn Fn(&Word) -> bool,
    /// Whether a word is a name of anybody.
    pub(super) is_name: &'a dyn Fn(&Word) -> bool,
}

/// Whether a text describes its subject as under 18.
#[must_use]
pub fn describes_minor(text: &str) -> bool {
    let nobody = Names {
        is_other: &|_| false,
        is_name: &|_| false,
    };
    is_of_minor(text, &nobody)
}

/// Whether a card may be published: a card for adults must not describe a minor. `described`: the texts of
/// the card and of everybody in it, each by itself.
#[must_use]
pub fn may_publish(is_for_adults: bool, described: &[&str]) -> bool {
    !is_for_adults || !described.iter().any(|text| describes_minor(text))
}

/// The same as [`describes_minor`] where names are known.
pub(super) fn is_of_minor(text: &str, names: &Names<'_>) -> bool {
    LANGUAGES.iter().any(|language| language.is_of_minor(text, names))
}

impl Language {
    fn is_of_minor(&self, text: &str, names: &Names<'_>) -> bool {
        let clauses = self.clauses(&without_values(self, text, false, names.is_name));
        let mut by_word = false;
        for (place, clause) in clauses.iter().enumerate() {
            let Some(mark) = self.minor_mark(clause, clauses.get(place + 1)) else {
                continue;
            };
            let before = place.checked_sub(1).map(|before| &clauses[before]);
            let is_short = clause.len() <= SHORT_CLAUSE_WORDS;
            if (is_short && before.is_some_and(|before| self.ends_with_another(before, names)))
                || is_anothers_age(clause, mark.start, names)
            {
                continue;
            }
            if mark.in_years {
                return true;
            }
            by_word = true;
        }
        // "A student at the high school, 19": a word means no minor beside the age of an adult.
        by_word && !clauses.iter().any(|clause| self.says_adult(clause))
    }

    /// Whether a clause ends with somebody else than the subject of the description: "her daughter Lily, 9".
    fn ends_with_another(&self, clause: &[Word], names: &Names<'_>) -> bool {
        let has_others_child = clause.iter().enumerate().any(|(at, word)| {
            self.people.children.has(word) && clause[..at].iter().any(|word| SHARED.owners.has(word))
        });
        !is_relative_of(clause, names) && (has_others_child || clause.last().is_some_and(names.is_other))
    }
}

/// Whether a clause describes its subject as somebody else's relative: "daughter of Anna", "Anna's daughter".
fn is_relative_of(clause: &[Word], names: &Names<'_>) -> bool {
    let is_relative = |word: &Word| SHARED.relatives.has(word);
    clause.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).map(|at| &clause[at]);
        let is_of = before.is_some_and(|before| SHARED.relation_links.has(before))
            && at >= 2
            && is_relative(&clause[at - 2]);
        let is_whose = clause.get(at + 1).is_some_and(is_relative);
        let is_melted = word.text().starts_with('d') && before.is_some_and(is_relative);
        (names.is_other)(word) && (is_of || is_whose || is_melted)
    })
}

/// Whether the age that stands here belongs to somebody else who is named: directly before it, directly after
/// it, or as the subject of the clause.
fn is_anothers_age(clause: &[Word], start: usize, names: &Names<'_>) -> bool {
    if is_relative_of(clause, names) {
        return false;
    }
    let is_other = names.is_other;
    let directly = start.checked_sub(1).is_some_and(|at| {
        let is_joined = at
            .checked_sub(1)
            .is_some_and(|at| SHARED.companions.has(&clause[at]));
        is_other(&clause[at]) && !(is_joined && at > 1)
    });
    let after = clause[start + 1..].iter().find(|word| {
        !(word.text().starts_with('#') || word.text().starts_with("jahrig") || SHARED.about_ages.has(word))
    });
    // "Nine-year-old Anna", but not "is nine, Anna".
    let is_noun_after = clause[start].text().starts_with('#') && after.is_some_and(is_other);
    directly || is_noun_after || (start > 0 && is_other(&clause[0]))
}
