//! Audit: what was done to accounts, and by those who run the installation, row by row and never changed
//! again.
//!
//! A row is written in the transaction of what it tells of, so that neither is ever there without the other
//! (reliability O-8). Secrets do not belong here, and neither does what people write or search for.

mod model;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub use model::Event;
pub use store::record;
