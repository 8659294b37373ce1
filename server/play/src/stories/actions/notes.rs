//! Records the state of play of a story: when it was opened, its safety state, and how many messages were
//! written.

use accounts::safety::{self, Crisis};
use catalogue::{cards, scenarios};
use kernel::Timestamp;
use platform::db::Tx;

use crate::AppState;
use crate::stories::rows::{Story, StorySafety};
use crate::stories::rules::EPHEMERAL_MS;
use crate::stories::store;

/// Stores when a story was opened, without changing its version.
///
/// # Errors
/// Database errors.
pub async fn mark_opened(app: &AppState, tx: &mut Tx, story: &Story) -> sqlx::Result<()> {
    let now = app.clock.now();
    store::mark_opened(tx, &story.id, now, now.plus_millis(EPHEMERAL_MS)).await
}

/// Stores the safety state of a locked story.
///
/// # Errors
/// Database errors.
pub async fn set_safety(tx: &mut Tx, story: &mut Story, safety: StorySafety) -> sqlx::Result<()> {
    story.safety = safety;
    store::save(tx, story).await
}

/// Puts a locked story into gentle mode, because its player wrote a cry for help into one of its messages,
/// and counts the notice.
///
/// # Errors
/// Database errors.
pub async fn enable_gentle_mode(
    app: &AppState,
    tx: &mut Tx,
    story: &mut Story,
    crisis: &Crisis,
) -> sqlx::Result<()> {
    let now = app.clock.now();
    safety::count(tx, crisis.kind, now).await?;
    set_safety(
        tx,
        story,
        StorySafety {
            gentle_since: Some(now),
            ..story.safety
        },
    )
    .await
}

/// Adds messages of a story to the counts of its scenario or card.
///
/// # Errors
/// Database errors.
pub async fn count_messages(tx: &mut Tx, story: &Story, messages: i64, now: Timestamp) -> sqlx::Result<()> {
    if let Some(id) = &story.scenario_id {
        scenarios::count_messages(tx, id, messages, now).await?;
    }
    if let Some(id) = &story.card_id {
        cards::count_messages(tx, id, messages).await?;
    }
    Ok(())
}
