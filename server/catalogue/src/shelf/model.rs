//! Changes of many scenarios, and series, as the API shows them.

use kernel::Rating;
use platform::web::present;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::scenarios::{ScenarioId, SeriesId};

/// A change of many scenarios.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BulkRequest {
    /// The scenarios, 1 to 500.
    #[schema(min_items = 1, max_items = 500)]
    pub(super) ids: Vec<ScenarioId>,
    /// What is changed.
    pub(super) change: BulkChange,
}

/// One change: tags, the rating, who can see them, the trash, or deleting permanently.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct BulkChange {
    /// Tags to add, at most 15. May be sent together with `removeTags`, which come first.
    #[schema(max_items = 15)]
    pub(super) add_tags: Option<Vec<String>>,
    /// Tags to remove, in any spelling, at most 200.
    #[schema(max_items = 200)]
    pub(super) remove_tags: Option<Vec<String>>,
    /// The rating; null: not rated. Readers see it with the next version that is published.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Rating>)]
    pub(super) rating: Option<Option<Rating>>,
    /// Withdraws what others can see.
    pub(super) access: Option<BulkAccess>,
    /// Whether to move them to the trash; false restores them from it.
    pub(super) trash: Option<bool>,
    /// True deletes them permanently.
    pub(super) permanent: Option<bool>,
}

/// Who can see scenarios after a change of many. Nothing is published in this way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum BulkAccess {
    /// Their author alone.
    Private,
}

/// What a change of many scenarios came to.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct BulkResult {
    /// The scenarios that are now as they should be, in the order in which they were sent.
    pub(super) changed: Vec<ScenarioId>,
    /// The others.
    pub(super) refused: Vec<BulkRefusal>,
}

/// A scenario that was not changed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BulkRefusal {
    /// The scenario.
    pub(super) id: ScenarioId,
    /// Why, as a sentence.
    pub(super) problem: String,
}

/// A series of the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Series {
    /// The series.
    pub(super) id: SeriesId,
    /// Its title.
    pub(super) title: String,
    /// Increases with every change: send it back with a change.
    pub(super) version: i64,
    /// Its scenarios in order. One in the trash is left out, and keeps its place.
    pub(super) scenarios: Vec<SeriesScenario>,
}

/// A scenario of a series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SeriesScenario {
    /// The scenario.
    pub(super) id: ScenarioId,
    /// The title of its draft; "Untitled" if it has none.
    pub(super) display_name: String,
}

/// The caller's series.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MySeries {
    /// The oldest first, at most 100.
    pub(super) results: Vec<Series>,
}

/// A new series.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewSeries {
    /// Its title, which readers see.
    #[schema(min_length = 1, max_length = 120)]
    pub(super) title: String,
    /// The caller's scenarios in order, at most 200. Each is in one series at most.
    #[schema(max_items = 200)]
    pub(super) scenarios: Vec<ScenarioId>,
}

/// A changed series.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SeriesChange {
    /// Its title, which readers see.
    #[schema(min_length = 1, max_length = 120)]
    pub(super) title: String,
    /// All of its scenarios in order, at most 200.
    #[schema(max_items = 200)]
    pub(super) scenarios: Vec<ScenarioId>,
    /// The version that was edited.
    pub(super) version: i64,
}
