//! The shelf: what an author does with many of their scenarios at once, and series of them.
//!
//! One change is made to up to [`MAX_AT_ONCE`](rules::MAX_AT_ONCE) scenarios, each by itself: one that
//! cannot be changed is named with the reason and stops nothing. Nothing is published here. A series is a
//! title and an order; readers see it on the pages of its public scenarios (`scenarios` has the tables and
//! that line), so its title is judged like every text that others see.

mod bulk;
mod errors;
mod http;
mod model;
mod rules;
mod series;
#[cfg(test)]
mod tests;

pub use http::calls;

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "shelf",
    about: Some("Many of one’s own scenarios at once, and series of them."),
    uses: &[
        "db",
        "idempotency",
        "users",
        "identity",
        "scenarios",
        "authoring",
        "publishing",
    ],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: errors::ERRORS,
    report_kinds: &[],
};
