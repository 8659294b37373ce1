//! SQL of the letters that wait.

use kernel::Timestamp;

use crate::db::{Conn, Tx, query_on, statements};

/// A letter to be written and sent.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Order {
    /// Its id.
    pub id: String,
    /// Where it goes.
    pub recipient: String,
    /// What kind of letter it is; the slice that ordered it knows.
    pub kind: String,
    /// What it is about: an id, where there is one.
    pub subject: Option<String>,
    /// When it was ordered, in Unix milliseconds.
    pub created_at: i64,
    /// How often sending it was begun.
    pub attempts: i64,
}

statements! {
    FORGET_MAILS = "delete from mails where recipient = $1 or subject = $2";
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

/// Orders a letter, in the transaction of what it tells of.
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

/// Whether a letter is due.
pub(super) async fn is_any_due(conn: &mut Conn, now: Timestamp) -> sqlx::Result<bool> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(NEXT_MAIL)
        .bind(now.0)
        .fetch_one(x)
        .await)
    .map(|due| due > 0)
}

/// Takes letters that are due, for this process alone until `until`.
pub(super) async fn lease(
    tx: &mut Tx,
    now: Timestamp,
    until: Timestamp,
    limit: i64,
) -> sqlx::Result<Vec<Order>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, Order>(LEASE_MAILS)
        .bind(now.0)
        .bind(until.0)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// Forgets a letter that was sent or never will be.
pub(super) async fn delete(tx: &mut Tx, id: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_MAIL)
        .bind(id)
        .execute(x)
        .await
        .map(drop))
}

/// Has a letter tried again at that time.
pub(super) async fn postpone(tx: &mut Tx, id: &str, due: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(POSTPONE_MAIL)
        .bind(id)
        .bind(due.0)
        .execute(x)
        .await
        .map(drop))
}

/// Forgets the letters to this address and those about this subject.
///
/// # Errors
/// Database errors.
pub async fn purge(tx: &mut Tx, address: &str, subject: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(FORGET_MAILS)
        .bind(address)
        .bind(subject)
        .execute(x)
        .await
        .map(drop))
}
