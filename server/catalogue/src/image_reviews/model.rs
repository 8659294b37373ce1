//! What admins see and decide of images.

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::image_judge::{AvatarMetric, VerdictState};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::scenarios::ScenarioId;

/// An image whose author asks for a second look.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImageReview {
    /// Its blob key.
    pub(super) image: String,
    /// Its address.
    pub(super) url: String,
    /// Whether it is explicit.
    pub(super) verdict: VerdictState,
    /// The results of the image classifier, the most probable class first.
    pub(super) metrics: Vec<AvatarMetric>,
    /// The scenario it was uploaded to.
    pub(super) scenario_id: ScenarioId,
    /// The title of that scenario’s draft.
    pub(super) title: String,
    /// Its author.
    pub(super) author: UserId,
    /// The author’s name.
    pub(super) authorname: String,
    /// Why it isn’t explicit, in the author’s own words; may be empty.
    pub(super) note: String,
    /// When the author asked.
    #[schema(value_type = String, format = DateTime)]
    pub(super) asked_on: Timestamp,
}

/// What an admin decides on an image.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ImageDecision {
    /// Its blob key.
    pub(super) image: String,
    /// Whether it is explicit, whatever the model found; null withdraws an earlier decision.
    #[serde(deserialize_with = "required")]
    #[schema(required = true)]
    pub(super) explicit: Option<bool>,
    /// For the audit log; the author does not see it.
    #[schema(min_length = 1, max_length = 500)]
    pub(super) reason: String,
}

/// A field that may be null and may not be missing: a decision is not withdrawn by a misspelt name.
fn required<'de, D: Deserializer<'de>>(from: D) -> Result<Option<bool>, D::Error> {
    Option::deserialize(from)
}
