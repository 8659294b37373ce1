//! The library: folders in which people keep their stories.
//!
//! A folder belongs to its owner alone. Names are unique within a folder; folders nest at most eight deep and
//! never in a circle. Each folder has an etag, and a change from an outdated state is refused. The content of
//! a deleted folder moves to its parent.

mod actions;
mod erase;
mod errors;
#[cfg(test)]
mod favorites_tests;
mod http;
pub mod rules;
mod store;
#[cfg(test)]
mod tests;
mod view;

pub use errors::FOLDER_CHANGED;
pub use http::calls;
pub use store::owns_folder;

use platform::slice::{End, Export, Facts, PersonalData, Table};

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "library",
    about: Some("Folders of one’s own stories."),
    uses: &["db", "users", "identity", "stories"],
    tables: &[Table {
        name: "library_folders",
        personal_data: PersonalData::Held {
            columns: &["owner_id"],
            export: Export::Rows("owner_id = $1"),
            end: End::Erased,
        },
    }],
    statements: &[store::STATEMENTS, erase::STATEMENTS],
    own_statements: &[],
    erase: erase::STEPS,
    errors: errors::ERRORS,
    report_kinds: &[],
};
