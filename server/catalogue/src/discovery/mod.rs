//! Discovery: the feeds without search terms (newest, most loved, trending), and posters: the few fields of
//! scenarios and cards that pages show in lists.

mod http;
mod model;
mod posters;
#[cfg(test)]
mod tests;

pub use http::calls;
pub(crate) use model::ScenarioPoster;

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "discovery",
    about: Some(
        "Feeds that need no question: newest, most loved, trending; and posters, by which pages list.",
    ),
    uses: &["identity", "tags", "scenarios", "campaigns", "cards"],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
