//! Cries for help in words that no phrase has: a linear classifier (multinomial logistic regression) over the
//! vector of a text ([`platform::vectors`]) and over its words and pairs of words, which cover the languages
//! that the sentence model knows poorly.
//!
//! `make generate` makes its weights from `examples/crisis/` (`tests/fit.rs`); it learns nothing from
//! players. Its results are in docs/benchmarks.md.

mod class;
mod features;
mod language;
mod pieces;
mod settle;
#[cfg(test)]
mod tests;
mod weights;

pub(super) use class::Odds;
pub(super) use pieces::pieces;
pub(super) use settle::{settle, settle_closely};
pub(super) use weights::weigh;
