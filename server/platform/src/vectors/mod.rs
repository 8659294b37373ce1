//! Vectors: the meaning of a sentence, as numbers. A small English model runs in this process; nothing is
//! sent anywhere.
//!
//! Two sentences that mean the same have vectors that point the same way. The model is in a folder
//! (`models/sentences`); if it is missing there are no vectors, and callers work without them.

mod encoder;
mod service;
#[cfg(test)]
mod tests;
mod vector;
mod words;

pub use encoder::EncoderError;
pub use service::Vectors;
pub use vector::{DIMENSIONS, Packed, Vector};

use crate::slice::Facts;

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "vectors",
    about: None,
    uses: &[],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
