//! Lorebooks: knowledge that joins a prompt when the story comes to it.
//!
//! This slice keeps books, reads and writes the formats of others, and decides which entries come up
//! ([`scan`], a pure function). A book belongs to the person who made it. Attached to a scenario or an actor
//! it applies to everybody's play of that scenario, which only the scenario's author can bring about;
//! attached to a story or persona it applies to its owner's own. It never writes prompts: that is `prompt`.

mod automata;
mod budget;
mod decorators;
mod erase;
mod formats;
mod http;
mod kept;
mod keys;
mod model;
mod patterns;
pub mod rules;
mod scan;
pub mod store;
#[cfg(test)]
mod tests;

pub use budget::ScanBudget;
pub use formats::{Imported, export_st, export_v3, import};
pub use http::{Lorebook, attach, calls, new_places};
pub use model::{AttachedBook, Attachment, AttachmentKind, Book, Entry, Fired, KeyLogic, Position};
pub use scan::{ScanInput, ScanLine, scan};
pub use store::{StoryScope, for_story};

use platform::slice::{End, Export, Facts, People, Table};

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "lorebooks",
    uses: &["db", "idempotency", "llm", "users", "identity", "scenarios"],
    tables: &[
        Table {
            name: "lorebooks",
            people: People::Theirs {
                columns: &["owner_id"],
                export: Export::Rows("owner_id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "lorebook_attachments",
            people: People::Theirs {
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
};
