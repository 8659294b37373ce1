//! Stores messages while they are written: appended, checkpointed, finished, interrupted, reopened.

use kernel::{ErrorCode, Timestamp};
use platform::db::{Conn, Tx};
use platform::web::Problem;

use super::head::move_head;
use crate::AppState;
use crate::stories::access::load_message;
use crate::stories::rows::{FinishedMessage, MessageRow, NewMessage, Story};
use crate::stories::rules::{EPHEMERAL_MS, MAX_ALTERNATIVES, MAX_DEPTH, PREVIEW_CHARS, snippet};
use crate::stories::text::{Author, MessageState};
use crate::stories::{MessageId, StoryId, errors, store, tree};

/// Appends a message to a locked story.
///
/// # Errors
/// 404 if its parent does not exist any more; 409 if the parent has too many replies.
pub async fn append_message(
    app: &AppState,
    tx: &mut Tx,
    story: &mut Story,
    new: &NewMessage<'_>,
) -> Result<MessageRow, Problem> {
    let now = app.clock.now();
    let id = MessageId::trusted(app.random.id(now));
    let at = new.created_at.unwrap_or(now);
    insert_message(tx, story, &id, new, at).await?;
    story.message_count += 1;
    story.said_count += i64::from(new.author == Author::User);
    story.last_message_at = story.last_message_at.max(at);
    if story.ephemeral {
        story.purge_at = Some(now.plus_millis(EPHEMERAL_MS));
    }
    show_new(tx, story, &id, new).await?;
    if new.moves_head && !new.content.is_empty() {
        story.preview = snippet(new.content, PREVIEW_CHARS);
    }
    store::save(tx, story).await?;
    tree::find(tx, &id)
        .await?
        .ok_or_else(|| Problem::internal("a message is gone that was just written"))
}

async fn insert_message(
    tx: &mut Tx,
    story: &Story,
    id: &MessageId,
    new: &NewMessage<'_>,
    at: Timestamp,
) -> Result<(), Problem> {
    let position = match new.parent {
        Some(parent) => tree::position_after(tx, &story.id, parent)
            .await?
            .ok_or_else(errors::message_not_found)?,
        None => tree::position_at_root(tx, &story.id, id).await?,
    };
    if position.position >= MAX_ALTERNATIVES || position.depth >= MAX_DEPTH {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            format!("A message can have up to {MAX_ALTERNATIVES} replies."),
        ));
    }
    Ok(tree::insert(tx, &story.id, id, &position, new, at).await?)
}

/// Shows a new message, and moves the head to it if the caller wants that.
async fn show_new(tx: &mut Tx, story: &mut Story, id: &MessageId, new: &NewMessage<'_>) -> sqlx::Result<()> {
    match (new.parent, new.moves_head) {
        (Some(parent), true) if story.head_id.as_ref() == Some(parent) => {
            tree::show_child(tx, parent, Some(id)).await?;
            story.head_id = Some(id.clone());
        }
        (_, true) => move_head(tx, story, id).await?,
        (Some(parent), false) => tree::show_if_none(tx, parent, id).await?,
        (None, false) if story.root_id.is_none() => story.root_id = Some(id.clone()),
        (None, false) => {}
    }
    Ok(())
}

/// Stores the text of a message so far, without changing the story. Returns false if the message is no longer
/// being written, or was deleted.
///
/// # Errors
/// Database errors.
pub async fn checkpoint(tx: &mut Tx, message: &MessageId, content: &str) -> sqlx::Result<bool> {
    tree::checkpoint(tx, message, content).await
}

/// Ends the writing of a message, also of one that was deleted meanwhile. Returns `None` if it had ended, or
/// does not exist.
///
/// # Errors
/// Database errors.
pub async fn finish_message(
    tx: &mut Tx,
    story: &mut Story,
    message: &MessageId,
    end: &FinishedMessage<'_>,
) -> sqlx::Result<Option<MessageRow>> {
    let row = tree::find(tx, message)
        .await?
        .filter(|row| row.state == MessageState::Writing && row.story_id == story.id);
    let Some(mut row) = row else { return Ok(None) };
    // The text of the model, unchanged, so that the stored text is the one that was shown; only NUL cannot be
    // stored.
    row.content = end.content.replace('\0', "");
    row.state = end.state;
    row.model = end.model.map(str::to_owned).or(row.model);
    row.prompt_tokens = end.prompt_tokens;
    row.reply_tokens = end.reply_tokens;
    row.price = end.price;
    row.ending = end.ending;
    tree::save(tx, &mut row).await?;
    if story.head_id.as_ref() == Some(message) {
        story.preview = snippet(&row.content, PREVIEW_CHARS);
        store::save(tx, story).await?;
    }
    Ok(Some(row))
}

/// Ends the writing of a message with the text stored last, because its writer is gone. Returns `None` if it
/// had ended.
///
/// # Errors
/// Database errors.
pub async fn interrupt_message(
    tx: &mut Tx,
    story: &mut Story,
    message: &MessageId,
) -> sqlx::Result<Option<MessageRow>> {
    let Some(row) = tree::find(tx, message).await? else {
        return Ok(None);
    };
    let state = MessageState::Interrupted;
    let end = FinishedMessage {
        content: &row.content,
        state,
        model: None,
        prompt_tokens: row.prompt_tokens,
        reply_tokens: row.reply_tokens,
        price: row.price,
        ending: false,
    };
    finish_message(tx, story, message, &end).await
}

/// Reopens a message that failed or was interrupted: another turn writes it from its beginning.
///
/// # Errors
/// 404 if it does not exist any more; 409 if it is being written, or complete.
pub async fn reopen_message(
    tx: &mut Tx,
    story: &mut Story,
    message: &MessageId,
    turn_id: &str,
) -> Result<MessageRow, Problem> {
    let row = load_message(tx, story, message).await?;
    if !matches!(
        row.state,
        MessageState::Failed | MessageState::Interrupted | MessageState::Stopped
    ) {
        return Err(Problem::new(ErrorCode::CONFLICT, "This message didn’t fail."));
    }
    if !row.content.is_empty() {
        tree::insert_revision(tx, &row, story.updated_at).await?;
    }
    tree::reopen(tx, message, turn_id).await?;
    load_message(tx, story, message).await
}

/// Messages that are being written, or were when their process ended, each with its story.
///
/// # Errors
/// Database errors.
pub async fn list_writing(conn: &mut Conn, limit: u32) -> sqlx::Result<Vec<(StoryId, MessageId)>> {
    tree::list_writing(conn, limit).await
}
