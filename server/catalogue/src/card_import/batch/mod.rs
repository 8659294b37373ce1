//! Batches: many files that a person sends one after the other, and that a job imports.
//!
//! A file and its row are stored before its upload is answered, so that nothing is lost if the process ends. Any
//! process takes a waiting file under a lease, which it renews while it works, and records what became of it in
//! the transaction that stores the draft: a file is imported once, also if the process that had it was killed. A
//! file that cannot be imported says why and stops no other. The batch that has waited longest is next, so that
//! large batches do not keep small ones waiting. The same file as before is skipped; a card that changed since it
//! was imported waits for one answer for the whole batch. What waits is deleted with its batch and with the account.

mod actions;
mod add;
mod http;
mod import_file;
mod model;
mod purge;
mod queue;
mod store;
#[cfg(test)]
mod tests;
mod work;

pub(super) use http::calls;

use platform::slice::Step;
use platform::slice::jobs::{Every, Job};

use crate::AppState;

/// The SQL of batches.
pub(super) const STATEMENTS: &[&[&str]] = &[queue::STATEMENTS, purge::STATEMENTS, store::STATEMENTS];

/// What happens to batches when their owner deletes their account. The job deletes the blobs.
pub(super) const ERASE: &[Step] = purge::ERASE;

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[
    Job {
        name: "card_import.resume",
        every: Every::HalfMinute,
        after: &[],
        run: |app| Box::pin(work::resume(app)),
    },
    Job {
        name: "card_import.purge",
        every: Every::Hour,
        after: &[],
        run: |app| Box::pin(purge::purge(app)),
    },
];
