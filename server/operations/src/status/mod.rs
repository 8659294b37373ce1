//! Status: whether the parts of the site work, for people and for monitors.
//!
//! Each part is judged by what it really does: the database by a write, the pictures' store by what it gives
//! back, the renderer by its latest pages, models by their latest answers, mail by its letters, jobs by their
//! rounds. What only the part itself can know it tells [`platform::vitals::Vitals`] as it works. What is said here everybody
//! may read: no names of servers, no addresses, no words of others.

mod checks;
pub(crate) mod http;
mod model;
mod rules;
#[cfg(test)]
mod storage_tests;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub use checks::StatusCache;
pub use http::{calls, legacy_calls};
pub use store::write_heartbeat;

use platform::slice::Facts;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "status",
    uses: &["db", "blobs", "llm", "mail", "identity"],
    tables: &[],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
};
