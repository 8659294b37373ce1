//! Exports a whole story, a page of messages at a time.

use accounts::guests::Owner;
use std::collections::HashMap;

use kernel::Timestamp;
use platform::db::{Conn, push_in_list, query_on, statements};
use sqlx::QueryBuilder;

use crate::stories::rows::{MessageRow, Story};
use crate::stories::text::Author;
use crate::stories::tree::{MessageRecord, message_columns};
use crate::stories::{MessageId, StoryId, store};

statements! {
    LIST_EXPORT_IDS = "
        select m.id
        from messages m
        where m.story_id = $1 and (m.deleted_at is null or $2)
        order by m.depth, m.position";
    LIST_POSITIONS = "
        select m.id, m.parent_id, m.author, m.name
        from messages m
        where m.story_id = $1 and m.deleted_at is null
        order by m.depth, m.position";
    LIST_ALL_OF = "select id from stories where owner_kind = $1 and owner_id = $2 order by created_at, id";
}

/// A message with its earlier texts.
#[derive(Debug, Clone)]
pub struct ExportMessage {
    /// The message.
    pub row: MessageRow,
    /// The number of the deletion that deleted it.
    pub deleted_in: Option<i64>,
    /// Earlier texts: version, text, and until when.
    pub revisions: Vec<(i64, String, Timestamp)>,
}

/// A message's position in the tree of its story, with its author but without its text.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct MessagePosition {
    /// The message's id.
    pub id: String,
    /// The id of the message it follows.
    pub parent_id: Option<String>,
    /// Who wrote it.
    #[sqlx(try_from = "String")]
    pub author: Author,
    /// The name of its author.
    pub name: String,
}

/// The positions of all messages of a story on all branches, without deleted ones. Parents come before their
/// children, and alternatives in their order.
///
/// # Errors
/// Database errors.
pub async fn list_positions(conn: &mut Conn, story: &Story) -> sqlx::Result<Vec<MessagePosition>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, MessagePosition>(LIST_POSITIONS)
        .bind(story.id.as_str())
        .fetch_all(x)
        .await)
}

/// The ids of all messages of a story in the same order; deleted ones only if the caller wants them.
///
/// # Errors
/// Database errors.
pub async fn list_export_ids(
    conn: &mut Conn,
    story: &Story,
    with_deleted: bool,
) -> sqlx::Result<Vec<MessageId>> {
    let ids = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_EXPORT_IDS)
        .bind(story.id.as_str())
        .bind(with_deleted)
        .fetch_all(x)
        .await)?;
    Ok(ids.into_iter().map(MessageId::trusted).collect())
}

/// Those of these messages that exist, in this order.
///
/// # Errors
/// Database errors.
pub async fn list_export_messages(conn: &mut Conn, ids: &[MessageId]) -> sqlx::Result<Vec<ExportMessage>> {
    let mut by_id: HashMap<String, ExportMessage> = HashMap::new();
    for row in list_rows(conn, ids).await? {
        let message = ExportMessage {
            deleted_in: row.deleted_in,
            revisions: Vec::new(),
            row,
        };
        by_id.insert(message.row.id.to_string(), message);
    }
    for (id, version, content, at) in list_revisions(conn, ids).await? {
        if let Some(one) = by_id.get_mut(&id) {
            one.revisions.push((version, content, Timestamp(at)));
        }
    }
    Ok(ids.iter().filter_map(|id| by_id.remove(id.as_str())).collect())
}

async fn list_rows(conn: &mut Conn, ids: &[MessageId]) -> sqlx::Result<Vec<MessageRow>> {
    let rows: Vec<MessageRecord> = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(concat!(
            "select ",
            message_columns!(),
            " from messages m where m.id in "
        ));
        push_in_list(&mut query, ids.iter().map(MessageId::as_str));
        query.build_query_as().fetch_all(x).await
    })?;
    Ok(rows.into_iter().map(MessageRow::from).collect())
}

/// The earlier texts of these messages: message, version, text, and until when.
async fn list_revisions(conn: &mut Conn, ids: &[MessageId]) -> sqlx::Result<Vec<(String, i64, String, i64)>> {
    query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select message_id, version, content, created_at from message_revisions where message_id in ",
        );
        push_in_list(&mut query, ids.iter().map(MessageId::as_str));
        query.push(" order by message_id, version");
        query.build_query_as().fetch_all(x).await
    })
}

/// All stories of an owner, also those in the trash.
///
/// # Errors
/// Database errors.
pub async fn list_all_of(conn: &mut Conn, owner: &Owner) -> sqlx::Result<Vec<Story>> {
    let ids = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_ALL_OF)
        .bind(owner.kind())
        .bind(owner.id())
        .fetch_all(x)
        .await)?;
    let mut stories = Vec::with_capacity(ids.len());
    for id in ids {
        stories.extend(store::find(conn, &StoryId::trusted(id)).await?);
    }
    Ok(stories)
}
