//! What a card is, as the API shows it (spec section 3).

use kernel::Timestamp;
use kernel::ids::{CardId, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::scenarios::{AvatarMetric, AvatarUrls};
use crate::tags::TagData;

/// A single character to chat with.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// The card.
    pub id: CardId,
    /// Presentation hints; null where there are none.
    #[schema(value_type = Option<Object>)]
    pub interface: Option<serde_json::Value>,
    /// The character. Its `format` says which fields there are: 0 is character-card v2 (description, personality,
    /// messages, scenario, mes_example, name), anything else the older persona model.
    #[schema(value_type = Object)]
    pub card_model: serde_json::Value,
    /// Name, picture, author and tags.
    pub display_data: CardDisplay,
    /// Its counts.
    pub card_stats: CardStats,
    /// Whether the caller likes it; false for visitors.
    pub liked: bool,
    /// Whether the caller dislikes it; false for visitors.
    pub disliked: bool,
}

/// Name, picture, author and tags of a card.
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
    /// A word from the author.
    pub author_notes: String,
    /// The promise in one line.
    pub tagline: String,
    /// Ids of its tags.
    pub tags: Vec<String>,
    /// The same tags in full.
    pub tag_data: Vec<TagData>,
    /// Its upright picture.
    pub avatar: Option<String>,
    /// Its pictures.
    #[serde(rename = "avatar_urls")]
    pub avatar_urls: AvatarUrls,
    /// false means private.
    pub public: bool,
    /// Whether an admin hid it.
    pub hidden: bool,
    /// What the picture judge said.
    pub avatar_metrics: Vec<AvatarMetric>,
    /// Whether its picture is judged explicit.
    pub explicit: bool,
}

/// Counts of what happened with a card.
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
pub(super) struct CardSearchResults {
    /// Best first.
    pub results: Vec<Card>,
    /// Pass as `cursor` to get the next page; null at the end.
    pub next_cursor: Option<String>,
    /// What was searched for instead, where nothing had matched the text as typed.
    pub corrected_query: Option<String>,
}
