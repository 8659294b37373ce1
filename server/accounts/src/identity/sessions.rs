//! Sessions: opening one, and turning its refresh token into the next access token (reliability A-10).

use kernel::ids::IdentityId;
use kernel::{ErrorCode, Timestamp};
use platform::audit;
use platform::db::Tx;
use platform::web::{AuthError, ClientInfo, Problem};

use super::SessionId;
use super::rules::{REFRESH_OVERLAP_MILLIS, SESSION_MILLIS, device_label};
use super::secrets::secret_hash;
use super::store;
use super::store::refresh_tokens::RefreshRow;
use super::store::sessions::NewSession;
use crate::AppState;

/// A session with what its browser gets of it.
pub(super) struct Opened {
    pub(super) identity_id: IdentityId,
    /// The value of the session cookie, where it is new.
    pub(super) cookie: Option<String>,
    pub(super) refresh: String,
    pub(super) access_token: String,
}

/// How somebody came in, for the audit log.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entrance<'a> {
    pub(super) action: &'static str,
    pub(super) source: &'a ClientInfo,
    /// Whether a code of the authenticator was given.
    pub(super) with_totp: bool,
}

/// Opens a session for somebody who has shown who they are.
pub(super) async fn open(
    app: &AppState,
    tx: &mut Tx,
    identity_id: &IdentityId,
    entrance: Entrance<'_>,
) -> Result<Opened, Problem> {
    let now = app.clock.now();
    let session_id = SessionId::trusted(app.random.id(now));
    let (cookie, refresh) = (app.random.token(), app.random.token());
    let session = NewSession {
        id: &session_id,
        identity_id,
        cookie_hash: &secret_hash(&cookie),
        label: &device_label(entrance.source.agent()),
        address: &entrance.source.address(),
        now,
        expires_at: now.plus_millis(SESSION_MILLIS),
        totp_at: entrance.with_totp.then_some(now),
    };
    store::sessions::insert(tx, &session).await?;
    store::refresh_tokens::insert(tx, &secret_hash(&refresh), session_id.as_str(), 1, now).await?;
    note(
        tx,
        identity_id.as_str(),
        entrance.action,
        session_id.as_str(),
        entrance.source,
        now,
    )
    .await?;
    let access_token = issue(app, identity_id, &session_id, now)?;
    Ok(Opened {
        identity_id: identity_id.clone(),
        cookie: Some(cookie),
        refresh,
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

/// What a refresh token is worth.
enum Worth {
    /// It was never used: its successor must be made.
    Newest,
    /// It was used a moment ago, by another tab of the same browser: its successor is there.
    JustUsed,
    /// It was used before that: somebody has stolen it, and nobody can say who.
    Stolen,
}

fn worth(row: &RefreshRow, now: Timestamp) -> Worth {
    match row.replaced_at {
        None => Worth::Newest,
        Some(at) if row.generation + 1 == row.newest && now.0 - at <= REFRESH_OVERLAP_MILLIS => {
            Worth::JustUsed
        }
        Some(_) => Worth::Stolen,
    }
}

/// The next tokens of the session of this refresh token.
///
/// # Errors
/// 401 where it is none of ours, its session has ended, or it was used before; then its whole family is
/// ended. 423 where the account is suspended.
pub(super) async fn refresh(app: &AppState, token: &str, source: &ClientInfo) -> Result<Opened, Problem> {
    let now = app.clock.now();
    let hash = secret_hash(token);
    let mut tx = app.db.begin().await?;
    let mut row = found(&mut tx, &hash, now).await?;
    if matches!(worth(&row, now), Worth::Newest) {
        if store::refresh_tokens::mark_used(&mut tx, &hash, now).await? {
            let successor = secret_hash(&app.identities.secrets().successor(token));
            store::refresh_tokens::insert(&mut tx, &successor, &row.session_id, row.generation + 1, now)
                .await?;
            store::sessions::touch(&mut tx, &row.session_id, now, &source.address()).await?;
        } else {
            // Another request was faster, since we looked; now it is there to be seen.
            row = found(&mut tx, &hash, now).await?;
        }
    }
    if matches!(worth(&row, now), Worth::Stolen) {
        store::sessions::end(&mut tx, &row.session_id, now).await?;
        note(
            &mut tx,
            &row.identity_id,
            "identity.refresh_reused",
            &row.session_id,
            source,
            now,
        )
        .await?;
        tx.commit().await?;
        tracing::warn!(
            session = row.session_id,
            "a refresh token was used again: its session is ended"
        );
        return Err(Problem::unauthenticated(AuthError::InvalidToken));
    }
    tx.commit().await?;
    let (identity_id, session_id) = (
        IdentityId::trusted(row.identity_id),
        SessionId::trusted(row.session_id),
    );
    let access_token = issue(app, &identity_id, &session_id, now)?;
    Ok(Opened {
        identity_id,
        cookie: None,
        refresh: app.identities.secrets().successor(token),
        access_token,
    })
}

async fn found(tx: &mut Tx, hash: &str, now: Timestamp) -> Result<RefreshRow, Problem> {
    let refused = || Problem::unauthenticated(AuthError::InvalidToken);
    let row = store::refresh_tokens::find(tx, hash).await?.ok_or_else(refused)?;
    // Suspending ends the sessions, too: whoever had one is told why.
    if row.suspended_at.is_some() {
        return Err(super::authority::suspended());
    }
    if row.ended_at.is_none() && now.0 < row.expires_at {
        Ok(row)
    } else {
        Err(refused())
    }
}

/// Writes an event of an account into the audit log.
pub(super) async fn note(
    tx: &mut Tx,
    identity: &str,
    action: &str,
    subject: &str,
    source: &ClientInfo,
    at: Timestamp,
) -> sqlx::Result<()> {
    let address = source.address();
    let event = audit::Event {
        actor: Some(identity),
        action,
        subject,
        request_id: source.request_id(),
        address: Some(&address),
        at,
        ..audit::Event::default()
    };
    audit::record(tx, &event).await
}

/// 429 with the time to wait.
pub(super) fn too_many(wait_secs: u32) -> Problem {
    Problem::new(
        ErrorCode::RATE_LIMITED,
        "Too many attempts. Wait a while, or reset your password.",
    )
    .with_retry_after(wait_secs)
}
