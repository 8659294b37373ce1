//! Publishing: what an author releases is judged, frozen as a version, and shown to those who may see it.
//!
//! Everything that others can open passes [`judge`] first, whether it is public or unlisted, and by whatever
//! call it comes: [`actions`] alone writes versions. A version holds all that readers and models get, and
//! never changes; a story stays on the version it began with ([`playable_version`], [`model_texts`],
//! [`books_of`]). What a closed scenario says to models is in no row that readers' calls read: the row of the
//! scenario has only its public texts. Those of an open one are read with [`making`] alone. Pictures are
//! judged by `image_judge`; this slice only asks for the verdicts. [`preview`] shows an author
//! what readers would get.

mod account_deletion;
mod actions;
mod errors;
mod freeze;
mod gate;
mod http;
mod judge;
mod making;
mod model;
mod preview;
mod restore;
mod reviews;
mod shown;
mod store;
#[cfg(test)]
mod tests;
mod versions;

pub use account_deletion::{erase_unplayed, hand_over};
pub(crate) use actions::{make_private, publish, withdraw};
pub use http::calls;
pub use judge::{Finding, Judgement, judge};
pub(crate) use model::PublishRequest;
pub use model::{ActorTexts, ModelTexts};
pub use preview::preview_summary;
pub(crate) use restore::restore;
pub use versions::{books_of, is_closed, model_texts, playable_version};

use platform::slice::{End, Export, Facts, PersonalData, Table};

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "publishing",
    about: Some("Publishing one’s own scenarios, withdrawing them, and the reviews before that."),
    uses: &[
        "db",
        "audit",
        "image_judge",
        "tags",
        "users",
        "identity",
        "safety",
        "scenarios",
        "discovery",
        "lorebooks",
        "authoring",
        "card_fields",
        "reindex",
    ],
    tables: &[
        Table {
            name: "scenario_versions",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("scenario_id in (select id from scenarios where author_id = $1)"),
                end: End::With("scenarios"),
            },
        },
        Table {
            name: "scenario_reviews",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("scenario_id in (select id from scenario_drafts where author_id = $1)"),
                end: End::With("scenario_drafts"),
            },
        },
    ],
    statements: &[account_deletion::STATEMENTS, store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: errors::ERRORS,
    report_kinds: &[],
};
