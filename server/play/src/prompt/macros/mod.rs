//! Macros: `{{…}}` in texts of authors and players (reference 3.7).
//!
//! The name of a macro and the separators of its arguments are read from the author's text, never from the
//! value of another macro: so nothing that a model wrote, and that `{{lastMessage}}` inserts, can become a
//! macro. An unknown macro stays as it is, with its inside expanded. Everything is limited: the number of
//! macros, the length of their values, nesting, variables.

mod call;
mod chance;
mod clock;
mod cut;
mod expander;
mod functions;
mod names;
mod syntax;
mod tags;
#[cfg(test)]
mod tests;
mod trim;
mod values;
mod variables;

pub(super) use chance::{hash, mix};
pub(super) use expander::{Expander, Purpose};
pub(super) use names::names_only;
pub(super) use values::MacroValues;
