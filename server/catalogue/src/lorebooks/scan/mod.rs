//! Decides which entries are active, and why (reference 3.6).
//!
//! A pure function of the books and the messages: sticky entries, cooldowns and probabilities are computed
//! from the path each time, so each branch has its own. Randomness depends on the story and its latest
//! message, not on the turn: a regenerated reply gets the same entries.
//!
//! Anybody may write a book, so a [`ScanBudget`](super::ScanBudget) limits the cost. An entry that needed a
//! key which was not searched stays inactive and reports that ([`EntryOutcome::skipped`]).

mod chance;
mod exclusion;
mod groups;
mod input;
mod judge;
mod matching;
mod outcome;
mod passes;
mod prepare;
mod timing;

pub use input::ScanInput;
pub use outcome::EntryOutcome;
pub use passes::scan;
