//! Loads and locks a player's stories and messages; other people's are 404.

use accounts::guests::Owner;
use platform::db::{Conn, Tx};
use platform::web::Problem;

use super::rows::{Character, MessageRow, Story};
use super::{MessageId, StoryId, errors, store, tree};
use crate::AppState;

/// The story, if it belongs to this player and is not in the trash.
///
/// # Errors
/// 404 otherwise.
pub async fn load_story(conn: &mut Conn, owner: &Owner, id: &StoryId) -> Result<Story, Problem> {
    live(store::find(conn, id).await?, owner)
}

/// The same, also if it is in the trash.
///
/// # Errors
/// 404 if it is not this player's.
pub(super) async fn load_any_own_story(
    conn: &mut Conn,
    owner: &Owner,
    id: &StoryId,
) -> Result<Story, Problem> {
    store::find(conn, id)
        .await?
        .filter(|story| story.owner == *owner)
        .ok_or_else(errors::story_not_found)
}

/// The same, locked for this transaction, so that changes of one story happen one after another. It raises
/// the version, so only transactions that change something should call it.
///
/// # Errors
/// 404 if it is not this player's, or in the trash.
pub async fn lock_story(app: &AppState, tx: &mut Tx, owner: &Owner, id: &StoryId) -> Result<Story, Problem> {
    live(store::lock(tx, id, app.clock.now()).await?, owner)
}

/// The same, also if it is in the trash.
///
/// # Errors
/// 404 if it is not this player's.
pub(super) async fn lock_any_own_story(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &StoryId,
) -> Result<Story, Problem> {
    store::lock(tx, id, app.clock.now())
        .await?
        .filter(|story| story.owner == *owner)
        .ok_or_else(errors::story_not_found)
}

/// The same for the server's own work: a story of any owner, in the trash or not.
///
/// # Errors
/// Database errors.
pub async fn lock_any_story(app: &AppState, tx: &mut Tx, id: &StoryId) -> sqlx::Result<Option<Story>> {
    store::lock(tx, id, app.clock.now()).await
}

fn live(story: Option<Story>, owner: &Owner) -> Result<Story, Problem> {
    story
        .filter(|story| story.owner == *owner && story.deleted_at.is_none())
        .ok_or_else(errors::story_not_found)
}

/// A message of this story that is not deleted.
///
/// # Errors
/// 404 if there is none.
pub async fn load_message(conn: &mut Conn, story: &Story, id: &MessageId) -> Result<MessageRow, Problem> {
    let row = tree::find(conn, id).await?;
    row.filter(|row| row.story_id == story.id && row.deleted_at.is_none())
        .ok_or_else(errors::message_not_found)
}

/// A message, deleted or not, with its story.
async fn find_message(
    conn: &mut Conn,
    owner: &Owner,
    id: &MessageId,
) -> Result<(Story, MessageRow), Problem> {
    let row = tree::find(conn, id)
        .await?
        .ok_or_else(errors::message_not_found)?;
    match store::find(conn, &row.story_id).await? {
        Some(story) if story.owner == *owner && story.deleted_at.is_none() => Ok((story, row)),
        _ => Err(errors::message_not_found()),
    }
}

/// A message that is not deleted of one of this player's stories, with its story.
///
/// # Errors
/// 404 if there is none.
pub async fn load_own_message(
    conn: &mut Conn,
    owner: &Owner,
    id: &MessageId,
) -> Result<(Story, MessageRow), Problem> {
    let (story, message) = find_message(conn, owner, id).await?;
    if message.deleted_at.is_none() {
        Ok((story, message))
    } else {
        Err(errors::message_not_found())
    }
}

/// A message, deleted or not, with its story, which is locked for this transaction.
///
/// # Errors
/// 404 if it is in no story of this player.
pub async fn lock_message(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &MessageId,
) -> Result<(Story, MessageRow), Problem> {
    let (story, _) = find_message(tx, owner, id).await?;
    let story = lock_story(app, tx, owner, &story.id).await?;
    let (_, row) = find_message(tx, owner, id).await?;
    Ok((story, row))
}

/// The message to which its sender gave this id.
///
/// # Errors
/// Database errors.
pub async fn find_by_client_id(
    conn: &mut Conn,
    story: &Story,
    client_id: &str,
) -> sqlx::Result<Option<MessageRow>> {
    tree::find_by_client_id(conn, &story.id, client_id).await
}

/// The cast of a story, in order.
///
/// # Errors
/// Database errors.
pub async fn list_characters(conn: &mut Conn, story: &Story) -> sqlx::Result<Vec<Character>> {
    store::list_characters(conn, &story.id).await
}
