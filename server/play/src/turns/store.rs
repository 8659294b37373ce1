//! SQL of turns and their replies.

use kernel::Timestamp;
use platform::db::{Conn, Tx, push_in_list, query_on, statements};
use sqlx::QueryBuilder;

use super::model::TurnFault;
use crate::prompt::{Shorten, Variables};
use crate::quotas::Whose;
use crate::stories::MessageId;

/// A turn as stored.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct TurnRow {
    pub(super) id: String,
    pub(super) story_id: String,
    pub(super) owner_kind: String,
    pub(super) owner_id: String,
    pub(super) kind: String,
    pub(super) state: String,
    pub(super) user_message_id: Option<String>,
    pub(super) text: Option<String>,
    pub(super) error_code: Option<String>,
    pub(super) error_message: Option<String>,
    pub(super) error_retry_after: Option<i64>,
    pub(super) error_shorten: Option<String>,
    pub(super) last_event: i64,
    pub(super) lease_until: i64,
    pub(super) started_at: i64,
    pub(super) ended_at: Option<i64>,
}

/// A reply of a turn as stored, without what the model was shown.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct ReplyRow {
    pub(super) turn_id: String,
    pub(super) position: i64,
    pub(super) message_id: Option<String>,
    pub(super) speaker_id: Option<String>,
    pub(super) why: String,
    pub(super) payment: String,
    pub(super) hold_id: Option<String>,
    pub(super) price: i64,
    pub(super) captured: Option<i64>,
    pub(super) day: Option<i64>,
}

macro_rules! turn_columns {
    () => {
        "id, story_id, owner_kind, owner_id, kind, state, user_message_id, text, error_code, error_message, error_retry_after, error_shorten, \
         last_event, lease_until, started_at, ended_at"
    };
}
macro_rules! reply_columns {
    () => {
        "turn_id, position, message_id, speaker_id, why, payment, hold_id, price, captured, day"
    };
}

statements! {
    INSERT_TURN = "
        insert into turns (id, story_id, owner_kind, owner_id, kind, state, request, client_id, user_message_id,
            last_event, stop_asked, process, lease_until, started_at)
        values ($1, $2, $3, $4, $5, 'running', $6, $7, $8, 0, false, $9, $10, $11)";
    FIND_TURN = concat!("select ", turn_columns!(), " from turns where id = $1");
    FIND_TURN_BY_CLIENT = concat!(
        "select ",
        turn_columns!(),
        " from turns where story_id = $1 and client_id = $2"
    );
    FIND_RUNNING_OF_STORY = concat!(
        "select ",
        turn_columns!(),
        " from turns where story_id = $1 and ended_at is null order by started_at desc, id desc limit 1"
    );
    LIST_LOST_TURNS = concat!(
        "select ",
        turn_columns!(),
        " from turns where ended_at is null and lease_until < $1 order by lease_until limit $2"
    );
    COUNT_BEGUN = "select count(*) from turns where owner_kind = $1 and owner_id = $2 and started_at > $3";
    FIND_OLDEST_SINCE = "
        select min(started_at)
        from turns
        where owner_kind = $1 and owner_id = $2 and started_at > $3";
    COUNT_RUNNING = "
        select count(*)
        from turns
        where owner_kind = $1 and owner_id = $2 and ended_at is null and lease_until >= $3";
    CHECKPOINT_TURN = "
        update turns
        set last_event = $2, lease_until = $3, text = $4
        where id = $1 and ended_at is null
        returning stop_asked";
    ASK_STOP = "update turns set stop_asked = true where id = $1 and ended_at is null";
    STOP_STORY_TURNS = "update turns set stop_asked = true where story_id = $1 and ended_at is null";
    IS_STOP_ASKED = "select stop_asked from turns where id = $1";
    END_TURN = "
        update turns
        set state = $2, last_event = $3, text = $4, error_code = $5, error_message = $6, ended_at = $7,
            error_retry_after = $8, error_shorten = $9
        where id = $1 and ended_at is null";
    INSERT_REPLY = "
        insert into turn_replies (turn_id, position, message_id, speaker_id, why, payment, hold_id, price, day,
            settled)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, false)";
    LIST_REPLIES = concat!(
        "select ",
        reply_columns!(),
        " from turn_replies where turn_id = $1 order by position"
    );
    SET_REPLY_SPEAKER = "
        update turn_replies
        set speaker_id = $3, why = $4, message_id = $5
        where turn_id = $1 and position = $2";
    SET_REPLY_PROMPT = "update turn_replies set prompt = $3 where turn_id = $1 and position = $2";
    SET_CAPTURED = "update turn_replies set captured = $3 where turn_id = $1 and position = $2";
    SETTLE_REPLY = "
        update turn_replies
        set captured = $3, settled = true
        where turn_id = $1 and position = $2 and not settled";
    LIST_PROMPTS =
        "select prompt from turn_replies where turn_id = $1 and prompt is not null order by position";
    FIND_VARIABLES = "select variables from story_variables where story_id = $1";
    PUT_VARIABLES = "
        insert into story_variables (story_id, variables)
        values ($1, $2)
        on conflict (story_id) do update set variables = excluded.variables";
    DELETE_OLD_PROMPTS = "
        update turn_replies
        set prompt = null
        where prompt is not null and turn_id in (
            select id
            from turns
            where started_at < $1 and ended_at is not null
        )";
}

