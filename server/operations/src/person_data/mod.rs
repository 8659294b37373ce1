//! Person data: everything that is stored about a person, for export and for deletion on request (O-9).

mod actions;
pub(crate) mod erase;
pub(crate) mod export;
mod http;
#[cfg(test)]
mod play_tests;
#[cfg(all(test, target_os = "linux"))]
mod polls_tests;
#[cfg(test)]
mod remains_tests;
mod rules;
#[cfg(test)]
mod tests;

pub use erase::{purge, scrub};
pub use export::Archive;
pub use http::calls;

use platform::slice::Facts;
use platform::slice::jobs::{Every, Job};

use crate::AppState;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "person_data",
    about: Some("Everything that is kept of one, as a file or deleted."),
    uses: &[
        "db",
        "audit",
        "blobs",
        "search",
        "users",
        "identity",
        "guests",
        "authoring",
        "stories",
        "import_export",
    ],
    tables: &[],
    statements: &[erase::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[
    Job {
        name: "person_data.purge",
        every: Every::Hour,
        // Purges stories first, so that a leaving person has no more of them than one transaction deletes.
        after: &["stories.purge"],
        run: |app| Box::pin(async move { purge(app).await }),
    },
    Job {
        name: "person_data.scrub",
        every: Every::Hour,
        after: &["person_data.purge"],
        run: |app| Box::pin(async move { Ok(u64::from(scrub(app).await?)) }),
    },
];
