//! Reindex: updates the search entries of an author's works after a rename, or when they change hands.

mod actions;
mod erase;
mod store;

pub use actions::{begin, finish, move_scenarios};
pub use store::WORKS_AT_ONCE;

use platform::slice::jobs::{Every, Job};
use platform::slice::{End, Export, Facts, PersonalData, Table};

use crate::AppState;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "reindex",
    about: None,
    uses: &["db", "media", "search", "tags", "users", "scenarios", "cards"],
    tables: &[Table {
        name: "renamed_authors",
        personal_data: PersonalData::Held {
            columns: &["author_id"],
            export: Export::Nothing("how far the search index has come with a new name, which is in users"),
            end: End::Erased,
        },
    }],
    statements: &[store::STATEMENTS, erase::STATEMENTS],
    own_statements: &[],
    erase: erase::STEPS,
    errors: &[],
    report_kinds: &[],
};

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "reindex.finish",
    every: Every::HalfMinute,
    after: &[],
    run: |app| Box::pin(async move { finish(app).await }),
}];
