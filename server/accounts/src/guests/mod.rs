//! Guests: visitors who play without an account, and may later carry over what they made into one.
//!
//! A guest is identified by the token alone; the device hash beside it is only a signal, because it can be
//! computed from what a browser reveals to every site. Other slices take [`Player`], who is a person
//! or a guest. A session is claimed once ([`Claim`]), and its token is invalid from then on.

mod actions;
mod authority;
mod claim;
mod credentials;
mod erase;
mod errors;
mod http;
mod ids;
mod name;
mod owner;
mod purge;
pub mod rules;
pub mod store;
#[cfg(test)]
mod tests;

pub use authority::{Anyone, Guest, Player};
pub use claim::{Claim, ClaimOutcome, lock_session};
pub use errors::GUEST_CLAIMED;
pub use http::calls;
pub use ids::GuestId;
pub use name::{name_player, player_name};
pub use owner::Owner;
pub use purge::purge;

use platform::slice::jobs::{Every, Job};
use platform::slice::{End, Export, Facts, PersonalData, Table};

use crate::AppState;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "guests",
    about: Some("Playing without an account."),
    uses: &["db", "idempotency", "identity"],
    tables: &[
        Table {
            name: "guest_devices",
            personal_data: PersonalData::Held {
                columns: &["guest_id"],
                export: Export::Nothing("hashes of browsers, kept as long as the session"),
                end: End::Erased,
            },
        },
        Table {
            name: "guest_sessions",
            personal_data: PersonalData::Held {
                columns: &["claimed_by"],
                export: Export::Rows("claimed_by = $1"),
                end: End::Erased,
            },
        },
    ],
    statements: &[store::STATEMENTS, erase::STATEMENTS],
    own_statements: &[],
    erase: erase::STEPS,
    errors: errors::ERRORS,
    report_kinds: &[],
};

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "guests.purge",
    every: Every::Hour,
    after: &[],
    run: |app| Box::pin(async move { Ok(purge(app).await?) }),
}];
