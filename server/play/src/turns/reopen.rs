//! Reopens a story that was closed by mistake (docs/adr/0020).

use platform::audit;
use platform::db::{Isolation, Tx};
use platform::web::Problem;

use crate::AppState;
use crate::stories::{self, Story, StoryId, StorySafety};

/// Reopens a closed story and resets its strikes; returns false if it was open.
///
/// # Errors
/// 404.
pub(super) async fn reopen(app: &AppState, id: &StoryId, event: &audit::Event<'_>) -> Result<bool, Problem> {
    let reopened = app
        .db
        .transact(Isolation::Ordinary, |tx| Box::pin(reopen_in(tx, app, id, event)))
        .await?;
    if let Some(story) = &reopened {
        app.live.story_changed(story);
    }
    Ok(reopened.is_some())
}

async fn reopen_in(
    tx: &mut Tx,
    app: &AppState,
    id: &StoryId,
    event: &audit::Event<'_>,
) -> Result<Option<Story>, Problem> {
    let mut story = stories::lock_any_story(app, tx, id)
        .await?
        .ok_or_else(|| Problem::not_found("story"))?;
    if story.safety.closed_at.is_none() {
        return Ok(None);
    }
    let safety = StorySafety {
        gentle_since: story.safety.gentle_since,
        ..StorySafety::default()
    };
    stories::set_safety(tx, &mut story, safety).await?;
    audit::record(tx, event).await?;
    Ok(Some(story))
}
