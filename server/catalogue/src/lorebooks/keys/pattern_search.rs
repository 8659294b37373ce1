//! Searches for one pattern, never twice in the same text.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;

use super::key::KeyMatcher;
use super::pattern::{Pattern, Source};
use crate::lorebooks::budget::ScanBudget;
use crate::lorebooks::rules::SEARCH_STEPS;

/// Steps for looking up an earlier result.
const KNOWN_STEPS: u64 = 4;

/// A pattern, with the results of its searches.
pub(super) struct PatternSearch {
    pub(super) source: Source,
    /// Empty until it is compiled; an error if it cannot be.
    pub(super) compiled: OnceCell<Result<Pattern, KeyMatcher>>,
    lines: RefCell<HashMap<usize, bool>>,
    /// How many texts of entries were searched, and whether one of them matched.
    texts: Cell<(usize, bool)>,
}

impl PatternSearch {
    pub(super) fn new(source: Source) -> Self {
        Self {
            source,
            compiled: OnceCell::new(),
            lines: RefCell::default(),
            texts: Cell::new((0, false)),
        }
    }

    /// `None` if the steps do not suffice.
    pub(super) fn is_in_line<'t>(
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

    pub(super) fn is_in_texts(
        &self,
        pattern: &Pattern,
        texts: &[String],
        budget: &ScanBudget,
    ) -> Option<bool> {
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
