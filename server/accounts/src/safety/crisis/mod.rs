//! Cries for help: whether a message expresses that its writer, or somebody they write of, thinks of dying or
//! of hurting themselves, and whether a player asks afterwards to resume the story.

mod classifier;
mod judge;
mod language;
mod lexicon;
mod reading;
mod resume;
#[cfg(test)]
mod tests;

pub use judge::judge;
pub use reading::{Readings, read};
pub use resume::asks_to_resume;
