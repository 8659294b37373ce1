//! Social: who follows whom.
//!
//! A follow is one row; both people's counts change in the same transaction, and whoever changes them takes
//! both rows in the order of their ids, so that two who follow each other at the same moment do not wait for
//! one another.

mod actions;
mod erase;
mod http;
mod model;
pub mod store;
#[cfg(test)]
mod tests;

pub use http::calls;

use platform::slice::{End, Export, Facts, People, Table};

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "social",
    uses: &["db", "media", "users", "identity"],
    tables: &[Table {
        name: "follows",
        people: People::Theirs {
            columns: &["follower_id", "followee_id"],
            export: Export::Rows("follower_id = $1 or followee_id = $1"),
            end: End::Erased,
        },
    }],
    statements: &[store::STATEMENTS, erase::STATEMENTS],
    own_statements: &[],
    erase: erase::STEPS,
    errors: &[],
};
