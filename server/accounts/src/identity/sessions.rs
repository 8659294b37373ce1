//! Sessions: opening one, and exchanging its refresh token for the next tokens (reliability A-10).

use kernel::Timestamp;
use kernel::ids::IdentityId;
use platform::db::Tx;
use platform::web::{AuthError, ClientInfo, Problem};

use super::SessionId;
use super::audit_log::audit;
use super::problems::suspended;
use super::rules::{REFRESH_OVERLAP_MILLIS, SESSION_MILLIS, device_label};
use super::secrets::secret_hash;
use super::store;
use super::store::refresh_tokens::RefreshRow;
use super::store::sessions::NewSession;
use crate::AppState;

/// A session with the tokens that its browser gets.
pub(super) struct OpenedSession {
    pub(super) identity_id: IdentityId,
    /// The value of the session cookie, where it is new.
    pub(super) cookie: Option<String>,
    pub(super) refresh_token: String,
    pub(super) access_token: String,
}

/// How a session comes to be opened, for the audit log.
#[derive(Debug, Clone, Copy)]
pub(super) struct SignInContext<'a> {
    pub(super) action: &'static str,
    pub(super) client: &'a ClientInfo,
    /// Whether a code of the authenticator was given.
    pub(super) with_totp: bool,
}

/// Opens a session of an identity that has authenticated.
pub(super) async fn open(
    app: &AppState,
    tx: &mut Tx,
    identity_id: &IdentityId,
    context: SignInContext<'_>,
) -> Result<OpenedSession, Problem> {
    let (now, client) = (app.clock.now(), context.client);
    let session_id = SessionId::trusted(app.random.id(now));
    let (cookie, refresh_token) = (app.random.token(), app.random.token());
    let session = NewSession {
        id: &session_id,
        identity_id,
        cookie_hash: &secret_hash(&cookie),
        label: &device_label(client.agent()),
        address: &client.address(),
        now,
        expires_at: now.plus_millis(SESSION_MILLIS),
        totp_at: context.with_totp.then_some(now),
    };
    store::sessions::insert(tx, &session).await?;
    store::refresh_tokens::insert(tx, &secret_hash(&refresh_token), session_id.as_str(), 1, now).await?;
    let (identity, subject) = (identity_id.as_str(), session_id.as_str());
    audit(tx, identity, context.action, subject, client, now).await?;
    let access_token = issue(app, identity_id, &session_id, now)?;
    Ok(OpenedSession {
        identity_id: identity_id.clone(),
        cookie: Some(cookie),
        refresh_token,
        access_token,
    })
}

fn issue(
    app: &AppState,
    identity: &IdentityId,
    session: &SessionId,
    now: Timestamp,
) -> Result<String, Problem> {
    app.tokens
        .issue(identity, session, now)
        .map_err(Problem::internal)
}

/// How a refresh token was used so far.
enum TokenUse {
    /// Not at all: its successor must be made.
    Unused,
    /// A moment ago, by another tab of the same browser: its successor exists.
    JustUsed,
    /// Before that: someone has stolen it, and it is unknown who.
    Reused,
}

impl TokenUse {
    fn of(row: &RefreshRow, now: Timestamp) -> Self {
        match row.replaced_at {
            None => Self::Unused,
            Some(at) if row.generation + 1 == row.newest && now.0 - at <= REFRESH_OVERLAP_MILLIS => {
                Self::JustUsed
            }
            Some(_) => Self::Reused,
        }
    }
}

/// The next tokens of the session of a refresh token.
///
/// # Errors
/// 401 where the token is unknown, its session has ended, or it was used before; then its session is ended.
/// 423 where the account is suspended.
pub(super) async fn refresh(
    app: &AppState,
    token: &str,
    client: &ClientInfo,
) -> Result<OpenedSession, Problem> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let row = use_refresh_token(app, &mut tx, token, client, now).await?;
    if matches!(TokenUse::of(&row, now), TokenUse::Reused) {
        end_stolen(&mut tx, &row, client, now).await?;
        tx.commit().await?;
        tracing::warn!(
            session = row.session_id,
            "a refresh token was used again: its session is ended"
        );
        return Err(Problem::unauthenticated(AuthError::InvalidToken));
    }
    tx.commit().await?;
    let identity_id = IdentityId::trusted(row.identity_id);
    let access_token = issue(app, &identity_id, &SessionId::trusted(row.session_id), now)?;
    Ok(OpenedSession {
        identity_id,
        cookie: None,
        refresh_token: app.identities.secrets().successor(token),
        access_token,
    })
}

/// Marks the token as used and stores its successor, where it was not used before. The row is as it was found.
async fn use_refresh_token(
    app: &AppState,
    tx: &mut Tx,
    token: &str,
    client: &ClientInfo,
    now: Timestamp,
) -> Result<RefreshRow, Problem> {
    let hash = secret_hash(token);
    let row = find_live(tx, &hash, now).await?;
    if !matches!(TokenUse::of(&row, now), TokenUse::Unused) {
        return Ok(row);
    }
    if !store::refresh_tokens::mark_used(tx, &hash, now).await? {
        // Another request was faster since the row was read; its change can be read now.
        return find_live(tx, &hash, now).await;
    }
    let successor = secret_hash(&app.identities.secrets().successor(token));
    store::refresh_tokens::insert(tx, &successor, &row.session_id, row.generation + 1, now).await?;
    store::sessions::touch(tx, &row.session_id, now, &client.address()).await?;
    Ok(row)
}

/// The refresh token with this hash, of a session that is live.
async fn find_live(tx: &mut Tx, hash: &str, now: Timestamp) -> Result<RefreshRow, Problem> {
    let refused = || Problem::unauthenticated(AuthError::InvalidToken);
    let row = store::refresh_tokens::find(tx, hash).await?.ok_or_else(refused)?;
    // Suspending ends the sessions, too; the answer gives the owner the reason.
    if row.suspended_at.is_some() {
        return Err(suspended());
    }
    if row.ended_at.is_none() && now.0 < row.expires_at {
        Ok(row)
    } else {
        Err(refused())
    }
}

async fn end_stolen(tx: &mut Tx, row: &RefreshRow, client: &ClientInfo, now: Timestamp) -> sqlx::Result<()> {
    let (identity, session) = (&row.identity_id, &row.session_id);
    store::sessions::end(tx, session, now).await?;
    audit(tx, identity, "identity.refresh_reused", session, client, now).await
}
