//! What readers say of scenarios: loves, of which each has a number a day, and thumbs up or down.
//!
//! A love or a rating is one row per person and scenario; the scenario's counts and its trend change in the
//! same transaction, and whoever changes them holds the scenario's row, so that they agree whatever happens
//! at once.

mod actions;
mod http;
mod model;
pub(crate) mod rules;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub(crate) use actions::{LovedParams, list_loved};
pub(super) use http::calls;
