//! The keys of entries, and where messages contain them.
//!
//! Every message is read once for all plain keys of all books ([`Search::read_lines`]); their positions are
//! looked up afterwards. A pattern is compiled and searched only when an entry needs it, and never twice in
//! the same text. All of it takes steps from a budget; what is left when the budget is spent is
//! [`Hit::Unknown`].

mod automata;
mod key;
mod line;
mod pattern;
mod pattern_search;
mod plain;
mod search;
#[cfg(test)]
mod tests;

pub(super) use key::{Key, KeyMatcher};
pub use line::ScanLine;
pub(super) use search::{Hit, Search};
