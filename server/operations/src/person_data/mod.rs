//! Person data: everything that is kept of a person, taken away as a file, or deleted when they ask for it (O-9).

pub(crate) mod erase;
pub(crate) mod export;
mod http;
#[cfg(test)]
mod play_tests;
#[cfg(all(test, target_os = "linux"))]
mod polls_tests;
#[cfg(test)]
mod remains_tests;
#[cfg(test)]
mod tests;

pub use erase::{purge, scrub};
pub use export::Archive;
pub use http::calls;

use platform::slice::Facts;
use platform::slice::jobs::{Every, Job};

use crate::AppState;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "person_data",
    uses: &[
        "db",
        "audit",
        "blobs",
        "search",
        "users",
        "identity",
        "guests",
        "stories",
        "import_export",
    ],
    tables: &[],
    statements: &[erase::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
};

/// What this slice does by itself.
pub const JOBS: &[Job<AppState>] = &[
    Job {
        name: "person_data.purge",
        every: Every::Hour,
        // So that no more is left of who leaves than one transaction deletes.
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
