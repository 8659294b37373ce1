//! Lorebooks: entries that are added to a prompt when the story mentions them.
//!
//! This slice stores books, reads and writes the formats of other programs, and decides which entries are
//! active ([`scan`], a pure function). A book belongs to the person who created it. Attached to a scenario or
//! an actor, it applies to everybody's stories of that scenario; only the scenario's author can attach it.
//! Attached to a story or persona, it applies to the owner's own stories. This slice never writes prompts:
//! `prompt` does.

mod actions;
mod book;
mod budget;
mod cache;
mod decorators;
mod erase;
mod formats;
mod http;
mod keys;
mod model;
pub mod rules;
mod scan;
pub mod store;
#[cfg(test)]
mod tests;
mod upload;
mod validate;

pub use actions::{attach, find_new_attachments};
pub use book::{Book, KeyLogic, LorebookEntry, Position};
pub use budget::ScanBudget;
pub use formats::{Imported, export_st, export_v3, import, title_of};
pub use http::calls;
pub use keys::ScanLine;
pub use model::{AttachedBook, Attachment, AttachmentKind, Lorebook};
pub use scan::{EntryOutcome, ScanInput, scan};
pub use store::{StoryScope, for_story};

use platform::slice::{End, Export, Facts, PersonalData, Table};

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "lorebooks",
    about: Some("What is known of a world, and when a prompt tells it."),
    uses: &["db", "idempotency", "llm", "users", "identity", "scenarios"],
    tables: &[
        Table {
            name: "lorebooks",
            personal_data: PersonalData::Held {
                columns: &["owner_id"],
                export: Export::Rows("owner_id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "lorebook_attachments",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("lorebook_id in (select id from lorebooks where owner_id = $1)"),
                end: End::Erased,
            },
        },
    ],
    statements: &[store::STATEMENTS, erase::STATEMENTS],
    own_statements: &[],
    erase: erase::STEPS,
    errors: &[],
    report_kinds: &[],
};
