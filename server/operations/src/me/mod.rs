//! Me: a person's own record as they see and change it, assembled from many slices.
//!
//! The owner may change the few fields of [`ProfileUpdate`]; roles, money and everything else that the site
//! decides are not among them.

#[cfg(test)]
mod account_tests;
mod actions;
mod avatar;
mod http;
mod model;
#[cfg(test)]
mod portrait_tests;
mod portraits;
#[cfg(test)]
mod rename_tests;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub use model::{Me, ProfileUpdate};

use platform::slice::calls::Calls;

use crate::AppState;

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "me",
    about: Some("One’s own record."),
    uses: &[
        "db",
        "blobs",
        "media",
        "image_judge",
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
    report_kinds: &[],
};

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    http::calls().and(portraits::calls())
}
