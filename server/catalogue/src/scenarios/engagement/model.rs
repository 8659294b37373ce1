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
    /// Loves given today and not removed.
    pub(super) used: i64,
    /// Loves left.
    pub(super) remaining: i64,
    /// When the count starts anew.
    #[schema(value_type = String, format = DateTime)]
    pub(super) resets_on: Timestamp,
}

/// A scenario's loves after one was added or removed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoveAnswer {
    /// Whether the caller loves it now.
    pub(super) loved: bool,
    /// How many people love it.
    pub(super) love_count: i64,
    /// The caller's loves of today.
    pub(super) quota: LoveQuota,
}

/// A scenario's ratings after one was changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RateAnswer {
    /// The caller's rating now.
    pub(super) rating: i64,
    /// Everybody's ratings.
    pub(super) user_ratings: UserRatings,
}

/// The caller's love and rating of a scenario.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnOpinion {
    /// Whether they love it.
    pub(super) loved: bool,
    /// 1: up, -1: down, 0: not rated.
    pub(super) rating: i64,
}
