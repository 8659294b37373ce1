//! Extractor of those who may play: people with a record, and guests.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use kernel::{ErrorCode, hex};
use platform::db::{Isolation, Tx};
use platform::web::{AuthError, Problem};
use sha2::{Digest, Sha256};

use super::GuestId;
use super::rules::{
    DEVICE_HEADER, LIFE_MS, MAX_DEVICES, MAX_TOKEN_CHARS, NOTE_EVERY_MS, RENEW_EVERY_MS, TOKEN_HEADER,
    is_device_hash,
};
use super::store::{self, SessionRow};
use crate::AppState;
use crate::identity::{Authority, Person, SignedIn, Viewer};

/// A visitor with a guest session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    /// The session's id; not its token.
    pub guest_id: GuestId,
}

/// Somebody who may play. Who sends a bearer token is a person, whatever else they send.
#[derive(Debug, Clone)]
pub enum Player {
    /// Somebody with a record.
    Person(Person),
    /// Somebody without.
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

/// Anybody: a person, a guest, or somebody of whom nothing is known. A token that is no good is refused even
/// here.
#[derive(Debug, Clone)]
pub enum Anyone {
    /// Somebody with a record.
    Person(Person),
    /// Somebody with a guest session.
    Guest(Guest),
    /// Somebody who has shown nothing.
    Visitor,
}

impl Anyone {
    /// The person, if it is one.
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

/// What a guest sends.
pub(super) struct Credentials {
    pub(super) token_hash: String,
    pub(super) device_hash: String,
}

/// Reads both headers.
pub(super) fn read_credentials(headers: &HeaderMap) -> Result<Credentials, Problem> {
    let device_hash = read_device_hash(headers)?;
    let token = headers
        .get(TOKEN_HEADER)
        .and_then(|value| value.to_str().ok())
        .filter(|token| (1..=MAX_TOKEN_CHARS).contains(&token.len()));
    let token = token.ok_or_else(|| Problem::unauthenticated(AuthError::InvalidToken))?;
    Ok(Credentials {
        token_hash: token_hash(token),
        device_hash,
    })
}

/// What is stored of a token.
pub(super) fn token_hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// The device hash of a request.
pub(super) fn read_device_hash(headers: &HeaderMap) -> Result<String, Problem> {
    let hash = headers
        .get(DEVICE_HEADER)
        .and_then(|value| value.to_str().ok())
        .filter(|hash| is_device_hash(hash));
    let wrong = || {
        Problem::bad_request("Send the header device-hash with 32 hexadecimal digits in lower case.")
            .with_field(DEVICE_HEADER, "not a hash")
    };
    hash.map(str::to_owned).ok_or_else(wrong)
}

/// The guest of these credentials, if the session is theirs and alive.
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
    let is_noted = seen.is_some_and(|at| at > now.0 - NOTE_EVERY_MS);
    if !is_noted || row.expires_at < now.0 + LIFE_MS - RENEW_EVERY_MS {
        let (row, device) = (&row, credentials.device_hash.as_str());
        match app
            .db
            .transact(Isolation::Ordinary, |tx| Box::pin(note(app, tx, row, device)))
            .await
        {
            // A device that is known may read on, and is noted when there is room.
            Err(problem) if problem.code() == ErrorCode::STORAGE_FULL && seen.is_some() => {}
            noted => noted?,
        }
    }
    Ok(Guest {
        guest_id: GuestId::trusted(row.id),
    })
}

/// Notes the use of a session by a device, unless too many others used it of late.
async fn note(app: &AppState, tx: &mut Tx, row: &SessionRow, device_hash: &str) -> Result<(), Problem> {
    let now = app.clock.now();
    store::renew(tx, &row.id, now).await?;
    if store::count_other_devices(tx, &row.id, device_hash, now).await? >= MAX_DEVICES {
        return Err(Problem::unauthenticated(AuthError::InvalidToken));
    }
    Ok(store::note_device(tx, &row.id, device_hash, now).await?)
}
