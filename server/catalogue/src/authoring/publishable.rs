//! Drafts as the slice that publishes them reads and marks them.

use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};
use platform::web::Problem;
use serde_json::value::RawValue;

use super::actions::load;
use super::errors::{in_trash, not_found};
use super::model::ScenarioState;
use crate::scenarios::ScenarioId;

statements! {
    LOCK_PUBLISHABLE = "
        update scenario_drafts set version = version
        where id = $1 and author_id = $2
        returning version, state, deleted_at";
    SET_STATE = "update scenario_drafts set state = $3 where id = $1 and author_id = $2";
    SET_PUBLISHED = "
        update scenario_drafts set state = $3, published_version = $4 where id = $1 and author_id = $2";
}

/// A draft that is not in the trash.
#[derive(Debug)]
pub struct PublishableDraft {
    /// Its version.
    pub version: i64,
    /// Who can see what was published of it.
    pub state: ScenarioState,
    /// All of it ([`ScenarioDraft`](super::ScenarioDraft)).
    pub document: Box<RawValue>,
}

/// A draft of this person.
///
/// # Errors
/// 404 if they have no such draft, 409 if it is in the trash.
pub async fn find_publishable(
    conn: &mut Conn,
    author: &UserId,
    id: &ScenarioId,
) -> Result<PublishableDraft, Problem> {
    let row = load(conn, author, id).await?;
    if row.deleted_at.is_some() {
        return Err(in_trash());
    }
    Ok(PublishableDraft {
        version: row.version,
        state: ScenarioState::of_stored(&row.state),
        document: row.document.0,
    })
}

/// A draft that is locked until the transaction ends.
#[derive(Debug, Clone, Copy)]
pub struct LockedDraft {
    /// Its version.
    pub version: i64,
    /// Who can see what was published of it.
    pub state: ScenarioState,
}

/// Locks a draft of this person until the transaction ends.
///
/// # Errors
/// 404 if they have no such draft, 409 if it is in the trash.
pub async fn lock_publishable(tx: &mut Tx, author: &UserId, id: &ScenarioId) -> Result<LockedDraft, Problem> {
    let found = query_on!(tx, |x: D| sqlx::query_as::<D, (i64, String, Option<i64>)>(
        LOCK_PUBLISHABLE
    )
    .bind(id.as_str())
    .bind(author.as_str())
    .fetch_optional(x)
    .await)?;
    match found.ok_or_else(not_found)? {
        (version, state, None) => Ok(LockedDraft {
            version,
            state: ScenarioState::of_stored(&state),
        }),
        _ => Err(in_trash()),
    }
}

/// Sets who can see what was published of a draft. The draft keeps its version: its content is the same.
///
/// # Errors
/// Database errors.
pub async fn set_state(
    tx: &mut Tx,
    author: &UserId,
    id: &ScenarioId,
    state: ScenarioState,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_STATE)
        .bind(id.as_str())
        .bind(author.as_str())
        .bind(state.name())
        .execute(x)
        .await
        .map(drop))
}

/// Sets who can see what is published of a draft, and which version of it that is.
///
/// # Errors
/// Database errors.
pub async fn set_published(
    tx: &mut Tx,
    author: &UserId,
    id: &ScenarioId,
    state: ScenarioState,
    version: i64,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_PUBLISHED)
        .bind(id.as_str())
        .bind(author.as_str())
        .bind(state.name())
        .bind(version)
        .execute(x)
        .await
        .map(drop))
}
