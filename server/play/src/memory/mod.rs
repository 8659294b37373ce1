//! Memory: what a story keeps in mind when its beginning no longer fits into a prompt.
//!
//! Facts are the player's; every prompt contains them. The model writes the summary from the messages that
//! have left the prompt, a piece at a time, and the player can change it. Both belong to a position in the
//! tree: what was learned on one branch is not known on another. The messages themselves never change.
//!
//! A summary is never overwritten: the next one is a new row that continues it, so a player's changes stay,
//! and going back to an earlier position brings back what was known there. Scenes that only some characters
//! witnessed are left out of summaries, because everybody gets these. Writing them costs the player nothing
//! and never delays a reply.

mod errors;
mod facts;
mod http;
mod ids;
mod model;
mod paths;
mod piece;
mod request;
pub mod rules;
mod store;
mod summaries;
mod summarize;
mod summarizer;
#[cfg(test)]
mod tests;
mod view;

pub use errors::MEMORY_CHANGED;
pub use http::calls;
pub use ids::FactId;
pub use model::{Fact, Summary};
pub use paths::{for_path, list_all, restore};
pub use summarize::after_turn;
pub use summarizer::Summarizer;

use platform::slice::{End, Export, Facts, PersonalData, Table};

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "memory",
    about: Some("What a story remembers: facts and a summary."),
    uses: &["db", "llm", "media", "guests", "stories", "quotas"],
    tables: &[
        Table {
            name: "story_facts",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("story_id in {stories}"),
                end: End::With("stories"),
            },
        },
        Table {
            name: "story_summaries",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("story_id in {stories}"),
                end: End::With("stories"),
            },
        },
    ],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: errors::ERRORS,
    report_kinds: &[],
};
