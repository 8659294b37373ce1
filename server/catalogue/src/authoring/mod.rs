//! What an author works on: the draft of a scenario, stored and edited before anybody else sees it.
//!
//! A scenario has one actor or more; what an imported card becomes is a scenario, too. A [`ScenarioDraft`] is
//! one document that may be incomplete. This slice says what it may hold ([`validate`]), what is missing
//! before it can be published ([`missing`]), which of its texts people and models read ([`texts`]), and that
//! an edit never removes what was kept from a card ([`apply_edit`]). It keeps drafts: an edit of an outdated
//! version is refused with the current draft, a deleted draft can be restored for thirty days, and a draft
//! names only images that were uploaded to it. Nobody but its author learns anything about a draft (404),
//! admins included. This slice publishes nothing.
//!
//! For slices above this one: [`NewDraft`] makes a draft with its images, or puts a newer file of a card in its
//! place, [`find_imported`], [`find_same_file`] and [`find_same_card`] find one by its card, [`list_images_of`]
//! lists a person's images; [`find_publishable`], [`lock_publishable`], [`set_state`] and
//! [`set_published`] are for publishing;
//! [`change_draft`] and [`list_titles`] serve the shelf; [`find_author_of_image`] is for those who decide on
//! images. A scenario in the trash is in no list.

mod actions;
mod card_keys;
mod change;
mod create;
mod draft;
mod edit;
mod errors;
mod http;
mod images;
mod kept;
mod list;
mod missing;
mod model;
mod my_tags;
mod named_images;
mod parse;
mod pictures;
mod place_image;
mod prepare;
mod publishable;
mod purge;
mod record;
mod replace;
pub mod rules;
mod search_index;
mod second_looks;
mod store;
#[cfg(test)]
mod tests;
mod texts;
mod titles;
mod twins;
mod validate;
mod work;

pub use actions::find_imported;
pub(crate) use actions::{delete, read_document, restore, save};
pub use card_keys::card_keys;
pub use change::change_draft;
pub use create::{CardOrigin, DraftContent, NewDraft, Twin};
pub use draft::{
    ActorNote, DraftActor, DraftBook, DraftExpression, DraftOpening, Making, ScenarioDraft, WorkOrigin,
};
pub use edit::{apply_edit, apply_import};
pub(crate) use errors::DraftErrors;
pub use errors::{DRAFT_CHANGED, DRAFT_IN_TRASH, DRAFT_QUOTA_REACHED, outdated_version};
pub use http::calls;
pub(crate) use http::{AUTHOR_ONLY, AUTHOR_ONLY_EMPTY};
pub use images::{Crop, DraftImage, DraftPicture, FocusPoint};
pub use kept::KeptCard;
pub use missing::missing;
pub use model::{DraftView, PictureVerdict, ScenarioState};
pub use named_images::{NamedImage, named_images};
pub(crate) use parse::parse_draft;
pub(crate) use prepare::shown_title;
pub use publishable::{
    LockedDraft, PublishableDraft, find_publishable, lock_publishable, set_published, set_state,
};
pub use purge::{discard_kept_images, hand_over_kept_images};
pub use record::{Made, Record};
pub(crate) use search_index::tag_key;
pub use second_looks::find_author_of_image;
pub use store::list_images_of;
pub use texts::{DraftText, TextReader, texts};
pub use titles::{TitledDraft, list_titles};
pub use twins::{find_same_card, find_same_file};
pub use validate::{DraftProblem, validate};
pub(crate) use work::compute;

use platform::slice::jobs::{Every, Job};
use platform::slice::{End, Export, Facts, PersonalData, Table};

use crate::AppState;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "authoring",
    about: Some("Writing scenarios: one’s own drafts, which nobody else sees."),
    uses: &[
        "db",
        "blobs",
        "idempotency",
        "llm",
        "media",
        "image_judge",
        "search",
        "tags",
        "users",
        "identity",
        "scenarios",
        "lorebooks",
    ],
    tables: &[
        Table {
            name: "scenario_drafts",
            personal_data: PersonalData::Held {
                columns: &["author_id"],
                export: Export::Rows("author_id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "scenario_draft_images",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("draft_id in (select id from scenario_drafts where author_id = $1)"),
                end: End::With("scenario_drafts"),
            },
        },
        Table {
            name: "image_second_looks",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Rows("draft_id in (select id from scenario_drafts where author_id = $1)"),
                end: End::With("scenario_draft_images"),
            },
        },
        Table {
            name: "scenario_draft_index",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Nothing("the words and tags of scenario_drafts, for searching"),
                end: End::With("scenario_drafts"),
            },
        },
        Table {
            name: "scenario_draft_cards",
            personal_data: PersonalData::Held {
                columns: &[],
                export: Export::Nothing("hashes of what the drafts say of their cards"),
                end: End::With("scenario_drafts"),
            },
        },
        Table {
            name: "scenario_kept_images",
            personal_data: PersonalData::Held {
                columns: &["author_id"],
                export: Export::Rows("author_id = $1"),
                end: End::Erased,
            },
        },
        Table {
            name: "scenario_discarded_images",
            personal_data: PersonalData::None,
        },
    ],
    statements: &[
        my_tags::STATEMENTS,
        publishable::STATEMENTS,
        purge::STATEMENTS,
        search_index::STATEMENTS,
        second_looks::STATEMENTS,
        store::STATEMENTS,
    ],
    own_statements: &[],
    erase: purge::ERASE,
    errors: errors::ERRORS,
    report_kinds: &[],
};

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[
    Job {
        name: "authoring.purge",
        every: Every::Hour,
        after: &[],
        run: |app| Box::pin(purge::purge(app)),
    },
    Job {
        name: "authoring.index",
        every: Every::HalfMinute,
        after: &[],
        run: |app| Box::pin(search_index::complete(app)),
    },
];
