//! What the API shows of loves and ratings.

use kernel::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::scenarios::model::UserRatings;

/// How many loves are left today.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoveQuota {
    /// Loves of one day.
    pub(super) limit: i64,
    /// Loves given today and not taken back.
    pub(super) used: i64,
    /// Loves left.
    pub(super) remaining: i64,
    /// When there are new ones.
    #[schema(value_type = String, format = DateTime)]
    pub(super) resets_on: Timestamp,
}

/// How a scenario stands after a love was given or taken back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoveAnswer {
    /// Whether the caller loves it now.
    pub(super) loved: bool,
    /// How many do.
    pub(super) love_count: i64,
    /// The caller's loves of today.
    pub(super) quota: LoveQuota,
}

/// How a scenario stands after a rating.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RateAnswer {
    /// The caller's rating now.
    pub(super) rating: i64,
    /// Everybody's.
    pub(super) user_ratings: UserRatings,
}

/// What the caller thinks of a scenario.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnOpinion {
    /// Whether they love it.
    pub(super) loved: bool,
    /// 1 up, -1 down, 0 not rated.
    pub(super) rating: i64,
}
