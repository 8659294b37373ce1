//! Me: a person's own record as they see it and may change it, put together of what many slices know.
//!
//! What its owner may change is a short list ([`ProfileUpdate`]); roles, money and whatever else the house decides
//! are not on it.

#[cfg(test)]
mod account_tests;
mod actions;
mod avatar;
mod http;
mod model;
mod portraits;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub use model::{Me, ProfileUpdate};

use platform::slice::calls::Calls;

use crate::AppState;

use platform::slice::Facts;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "me",
    uses: &[
        "db",
        "blobs",
        "media",
        "tags",
        "users",
        "identity",
        "ledger",
        "scenarios",
        "profiles",
        "reindex",
    ],
    tables: &[],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
};

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    http::calls().and(portraits::calls())
}
