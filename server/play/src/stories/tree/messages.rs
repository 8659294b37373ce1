//! SQL of single messages: find, insert, save, and store their earlier texts.

use std::collections::HashMap;

use kernel::Timestamp;
use platform::db::{Conn, Tx, push_in_list, query_on, statements};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::position::TreePosition;
use super::records::{MessageRecord, Presence, message_columns};
use crate::stories::rows::{MessageRow, NewMessage};
use crate::stories::rules::search_key;
use crate::stories::text::MessageState;
use crate::stories::{MessageId, StoryId};

statements! {
    FIND_MESSAGE = concat!("select ", message_columns!(), " from messages m where m.id = $1");
    FIND_BY_CLIENT_ID = concat!(
        "select ",
        message_columns!(),
        " from messages m where m.story_id = $1 and m.client_id = $2"
    );
    INSERT_MESSAGE = "
        insert into messages (id, story_id, parent_id, depth, position, jump_id, jump_depth, author, author_id,
            name, content, content_key, state, presence, hidden, origin, model, price, turn_id, client_id,
            version, created_at, aside)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, false, $15, $16, 0, $17, $18, 1,
            $19, $20)";
    CHECKPOINT =
        "update messages set content = $2 where id = $1 and state = 'writing' and deleted_at is null";
    REOPEN = "
        update messages
        set state = 'writing', content = '', content_key = '', turn_id = $2, version = version + 1
        where id = $1";
    SAVE_MESSAGE = "
        update messages
        set content = $2, content_key = $3, state = $4, presence = $5, hidden = $6, model = $7,
            prompt_tokens = $8, reply_tokens = $9, price = $10, edited_at = $11, ending = $12,
            version = version + 1
        where id = $1
        returning version";
    INSERT_REVISION = "
        insert into message_revisions (message_id, version, content, created_at)
        values ($1, $2, $3, $4)";
    LIST_WRITING = "select story_id, id from messages where state = 'writing' order by story_id, id limit $1";
}

pub(in crate::stories) async fn find(conn: &mut Conn, id: &MessageId) -> sqlx::Result<Option<MessageRow>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, MessageRecord>(FIND_MESSAGE)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(row.map(MessageRow::from))
}

/// The message with this id of its sender.
pub(in crate::stories) async fn find_by_client_id(
    conn: &mut Conn,
    story: &StoryId,
    client_id: &str,
) -> sqlx::Result<Option<MessageRow>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, MessageRecord>(FIND_BY_CLIENT_ID)
        .bind(story.as_str())
        .bind(client_id)
        .fetch_optional(x)
        .await)?;
    Ok(row.map(MessageRow::from))
}

/// The texts of these messages by id.
pub(in crate::stories) async fn texts_of(
    conn: &mut Conn,
    ids: &[&str],
) -> sqlx::Result<HashMap<String, String>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(String, String)> = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new("select id, content from messages where id in ");
        push_in_list(&mut query, ids.iter().copied());
        query.build_query_as().fetch_all(x).await
    })?;
    Ok(rows.into_iter().collect())
}

pub(in crate::stories) async fn insert(
    tx: &mut Tx,
    story: &StoryId,
    id: &MessageId,
    position: &TreePosition,
    new: &NewMessage<'_>,
    at: Timestamp,
) -> sqlx::Result<()> {
    let key = key_of(new.state, new.content);
    let presence = new.presence.clone().map(|ids| Json(Presence { ids }));
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_MESSAGE)
            .bind(id.as_str())
            .bind(story.as_str())
            .bind(new.parent.map(MessageId::as_str));
        let insert = insert
            .bind(position.depth)
            .bind(position.position)
            .bind(&position.jump.0)
            .bind(position.jump.1);
        let insert = insert
            .bind(new.author.as_str())
            .bind(new.author_id)
            .bind(new.name)
            .bind(new.content)
            .bind(key)
            .bind(new.state.as_str());
        let insert = insert
            .bind(presence)
            .bind(new.origin.as_str())
            .bind(new.model)
            .bind(new.turn_id)
            .bind(new.client_id);
        insert.bind(at.0).bind(new.aside).execute(x).await.map(drop)
    })
}

/// Stores the text of a message so far; returns false if it is no longer being written, or was deleted.
pub(in crate::stories) async fn checkpoint(tx: &mut Tx, id: &MessageId, content: &str) -> sqlx::Result<bool> {
    let kept = query_on!(tx, |x: D| sqlx::query::<D>(CHECKPOINT)
        .bind(id.as_str())
        .bind(content)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(kept == 1)
}

/// Reopens a message for another turn.
pub(in crate::stories) async fn reopen(tx: &mut Tx, id: &MessageId, turn_id: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(REOPEN)
        .bind(id.as_str())
        .bind(turn_id)
        .execute(x)
        .await
        .map(drop))
}

/// Stores the fields of a message that may have changed, and raises its version.
pub(in crate::stories) async fn save(tx: &mut Tx, row: &mut MessageRow) -> sqlx::Result<()> {
    let key = key_of(row.state, &row.content);
    let presence = row.presence.clone().map(|ids| Json(Presence { ids }));
    row.version = query_on!(tx, |x: D| {
        let save = sqlx::query_scalar::<D, i64>(SAVE_MESSAGE)
            .bind(row.id.as_str())
            .bind(&row.content)
            .bind(key)
            .bind(row.state.as_str())
            .bind(presence);
        let save = save
            .bind(row.hidden)
            .bind(row.model.as_deref())
            .bind(row.prompt_tokens)
            .bind(row.reply_tokens)
            .bind(row.price);
        save.bind(row.edited_at.map(|at| at.0))
            .bind(row.ending)
            .fetch_one(x)
            .await
    })?;
    Ok(())
}

/// The search key of a message; empty while it is being written.
fn key_of(state: MessageState, content: &str) -> String {
    if state == MessageState::Writing {
        String::new()
    } else {
        search_key(content)
    }
}

/// Stores the earlier text of a message before it is replaced.
pub(in crate::stories) async fn insert_revision(
    tx: &mut Tx,
    row: &MessageRow,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_REVISION)
            .bind(row.id.as_str())
            .bind(row.version)
            .bind(&row.content)
            .bind(now.0);
        insert.execute(x).await.map(drop)
    })
}

/// Up to `limit` messages that are being written, each with its story.
pub(in crate::stories) async fn list_writing(
    conn: &mut Conn,
    limit: u32,
) -> sqlx::Result<Vec<(StoryId, MessageId)>> {
    let rows: Vec<(String, String)> = query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_WRITING)
        .bind(i64::from(limit))
        .fetch_all(x)
        .await)?;
    Ok(rows
        .into_iter()
        .map(|(story, id)| (StoryId::trusted(story), MessageId::trusted(id)))
        .collect())
}
