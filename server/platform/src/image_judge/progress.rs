//! How far the judge of images is.

use kernel::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::store;
use crate::AppState;
use crate::web::Problem;

/// How many of the registered images were judged.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JudgingProgress {
    /// All registered images.
    pub registered: i64,
    /// Those that the model has judged.
    pub judged: i64,
    /// Those that wait for it.
    pub pending: i64,
    /// Those that could not be read in five attempts. They stay blurred until a moderator decides.
    pub unreadable: i64,
    /// Those that are explicit, by a moderator's decision or else by the model.
    pub explicit: i64,
    /// Those on which a moderator's decision holds.
    pub decided: i64,
    /// Whether there is a model. Without it nothing is judged.
    pub model: bool,
    /// When the one that waits longest was registered; null: none waits.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub oldest_pending_on: Option<Timestamp>,
}

/// How far the judge is.
///
/// # Errors
/// Database errors.
pub async fn read_progress(app: &AppState) -> Result<JudgingProgress, Problem> {
    let mut conn = app.db.read().await?;
    let counts = store::count(&mut conn).await?;
    drop(conn);
    Ok(JudgingProgress {
        registered: counts.registered,
        judged: counts.judged,
        pending: counts.pending,
        unreadable: counts.unreadable,
        explicit: counts.explicit,
        decided: counts.decided,
        model: app.image_judge.has_model(),
        oldest_pending_on: counts.oldest_pending_at.map(Timestamp),
    })
}
