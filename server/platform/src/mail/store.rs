//! SQL of the mail queue.

use kernel::Timestamp;

use crate::db::{Conn, Tx, query_on, statements};

/// A message that waits to be composed and sent.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct QueuedEmail {
    /// Its id.
    pub id: String,
    /// Where it goes.
    pub recipient: String,
    /// The kind of message; the slice that queued it defines the kinds.
    pub kind: String,
    /// What it is about: an id, where there is one.
    pub subject: Option<String>,
    /// When it was queued, in Unix milliseconds.
    pub created_at: i64,
    /// How often sending it was attempted.
    pub attempts: i64,
}

statements! {
    PURGE_MAILS = "delete from mails where recipient = $1 or subject = $2";
    INSERT_MAIL = "
        insert into mails (id, recipient, kind, subject, created_at, due_at, leased_until, attempts)
        values ($1, $2, $3, $4, $5, $5, 0, 0)";
    LEASE_MAILS = "
        update mails
        set leased_until = $2, attempts = attempts + 1
        where leased_until <= $1 and id in (
            select id
            from mails
            where due_at <= $1 and leased_until <= $1
            order by due_at
            limit $3
        )
        returning id, recipient, kind, subject, created_at, attempts";
    DELETE_MAIL = "delete from mails where id = $1";
    POSTPONE_MAIL = "update mails set due_at = $2, leased_until = 0 where id = $1";
    NEXT_MAIL = "select count(*) from mails where due_at <= $1 and leased_until <= $1";
}

/// Queues a message, in the transaction of the change it reports.
///
/// # Errors
/// Database errors.
pub async fn queue(
    tx: &mut Tx,
    id: &str,
    recipient: &str,
    kind: &str,
    subject: Option<&str>,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_MAIL)
        .bind(id)
        .bind(recipient)
        .bind(kind)
        .bind(subject)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Whether a message is due.
pub(super) async fn is_any_due(conn: &mut Conn, now: Timestamp) -> sqlx::Result<bool> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(NEXT_MAIL)
        .bind(now.0)
        .fetch_one(x)
        .await)
    .map(|due| due > 0)
}

/// Leases messages that are due to this process until `until`.
pub(super) async fn lease(
    tx: &mut Tx,
    now: Timestamp,
    until: Timestamp,
    limit: i64,
) -> sqlx::Result<Vec<QueuedEmail>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, QueuedEmail>(LEASE_MAILS)
        .bind(now.0)
        .bind(until.0)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// Deletes a message that was sent or never will be.
pub(super) async fn delete(tx: &mut Tx, id: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_MAIL)
        .bind(id)
        .execute(x)
        .await
        .map(drop))
}

/// Makes a message due again at `due`.
pub(super) async fn postpone(tx: &mut Tx, id: &str, due: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(POSTPONE_MAIL)
        .bind(id)
        .bind(due.0)
        .execute(x)
        .await
        .map(drop))
}

/// Deletes the messages to this address and those about this subject.
///
/// # Errors
/// Database errors.
pub async fn purge(tx: &mut Tx, address: &str, subject: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(PURGE_MAILS)
        .bind(address)
        .bind(subject)
        .execute(x)
        .await
        .map(drop))
}
