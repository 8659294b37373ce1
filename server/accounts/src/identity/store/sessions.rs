//! SQL of `identity_sessions`: signed-in browsers and devices.

use kernel::Timestamp;
use kernel::ids::IdentityId;
use platform::db::{Conn, Tx, query_on, statements};

use crate::identity::SessionId;

statements! {
    FIND_SESSION = "
        select s.id, s.identity_id, s.expires_at, s.ended_at, s.totp_at, i.suspended_at, a.user_id, a.role,
            u.authorname, u.show_nsfw, u.show_nsfl
        from identity_sessions s
        join identities i on i.id = s.identity_id
        left join accounts a on a.identity_id = i.id
        left join users u on u.id = a.user_id
        where s.id = $1";
    FIND_SESSION_BY_COOKIE = "
        select s.id, s.identity_id, s.expires_at, s.ended_at, s.totp_at, i.suspended_at, a.user_id, a.role,
            u.authorname, u.show_nsfw, u.show_nsfl
        from identity_sessions s
        join identities i on i.id = s.identity_id
        left join accounts a on a.identity_id = i.id
        left join users u on u.id = a.user_id
        where s.cookie_hash = $1";
    FIND_SIGN_IN = "
        select s.created_at, case when i.password_hash is null then false else true end as has_password
        from identity_sessions s
        join identities i on i.id = s.identity_id
        where s.id = $1";
    INSERT_SESSION = "
        insert into identity_sessions (id, identity_id, cookie_hash, label, address, created_at, last_seen_at,
            expires_at, totp_at)
        values ($1, $2, $3, $4, $5, $6, $6, $7, $8)";
    TOUCH_SESSION = "update identity_sessions set last_seen_at = $2, address = $3 where id = $1";
    SET_SESSION_TOTP = "update identity_sessions set totp_at = $2 where id = $1";
    END_SESSION = "update identity_sessions set ended_at = $2 where id = $1 and ended_at is null";
    END_OWN_SESSION = "
        update identity_sessions
        set ended_at = $3
        where id = $1 and identity_id = $2 and ended_at is null";
    END_SESSIONS = "update identity_sessions set ended_at = $2 where identity_id = $1 and ended_at is null";
    LIST_DEVICES = "
        select id, label, address, created_at, last_seen_at
        from identity_sessions
        where identity_id = $1 and ended_at is null and expires_at > $2
        order by last_seen_at desc, id desc
        limit $3";
}

/// A session with its owner.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(crate) struct SessionRow {
    pub(crate) id: String,
    pub(crate) identity_id: String,
    pub(crate) expires_at: i64,
    pub(crate) ended_at: Option<i64>,
    pub(crate) totp_at: Option<i64>,
    pub(crate) suspended_at: Option<i64>,
    pub(crate) user_id: Option<String>,
    pub(crate) role: Option<i64>,
    pub(crate) authorname: Option<String>,
    pub(crate) show_nsfw: Option<bool>,
    pub(crate) show_nsfl: Option<bool>,
}

impl SessionRow {
    /// Whether it can still be used.
    pub(crate) fn is_live(&self, now: Timestamp) -> bool {
        self.ended_at.is_none() && now.0 < self.expires_at
    }
}

/// The session with this id.
pub(crate) async fn find(conn: &mut Conn, id: &SessionId) -> sqlx::Result<Option<SessionRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, SessionRow>(FIND_SESSION)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)
}

/// The session whose cookie has this hash.
pub(crate) async fn find_by_cookie(conn: &mut Conn, cookie_hash: &str) -> sqlx::Result<Option<SessionRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, SessionRow>(
        FIND_SESSION_BY_COOKIE
    )
    .bind(cookie_hash)
    .fetch_optional(x)
    .await)
}

/// A new session.
pub(crate) struct NewSession<'a> {
    pub(crate) id: &'a SessionId,
    pub(crate) identity_id: &'a IdentityId,
    pub(crate) cookie_hash: &'a str,
    pub(crate) label: &'a str,
    pub(crate) address: &'a str,
    pub(crate) now: Timestamp,
    pub(crate) expires_at: Timestamp,
    pub(crate) totp_at: Option<Timestamp>,
}

/// Adds a session.
pub(crate) async fn insert(tx: &mut Tx, session: &NewSession<'_>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_SESSION)
        .bind(session.id.as_str())
        .bind(session.identity_id.as_str())
        .bind(session.cookie_hash)
        .bind(session.label)
        .bind(session.address)
        .bind(session.now.0)
        .bind(session.expires_at.0)
        .bind(session.totp_at.map(|at| at.0))
        .execute(x)
        .await
        .map(drop))
}

/// Records when and from where a session was last used.
pub(crate) async fn touch(tx: &mut Tx, id: &str, now: Timestamp, address: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(TOUCH_SESSION)
        .bind(id)
        .bind(now.0)
        .bind(address)
        .execute(x)
        .await
        .map(drop))
}

/// Records that a code of the authenticator was given in this session.
pub(crate) async fn set_totp(tx: &mut Tx, id: &SessionId, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_SESSION_TOTP)
        .bind(id.as_str())
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Ends a session.
pub(crate) async fn end(tx: &mut Tx, id: &str, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(END_SESSION)
        .bind(id)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Ends a session of this identity; false where it has no such session.
pub(crate) async fn end_own(
    tx: &mut Tx,
    id: &SessionId,
    identity: &IdentityId,
    now: Timestamp,
) -> sqlx::Result<bool> {
    let ended = query_on!(tx, |x: D| sqlx::query::<D>(END_OWN_SESSION)
        .bind(id.as_str())
        .bind(identity.as_str())
        .bind(now.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(ended == 1)
}

/// Ends all sessions of an identity.
pub(crate) async fn end_all(tx: &mut Tx, identity: &str, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(END_SESSIONS)
        .bind(identity)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// A live session, as its owner sees it.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(crate) struct DeviceRow {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) address: String,
    pub(crate) created_at: i64,
    pub(crate) last_seen_at: i64,
}

/// The live sessions of an identity, the last used first.
pub(crate) async fn list_devices(
    conn: &mut Conn,
    identity: &IdentityId,
    now: Timestamp,
    limit: i64,
) -> sqlx::Result<Vec<DeviceRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, DeviceRow>(LIST_DEVICES)
        .bind(identity.as_str())
        .bind(now.0)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// When a session began, in Unix milliseconds, and whether its identity has a password.
///
/// # Errors
/// Database errors.
pub async fn find_sign_in(conn: &mut Conn, session: &SessionId) -> sqlx::Result<Option<(i64, bool)>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, (i64, bool)>(FIND_SIGN_IN)
        .bind(session.as_str())
        .fetch_optional(x)
        .await)
}
