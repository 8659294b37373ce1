//! What a tag is, as the API shows it (spec section 3, tagData).

use kernel::ids::TagId;
use serde::Serialize;
use utoipa::ToSchema;

/// A tag with how often it is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagData {
    /// The tag.
    pub id: TagId,
    /// Its name.
    pub display_name: String,
    /// Listed scenarios that carry it.
    pub scenario_count: i64,
    /// More about it.
    pub properties: TagProperties,
}

/// More about a tag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TagProperties {
    /// Its name in addresses: lower case, digits and dashes.
    pub slug: String,
    /// One of genre, mood, relationship, setting, trait, other.
    pub kind: String,
    /// Whether it names explicit content.
    pub explicit: bool,
}

/// A list of tags.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct TagList {
    /// The tags.
    pub results: Vec<TagData>,
}
