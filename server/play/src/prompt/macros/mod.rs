//! Macros: `{{…}}` in what authors and players write (reference 3.7).
//!
//! A macro's name and the cuts between its arguments are read from the text as its author wrote it, never
//! from what another macro gave: so nothing that a model wrote, and that comes in by `{{lastMessage}}`, can
//! become a macro. What is unknown stays as it is, its inside expanded. Everything is bounded: macros, the
//! length of their values, nesting, variables.

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
