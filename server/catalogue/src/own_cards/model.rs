//! A scenario of one actor in the form of a card.

use kernel::{Rating, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::authoring::{Making, ScenarioState, WorkOrigin};
use crate::cards::CardModelV2;
use crate::scenarios::{ContentNotes, ScenarioId};

/// A new card. What is left out is empty, and can be written later.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwnCardForm {
    /// The character, in format 0.
    pub(super) card_model: CardModelV2,
    /// What readers see.
    #[serde(default)]
    pub(super) display_data: OwnCardTexts,
}

/// A changed card: all of it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwnCardEdit {
    /// The card.
    pub(super) id: ScenarioId,
    /// The version that was edited.
    pub(super) version: i64,
    /// The character, in format 0.
    pub(super) card_model: CardModelV2,
    /// What readers see.
    #[serde(default)]
    pub(super) display_data: OwnCardTexts,
}

/// What readers see of a card, and what its author says of it. Other fields are ignored: a client can send
/// back what it has read.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct OwnCardTexts {
    /// Its name; if empty, that of the character.
    pub(super) display_name: String,
    /// The promise in one line.
    pub(super) tagline: String,
    /// A note from the author: what a reader should know before starting.
    pub(super) author_notes: String,
    /// BCP 47 language of the texts.
    pub(super) language: String,
    /// Names of its tags.
    pub(super) tags: Vec<String>,
    /// For whom it is meant; null: not rated yet.
    pub(super) rating: Option<Rating>,
    /// What it contains; null: not chosen yet.
    pub(super) content_notes: Option<ContentNotes>,
    /// Whose work it is; null: not said yet.
    pub(super) origin: Option<WorkOrigin>,
    /// Whether readers can see how it is made.
    pub(super) making: Making,
    /// true publishes it as it is now, false withdraws it; null or absent: it stays as it is.
    pub(super) public: Option<bool>,
}

/// A card of the caller.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwnCard {
    /// The card, which is a scenario, too.
    pub(super) id: ScenarioId,
    /// Increases with every change: send it back with a change.
    pub(super) version: i64,
    /// Who can see it.
    pub(super) state: ScenarioState,
    /// The character.
    pub(super) card_model: CardModelV2,
    /// What readers see.
    pub(super) display_data: OwnCardTexts,
    /// When it was created.
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_on: Timestamp,
    /// When it last changed.
    #[schema(value_type = String, format = DateTime)]
    pub(super) updated_on: Timestamp,
}

/// Parameters of the lists.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CardListParams {
    /// How many, 1 to 20; 20 by default.
    pub(super) limit: Option<i64>,
    /// `nextCursor` of the previous page.
    pub(super) cursor: Option<String>,
}
