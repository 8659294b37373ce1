//! What verifying finds, by invariant.

use std::collections::HashMap;

/// Most findings reported of one invariant.
pub(super) const MAX_FINDINGS: usize = 10;
/// The same, as a limit of queries.
pub(super) const LIMIT: i64 = MAX_FINDINGS as i64;

/// What contradicts each invariant, at most [`MAX_FINDINGS`] of each.
#[derive(Default)]
pub(super) struct Findings(HashMap<u8, Vec<String>>);

impl Findings {
    /// Adds a contradiction.
    pub(super) fn add(&mut self, invariant: u8, what: String) {
        let found = self.0.entry(invariant).or_default();
        if found.len() < MAX_FINDINGS {
            found.push(what);
        }
    }

    /// Adds a contradiction if the invariant does not hold.
    pub(super) fn expect(&mut self, invariant: u8, holds: bool, otherwise: impl FnOnce() -> String) {
        if !holds {
            self.add(invariant, otherwise());
        }
    }

    /// The contradictions of an invariant.
    pub(super) fn take(&mut self, invariant: u8) -> Vec<String> {
        self.0.remove(&invariant).unwrap_or_default()
    }
}
