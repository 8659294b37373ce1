//! What a card carries that means nothing here.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Parts of an actor's card that are shown at most, never changed, and exported as they were.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct KeptCard {
    /// Who made the card.
    #[schema(read_only)]
    pub creator: String,
    /// Addresses and ids of its origin.
    #[schema(read_only)]
    pub source: Vec<String>,
    /// Its version, as its creator counts.
    #[schema(read_only)]
    pub character_version: String,
    /// When it was made, in Unix seconds; 0: withheld.
    #[schema(read_only)]
    pub creation_date: Option<i64>,
    /// When it was last changed, in Unix seconds; 0: withheld.
    #[schema(read_only)]
    pub modification_date: Option<i64>,
    /// The creator's notes by language.
    #[schema(read_only, value_type = Object)]
    pub creator_notes_multilingual: Map<String, Value>,
    /// Tags beyond the limit.
    #[schema(read_only)]
    pub tags: Vec<String>,
    /// Entries of its list of assets that cannot be used here.
    #[schema(read_only, value_type = Vec<Object>)]
    pub assets: Vec<Value>,
    /// Unknown fields beside the card's data.
    #[schema(read_only, value_type = Object)]
    pub top: Map<String, Value>,
    /// Unknown fields of the card's data.
    #[schema(read_only, value_type = Object)]
    pub data: Map<String, Value>,
    /// Unknown extensions.
    #[schema(read_only, value_type = Object)]
    pub extensions: Map<String, Value>,
}
