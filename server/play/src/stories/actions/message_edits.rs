//! Edits messages: their text, their witnesses, and whether prompts contain them.

use kernel::ErrorCode;
use platform::db::{Conn, Tx};
use platform::web::Problem;

use super::head::{refresh_preview, set_head};
use super::writing::append_message;
use crate::AppState;
use crate::stories::access::load_message;
use crate::stories::rows::{MessageRow, NewMessage, Story};
use crate::stories::rules::{MAX_MESSAGE_BYTES, clean_text};
use crate::stories::text::{MessageState, Origin};
use crate::stories::{MessageId, store, tree};

/// The changes of a message; `None` leaves a field as it is.
#[derive(Debug, Clone, Default)]
pub struct MessageEdit {
    /// The new text.
    pub content: Option<String>,
    /// Whether the new text becomes a new message beside it.
    pub as_branch: bool,
    /// Its witnesses; `None`: all.
    pub presence: Option<Option<Vec<String>>>,
    /// Whether it is left out of prompts.
    pub hidden: Option<bool>,
    /// Moves the head afterwards to the end of the shown path through this message.
    pub go_to: Option<MessageId>,
}

/// Changes a message of a locked story; returns it, or the new one beside it. The caller has judged the text
/// (docs/adr/0020).
///
/// # Errors
/// 404 if the message does not exist any more; 409 if it is still being written; 413 and 422 if the change is
/// invalid.
pub async fn edit_message(
    app: &AppState,
    tx: &mut Tx,
    story: &mut Story,
    id: &MessageId,
    edit: &MessageEdit,
) -> Result<MessageRow, Problem> {
    let mut row = load_message(tx, story, id).await?;
    if let Some(Some(ids)) = &edit.presence {
        check_presence(tx, story, ids).await?;
    }
    if let Some(text) = &edit.content {
        row = edit_text(app, tx, story, row, text, edit.as_branch).await?;
    }
    if let Some(presence) = &edit.presence {
        row.presence.clone_from(presence);
    }
    row.hidden = edit.hidden.unwrap_or(row.hidden);
    tree::save(tx, &mut row).await?;
    if let Some(to) = &edit.go_to {
        move_head_through(tx, story, to).await?;
    } else if story.head_id.as_ref() == Some(&row.id) {
        refresh_preview(tx, story).await?;
        store::save(tx, story).await?;
    }
    Ok(row)
}

/// Replaces the text of a message, or appends a message with the text beside it; returns the changed or new
/// message.
async fn edit_text(
    app: &AppState,
    tx: &mut Tx,
    story: &mut Story,
    mut row: MessageRow,
    text: &str,
    as_branch: bool,
) -> Result<MessageRow, Problem> {
    if row.state == MessageState::Writing {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            "This message is still being written.",
        ));
    }
    let text = read_content("/content", text)?;
    if as_branch {
        let beside = NewMessage {
            author_id: row.author_id.as_deref(),
            presence: row.presence.clone(),
            ..NewMessage::new(
                row.parent_id.as_ref(),
                row.author,
                &row.name,
                &text,
                Origin::Edited,
            )
        };
        return append_message(app, tx, story, &beside).await;
    }
    if text != row.content {
        let now = app.clock.now();
        tree::insert_revision(tx, &row, now).await?;
        row.content = text;
        row.edited_at = Some(now);
        // Once the player has edited an interrupted message, it counts as complete.
        row.state = MessageState::Complete;
    }
    Ok(row)
}

/// Moves the head to the end of the shown path through this message.
async fn move_head_through(tx: &mut Tx, story: &mut Story, to: &MessageId) -> Result<(), Problem> {
    let to = load_message(tx, story, to)
        .await
        .map_err(|problem| match problem.code() {
            ErrorCode::NOT_FOUND => Problem::invalid("/newNodeId", "This message isn’t in this story."),
            _ => problem,
        })?;
    let leaf = tree::find_leaf(tx, &to.id).await?;
    Ok(set_head(tx, story, &leaf).await?)
}

/// The text of a message in its stored form.
///
/// # Errors
/// 413 if it is too large, 422 if it is empty.
pub fn read_content(pointer: &str, text: &str) -> Result<String, Problem> {
    if text.len() > MAX_MESSAGE_BYTES {
        return Err(Problem::new(
            ErrorCode::PAYLOAD_TOO_LARGE,
            format!("A message can have up to {} KB.", MAX_MESSAGE_BYTES / 1024),
        ));
    }
    let text = clean_text(text);
    if text.trim().is_empty() {
        return Err(Problem::invalid(pointer, "Write something first."));
    }
    Ok(text)
}

/// Checks that these are characters of the story, without duplicates.
///
/// # Errors
/// 422 if they are not.
pub async fn check_presence(conn: &mut Conn, story: &Story, ids: &[String]) -> Result<(), Problem> {
    let cast = store::list_characters(conn, &story.id).await?;
    let is_known = |id: &String| cast.iter().any(|one| one.id == *id);
    let mut once = ids.to_vec();
    once.sort();
    once.dedup();
    if once.len() < ids.len() || !ids.iter().all(is_known) {
        return Err(Problem::invalid(
            "/presence",
            "Name characters of this story, each once.",
        ));
    }
    Ok(())
}
