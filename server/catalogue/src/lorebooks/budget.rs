//! The budget for finding the entries of one prompt.

use std::cell::Cell;

use platform::blocking::Stop;

/// Patterns may use all but one of this many parts of the steps: they cost by far the most, and must leave
/// steps for plain keys.
const PARTS: u64 = 4;

/// The steps that are left. Once they do not suffice for one request, they suffice for no later request of
/// its kind: the end of the work is left out, not its most expensive parts.
#[derive(Debug)]
pub struct ScanBudget {
    most: u64,
    left: Cell<Option<u64>>,
    left_for_patterns: Cell<Option<u64>>,
    stop: Stop,
}

impl ScanBudget {
    /// A budget of `steps`. Patterns have none left once `stop` is raised, because only patterns can be slow
    /// for their number of steps.
    #[must_use]
    pub fn new(steps: u64, stop: Stop) -> Self {
        Self {
            most: steps,
            left: Cell::new(Some(steps)),
            left_for_patterns: Cell::new(Some(steps - steps / PARTS)),
            stop,
        }
    }

    /// Spends these steps; returns false if fewer are left.
    pub(super) fn take(&self, steps: u64) -> bool {
        let left = self.left.get().and_then(|left| left.checked_sub(steps));
        self.left.set(left);
        left.is_some()
    }

    /// The same for compiling and searching patterns.
    pub(super) fn take_for_pattern(&self, steps: u64) -> bool {
        let left = self.left_for_patterns.get().filter(|_| !self.stop.is_raised());
        let left = left
            .and_then(|left| left.checked_sub(steps))
            .filter(|_| self.take(steps));
        self.left_for_patterns.set(left);
        left.is_some()
    }

    /// The steps that were spent; all of them if they did not suffice.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.most - self.left.get().unwrap_or_default()
    }

    /// Whether the steps did not suffice.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.left.get().is_none() || self.left_for_patterns.get().is_none()
    }
}
