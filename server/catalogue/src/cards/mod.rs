//! Cards: the older, single-character model that scenarios replaced. They can be read and found; new ones are
//! scenarios of one actor (`own_cards`).

mod actions;
mod erase;
mod http;
mod ids;
mod model;
pub(crate) mod ratings;
mod reported;
pub mod store;
pub mod story_template;
pub mod write;

pub(crate) use actions::{SearchCardsParams, search};
pub use http::calls;
pub use ids::CardId;
pub use model::{
    Card, CardDisplay, CardModel, CardModelPersona, CardModelV2, CardPersonality, CardPhysique, CardScene,
    CardStats,
};
pub use store::{list_deleted, shows_explicit};
pub use story_template::{count_chat, count_messages, story_template};
pub use write::{NewCard, put_card};

use platform::slice::{End, Export, Facts, PersonalData, Table};

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "cards",
    about: Some("Single characters."),
    uses: &[
        "db",
        "blobs",
        "media",
        "image_judge",
        "search",
        "tags",
        "users",
        "identity",
        "scenarios",
    ],
    tables: &[
        Table {
            name: "cards",
            personal_data: PersonalData::Held {
                columns: &["author_id"],
                export: Export::Rows("author_id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "card_tags",
            personal_data: PersonalData::None,
        },
        Table {
            name: "card_ratings",
            personal_data: PersonalData::Held {
                columns: &["user_id"],
                export: Export::Rows("user_id = $1"),
                end: End::Erased,
            },
        },
    ],
    statements: &[
        ratings::STATEMENTS,
        story_template::STATEMENTS,
        store::STATEMENTS,
        write::STATEMENTS,
        erase::STATEMENTS,
    ],
    own_statements: &[],
    erase: erase::STEPS,
    errors: &[],
    report_kinds: reported::KINDS,
};
