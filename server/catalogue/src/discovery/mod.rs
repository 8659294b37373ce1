//! Discovery: the feeds that need no question (newest, most loved, trending), and posters: what lists show of
//! scenarios and cards on a page, and nothing more.

mod http;
mod model;
mod posters;
#[cfg(test)]
mod tests;

pub use http::calls;

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "discovery",
    uses: &["identity", "tags", "scenarios", "campaigns", "cards"],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
};
