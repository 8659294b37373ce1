//! Importing character cards: a file of any kind becomes a draft of a scenario with its pictures, and a
//! report says what became of every field.
//!
//! `card_files` opens the file, `card_fields` knows what its fields mean, `authoring` keeps drafts and
//! images. This slice stores the upload on the disk, and puts the three together. A picture that cannot be
//! used is left out and named; a file that its author imported before is not imported once more. An import
//! holds at most the card's text and one picture in memory, goes on when its caller leaves, and leaves
//! nothing behind when it fails. It publishes nothing and loads nothing from elsewhere.

mod form;
mod http;
mod import;
mod model;
mod notices;
mod opened;
mod pictures;
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
