//! An imported card as the API shows it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::authoring::DraftView;
use crate::card_fields::{FieldReport, PictureLink};

/// A picture elsewhere that a card shows.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CardLink {
    /// Its place in the draft, as a JSON pointer.
    place: String,
    /// Its address. Nothing was loaded from there.
    address: String,
}

/// An imported card.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportedScenario {
    /// The draft.
    pub(super) scenario: DraftView,
    /// Whether the file was imported before. Then this is the draft as it is now, and the lists are empty.
    pub(super) already_imported: bool,
    /// What became of each field.
    pub(super) report: Vec<FieldReport>,
    /// What was left out of the file beside the card's fields, in sentences.
    pub(super) notices: Vec<String>,
    /// Pictures elsewhere, for which others can be uploaded.
    pub(super) links: Vec<CardLink>,
}

impl ImportedScenario {
    /// A card that was imported before.
    pub(super) fn existing(scenario: DraftView) -> Self {
        Self {
            scenario,
            already_imported: true,
            report: Vec::new(),
            notices: Vec::new(),
            links: Vec::new(),
        }
    }
}

impl From<PictureLink> for CardLink {
    fn from(link: PictureLink) -> Self {
        Self {
            place: link.place,
            address: link.address,
        }
    }
}
