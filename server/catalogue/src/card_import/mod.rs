//! Importing character cards: a file becomes a draft of a scenario, with a report of every field.
//!
//! What the fields of a card mean is known to `card_fields`; drafts are kept by `authoring`. This slice reads the
//! upload and puts the two together. It publishes nothing and loads nothing from elsewhere.

mod form;
mod http;
mod import;
pub mod rules;
#[cfg(test)]
mod tests;

pub use http::calls;

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "card_import",
    about: Some("Scenarios out of character cards of other programs."),
    uses: &[
        "idempotency",
        "identity",
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
