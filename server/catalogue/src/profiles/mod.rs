//! Profiles: what everybody may see of a person, and the counts of what they published.

mod http;
mod model;
#[cfg(test)]
mod report_tests;
mod reported;
pub mod store;

pub use http::calls;
pub use model::{PublicStats, PublicUser};
pub use store::{ListedUser, find_public, list_after, read_public_stats};

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "profiles",
    about: Some("What everybody may see of a person."),
    uses: &["db", "media", "users", "identity", "scenarios", "cards"],
    tables: &[],
    statements: &[store::STATEMENTS, reported::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: reported::KINDS,
};
