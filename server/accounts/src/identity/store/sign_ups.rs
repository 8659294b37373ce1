//! SQL of `identity_sign_ups`: sign-ups that wait for their address to be confirmed.

use kernel::Timestamp;
use platform::db::{Conn, Tx, query_on, statements};

statements! {
    INSERT_SIGN_UP = "
        insert into identity_sign_ups (id, email, email_key, password_hash, ticket_hash, created_at, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7)";
    LIST_SIGN_UPS = "
        select email, email_key, password_hash, ticket_hash
        from identity_sign_ups
        where email_key = $1 and expires_at > $2
        order by created_at desc, id desc
        limit $3";
    FIND_SIGN_UP_BY_TICKET = "
        select email, email_key, password_hash, ticket_hash
        from identity_sign_ups
        where ticket_hash = $1 and email_key = $2 and expires_at > $3";
    DELETE_SIGN_UPS = "delete from identity_sign_ups where email_key = $1";
}

/// A sign-up that waits for its address to be confirmed.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(crate) struct SignUpRow {
    pub(crate) email: String,
    pub(crate) email_key: String,
    pub(crate) password_hash: String,
    pub(crate) ticket_hash: String,
}

/// Adds a sign-up.
pub(crate) async fn insert(
    tx: &mut Tx,
    id: &str,
    row: &SignUpRow,
    now: Timestamp,
    expires_at: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_SIGN_UP)
        .bind(id)
        .bind(&row.email)
        .bind(&row.email_key)
        .bind(&row.password_hash)
        .bind(&row.ticket_hash)
        .bind(now.0)
        .bind(expires_at.0)
        .execute(x)
        .await
        .map(drop))
}

/// The newest waiting sign-ups of an address.
pub(crate) async fn list(
    conn: &mut Conn,
    email_key: &str,
    now: Timestamp,
    limit: usize,
) -> sqlx::Result<Vec<SignUpRow>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    query_on!(conn, |x: D| sqlx::query_as::<D, SignUpRow>(LIST_SIGN_UPS)
        .bind(email_key)
        .bind(now.0)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// The waiting sign-up of an address with this ticket.
pub(crate) async fn find_by_ticket(
    conn: &mut Conn,
    ticket_hash: &str,
    email_key: &str,
    now: Timestamp,
) -> sqlx::Result<Option<SignUpRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, SignUpRow>(
        FIND_SIGN_UP_BY_TICKET
    )
    .bind(ticket_hash)
    .bind(email_key)
    .bind(now.0)
    .fetch_optional(x)
    .await)
}

/// Deletes all sign-ups of an address.
pub(crate) async fn delete_of_email(tx: &mut Tx, email_key: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_SIGN_UPS)
        .bind(email_key)
        .execute(x)
        .await
        .map(drop))
}
