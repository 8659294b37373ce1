//! Social: who follows whom.
//!
//! A follow is one row. Both people's counts change in the same transaction, which locks both rows in the
//! order of their ids, so that two people who follow each other at the same moment cause no deadlock.

mod actions;
mod erase;
mod http;
mod model;
pub mod store;
#[cfg(test)]
mod tests;

pub use http::calls;

use platform::slice::{End, Export, Facts, PersonalData, Table};

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "social",
    about: Some("Following people."),
    uses: &["db", "media", "users", "identity"],
    tables: &[Table {
        name: "follows",
        personal_data: PersonalData::Held {
            columns: &["follower_id", "followee_id"],
            export: Export::Rows("follower_id = $1 or followee_id = $1"),
            end: End::Erased,
        },
    }],
    statements: &[store::STATEMENTS, erase::STATEMENTS],
    own_statements: &[],
    erase: erase::STEPS,
    errors: &[],
    report_kinds: &[],
};
