//! SQL of what files said that means nothing here.

use std::collections::HashMap;

use kernel::ids::{MessageId, StoryId};
use serde_json::{Map, Value};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use crate::db::{Conn, Tx, on};

pub(crate) const PUT_STORY_EXTRA: &str = "insert into story_extras (story_id, extra) values ($1, $2)";
pub(crate) const FIND_STORY_EXTRA: &str = "select extra from story_extras where story_id = $1";

/// Rows of one statement.
const ROWS: usize = 500;

/// Keeps what a file said of a new story and of its messages.
pub(super) async fn put(
    tx: &mut Tx,
    story: &StoryId,
    extra: &Map<String, Value>,
    messages: &[(MessageId, &Map<String, Value>)],
) -> sqlx::Result<()> {
    if !extra.is_empty() {
        on!(tx, |x: D| sqlx::query::<D>(PUT_STORY_EXTRA)
            .bind(story.as_str())
            .bind(Json(extra))
            .execute(x)
            .await
            .map(drop))?;
    }
    for rows in messages.chunks(ROWS) {
        on!(tx, |x: D| {
            let mut query =
                QueryBuilder::<D>::new("insert into message_extras (message_id, story_id, extra) ");
            query.push_values(rows, |mut row, (id, extra)| {
                row.push_bind(id.to_string())
                    .push_bind(story.to_string())
                    .push_bind(Json((*extra).clone()));
            });
            query.build().execute(x).await.map(drop)
        })?;
    }
    Ok(())
}

/// What was kept of a story.
pub(super) async fn find(conn: &mut Conn, story: &StoryId) -> sqlx::Result<Map<String, Value>> {
    let own = on!(conn, |x: D| sqlx::query_scalar::<D, Json<Map<String, Value>>>(
        FIND_STORY_EXTRA
    )
    .bind(story.as_str())
    .fetch_optional(x)
    .await)?;
    Ok(own.map(|json| json.0).unwrap_or_default())
}

/// What was kept of these messages, by id.
pub(super) async fn find_of_messages(
    conn: &mut Conn,
    ids: &[MessageId],
) -> sqlx::Result<HashMap<String, Map<String, Value>>> {
    let rows: Vec<(String, Json<Map<String, Value>>)> = on!(conn, |x: D| {
        let mut query =
            QueryBuilder::<D>::new("select message_id, extra from message_extras where message_id in (");
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(id.to_string());
        }
        query.push(")");
        query.build_query_as().fetch_all(x).await
    })?;
    Ok(rows.into_iter().map(|(id, json)| (id, json.0)).collect())
}
