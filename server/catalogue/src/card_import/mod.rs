//! Importing character cards and lorebooks: a file of any kind becomes a draft of a scenario with its pictures,
//! and a report says what became of every field.
//!
//! `card_files` opens the file, `card_fields` knows what its fields mean, `authoring` keeps drafts and
//! images. This slice stores the upload on the disk, and puts the three together. A picture that cannot be
//! used is left out and named; a file that its author imported before is not imported once more. An import
//! holds at most the card's text and one picture in memory, goes on when its caller leaves, and leaves
//! nothing behind when it fails. It publishes nothing and loads nothing from elsewhere.
//!
//! One file is imported at once ([`import`]); many are a [`batch`], through which a job works.

mod batch;
mod form;
mod http;
mod import;
mod model;
mod notices;
mod opened;
mod pictures;
mod places;
mod read;
pub mod rules;
#[cfg(test)]
mod tests;

pub use batch::JOBS;

use platform::slice::calls::Calls;
use platform::slice::{End, Export, Facts, PersonalData, Table};

use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    http::calls().and(batch::calls())
}

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "card_import",
    about: Some("Scenarios out of character cards of other programs."),
    uses: &[
        "db",
        "blobs",
        "idempotency",
        "users",
        "identity",
        "scenarios",
        "authoring",
        "card_fields",
        "card_files",
    ],
    tables: &[
        Table {
            name: "card_import_batches",
            personal_data: PersonalData::Held {
                columns: &["owner_id"],
                export: Export::Rows("owner_id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "card_import_files",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("batch_id in (select id from card_import_batches where owner_id = $1)"),
                end: End::With("card_import_batches"),
            },
        },
        Table {
            name: "card_import_blobs",
            personal_data: PersonalData::None,
        },
    ],
    statements: batch::STATEMENTS,
    own_statements: &[],
    erase: batch::ERASE,
    errors: &[],
    report_kinds: &[],
};
