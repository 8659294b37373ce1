//! Tags: the words by which scenarios and cards are found.

mod actions;
mod aliases;
pub mod blocked;
mod erase;
mod http;
mod ids;
mod model;
mod near;
pub mod store;
#[cfg(test)]
mod tests;
pub mod write;

pub use blocked::{BlockedContent, MAX_BLOCKED_TAGS, block, block_notes, blocked_by, blocked_notes_of};
pub use http::calls;
pub use ids::TagId;
pub use model::{TagData, TagKind, TagProperties};
pub use store::{TaggedBy, data_of_many, find_all, resolve, resolve_one};
pub use write::{
    StoredTag, TagCounts, add_counts, clear_counts, find_or_put_tag, put_tag, replace_tags, tags_of_names,
};

use platform::slice::{End, Export, Facts, PersonalData, Table};

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "tags",
    about: Some("Tags."),
    uses: &["db", "search", "identity"],
    tables: &[
        Table {
            name: "tags",
            personal_data: PersonalData::None,
        },
        Table {
            name: "blocked_tags",
            personal_data: PersonalData::Held {
                columns: &["user_id"],
                export: Export::Rows("user_id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "blocked_notes",
            personal_data: PersonalData::Held {
                columns: &["user_id"],
                export: Export::Rows("user_id = $1"),
                end: End::Erased,
            },
        },
    ],
    statements: &[
        blocked::STATEMENTS,
        store::STATEMENTS,
        write::STATEMENTS,
        erase::STATEMENTS,
    ],
    own_statements: &[],
    erase: erase::STEPS,
    errors: &[],
    report_kinds: &[],
};
