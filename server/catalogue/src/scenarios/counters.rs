//! The counts of a scenario that change as its stories are played and kept.

use kernel::Timestamp;
use platform::db::{Tx, query_on, statements};

use super::ScenarioId;
use super::engagement::store::{lock_scenario, set_trend};
use super::trend::{WEIGHT_MESSAGE, WEIGHT_STARTED, add_event};

statements! {
    COUNT_CHAT = "update scenarios set chats_created = chats_created + 1 where id = $1 returning trend";
    COUNT_MESSAGES = "update scenarios set messages_sent = messages_sent + $2 where id = $1 returning trend";
    COUNT_SPENT = "update scenarios set shekels_spent = shekels_spent + $2 where id = $1";
    SET_FAVORITES = "update scenarios set favorites = $2 where id = $1 and favorites <> $2";
}

/// Counts a story that was begun from a scenario.
///
/// # Errors
/// Database errors.
pub async fn count_chat(tx: &mut Tx, id: &ScenarioId, now: Timestamp) -> sqlx::Result<()> {
    let trend = query_on!(tx, |x: D| sqlx::query_scalar::<D, f64>(COUNT_CHAT)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    raise_trend(tx, id, trend, now, WEIGHT_STARTED).await
}

/// Counts messages that were written in a story of a scenario.
///
/// # Errors
/// Database errors.
pub async fn count_messages(tx: &mut Tx, id: &ScenarioId, messages: i64, now: Timestamp) -> sqlx::Result<()> {
    let trend = query_on!(tx, |x: D| sqlx::query_scalar::<D, f64>(COUNT_MESSAGES)
        .bind(id.as_str())
        .bind(messages)
        .fetch_optional(x)
        .await)?;
    raise_trend(tx, id, trend, now, WEIGHT_MESSAGE * messages as f64).await
}

/// Counts shekels that were spent in a story of a scenario.
///
/// # Errors
/// Database errors.
pub async fn count_spent(tx: &mut Tx, id: &ScenarioId, shekels: i64) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(COUNT_SPENT)
        .bind(id.as_str())
        .bind(shekels)
        .execute(x)
        .await
        .map(drop))
}

/// Locks the counts of a scenario until the end of the transaction: what is counted from here on is still right
/// when [`set_favorites`] stores it.
///
/// # Errors
/// Database errors.
pub async fn lock_counts(tx: &mut Tx, id: &ScenarioId) -> sqlx::Result<()> {
    lock_scenario(tx, id.as_str()).await
}

/// Stores how many people keep a scenario's stories, which were counted since [`lock_counts`]; returns whether
/// that is another number than before.
///
/// # Errors
/// Database errors.
pub async fn set_favorites(tx: &mut Tx, id: &ScenarioId, people: i64) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_FAVORITES)
        .bind(id.as_str())
        .bind(people)
        .execute(x)
        .await
        .map(|done| done.rows_affected() > 0))
}

/// The counting update before has locked the scenario's row, so nobody else changes the trend meanwhile.
async fn raise_trend(
    tx: &mut Tx,
    id: &ScenarioId,
    trend: Option<f64>,
    now: Timestamp,
    weight: f64,
) -> sqlx::Result<()> {
    let Some(trend) = trend else { return Ok(()) };
    set_trend(tx, id.as_str(), add_event(trend, now, weight)).await
}
