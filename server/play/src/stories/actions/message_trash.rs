//! Deletes messages with everything below them, and restores them.

use accounts::guests::Owner;
use kernel::ErrorCode;
use platform::db::Tx;
use platform::web::Problem;

use super::head::{move_head, refresh_preview};
use crate::AppState;
use crate::stories::access::{load_message, lock_message};
use crate::stories::model::{Deletion, MessageAnswer};
use crate::stories::paths::is_on_path;
use crate::stories::rows::{MessageRow, Story};
use crate::stories::{MessageId, StoryId, store, tree, view};

/// Deletes a message and everything below it for thirty days; returns the story after that. If the head was
/// there, it moves to the message before, or from a beginning of the story to another beginning.
///
/// # Errors
/// 404 if it is not this player's, or was deleted before.
pub(in crate::stories) async fn delete_message(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &MessageId,
) -> Result<(StoryId, Deletion), Problem> {
    let (mut story, _) = lock_message(app, tx, owner, id).await?;
    let row = load_message(tx, &story, id).await?;
    let had_head = match &story.head_id {
        Some(head) => is_on_path(tx, &row, head).await?,
        None => false,
    };
    let deleted = tree::delete_below(tx, id, app.clock.now(), story.version).await?;
    story.message_count -= deleted;
    match &row.parent_id {
        Some(parent) => move_head_off_reply(tx, &mut story, id, parent, had_head).await?,
        None if had_head || story.root_id.as_ref() == Some(id) => {
            move_head_off_beginning(tx, &mut story).await?
        }
        None => {}
    }
    refresh_preview(tx, &mut story).await?;
    store::save(tx, &story).await?;
    let deletion = Deletion {
        head_id: story.head_id,
        version: story.version,
        deleted,
    };
    Ok((story.id, deletion))
}

/// Shows another message instead of a deleted one, and moves the head up.
async fn move_head_off_reply(
    tx: &mut Tx,
    story: &mut Story,
    deleted: &MessageId,
    parent: &MessageId,
    had_head: bool,
) -> sqlx::Result<()> {
    let above = tree::find(tx, parent).await?;
    if above.is_some_and(|above| above.active_child_id.as_ref() == Some(deleted)) {
        let neighbour = tree::find_neighbour(tx, deleted).await?;
        tree::show_child(tx, parent, neighbour.as_ref()).await?;
    }
    if had_head {
        story.head_id = Some(parent.clone());
    }
    Ok(())
}

/// Moves the head from a deleted beginning to the first that is left.
async fn move_head_off_beginning(tx: &mut Tx, story: &mut Story) -> sqlx::Result<()> {
    story.head_id = None;
    story.root_id = None;
    if let Some(other) = tree::list_children(tx, &story.id, None).await?.first() {
        let leaf = tree::find_leaf(tx, other).await?;
        move_head(tx, story, &leaf).await?;
    }
    Ok(())
}

/// Restores what was deleted with this message; does nothing if it is not deleted. Moves the head back if it
/// is still where the deletion had moved it. Returns the story after that.
///
/// # Errors
/// 404 if it is not this player's; 409 if its parent is deleted.
pub(in crate::stories) async fn restore_message(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &MessageId,
) -> Result<MessageAnswer, Problem> {
    let (mut story, row) = lock_message(app, tx, owner, id).await?;
    let row = match row.deleted_in {
        Some(deletion) => undo(tx, &mut story, &row, deletion).await?,
        None => row,
    };
    let message = view::messages(tx, &story, vec![row])
        .await?
        .pop()
        .ok_or_else(|| Problem::not_found("message"))?;
    Ok(MessageAnswer {
        message,
        head_id: story.head_id,
        version: story.version,
        notices: Vec::new(),
    })
}

async fn undo(
    tx: &mut Tx,
    story: &mut Story,
    row: &MessageRow,
    deletion: i64,
) -> Result<MessageRow, Problem> {
    if let Some(parent) = &row.parent_id {
        let above = tree::find(tx, parent).await?;
        if above.is_none_or(|above| above.deleted_at.is_some()) {
            return Err(Problem::new(
                ErrorCode::CONFLICT,
                "The message before this one is deleted, too. Restore that first.",
            ));
        }
        tree::show_if_none(tx, parent, &row.id).await?;
    }
    story.message_count += tree::restore_deletion(tx, &story.id, deletion).await?;
    if story.head_id == row.parent_id {
        let leaf = tree::find_leaf(tx, &row.id).await?;
        move_head(tx, story, &leaf).await?;
    }
    refresh_preview(tx, story).await?;
    store::save(tx, story).await?;
    load_message(tx, story, &row.id).await
}
