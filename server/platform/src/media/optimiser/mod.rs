//! The optimiser: an image in another size, shape and format.

mod locate;
mod query;
mod sizes;

pub(super) use locate::{LocatedImage, Optimiser};
pub(super) use query::read_query;
#[cfg(test)]
pub(super) use sizes::WIDTHS;
