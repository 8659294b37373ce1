//! Discovery: the feeds that need no question: newest, most loved, trending.

mod http;

pub use http::calls;

use platform::slice::Facts;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "discovery",
    uses: &["identity", "scenarios"],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
};
