//! SQL of identities and sessions.

use kernel::Timestamp;
use kernel::ids::SessionId;

use crate::db::{Conn, on};

/// A session with whose it is.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct SessionRow {
    pub(super) id: String,
    pub(super) identity_id: String,
    pub(super) expires_at: i64,
    pub(super) ended_at: Option<i64>,
    pub(super) suspended_at: Option<i64>,
    pub(super) user_id: Option<String>,
    pub(super) role: Option<i64>,
    pub(super) authorname: Option<String>,
}

impl SessionRow {
    /// Whether it can still be used.
    pub(super) fn is_live(&self, now: Timestamp) -> bool {
        self.ended_at.is_none() && now.0 < self.expires_at
    }
}

pub(crate) const FIND_SESSION: &str = "select s.id, s.identity_id, s.expires_at, s.ended_at, i.suspended_at, a.user_id, a.role, u.authorname \
     from identity_sessions s join identities i on i.id = s.identity_id left join accounts a on a.identity_id = i.id left join users u on u.id = a.user_id \
     where s.id = $1";
pub(crate) const FIND_SESSION_BY_COOKIE: &str = "select s.id, s.identity_id, s.expires_at, s.ended_at, i.suspended_at, a.user_id, a.role, u.authorname \
     from identity_sessions s join identities i on i.id = s.identity_id left join accounts a on a.identity_id = i.id left join users u on u.id = a.user_id \
     where s.cookie_hash = $1";

/// The session with this id.
pub(super) async fn find_session(conn: &mut Conn, id: &SessionId) -> sqlx::Result<Option<SessionRow>> {
    on!(conn, |x: D| sqlx::query_as::<D, SessionRow>(FIND_SESSION).bind(id.as_str()).fetch_optional(x).await)
}

/// The session whose cookie has this hash.
pub(super) async fn find_session_by_cookie(conn: &mut Conn, cookie_hash: &str) -> sqlx::Result<Option<SessionRow>> {
    on!(conn, |x: D| sqlx::query_as::<D, SessionRow>(FIND_SESSION_BY_COOKIE).bind(cookie_hash).fetch_optional(x).await)
}
