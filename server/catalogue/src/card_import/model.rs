//! An imported card as the API shows it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::authoring::{DraftBook, DraftView};
use crate::card_fields::{FieldOutcome, FieldReport, PictureLink};

/// A picture elsewhere that a card shows.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct CardLink {
    /// Its place in the draft, as a JSON pointer.
    place: String,
    /// Its address. Nothing was loaded from there.
    address: String,
}

/// What became of a file.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
pub(super) struct ImportReport {
    /// What became of each field.
    pub(super) report: Vec<FieldReport>,
    /// What was left out of the file beside the card's fields, in sentences.
    pub(super) notices: Vec<String>,
    /// Pictures elsewhere, for which others can be uploaded.
    pub(super) links: Vec<CardLink>,
}

impl ImportReport {
    /// How many fields were not taken as they were.
    pub(super) fn differences(&self) -> usize {
        let differs =
            |row: &&FieldReport| matches!(row.outcome, FieldOutcome::Changed | FieldOutcome::Refused);
        self.report.iter().filter(differs).count()
    }
}

/// An imported card.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportedScenario {
    /// The draft.
    pub(super) scenario: DraftView,
    /// Whether the file was imported before. Then this is the draft as it is now, and the lists are empty.
    pub(super) already_imported: bool,
    /// What became of the file.
    #[serde(flatten)]
    pub(super) outcome: ImportReport,
}

impl ImportedScenario {
    /// A card that was imported before.
    pub(super) fn existing(scenario: DraftView) -> Self {
        Self {
            scenario,
            already_imported: true,
            outcome: ImportReport::default(),
        }
    }
}

/// A lorebook that was read from a file, and is not stored.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ReadLorebook {
    /// The book.
    pub(super) lorebook: DraftBook,
    /// What became of each field.
    pub(super) report: Vec<FieldReport>,
    /// What the file holds beside the book, in sentences.
    pub(super) notices: Vec<String>,
}

impl From<PictureLink> for CardLink {
    fn from(link: PictureLink) -> Self {
        Self {
            place: link.place,
            address: link.address,
        }
    }
}
