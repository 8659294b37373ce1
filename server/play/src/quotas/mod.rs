//! Quotas: players' daily usage, and limits of the models' costs. Counts turns and free replies, and what
//! models have cost the installation, for each player and for all together (reliability L-7).
//!
//! Code that asks a model on a player's behalf books the most it may cost before ([`book_cost`]), and
//! corrects that to the real cost ([`correct_cost`]). A booking that a killed process left uncorrected stays:
//! it is better to reach a limit too early.

mod costs;
mod erase;
mod rules;
pub mod store;

pub use costs::{BookedCost, Ceilings, book_cost, check_ceilings, correct_cost, cost_of};
pub use rules::{LIFETIME_DAY, day_of, next_day, secs_until};
pub use store::{UsageOwner, UsageRow, add_usage, delete_old, find_usage};

use platform::slice::{End, Export, Facts, PersonalData, Table};

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "quotas",
    about: None,
    uses: &["db", "llm", "guests"],
    tables: &[Table {
        name: "play_use",
        personal_data: PersonalData::Held {
            columns: &["owner_id"],
            export: Export::Rows("owner_kind = 'person' and owner_id = $1"),
            end: End::Erased,
        },
    }],
    statements: &[store::STATEMENTS, erase::STATEMENTS],
    own_statements: &[],
    erase: erase::STEPS,
    errors: &[],
    report_kinds: &[],
};
