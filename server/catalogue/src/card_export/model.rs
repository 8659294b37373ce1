//! What can be chosen of an export.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::scenarios::ScenarioId;

/// Scenarios to export together.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ArchiveRequest {
    /// The scenarios, 1 to 500.
    #[schema(min_items = 1, max_items = 500)]
    pub(super) ids: Vec<ScenarioId>,
}

/// The container of an exported card.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum CardContainer {
    /// An archive with all pictures (CHARX).
    #[default]
    Charx,
    /// The portrait with the card in it, in versions 2 and 3. One actor only.
    Png,
    /// The card alone. One actor only.
    Json,
}

impl CardContainer {
    /// The ending of its file's name.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::Charx => "charx",
            Self::Png => "png",
            Self::Json => "json",
        }
    }

    /// Its media type.
    pub(super) fn media_type(self) -> &'static str {
        match self {
            Self::Charx => "application/zip",
            Self::Png => "image/png",
            Self::Json => "application/json",
        }
    }
}

/// The version of an exported card.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum CardVersion {
    /// Character Card V2, which older programs read.
    V2,
    /// Character Card V3.
    #[default]
    V3,
}
