//! Status: whether the parts of the site work, for people and for monitors.
//!
//! Each part is judged by what it really does: the database by a write, the image store by a read of what it
//! was given, the renderer by its latest pages, models by their latest answers, mail by its emails, jobs by
//! their rounds. What only the part itself knows, it reports to [`platform::vitals::Vitals`] as it works.
//! Everybody may read the report, so it names no servers and no addresses, and quotes nobody.

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

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "status",
    about: Some("How the server and what it needs are doing."),
    uses: &["db", "blobs", "llm", "mail", "identity"],
    tables: &[],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
