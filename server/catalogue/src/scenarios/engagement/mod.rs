//! Readers' opinions of scenarios: loves, a limited number a day, and ratings up or down.
//!
//! A love or a rating is one row per person and scenario. The scenario's counts and trend change in the same
//! transaction, which locks the scenario's row, so they always agree with the rows.

mod actions;
mod http;
mod model;
pub(crate) mod rules;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub(crate) use actions::{LovedParams, list_loved};
pub(super) use http::calls;
