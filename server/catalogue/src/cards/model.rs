//! What a card is, as the API shows it (spec section 3).

use accounts::tags::TagData;
use kernel::ids::UserId;
use kernel::{Rating, Timestamp};
use platform::image_judge::AvatarMetric;
use platform::media::AvatarUrls;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::CardId;

/// A single character to chat with.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// The card.
    pub id: CardId,
    /// Presentation hints; null if there are none.
    #[schema(required = true, value_type = Option<Object>)]
    pub interface: Option<serde_json::Value>,
    /// The character.
    pub card_model: CardModel,
    /// Name, images, author and tags.
    pub display_data: CardDisplay,
    /// Its counts.
    pub card_stats: CardStats,
    /// Whether the caller likes it; false for visitors.
    pub liked: bool,
    /// Whether the caller dislikes it; false for visitors.
    pub disliked: bool,
    /// Whether it was deleted; then only its id and its dates are left. Only in the list of liked cards.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
}

/// A character in one of two forms; `format` names the form (spec section 3).
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum CardModel {
    /// Format 0: the fields of character-card v2.
    V2(CardModelV2),
    /// Any other format: the older persona model.
    Persona(CardModelPersona),
}

/// The fields of character-card v2.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CardModelV2 {
    /// 0.
    #[schema(minimum = 0, maximum = 0)]
    pub format: u8,
    /// The character's name.
    pub name: String,
    /// Who the character is.
    pub description: String,
    /// The character's personality.
    pub personality: String,
    /// Where and when the story takes place.
    pub scenario: String,
    /// Ways the character can open the conversation.
    pub messages: Vec<String>,
    /// Example dialogue; blocks begin with `<START>`.
    pub mes_example: String,
}

/// The older persona model.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CardModelPersona {
    /// Not 0.
    #[schema(minimum = 1)]
    pub format: u8,
    /// The character's personality.
    pub personality: CardPersonality,
    /// The character's appearance.
    pub physical: CardPhysique,
    /// Situations in which to meet the character.
    pub scenarios: Vec<CardScene>,
}

/// A character's personality.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardPersonality {
    /// Who they are.
    pub persona: String,
    /// How they carry themselves.
    pub somatics: String,
    /// How they tend to feel.
    pub emotive_tendencies: String,
}

/// A character's appearance.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CardPhysique {
    /// Their body.
    pub body: String,
}

/// A situation in which to meet a character.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardScene {
    /// The first message.
    pub root_message: String,
    /// What the character wears.
    pub clothing: String,
    /// The surroundings.
    pub environment: String,
    /// How the character feels at first.
    pub initial_emotion: String,
    /// What the character plans.
    pub plan: String,
}

/// Name, images, author and tags of a card.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardDisplay {
    /// Its name.
    pub display_name: String,
    /// Who wrote it.
    pub author: UserId,
    /// The author's name.
    pub authorname: String,
    /// When it was published.
    #[schema(value_type = String, format = DateTime)]
    pub created_on: Timestamp,
    /// When it last changed.
    #[schema(value_type = String, format = DateTime)]
    pub updated_on: Timestamp,
    /// Who the character is.
    pub description: String,
    /// A note from the author.
    pub author_notes: String,
    /// The promise in one line.
    pub tagline: String,
    /// Ids of its tags.
    pub tags: Vec<String>,
    /// The same tags in full.
    pub tag_data: Vec<TagData>,
    /// Its upright image.
    #[schema(required = true)]
    pub avatar: Option<String>,
    /// Its images.
    #[serde(rename = "avatar_urls")]
    pub avatar_urls: AvatarUrls,
    /// false means private.
    pub public: bool,
    /// Whether an admin hid it.
    pub hidden: bool,
    /// The results of the image classifier.
    pub avatar_metrics: Vec<AvatarMetric>,
    /// Whether its image is classified as explicit.
    pub explicit: bool,
    /// Its rating, which its author sets.
    pub rating: Rating,
}

/// A card's counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardStats {
    /// Chats started.
    pub chats_created: i64,
    /// Thumbs up.
    pub likes: i64,
    /// Thumbs down.
    pub dislikes: i64,
    /// Messages written.
    pub messages_sent: i64,
}

/// A list of cards.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct CardList {
    /// The cards.
    pub results: Vec<Card>,
}

/// A page of found cards.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CardSearchResults {
    /// Best first.
    pub results: Vec<Card>,
    /// Pass as `cursor` to get the next page; null at the end.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// The text that was searched for instead, if nothing matched the given text.
    #[schema(required = true)]
    pub corrected_query: Option<String>,
}

/// A card's ratings after one was changed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CardOpinion {
    /// The caller's rating now.
    pub rating: i64,
    /// Everybody's thumbs up.
    pub likes: i64,
    /// Everybody's thumbs down.
    pub dislikes: i64,
}
