//! Reports: what somebody saw and found wrong.
//!
//! A report keeps a copy of what was reported ([`NewReport::copy`]), so that it can be judged after it was
//! changed or deleted; its reporter gets a receipt. What can be reported, other slices declare: each kind brings
//! the functions that find a thing of it (`platform::slice::reports`). [`file`] is for every slice, in the caller's
//! transaction: the server itself reports, too. Nothing is decided here and nothing that is reported is changed.
//! What a report keeps of people is erased with their account, and every report is deleted after a year
//! (`rules::KEEP_MS`).

mod actions;
mod erase;
mod http;
mod model;
mod picture;
mod purge;
pub mod rules;
mod store;
#[cfg(test)]
mod tests;

pub use actions::file;
pub use erase::delete_own;
pub use http::calls;
pub use model::{NewReport, Receipt, ReportReason, Reporter};
pub use purge::purge;

use platform::slice::jobs::{Every, Job};
use platform::slice::{End, Export, Facts, PersonalData, Table};

use crate::AppState;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "reports",
    about: Some("Telling those who run the site what is wrong."),
    uses: &["db", "blobs", "media", "users", "identity", "guests"],
    tables: &[
        Table {
            name: "reports",
            personal_data: PersonalData::Held {
                columns: &["subject_id", "reporter_id"],
                export: Export::Rows(
                    "reporter_id = $1 or reporter_id in {guests} or (made_by = 'house' and (subject_id = $1 or subject_id in {guests}))",
                ),
                end: End::Erased,
            },
        },
        Table {
            name: "report_pictures",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Nothing("the picture of a report, which stands where it was reported"),
                end: End::With("reports"),
            },
        },
    ],
    statements: &[store::STATEMENTS, erase::STATEMENTS],
    own_statements: &[],
    erase: erase::STEPS,
    errors: &[],
    report_kinds: &[],
};

/// What this slice does by itself.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "reports.purge",
    every: Every::Hour,
    after: &[],
    run: |app| Box::pin(async move { Ok(purge::purge(app).await?) }),
}];
