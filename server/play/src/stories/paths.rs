//! Reads the paths of a story's tree, for the slices above.

use platform::db::Conn;

use super::rows::{MessageRow, Story};
use super::{MessageId, tree};

/// The latest `limit` messages of the path that ends at `end`, or at the head; the earliest first.
///
/// # Errors
/// Database errors.
pub async fn path_to(
    conn: &mut Conn,
    story: &Story,
    end: Option<&MessageId>,
    limit: u32,
) -> sqlx::Result<Vec<MessageRow>> {
    match end.or(story.head_id.as_ref()) {
        Some(end) => tree::walk_up(conn, end, limit).await,
        None => Ok(Vec::new()),
    }
}

/// Whether the path that ends at `end` contains this message.
///
/// # Errors
/// Database errors.
pub async fn is_on_path(conn: &mut Conn, message: &MessageRow, end: &MessageId) -> sqlx::Result<bool> {
    Ok(tree::ancestor_at(conn, end, message.depth).await?.as_ref() == Some(&message.id))
}

/// The message at this depth of the path that ends at `end`; `None` if the path is shorter.
///
/// # Errors
/// Database errors.
pub async fn ancestor_at(conn: &mut Conn, end: &MessageId, depth: i64) -> sqlx::Result<Option<MessageId>> {
    tree::ancestor_at(conn, end, depth).await
}

/// The opening of the path that ends at `end`, counted from 0; `None` if the path does not begin with an
/// opening, for example with an edited copy of one.
///
/// # Errors
/// Database errors.
pub async fn opening_of(conn: &mut Conn, end: &MessageId) -> sqlx::Result<Option<u32>> {
    let Some(first) = tree::ancestor_at(conn, end, 0).await? else {
        return Ok(None);
    };
    Ok(tree::find_opening(conn, &first)
        .await?
        .and_then(|place| u32::try_from(place).ok()))
}

/// The end of the shown path through this message.
///
/// # Errors
/// Database errors.
pub async fn active_leaf(conn: &mut Conn, message: &MessageId) -> sqlx::Result<MessageId> {
    tree::find_leaf(conn, message).await
}

/// The messages that follow this one directly (or begin the story) and are not deleted, in order.
///
/// # Errors
/// Database errors.
pub async fn children(
    conn: &mut Conn,
    story: &Story,
    parent: Option<&MessageId>,
) -> sqlx::Result<Vec<MessageId>> {
    tree::list_children(conn, &story.id, parent).await
}

/// Whether a message follows this one or was added beside it later, deleted or not.
///
/// # Errors
/// Database errors.
pub async fn has_successor(conn: &mut Conn, id: &MessageId) -> sqlx::Result<bool> {
    Ok(tree::count_successors(conn, id).await? > 0)
}
