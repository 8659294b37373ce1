//! SQL of the replies of turns.

use platform::db::{Conn, Tx, query_on, statements};

use crate::turns::model::DraftedSpeaker;

/// A stored reply of a turn, without its prompt.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(in crate::turns) struct ReplyRow {
    pub(in crate::turns) turn_id: String,
    pub(in crate::turns) position: i64,
    pub(in crate::turns) message_id: Option<String>,
    pub(in crate::turns) speaker_id: Option<String>,
    pub(in crate::turns) why: String,
    pub(in crate::turns) payment: String,
    pub(in crate::turns) hold_id: Option<String>,
    pub(in crate::turns) price: i64,
    pub(in crate::turns) captured: Option<i64>,
    pub(in crate::turns) day: Option<i64>,
}

impl ReplyRow {
    /// A reply without payment and message.
    pub(in crate::turns) fn new(turn_id: &str, position: i64, speaker: DraftedSpeaker) -> Self {
        Self {
            turn_id: turn_id.to_owned(),
            position,
            message_id: None,
            speaker_id: speaker.character_id,
            why: speaker.why,
            payment: String::new(),
            hold_id: None,
            price: 0,
            captured: None,
            day: None,
        }
    }
}

statements! {
    INSERT_REPLY = "
        insert into turn_replies (turn_id, position, message_id, speaker_id, why, payment, hold_id, price, day,
            settled)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, false)";
    LIST_REPLIES = "
        select turn_id, position, message_id, speaker_id, why, payment, hold_id, price, captured, day
        from turn_replies
        where turn_id = $1
        order by position";
    SET_REPLY_SPEAKER = "
        update turn_replies
        set speaker_id = $3, why = $4, message_id = $5
        where turn_id = $1 and position = $2";
    SET_CAPTURED = "update turn_replies set captured = $3 where turn_id = $1 and position = $2";
    SETTLE_REPLY = "
        update turn_replies
        set captured = $3, settled = true
        where turn_id = $1 and position = $2 and not settled";
}

pub(in crate::turns) async fn insert_reply(tx: &mut Tx, row: &ReplyRow) -> sqlx::Result<()> {
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
pub(in crate::turns) async fn list_replies(conn: &mut Conn, turn_id: &str) -> sqlx::Result<Vec<ReplyRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, ReplyRow>(LIST_REPLIES)
        .bind(turn_id)
        .fetch_all(x)
        .await)
}

/// Stores who speaks, why, and in which message.
pub(in crate::turns) async fn set_speaker(tx: &mut Tx, row: &ReplyRow) -> sqlx::Result<()> {
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

/// Marks a reply as settled; returns false if it was settled before.
pub(in crate::turns) async fn settle_reply(
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

pub(in crate::turns) async fn set_captured(
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
