//! Import and export: stories as files.
//!
//! Exports: our own JSON, which loses nothing (docs/story-format.md), SillyTavern's `.jsonl`, and Markdown
//! for reading. Imports: the same JSON, and the formats of other programs. Every reader makes a
//! [`draft::StoryDraft`] from a file, and reports field by field what was changed or not used; one writer
//! stores drafts, in one transaction. Files come from strangers: their size, depth and numbers are limited,
//! their ids are never used as ids here, and their texts are only texts. Unknown fields are stored beside the
//! story and exported again.

mod branch;
mod dates;
mod draft;
mod export;
mod export_file;
mod form;
mod http;
mod import;
mod import_file;
mod json;
mod markdown;
mod native;
mod others;
mod resolve;
pub mod rules;
mod sniff;
pub mod store;
mod tavern;
#[cfg(test)]
mod tests;

pub use export::export_json;
pub use http::calls;

use platform::slice::{End, Export, Facts, PersonalData, Table};

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "import_export",
    about: Some("Stories as files."),
    uses: &[
        "db",
        "blobs",
        "media",
        "users",
        "guests",
        "scenarios",
        "publishing",
        "stories",
        "prompt",
        "memory",
        "turns",
    ],
    tables: &[
        Table {
            name: "story_extras",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("story_id in {stories}"),
                end: End::With("stories"),
            },
        },
        Table {
            name: "message_extras",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("story_id in {stories}"),
                end: End::With("messages"),
            },
        },
    ],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
