//! Profiles: what everybody may see of a person: who they are, and how what they published is doing.

mod http;
mod model;
pub mod store;

pub use http::calls;
pub use model::{PublicStats, PublicUser};
pub use store::{ListedUser, read_public_stats, find_public, list_after};

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "profiles",
    uses: &["db", "media", "users", "identity", "scenarios"],
    tables: &[],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
};
