//! SQL of deleting parts of the tree, restoring them, and purging old deletions.

use kernel::Timestamp;
use platform::db::{Conn, Tx, query_on, statements};

use super::records::{MessageRecord, message_columns};
use crate::stories::rows::MessageRow;
use crate::stories::{MessageId, StoryId};

statements! {
    DELETE_BELOW = "
        with recursive below (id) as (
            select m.id
            from messages m
            where m.id = $1
            union all
            select m.id
            from below
            join messages m on m.parent_id = below.id
            where m.deleted_at is null
        )
        update messages
        set deleted_at = $2, deleted_in = $3
        where id in (select id from below) and deleted_at is null";
    RESTORE_DELETION = "
        update messages
        set deleted_at = null, deleted_in = null
        where story_id = $1 and deleted_in = $2";
    LIST_DELETED = concat!(
        "select ",
        message_columns!(),
        " from messages m
        left join messages p on p.id = m.parent_id
        where m.story_id = $1 and m.deleted_in is not null
          and (p.id is null or p.deleted_in is null or p.deleted_in <> m.deleted_in)
        order by m.deleted_in desc, m.id desc
        limit $2"
    );
    LIST_TO_PURGE = "select distinct story_id from messages where deleted_at <= $1 limit $2";
    PURGE = "delete from messages where story_id = $1 and deleted_at <= $2";
}

/// Deletes a message and everything below it that is not deleted, as one deletion; returns how many.
pub(in crate::stories) async fn delete_below(
    tx: &mut Tx,
    id: &MessageId,
    now: Timestamp,
    deletion: i64,
) -> sqlx::Result<i64> {
    let gone = query_on!(tx, |x: D| {
        let delete = sqlx::query::<D>(DELETE_BELOW)
            .bind(id.as_str())
            .bind(now.0)
            .bind(deletion);
        delete.execute(x).await.map(|done| done.rows_affected())
    })?;
    Ok(i64::try_from(gone).unwrap_or(i64::MAX))
}

/// Undoes a deletion; returns how many messages were restored.
pub(in crate::stories) async fn restore_deletion(
    tx: &mut Tx,
    story: &StoryId,
    deletion: i64,
) -> sqlx::Result<i64> {
    let back = query_on!(tx, |x: D| {
        let restore = sqlx::query::<D>(RESTORE_DELETION)
            .bind(story.as_str())
            .bind(deletion);
        restore.execute(x).await.map(|done| done.rows_affected())
    })?;
    Ok(i64::try_from(back).unwrap_or(i64::MAX))
}

/// The first message of each deletion, the latest first.
pub(in crate::stories) async fn list_deleted(
    conn: &mut Conn,
    story: &StoryId,
    limit: u32,
) -> sqlx::Result<Vec<MessageRow>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, MessageRecord>(LIST_DELETED)
        .bind(story.as_str())
        .bind(i64::from(limit))
        .fetch_all(x)
        .await)?;
    Ok(rows.into_iter().map(MessageRow::from).collect())
}

/// Up to `limit` stories with messages that were deleted before this moment.
pub(in crate::stories) async fn list_to_purge(
    conn: &mut Conn,
    before: Timestamp,
    limit: i64,
) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_TO_PURGE)
        .bind(before.0)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// Permanently deletes what was deleted before this moment; returns how many. Messages below a deleted one
/// were never deleted later.
pub(in crate::stories) async fn purge(tx: &mut Tx, story: &str, before: Timestamp) -> sqlx::Result<u64> {
    query_on!(tx, |x: D| sqlx::query::<D>(PURGE)
        .bind(story)
        .bind(before.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))
}
