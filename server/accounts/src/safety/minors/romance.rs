//! Finds what is romantic in a clause, and whether it is negated.

use super::language::{Language, find_free};
use crate::safety::words::Word;

/// Most words between a negator and what it negates, and how far after a phrase one is looked for.
const MAX_FILLERS: usize = 5;
const BEHIND_WORDS: usize = 3;

/// A romantic phrase in a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Romance {
    /// Its first word.
    pub(super) start: usize,
    /// The word after its last.
    pub(super) end: usize,
    /// Whether it is a declaration of love, which families make, too.
    pub(super) is_declaration: bool,
}

/// What decides about a clause from outside of it.
pub(super) struct Surroundings<'a> {
    /// In a question a negator negates nothing: "won't you kiss me?".
    pub(super) is_question: bool,
    /// Whether the whole text mentions a bad dream.
    pub(super) has_bad_dream: &'a dyn Fn() -> bool,
    /// Whether the whole text has the words of families.
    pub(super) is_familial: &'a dyn Fn() -> bool,
}

impl Language {
    /// The romantic phrases of a clause.
    pub(super) fn romances(&self, clause: &[Word], around: &Surroundings<'_>) -> Vec<Romance> {
        let romance = &self.romance;
        let mut found = Vec::new();
        let mut add = |places: Vec<(usize, usize)>, is_declaration| {
            found.extend(places.into_iter().map(|(start, end)| Romance {
                start,
                end,
                is_declaration,
            }));
        };
        add(romance.always.find(clause, &|_| false), false);
        add(
            find_free(&romance.unless_harmless, clause, &romance.harmless),
            false,
        );
        let bed = romance.bed.find(clause, &|_| false);
        if !bed.is_empty() && !(around.has_bad_dream)() {
            add(bed, false);
        }
        let declarations = find_free(&romance.declarations, clause, &romance.harmless);
        if !declarations.is_empty() && !(around.is_familial)() {
            add(declarations, true);
        }
        found.retain(|one| around.is_question || !self.is_negated(clause, *one));
        found
    }

    /// Whether a negator negates this phrase: directly before it, or, if the language puts it there, at the
    /// end of the clause.
    fn is_negated(&self, clause: &[Word], romance: Romance) -> bool {
        if clause.iter().any(|word| self.negation.why.has(word)) {
            return false;
        }
        self.is_turned_before(clause, romance.start) || self.is_turned_behind(clause, romance.end)
    }

    /// Two negators cancel each other: "cannot stop". A filler belongs to the negator before it.
    fn is_turned_before(&self, clause: &[Word], start: usize) -> bool {
        let words = &self.negation;
        let (mut is_turned, mut has_half, mut fillers) = (false, false, 0);
        for word in clause[..start].iter().rev() {
            if words.halves.has(word) {
                is_turned ^= !has_half;
                has_half = false;
            } else if words.negators.has(word) {
                is_turned = !is_turned;
                has_half = true;
            } else if words.ceasing.has(word) {
                is_turned = !is_turned;
            } else if words.fillers.has(word) && fillers < MAX_FILLERS {
                fillers += 1;
            } else {
                break;
            }
        }
        is_turned
    }

    fn is_turned_behind(&self, clause: &[Word], end: usize) -> bool {
        let words = &self.negation;
        let near = &clause[end..];
        let near = &near[..near
            .iter()
            .position(|word| words.clause_openers.has(word))
            .unwrap_or(near.len())];
        let at = near
            .iter()
            .take(BEHIND_WORDS)
            .position(|word| words.behind.has(word));
        // "Ich küsse dich nicht zum ersten Mal": only a negator at the end, or before what continues the
        // phrase.
        at.is_some_and(|at| near[at + 1..].iter().all(|word| words.fillers.has(word)))
    }
}
