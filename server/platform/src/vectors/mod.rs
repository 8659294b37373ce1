//! Vectors: what a sentence means, as numbers. A small English model that runs in this process; nothing is
//! sent anywhere.
//!
//! Two sentences that mean the same have vectors that point the same way. The model lies in a folder
//! (`models/sentences`); where it is missing there are no vectors, and whoever asks does without.

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

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "vectors",
    uses: &[],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
};
