//! SQL of the unknown fields of files.

use std::collections::HashMap;

use platform::db::{Conn, Tx, push_in_list, query_on, statements};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use crate::stories::{MessageId, StoryId};

statements! {
    PUT_STORY_EXTRA = "insert into story_extras (story_id, extra) values ($1, $2)";
    FIND_STORY_EXTRA = "select extra from story_extras where story_id = $1";
}

/// Rows of one statement, and their bytes: bound values are copied at once.
const ROWS: usize = 500;
const BYTES: usize = 1 << 20;

/// The unknown fields of a message, as JSON text.
pub(super) type Extra = Box<RawValue>;

/// Serializes the unknown fields of a message; `None` if it has none. Takes time in proportion to their size.
///
/// # Errors
/// Never: what was parsed can be serialized.
pub(super) fn write_extra(extra: &Map<String, Value>) -> serde_json::Result<Option<Extra>> {
    (!extra.is_empty())
        .then(|| serde_json::value::to_raw_value(extra))
        .transpose()
}

/// How many of these fit into one statement: at least one.
fn count_at_once(messages: &[(&MessageId, &Extra)]) -> usize {
    let mut bytes = 0;
    let fit = messages.iter().take(ROWS).take_while(|(_, extra)| {
        bytes += extra.get().len();
        bytes <= BYTES
    });
    fit.count().max(1)
}

/// Stores the unknown fields of a new story and of its messages.
pub(super) async fn put(
    tx: &mut Tx,
    story: &StoryId,
    extra: &Map<String, Value>,
    messages: &[(&MessageId, &Extra)],
) -> sqlx::Result<()> {
    if !extra.is_empty() {
        query_on!(tx, |x: D| sqlx::query::<D>(PUT_STORY_EXTRA)
            .bind(story.as_str())
            .bind(Json(extra))
            .execute(x)
            .await
            .map(drop))?;
    }
    let mut rest = messages;
    while !rest.is_empty() {
        let (rows, later) = rest.split_at(count_at_once(rest));
        rest = later;
        query_on!(tx, |x: D| {
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

/// The unknown fields of a story.
pub(super) async fn find(conn: &mut Conn, story: &StoryId) -> sqlx::Result<Map<String, Value>> {
    let own = query_on!(conn, |x: D| sqlx::query_scalar::<D, Json<Map<String, Value>>>(
        FIND_STORY_EXTRA
    )
    .bind(story.as_str())
    .fetch_optional(x)
    .await)?;
    Ok(own.map(|json| json.0).unwrap_or_default())
}

/// The unknown fields of these messages, by id.
pub(super) async fn find_of_messages(
    conn: &mut Conn,
    ids: &[MessageId],
) -> sqlx::Result<HashMap<String, Map<String, Value>>> {
    let rows: Vec<(String, Json<Map<String, Value>>)> = query_on!(conn, |x: D| {
        let mut query =
            QueryBuilder::<D>::new("select message_id, extra from message_extras where message_id in ");
        push_in_list(&mut query, ids.iter().map(MessageId::as_str));
        query.build_query_as().fetch_all(x).await
    })?;
    Ok(rows.into_iter().map(|(id, json)| (id, json.0)).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn count(sizes: &[usize]) -> usize {
        let id = MessageId::trusted("m".to_owned());
        let extra = |size: &usize| serde_json::value::to_raw_value(&json!("x".repeat(*size))).expect("JSON");
        let extras: Vec<Extra> = sizes.iter().map(extra).collect();
        count_at_once(&extras.iter().map(|extra| (&id, extra)).collect::<Vec<_>>())
    }

    #[test]
    fn one_statement_takes_a_bounded_number_of_rows_and_bytes() {
        assert_eq!(count(&[1; 2 * ROWS]), ROWS);
        assert_eq!(count(&[BYTES / 3; 9]), 2);
        assert_eq!(count(&[2 * BYTES, 1]), 1, "also one that is too large alone");
    }
}
