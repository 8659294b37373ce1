//! Dashboard: a person's own activity.

pub(crate) mod activity;
mod http;
#[cfg(test)]
mod tests;

pub use http::calls;

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "dashboard",
    about: Some("What one did and received."),
    uses: &["db", "users", "identity", "scenarios", "social", "stories"],
    tables: &[],
    statements: &[activity::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
