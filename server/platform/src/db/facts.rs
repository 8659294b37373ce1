//! The declarations of this slice. They are not in `mod.rs` because the type of a slice's declarations
//! depends on transactions.

use super::scrub;
use crate::AppState;
use crate::slice::jobs::{Every, Job};
use crate::slice::{Facts, PersonalData, Table};

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "db",
    about: None,
    uses: &[],
    tables: &[Table {
        name: "heartbeats",
        personal_data: PersonalData::None,
    }],
    statements: &[scrub::STATEMENTS],
    own_statements: scrub::OWN,
    erase: &[],
    errors: &[],
    report_kinds: &[],
};

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "db.empty_log",
    every: Every::Hour,
    // The log holds older pages even if no account was deleted.
    after: &["person_data.scrub"],
    run: |app| Box::pin(async move { app.db.truncate_log().await.map(u64::from).map_err(Into::into) }),
}];
