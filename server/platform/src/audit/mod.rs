//! Audit: the log of changes to accounts and of actions of the operators, row by row and never changed again.
//!
//! A row is written in the transaction of its action, so that neither exists without the other (reliability
//! O-8). It must hold no secrets, and nothing that people write or search for.

mod model;
pub mod store;
#[cfg(test)]
mod tests;

pub use model::Event;
pub use store::{FORBIDDEN, record};

use crate::slice::{End, Export, Facts, PersonalData, Retention, Table};

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "audit",
    about: None,
    uses: &["db"],
    tables: &[Table {
        name: "audit_log",
        personal_data: PersonalData::Held {
            columns: &["actor"],
            export: Export::Rows(
                "subject = $1 or subject in {identity} or actor = $1 or actor in {identity}",
            ),
            end: End::Kept {
                retention: Retention::AsLongAsTheSite,
                reason: "Who did what of weight stays known to those who run the site.",
            },
        },
    }],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
