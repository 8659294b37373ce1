//! Social: who follows whom.
//!
//! A follow is one row; both people's counts change in the same transaction, and whoever changes them takes
//! both rows in the order of their ids, so that two who follow each other at the same moment do not wait for
//! one another.

mod http;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub use http::router;
