//! SQL of status.

use kernel::Timestamp;
use platform::db::{self, Conn, Tx, query_on, statements};

statements! {
    READ_HEARTBEATS = "select count(*) from heartbeats";
    OLDEST_FAILED_EMAIL = "select min(created_at) from mails where attempts > 0 and due_at > created_at";
}

/// Writes one row; the commit shows whether the database takes writes.
///
/// # Errors
/// Database errors.
pub async fn write_heartbeat(tx: &mut Tx, now: Timestamp) -> sqlx::Result<()> {
    db::record_heartbeat(tx, "readiness", now).await
}

/// Reads a few rows.
pub(super) async fn read_heartbeats(conn: &mut Conn) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(READ_HEARTBEATS)
        .fetch_one(x)
        .await)
}

/// Since when the oldest failed email has been waiting, if there is one.
pub(super) async fn oldest_failed_email(conn: &mut Conn) -> sqlx::Result<Option<Timestamp>> {
    let at = query_on!(conn, |x: D| sqlx::query_scalar::<D, Option<i64>>(
        OLDEST_FAILED_EMAIL
    )
    .fetch_one(x)
    .await)?;
    Ok(at.map(Timestamp))
}
