//! Writes summaries, in the background of turns.

use accounts::guests::Owner;
use kernel::ErrorCode;
use platform::llm;
use platform::web::Problem;

use super::piece::{Reason, write_piece};
use super::rules::{KEEP_LATEST, MAX_ROUNDS};
use crate::AppState;
use crate::stories::{self, MessageId, StoryId};

/// Must be called after a turn: extends the summary up to the latest message that no longer fitted into the
/// prompt, if there is one. Returns at once; a failure is tried again after the next turn.
pub fn after_turn(app: &AppState, owner: &Owner, story: &StoryId, left_out: Option<&MessageId>) {
    let Some(last) = left_out.cloned() else { return };
    let Some(lock) = app.summarizer.lock(story) else {
        return;
    };
    let (app, owner, story) = (app.clone(), owner.clone(), story.clone());
    tokio::spawn(async move {
        let _lock = lock;
        match carry_on(&app, &owner, &story, &last, false).await {
            Ok(()) => {}
            // The daily cost limit is reached: continues another day.
            Err(problem) if matches!(problem.code(), llm::CAPACITY_REACHED | ErrorCode::RATE_LIMITED) => {}
            Err(problem) => {
                tracing::warn!(%story, detail = problem.detail(), "the summary of story {story} could not be written")
            }
        }
    });
}

/// Writes the summary now, at its player's request: up to a few messages before the head. The player's
/// changes stay.
///
/// # Errors
/// 404; 409 if there is nothing to summarize or the summary is being written; 429; the model's failures.
pub(super) async fn refresh(app: &AppState, owner: &Owner, id: &StoryId) -> Result<(), Problem> {
    let last = last_to_summarize(app, owner, id).await?;
    if let Some(wait) = app.summarizer.record_request(id, app.clock.now()) {
        let secs = u32::try_from((wait + 999) / 1000).unwrap_or(1);
        return Err(Problem::new(
            ErrorCode::RATE_LIMITED,
            "The summary was updated a moment ago. Please wait a little.",
        )
        .with_retry_after(secs));
    }
    let lock = app.summarizer.lock(id);
    let _lock = lock.ok_or_else(|| {
        Problem::new(
            ErrorCode::CONFLICT,
            "The summary is being written. Check back in a moment.",
        )
    })?;
    carry_on(app, owner, id, &last, true).await
}

/// The message [`KEEP_LATEST`] before the head.
async fn last_to_summarize(app: &AppState, owner: &Owner, id: &StoryId) -> Result<MessageId, Problem> {
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, owner, id).await?;
    let count = u32::try_from(KEEP_LATEST + 1).unwrap_or(1);
    let latest = stories::path_to(&mut conn, &story, None, count).await?;
    latest
        .first()
        .filter(|row| row.depth > 0 && latest.len() as i64 > KEEP_LATEST)
        .map(|row| row.id.clone())
        .ok_or_else(|| {
            Problem::new(
                ErrorCode::CONFLICT,
                "There’s nothing to summarise yet: the model can still read the whole story.",
            )
        })
}

/// Writes piece after piece until the summary reaches this message.
async fn carry_on(
    app: &AppState,
    owner: &Owner,
    id: &StoryId,
    last: &MessageId,
    is_asked: bool,
) -> Result<(), Problem> {
    let _permit = app.summarizer.permit().await?;
    for round in 0..MAX_ROUNDS {
        let reason = match (is_asked, round) {
            (false, _) => Reason::LeftPrompt,
            (true, 0) => Reason::AskedFirst,
            (true, _) => Reason::Asked,
        };
        if !write_piece(app, owner, id, last, reason).await? {
            break;
        }
    }
    Ok(())
}
