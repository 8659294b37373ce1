//! Exporting: an author's scenario as a file that other programs read, or that our own import makes an equal draft of.
//!
//! The whole scenario is one CHARX, and many are an archive of these; one actor is a card of version 2 or 3 as CHARX,
//! PNG or JSON. What the fields say is known to `card_fields`; the containers are written by `card_files`. Nothing is
//! written that is about people.

mod archive;
mod export;
mod file_names;
mod http;
mod model;
#[cfg(test)]
mod tests;

pub use http::calls;

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "card_export",
    about: Some("Scenarios as character cards for other programs."),
    uses: &[
        "blobs",
        "idempotency",
        "media",
        "identity",
        "scenarios",
        "authoring",
        "card_fields",
        "card_files",
    ],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
