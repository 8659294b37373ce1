//! SQL of turns.

use kernel::Timestamp;
use platform::db::{Conn, Tx, query_on, statements};

use crate::prompt::Shorten;
use crate::quotas::UsageOwner;
use crate::turns::model::TurnFault;

/// A turn as stored.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(in crate::turns) struct TurnRow {
    pub(in crate::turns) id: String,
    pub(in crate::turns) story_id: String,
    pub(in crate::turns) owner_kind: String,
    pub(in crate::turns) owner_id: String,
    pub(in crate::turns) kind: String,
    pub(in crate::turns) state: String,
    pub(in crate::turns) user_message_id: Option<String>,
    pub(in crate::turns) text: Option<String>,
    pub(in crate::turns) error_code: Option<String>,
    pub(in crate::turns) error_message: Option<String>,
    pub(in crate::turns) error_retry_after: Option<i64>,
    pub(in crate::turns) error_shorten: Option<String>,
    pub(in crate::turns) last_event: i64,
    pub(in crate::turns) lease_until: i64,
    pub(in crate::turns) started_at: i64,
    pub(in crate::turns) ended_at: Option<i64>,
}

macro_rules! turn_columns {
    () => {
        "id, story_id, owner_kind, owner_id, kind, state, user_message_id, text, error_code, error_message, error_retry_after, error_shorten, \
         last_event, lease_until, started_at, ended_at"
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
}

/// A new turn.
#[derive(Debug)]
pub(in crate::turns) struct NewTurn<'a> {
    pub(in crate::turns) id: &'a str,
    pub(in crate::turns) story_id: &'a str,
    pub(in crate::turns) owner: UsageOwner<'a>,
    pub(in crate::turns) kind: &'a str,
    pub(in crate::turns) request: serde_json::Value,
    pub(in crate::turns) client_id: Option<&'a str>,
    pub(in crate::turns) user_message_id: Option<&'a str>,
    pub(in crate::turns) process: &'a str,
    pub(in crate::turns) lease_until: Timestamp,
    pub(in crate::turns) started_at: Timestamp,
}

pub(in crate::turns) async fn insert_turn(tx: &mut Tx, new: &NewTurn<'_>) -> sqlx::Result<()> {
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
pub(in crate::turns) async fn find_turn(conn: &mut Conn, id: &str) -> sqlx::Result<Option<TurnRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, TurnRow>(FIND_TURN)
        .bind(id)
        .fetch_optional(x)
        .await)
}

/// The turn with this id of the client in a story.
pub(in crate::turns) async fn find_by_client(
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
pub(in crate::turns) async fn find_running(conn: &mut Conn, story_id: &str) -> sqlx::Result<Option<TurnRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, TurnRow>(FIND_RUNNING_OF_STORY)
        .bind(story_id)
        .fetch_optional(x)
        .await)
}

/// Turns that have not ended and whose lease ended before this moment.
pub(in crate::turns) async fn list_lost(
    conn: &mut Conn,
    before: Timestamp,
    limit: i64,
) -> sqlx::Result<Vec<TurnRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, TurnRow>(LIST_LOST_TURNS)
        .bind(before.0)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// How many turns this player has begun since this moment.
pub(in crate::turns) async fn count_begun(
    conn: &mut Conn,
    owner: UsageOwner<'_>,
    since: Timestamp,
) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_BEGUN)
        .bind(owner.kind)
        .bind(owner.id)
        .bind(since.0)
        .fetch_one(x)
        .await)
}

/// When the first of these turns began.
pub(in crate::turns) async fn find_oldest_since(
    conn: &mut Conn,
    owner: UsageOwner<'_>,
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

/// How many turns of this player are running.
pub(in crate::turns) async fn count_running(
    conn: &mut Conn,
    owner: UsageOwner<'_>,
    now: Timestamp,
) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_RUNNING)
        .bind(owner.kind)
        .bind(owner.id)
        .bind(now.0)
        .fetch_one(x)
        .await)
}

/// Stores the progress of a turn and renews its lease. Returns whether to stop; `None` if the turn has ended.
pub(in crate::turns) async fn checkpoint(
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

/// Requests that a turn stops, whichever process runs it.
pub(in crate::turns) async fn ask_stop(tx: &mut Tx, id: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(ASK_STOP)
        .bind(id)
        .execute(x)
        .await
        .map(drop))
}

/// Requests that all turns of a story stop, whichever process runs them.
pub(in crate::turns) async fn stop_story(tx: &mut Tx, story_id: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(STOP_STORY_TURNS)
        .bind(story_id)
        .execute(x)
        .await
        .map(drop))
}

/// Whether this turn was asked to stop.
pub(in crate::turns) async fn is_stop_asked(conn: &mut Conn, id: &str) -> sqlx::Result<bool> {
    Ok(
        query_on!(conn, |x: D| sqlx::query_scalar::<D, bool>(IS_STOP_ASKED)
            .bind(id)
            .fetch_optional(x)
            .await)?
        .unwrap_or(false),
    )
}

/// The end of a turn.
#[derive(Debug)]
pub(in crate::turns) struct TurnEnd<'a> {
    pub(in crate::turns) state: &'a str,
    pub(in crate::turns) last_event: i64,
    pub(in crate::turns) text: Option<&'a str>,
    pub(in crate::turns) fault: Option<&'a TurnFault>,
    pub(in crate::turns) at: Timestamp,
}

/// Ends a turn; returns false if it had ended before.
pub(in crate::turns) async fn end_turn(tx: &mut Tx, id: &str, ended: &TurnEnd<'_>) -> sqlx::Result<bool> {
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
