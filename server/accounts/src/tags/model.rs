//! What a tag is, as the API shows it (spec section 3, tagData).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::TagId;

/// A tag with how often it is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagData {
    /// The tag.
    pub id: TagId,
    /// Its name.
    pub display_name: String,
    /// Listed scenarios that carry it and that the caller would find.
    pub scenario_count: i64,
    /// More about it.
    pub properties: TagProperties,
}

/// More about a tag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TagProperties {
    /// Its name in addresses: lower case, digits and dashes.
    pub slug: String,
    /// What sort of word it is.
    pub kind: TagKind,
    /// Whether it names explicit content.
    pub explicit: bool,
}

/// What sort of word a tag is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TagKind {
    /// The genre: mystery, western.
    Genre,
    /// How it feels: cozy, tense.
    Mood,
    /// Who is whom to whom: rivals, family.
    Relationship,
    /// Where and when: harbour, renaissance.
    Setting,
    /// What somebody is like: brave, gay.
    Trait,
    /// Anything else.
    Other,
}

impl TagKind {
    /// The word it is stored as.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Genre => "genre",
            Self::Mood => "mood",
            Self::Relationship => "relationship",
            Self::Setting => "setting",
            Self::Trait => "trait",
            Self::Other => "other",
        }
    }

    /// The kind stored as this word; `Other` for words of a newer version.
    #[must_use]
    pub fn from_stored(word: &str) -> Self {
        let all = [
            Self::Genre,
            Self::Mood,
            Self::Relationship,
            Self::Setting,
            Self::Trait,
        ];
        all.into_iter()
            .find(|kind| kind.as_str() == word)
            .unwrap_or(Self::Other)
    }
}
