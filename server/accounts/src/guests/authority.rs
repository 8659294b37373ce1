//! Extractors of those who may play: people with a record, and guests.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use kernel::ErrorCode;
use platform::db::Isolation;
use platform::web::{AuthError, Problem};

use super::credentials::{Credentials, read_credentials};
use super::rules::{LIFE_MS, RECORD_EVERY_MS, RENEW_EVERY_MS, TOKEN_HEADER};
use super::{GuestId, actions, store};
use crate::AppState;
use crate::identity::{Authority, Person, SignedIn, Viewer};

/// A visitor with a guest session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    /// The session's id; not its token.
    pub guest_id: GuestId,
}

/// A caller who may play. A request with a bearer token comes from a person, regardless of its other headers.
#[derive(Debug, Clone)]
pub enum Player {
    /// A person with a record.
    Person(Person),
    /// A guest.
    Guest(Guest),
}

impl<S: Send + Sync> FromRequestParts<S> for Player
where
    AppState: FromRef<S>,
{
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let has_person =
            parts.headers.contains_key(AUTHORIZATION) || parts.extensions.get::<Authority>().is_some();
        if has_person || !parts.headers.contains_key(TOKEN_HEADER) {
            let SignedIn(person) = SignedIn::from_request_parts(parts, state).await?;
            return Ok(Self::Person(person));
        }
        let credentials = read_credentials(&parts.headers)?;
        admit(&AppState::from_ref(state), &credentials)
            .await
            .map(Self::Guest)
    }
}

/// Any caller: a person, a guest, or an unknown visitor. An invalid token is refused even here.
#[derive(Debug, Clone)]
pub enum Anyone {
    /// A person with a record.
    Person(Person),
    /// A guest.
    Guest(Guest),
    /// A visitor without credentials.
    Visitor,
}

impl Anyone {
    /// The person, if the caller is one.
    #[must_use]
    pub const fn person(&self) -> Option<&Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::Guest(_) | Self::Visitor => None,
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Anyone
where
    AppState: FromRef<S>,
{
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Viewer(person) = Viewer::from_request_parts(parts, state).await?;
        if let Some(person) = person {
            return Ok(Self::Person(person));
        }
        if parts.headers.contains_key(AUTHORIZATION) || !parts.headers.contains_key(TOKEN_HEADER) {
            return Ok(Self::Visitor);
        }
        let credentials = read_credentials(&parts.headers)?;
        admit(&AppState::from_ref(state), &credentials)
            .await
            .map(Self::Guest)
    }
}

/// The guest of these credentials, if the session is theirs and has not ended.
async fn admit(app: &AppState, credentials: &Credentials) -> Result<Guest, Problem> {
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    let row = store::find(&mut conn, &credentials.token_hash)
        .await?
        .filter(|row| row.claimed_by.is_none());
    let row = row.ok_or_else(|| Problem::unauthenticated(AuthError::InvalidToken))?;
    if row.expires_at <= now.0 {
        return Err(Problem::unauthenticated(AuthError::ExpiredToken));
    }
    let seen = store::find_device(&mut conn, &row.id, &credentials.device_hash).await?;
    drop(conn);
    let is_recorded = seen.is_some_and(|at| at > now.0 - RECORD_EVERY_MS);
    if !is_recorded || row.expires_at < now.0 + LIFE_MS - RENEW_EVERY_MS {
        let (row, device) = (&row, credentials.device_hash.as_str());
        match app
            .db
            .transact(Isolation::Ordinary, |tx| {
                Box::pin(actions::record_use(app, tx, row, device))
            })
            .await
        {
            // A known device may still read; its use is recorded once the disk has space again.
            Err(problem) if problem.code() == ErrorCode::STORAGE_FULL && seen.is_some() => {}
            recorded => recorded?,
        }
    }
    Ok(Guest {
        guest_id: GuestId::trusted(row.id),
    })
}
