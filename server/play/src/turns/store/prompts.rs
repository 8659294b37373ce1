//! SQL of prompts, and of the variables that macros stored.

use kernel::Timestamp;
use platform::db::{Conn, Tx, push_in_list, query_on, statements};
use sqlx::QueryBuilder;

use crate::prompt::Variables;
use crate::stories::MessageId;

statements! {
    SET_REPLY_PROMPT = "update turn_replies set prompt = $3 where turn_id = $1 and position = $2";
    LIST_PROMPTS =
        "select prompt from turn_replies where turn_id = $1 and prompt is not null order by position";
    DELETE_OLD_PROMPTS = "
        update turn_replies
        set prompt = null
        where prompt is not null and turn_id in (
            select id
            from turns
            where started_at < $1 and ended_at is not null
        )";
    FIND_VARIABLES = "select variables from story_variables where story_id = $1";
    PUT_VARIABLES = "
        insert into story_variables (story_id, variables)
        values ($1, $2)
        on conflict (story_id) do update set variables = excluded.variables";
}

/// Stores the prompt of a reply.
pub(in crate::turns) async fn set_prompt(
    tx: &mut Tx,
    turn_id: &str,
    position: i64,
    prompt: &serde_json::Value,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_REPLY_PROMPT)
        .bind(turn_id)
        .bind(position)
        .bind(sqlx::types::Json(prompt))
        .execute(x)
        .await
        .map(drop))
}

/// The prompts of a turn, reply by reply.
pub(in crate::turns) async fn list_prompts(
    conn: &mut Conn,
    turn_id: &str,
) -> sqlx::Result<Vec<serde_json::Value>> {
    let rows = query_on!(conn, |x: D| sqlx::query_scalar::<
        D,
        sqlx::types::Json<serde_json::Value>,
    >(LIST_PROMPTS)
    .bind(turn_id)
    .fetch_all(x)
    .await)?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// The prompts of these messages of a story, by message.
///
/// # Errors
/// Database errors.
pub async fn find_prompts(
    conn: &mut Conn,
    story_id: &str,
    messages: &[MessageId],
) -> sqlx::Result<Vec<(String, serde_json::Value)>> {
    let rows: Vec<(String, sqlx::types::Json<serde_json::Value>)> = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select r.message_id, r.prompt from turn_replies r join turns t on t.id = r.turn_id where r.message_id is not null and r.prompt is not null and t.story_id = ",
        );
        query.push_bind(story_id.to_owned()).push(" and r.message_id in ");
        push_in_list(&mut query, messages.iter().map(MessageId::as_str));
        query.push(" order by t.started_at, r.position");
        query.build_query_as().fetch_all(x).await
    })?;
    Ok(rows.into_iter().map(|(id, prompt)| (id, prompt.0)).collect())
}

/// Deletes the prompts of turns that began before this moment; returns of how many replies.
pub(in crate::turns) async fn delete_old_prompts(tx: &mut Tx, before: Timestamp) -> sqlx::Result<u64> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_OLD_PROMPTS)
        .bind(before.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))
}

/// The variables that macros have stored in a story.
///
/// # Errors
/// Database errors.
pub async fn find_variables(conn: &mut Conn, story_id: &str) -> sqlx::Result<Variables> {
    let found = query_on!(conn, |x: D| {
        sqlx::query_scalar::<D, sqlx::types::Json<Variables>>(FIND_VARIABLES)
            .bind(story_id)
            .fetch_optional(x)
            .await
    })?;
    Ok(found.map(|found| found.0).unwrap_or_default())
}

/// Replaces the variables of a story.
///
/// # Errors
/// Database errors.
pub async fn put_variables(tx: &mut Tx, story_id: &str, variables: &Variables) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(PUT_VARIABLES)
        .bind(story_id)
        .bind(sqlx::types::Json(variables))
        .execute(x)
        .await
        .map(drop))
}
