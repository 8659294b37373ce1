//! SQL of `identity_mail_tokens`: the purposes of mailed links.

use kernel::Timestamp;
use platform::db::{Conn, Tx, query_on, statements};

statements! {
    INSERT_MAIL_TOKEN = "
        insert into identity_mail_tokens (token_hash, purpose, email, email_key, identity_id, created_at,
            expires_at)
        values ($1, $2, $3, $4, $5, $6, $7)";
    FIND_MAIL_TOKEN = "
        select purpose, email, email_key, identity_id
        from identity_mail_tokens
        where token_hash = $1 and expires_at > $2";
    CONSUME_MAIL_TOKEN = "delete from identity_mail_tokens where token_hash = $1 and expires_at > $2";
    DELETE_MAIL_TOKENS_OF_EMAIL = "delete from identity_mail_tokens where email_key = $1 and purpose = $2";
    DELETE_MAIL_TOKENS_OF_IDENTITY =
        "delete from identity_mail_tokens where identity_id = $1 and purpose = $2";
}

/// The purpose of a mailed link.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(crate) struct MailTokenRow {
    pub(crate) purpose: String,
    pub(crate) email: String,
    pub(crate) email_key: String,
    pub(crate) identity_id: Option<String>,
}

/// Adds a mailed link.
pub(crate) async fn insert(
    tx: &mut Tx,
    token_hash: &str,
    row: &MailTokenRow,
    now: Timestamp,
    expires_at: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_MAIL_TOKEN)
        .bind(token_hash)
        .bind(&row.purpose)
        .bind(&row.email)
        .bind(&row.email_key)
        .bind(&row.identity_id)
        .bind(now.0)
        .bind(expires_at.0)
        .execute(x)
        .await
        .map(drop))
}

/// The purpose of a link that has not expired and was not used.
pub(crate) async fn find(
    conn: &mut Conn,
    token_hash: &str,
    now: Timestamp,
) -> sqlx::Result<Option<MailTokenRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, MailTokenRow>(FIND_MAIL_TOKEN)
        .bind(token_hash)
        .bind(now.0)
        .fetch_optional(x)
        .await)
}

/// Uses a link up; false where it has expired or was used.
pub(crate) async fn consume(tx: &mut Tx, token_hash: &str, now: Timestamp) -> sqlx::Result<bool> {
    let consumed = query_on!(tx, |x: D| sqlx::query::<D>(CONSUME_MAIL_TOKEN)
        .bind(token_hash)
        .bind(now.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(consumed == 1)
}

/// Invalidates earlier links of this purpose to an address.
pub(crate) async fn delete_of_email(tx: &mut Tx, email_key: &str, purpose: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_MAIL_TOKENS_OF_EMAIL)
        .bind(email_key)
        .bind(purpose)
        .execute(x)
        .await
        .map(drop))
}

/// Invalidates earlier links of this purpose of an identity.
pub(crate) async fn delete_of_identity(tx: &mut Tx, identity: &str, purpose: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_MAIL_TOKENS_OF_IDENTITY)
        .bind(identity)
        .bind(purpose)
        .execute(x)
        .await
        .map(drop))
}
