//! What readers say of scenarios: loves, of which each has a number a day, and thumbs up or down.
//!
//! A love or a rating is one row per person and scenario; the scenario's counts and its trend change in the
//! same transaction, and whoever changes them holds the scenario's row, so that they agree whatever happens
//! at once.

mod http;
pub(crate) mod rules;
pub(crate) mod store;

pub(super) use http::calls;
pub(crate) use http::{LovedParams, list_loved};

#[cfg(test)]
mod tests;
