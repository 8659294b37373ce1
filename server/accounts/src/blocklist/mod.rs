//! Blocklist: networks whose requests are not served (reliability O-11). Every server of the installation
//! follows the list within seconds; the edge in `app` reads it and refuses.

mod errors;
pub mod store;

pub use errors::IP_BLOCKED;
pub use store::{Block, block, list, unblock};

use platform::slice::{Facts, PersonalData, Table};

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "blocklist",
    about: None,
    uses: &["db"],
    tables: &[Table {
        name: "blocked_addresses",
        personal_data: PersonalData::None,
    }],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: errors::ERRORS,
    report_kinds: &[],
};
