//! SQL of `identity_refresh_tokens`: the chain of refresh tokens of each session.

use kernel::Timestamp;
use platform::db::{Conn, Tx, query_on, statements};

statements! {
    FIND_REFRESH = "
        select r.session_id, s.identity_id, r.generation, r.replaced_at, s.expires_at, s.ended_at,
            i.suspended_at, (
                select max(n.generation)
                from identity_refresh_tokens n
                where n.session_id = r.session_id
            ) as newest
        from identity_refresh_tokens r
        join identity_sessions s on s.id = r.session_id
        join identities i on i.id = s.identity_id
        where r.token_hash = $1";
    MARK_REFRESH_USED = "
        update identity_refresh_tokens
        set replaced_at = $2
        where token_hash = $1 and replaced_at is null";
    INSERT_REFRESH = "
        insert into identity_refresh_tokens (token_hash, session_id, generation, created_at)
        values ($1, $2, $3, $4)";
}

/// A refresh token with its session and the newest generation of that session.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(crate) struct RefreshRow {
    pub(crate) session_id: String,
    pub(crate) identity_id: String,
    pub(crate) generation: i64,
    pub(crate) newest: i64,
    pub(crate) replaced_at: Option<i64>,
    pub(crate) expires_at: i64,
    pub(crate) ended_at: Option<i64>,
    pub(crate) suspended_at: Option<i64>,
}

/// The refresh token with this hash.
pub(crate) async fn find(conn: &mut Conn, token_hash: &str) -> sqlx::Result<Option<RefreshRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, RefreshRow>(FIND_REFRESH)
        .bind(token_hash)
        .fetch_optional(x)
        .await)
}

/// Marks a refresh token as used; false where it was used before.
pub(crate) async fn mark_used(tx: &mut Tx, token_hash: &str, now: Timestamp) -> sqlx::Result<bool> {
    let replaced = query_on!(tx, |x: D| sqlx::query::<D>(MARK_REFRESH_USED)
        .bind(token_hash)
        .bind(now.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(replaced == 1)
}

/// Adds a refresh token.
pub(crate) async fn insert(
    tx: &mut Tx,
    token_hash: &str,
    session: &str,
    generation: i64,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_REFRESH)
        .bind(token_hash)
        .bind(session)
        .bind(generation)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}
