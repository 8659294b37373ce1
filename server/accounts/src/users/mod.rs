//! Users: a person's record in the product: the name, what they say of themselves, the portrait, whom they
//! play. What they see of it themselves is put together by `me`, what everybody may see by `profiles`.
//!
//! One record belongs to one identity and is made at its first sign-in, once, however often that is asked for.

mod erase;
mod errors;
mod model;
mod names;
pub mod player;
mod portraits;
pub mod rules;
pub mod store;

pub use errors::{NAME_TAKEN, USER_NOT_FOUND};
pub use model::{Background, BackgroundKind, Persona, Preferences, portrait};
pub use names::suggest as suggest_name;
pub use player::{DEFAULT_PERSONA, PlayerProfile, find_player, name_player};
pub use portraits::{persona_folder, purge_portrait};
pub use store::{
    Change, LockedProfile, NewProfile, NewUser, add_to_follow_counts, ask_deletion, cancel_deletion,
    discard_profile, find_id, find_portrait, had_record, insert_profile, is_name_taken, list_due_deletions,
    lock_due_deletion, lock_profile, lock_user_row, note_former, put_user, set_portrait, update_profile,
};

use platform::slice::{End, Export, Facts, People, Retention, Table};
use platform::web::Problem;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "users",
    uses: &["db", "idempotency", "blobs", "media"],
    tables: &[
        Table {
            name: "users",
            people: People::Theirs {
                columns: &[],
                export: Export::Rows("id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "former_records",
            people: People::Theirs {
                columns: &[],
                export: Export::Nothing("a hash, for the welcome"),
                end: End::Kept {
                    retention: Retention::AsLongAsTheSite,
                    reason: "Nobody is welcomed twice with shekels.",
                },
            },
        },
    ],
    statements: &[player::STATEMENTS, store::STATEMENTS, erase::STATEMENTS],
    own_statements: &[],
    erase: erase::STEPS,
    errors: errors::ERRORS,
};

/// The record was deleted between the check of the token and this read.
#[must_use]
pub fn gone_meanwhile() -> Problem {
    Problem::new(errors::USER_NOT_FOUND, "This account no longer exists.")
}
