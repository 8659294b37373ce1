//! Portability: stories as files, out and in.
//!
//! Out: our own JSON, which loses nothing (docs/story-format.md), SillyTavern's `.jsonl`, and Markdown to
//! read. In: the same JSON, and what other programs write. Every reader makes a [`draft::StoryDraft`] of a file,
//! and says field by field what became of it; one writer stores drafts, in one transaction. A file is a
//! stranger's: it is bounded in size, depth and number, its ids are never used as ids here, and what it says
//! is text and nothing else. Fields that mean nothing to us are kept beside the story and written back on the
//! way out.

mod branch;
mod dates;
mod draft;
mod export;
mod http;
mod import;
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

use platform::slice::{End, Export, Facts, People, Table};

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "import_export",
    uses: &[
        "db",
        "blobs",
        "media",
        "users",
        "guests",
        "scenarios",
        "stories",
        "prompt",
        "memory",
        "turns",
    ],
    tables: &[
        Table {
            name: "story_extras",
            people: People::Theirs {
                columns: &[],
                export: Export::Rows("story_id in {stories}"),
                end: End::With("stories"),
            },
        },
        Table {
            name: "message_extras",
            people: People::Theirs {
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
};