/// A turn that is about to be stored.
#[derive(Debug)]
pub(super) struct NewTurn<'a> {
    pub(super) id: &'a str,
    pub(super) story_id: &'a str,
    pub(super) owner: Whose<'a>,
    pub(super) kind: &'a str,
    pub(super) request: serde_json::Value,
    pub(super) client_id: Option<&'a str>,
    pub(super) user_message_id: Option<&'a str>,
    pub(super) process: &'a str,
    pub(super) lease_until: Timestamp,
    pub(super) started_at: Timestamp,
}

pub(super) async fn insert_turn(tx: &mut Tx, new: &NewTurn<'_>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_TURN)
            .bind(new.id)
            .bind(new.story_id)
            .bind(new.owner.kind)
            .bind(new.owner.id)
            .bind(new.kind);
        let insert = insert
            .bind(sqlx::types::Json(&new.request))
            .bind(new.client_id)
            .bind(new.user_message_id);
        insert
            .bind(new.process)
            .bind(new.lease_until.0)
            .bind(new.started_at.0)
            .execute(x)
            .await
            .map(drop)
    })
}

/// The turn of this id.
pub(super) async fn find_turn(conn: &mut Conn, id: &str) -> sqlx::Result<Option<TurnRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, TurnRow>(FIND_TURN)
        .bind(id)
        .fetch_optional(x)
        .await)
}

/// The turn of a story that the client calls so.
pub(super) async fn find_by_client(
    conn: &mut Conn,
    story_id: &str,
    client_id: &str,
) -> sqlx::Result<Option<TurnRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, TurnRow>(FIND_TURN_BY_CLIENT)
        .bind(story_id)
        .bind(client_id)
        .fetch_optional(x)
        .await)
}

/// The latest turn of a story that has not ended.
pub(super) async fn find_running(conn: &mut Conn, story_id: &str) -> sqlx::Result<Option<TurnRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, TurnRow>(FIND_RUNNING_OF_STORY)
        .bind(story_id)
        .fetch_optional(x)
        .await)
}

/// Turns whose process has not been heard of since this moment.
pub(super) async fn list_lost(conn: &mut Conn, before: Timestamp, limit: i64) -> sqlx::Result<Vec<TurnRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, TurnRow>(LIST_LOST_TURNS)
        .bind(before.0)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// Turns that this player has begun since.
pub(super) async fn count_begun(conn: &mut Conn, owner: Whose<'_>, since: Timestamp) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_BEGUN)
        .bind(owner.kind)
        .bind(owner.id)
        .bind(since.0)
        .fetch_one(x)
        .await)
}

/// When the first of the turns that this player has begun since began.
pub(super) async fn find_oldest_since(
    conn: &mut Conn,
    owner: Whose<'_>,
    since: Timestamp,
) -> sqlx::Result<Option<i64>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, Option<i64>>(
        FIND_OLDEST_SINCE
    )
    .bind(owner.kind)
    .bind(owner.id)
    .bind(since.0)
    .fetch_one(x)
    .await)
}

/// Turns of this player that are alive.
pub(super) async fn count_running(conn: &mut Conn, owner: Whose<'_>, now: Timestamp) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_RUNNING)
        .bind(owner.kind)
        .bind(owner.id)
        .bind(now.0)
        .fetch_one(x)
        .await)
}

/// Says that a turn is alive; whether somebody wants it stopped, none where it is over.
pub(super) async fn checkpoint(
    tx: &mut Tx,
    id: &str,
    last_event: i64,
    lease_until: Timestamp,
    text: Option<&str>,
) -> sqlx::Result<Option<bool>> {
    query_on!(tx, |x: D| {
        let update = sqlx::query_scalar::<D, bool>(CHECKPOINT_TURN)
            .bind(id)
            .bind(last_event)
            .bind(lease_until.0)
            .bind(text);
        update.fetch_optional(x).await
    })
}

/// Asks for a turn to be stopped, wherever it runs.
pub(super) async fn ask_stop(tx: &mut Tx, id: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(ASK_STOP)
        .bind(id)
        .execute(x)
        .await
        .map(drop))
}

