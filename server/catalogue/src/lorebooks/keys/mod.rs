//! The keys of entries: plain texts and patterns, and where they are found in messages.
//!
//! Every message is read once for all plain keys of all books ([`Search::read_lines`]); where they stand is
//! looked up afterwards. A pattern is compiled and searched only where an entry wants to know, and searched
//! in no text twice. All of it takes its steps from a budget: what is left when that is used up is
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
