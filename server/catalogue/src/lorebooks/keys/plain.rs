//! Finds all plain keys of a text at once.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use aho_corasick::AhoCorasick;

use super::automata;
use super::key::spaced;
use crate::lorebooks::budget::ScanBudget;
use crate::lorebooks::rules::SEARCH_STEPS;

/// The plain keys that are compared in the same way, each once.
#[derive(Default)]
pub(super) struct PlainKeys {
    texts: Vec<String>,
    pub(super) numbers: HashMap<String, usize>,
    pub(super) positions: Vec<KeyPositions>,
    automaton: Option<Arc<AhoCorasick>>,
}

/// Where a plain key occurs: anywhere, and as a whole word.
#[derive(Default)]
pub(super) struct KeyPositions {
    /// Messages, the latest first.
    pub(super) any: Vec<usize>,
    pub(super) whole: Vec<usize>,
    pub(super) in_text: bool,
    pub(super) whole_in_text: bool,
}

impl PlainKeys {
    pub(super) fn add(&mut self, text: String) -> usize {
        let number = self.texts.len();
        self.numbers.insert(text.clone(), number);
        self.texts.push(text);
        self.positions.push(KeyPositions::default());
        number
    }

    pub(super) fn build(&mut self) {
        if !self.texts.is_empty() {
            self.automaton = automata::automaton_for(&self.texts);
        }
    }

    pub(super) fn read_line(&mut self, text: &str, at: usize, folded: bool, budget: &ScanBudget) -> bool {
        let add = |lines: &mut Vec<usize>| {
            if lines.last() != Some(&at) {
                lines.push(at);
            }
        };
        self.read(text, folded, budget, |positions, whole| {
            add(&mut positions.any);
            if whole {
                add(&mut positions.whole);
            }
        })
    }

    pub(super) fn read_text(&mut self, text: &str, folded: bool, budget: &ScanBudget) -> bool {
        self.read(text, folded, budget, |positions, whole| {
            positions.in_text = true;
            positions.whole_in_text |= whole;
        })
    }

    /// Reports every key in a text, and whether it is a whole word there. Returns false if the steps did not
    /// suffice.
    fn read(
        &mut self,
        text: &str,
        folded: bool,
        budget: &ScanBudget,
        mut found: impl FnMut(&mut KeyPositions, bool),
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
            found(&mut self.positions[number], is_whole(&text, found_at.range()));
        }
        true
    }
}

/// Whether no letter or digit stands next to this part of a text.
fn is_whole(text: &str, range: Range<usize>) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let word = &text[range.clone()];
    let begins = word.chars().next().is_some_and(is_part);
    let ends = word.chars().next_back().is_some_and(is_part);
    let before = text[..range.start].chars().next_back().is_some_and(is_part);
    let after = text[range.end..].chars().next().is_some_and(is_part);
    !((begins && before) || (ends && after))
}