/// Asks for everything to be stopped that runs in a story, wherever it runs.
pub(super) async fn stop_story(tx: &mut Tx, story_id: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(STOP_STORY_TURNS)
        .bind(story_id)
        .execute(x)
        .await
        .map(drop))
}

/// Whether somebody wants this turn stopped.
pub(super) async fn is_stop_asked(conn: &mut Conn, id: &str) -> sqlx::Result<bool> {
    Ok(
        query_on!(conn, |x: D| sqlx::query_scalar::<D, bool>(IS_STOP_ASKED)
            .bind(id)
            .fetch_optional(x)
            .await)?
        .unwrap_or(false),
    )
}

/// How a turn ended.
#[derive(Debug)]
pub(super) struct Ended<'a> {
    pub(super) state: &'a str,
    pub(super) last_event: i64,
    pub(super) text: Option<&'a str>,
    pub(super) fault: Option<&'a TurnFault>,
    pub(super) at: Timestamp,
}

/// Ends a turn; false where it was over before.
pub(super) async fn end_turn(tx: &mut Tx, id: &str, ended: &Ended<'_>) -> sqlx::Result<bool> {
    let rows = query_on!(tx, |x: D| {
        let update = sqlx::query::<D>(END_TURN)
            .bind(id)
            .bind(ended.state)
            .bind(ended.last_event)
            .bind(ended.text);
        let fault = ended.fault;
        let update = update
            .bind(fault.map(|fault| fault.code.as_str()))
            .bind(fault.map(|fault| fault.message.as_str()))
            .bind(ended.at.0);
        let update = update
            .bind(fault.and_then(|fault| fault.retry_after).map(i64::from))
            .bind(fault.and_then(|fault| fault.shorten).map(Shorten::as_str));
        update.execute(x).await.map(|done| done.rows_affected())
    })?;
    Ok(rows == 1)
}

pub(super) async fn insert_reply(tx: &mut Tx, row: &ReplyRow) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_REPLY)
            .bind(&row.turn_id)
            .bind(row.position)
            .bind(&row.message_id)
            .bind(&row.speaker_id)
            .bind(&row.why);
        insert
            .bind(&row.payment)
            .bind(&row.hold_id)
            .bind(row.price)
            .bind(row.day)
            .execute(x)
            .await
            .map(drop)
    })
}

/// The replies of a turn, in order.
pub(super) async fn list_replies(conn: &mut Conn, turn_id: &str) -> sqlx::Result<Vec<ReplyRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, ReplyRow>(LIST_REPLIES)
        .bind(turn_id)
        .fetch_all(x)
        .await)
}

/// Says who speaks, why, and where in the story.
pub(super) async fn set_speaker(tx: &mut Tx, row: &ReplyRow) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let update = sqlx::query::<D>(SET_REPLY_SPEAKER)
            .bind(&row.turn_id)
            .bind(row.position)
            .bind(&row.speaker_id)
            .bind(&row.why)
            .bind(&row.message_id);
        update.execute(x).await.map(drop)
    })
}

/// Keeps what the model is shown.
pub(super) async fn set_prompt(
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

/// Says that a reply is paid for or was given back; false where that was said before.
pub(super) async fn settle_reply(
    tx: &mut Tx,
    turn_id: &str,
    position: i64,
    captured: i64,
) -> sqlx::Result<bool> {
    let rows = query_on!(tx, |x: D| {
        let update = sqlx::query::<D>(SETTLE_REPLY)
            .bind(turn_id)
            .bind(position)
            .bind(captured);
        update.execute(x).await.map(|done| done.rows_affected())
    })?;
    Ok(rows == 1)
}

pub(super) async fn set_captured(
    tx: &mut Tx,
    turn_id: &str,
    position: i64,
    captured: i64,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_CAPTURED)
        .bind(turn_id)
        .bind(position)
        .bind(captured)
        .execute(x)
        .await
        .map(drop))
}

/// What models were shown in a turn, reply by reply.
pub(super) async fn list_prompts(conn: &mut Conn, turn_id: &str) -> sqlx::Result<Vec<serde_json::Value>> {
    let rows = query_on!(conn, |x: D| sqlx::query_scalar::<
        D,
        sqlx::types::Json<serde_json::Value>,
    >(LIST_PROMPTS)
    .bind(turn_id)
    .fetch_all(x)
    .await)?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// What models were shown for these messages of a story, by message.
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

/// What macros have stored in a story.
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

/// Stores what macros are to find in a story, in the place of what is there.
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

/// Forgets what models were shown in turns begun before this moment; of how many replies.
pub(super) async fn delete_old_prompts(tx: &mut Tx, before: Timestamp) -> sqlx::Result<u64> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_OLD_PROMPTS)
        .bind(before.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))
}
