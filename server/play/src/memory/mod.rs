//! Memory: what a story is not to forget when its beginning no longer fits a prompt.
//!
//! Facts are the player's; every prompt contains them. The model writes the summary from the messages that have
//! left the prompt, a piece at a time, and the player can change it. Both know where in the tree they belong:
//! what was learned on one branch is not known on another. The messages themselves are never touched.
//!
//! A summary is never written over: the next one is a new row that begins from it, so what a player changed
//! stays, and going back to an earlier place brings back what was known there. Scenes that only some
//! characters witnessed are left out of summaries, because these are for everybody. Writing them costs the
//! player nothing and never delays a reply.

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

use platform::slice::{End, Export, Facts, People, Table};

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "memory",
    uses: &["db", "llm", "guests", "stories", "quotas"],
    tables: &[
        Table {
            name: "story_facts",
            people: People::Theirs {
                columns: &[],
                export: Export::Rows("story_id in {stories}"),
                end: End::With("stories"),
            },
        },
        Table {
            name: "story_summaries",
            people: People::Theirs {
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
};
