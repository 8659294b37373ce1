//! SQL of status.

use kernel::Timestamp;
use platform::db::{self, Conn, Tx, query_on, statements};

statements! {
    READ_BEAT = "select count(*) from heartbeats";
    OLDEST_FAILED_LETTER = "select min(created_at) from mails where attempts > 0 and due_at > created_at";
}

/// Writes one row, for whoever commits it to find out whether the database takes writes.
///
/// # Errors
/// Database errors.
pub async fn beat(tx: &mut Tx, now: Timestamp) -> sqlx::Result<()> {
    db::beat(tx, "readiness", now).await
}

/// Reads something small.
pub(super) async fn read_beat(conn: &mut Conn) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(READ_BEAT)
        .fetch_one(x)
        .await)
}

/// Since when the oldest letter that was tried in vain has been waiting, if one does.
pub(super) async fn oldest_failed_letter(conn: &mut Conn) -> sqlx::Result<Option<Timestamp>> {
    let at = query_on!(conn, |x: D| sqlx::query_scalar::<D, Option<i64>>(
        OLDEST_FAILED_LETTER
    )
    .fetch_one(x)
    .await)?;
    Ok(at.map(Timestamp))
}
