//! Dashboard: what a person did and received.

pub(crate) mod activity;
mod http;
#[cfg(test)]
mod tests;

pub use http::calls;

use platform::slice::Facts;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "dashboard",
    uses: &["db", "users", "identity", "scenarios", "social", "stories"],
    tables: &[],
    statements: &[activity::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
};
