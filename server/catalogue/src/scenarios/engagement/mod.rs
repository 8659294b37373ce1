//! What readers think of scenarios: loves, a limited number a day, and thumbs up or down.
//!
//! A love or a rating is one row per person and scenario; the scenario's counts and its trend change in the same
//! transaction, which locks the scenario's row, so that they always agree.

mod actions;
mod http;
mod model;
pub(crate) mod rules;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub(crate) use actions::{LovedParams, list_loved};
pub(super) use http::calls;
