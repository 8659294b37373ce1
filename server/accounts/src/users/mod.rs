//! Users: a person's record in the product: the name, what they write about themselves, the portrait, their
//! personas. `me` shows it to its owner, `profiles` to everybody.
//!
//! One record belongs to one identity and is made at its first sign-in, once, even for repeated requests.

mod erase;
mod errors;
mod former_author;
mod model;
mod names;
mod player;
mod portraits;
pub mod rules;
mod store;

pub use errors::{NAME_TAKEN, USER_NOT_FOUND};
pub use former_author::{FORMER_AUTHOR, FORMER_AUTHOR_NAME, shown_author};
pub use model::{Background, BackgroundKind, Persona, Preferences, portrait};
pub use names::suggest as suggest_name;
pub use player::{DEFAULT_PERSONA, PlayerProfile, find_player, name_player};
pub use portraits::{JOBS, persona_folder, purge_portrait};
pub use store::deletion::{
    AskedDeletion, DepartingAuthor, PublishedWork, ask_deletion, cancel_deletion, find_departing_author,
    had_record, insert_former, list_due_deletions, lock_due_deletion,
};
pub use store::follow_counts::add_to_follow_counts;
pub use store::profiles::{
    LockedProfile, ProfileChange, find_portrait, lock_profile, set_portrait, update_profile,
};
pub use store::records::{
    NewProfile, NewUser, discard_profile, find_id, insert_profile, is_name_taken, lock_user_row,
    put_former_author, put_user,
};

use platform::slice::{End, Export, Facts, PersonalData, Retention, Table};
use platform::web::Problem;

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "users",
    about: None,
    uses: &["db", "idempotency", "blobs", "media", "image_judge"],
    tables: &[
        Table {
            name: "users",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "former_records",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Nothing("a hash, for the welcome"),
                end: End::Kept {
                    retention: Retention::AsLongAsTheSite,
                    reason: "Nobody is welcomed twice with shekels.",
                },
            },
        },
    ],
    statements: &[
        erase::STATEMENTS,
        player::STATEMENTS,
        portraits::STATEMENTS,
        store::deletion::STATEMENTS,
        store::follow_counts::STATEMENTS,
        store::profiles::STATEMENTS,
        store::records::STATEMENTS,
    ],
    own_statements: &[],
    erase: erase::STEPS,
    errors: errors::ERRORS,
    report_kinds: &[],
};

/// The record was deleted between the check of the token and this read.
#[must_use]
pub fn gone_meanwhile() -> Problem {
    Problem::new(errors::USER_NOT_FOUND, "This account no longer exists.")
}
