//! Extractors: who may call is written in a handler's signature.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use kernel::ids::{IdentityId, UserId};
use kernel::{Audience, ErrorCode, Role};
use platform::web::{AuthError, Problem};

use super::keys::TokenError;
use super::model::{IdentityRef, Person};
use super::problems::suspended;
use super::secrets::secret_hash;
use super::store;
use super::store::sessions::SessionRow;
use super::{SessionId, errors};
use crate::{AppState, users};

/// Authority to read as the person of a session, put into a request's extensions by the server itself when it
/// renders a page for that person's browser. Nothing that comes from outside can make one.
#[derive(Debug, Clone)]
pub struct Authority {
    caller: Caller,
}

impl Authority {
    /// The authority that a session cookie gives: none unless it belongs to a live session of a record that is
    /// not suspended.
    ///
    /// # Errors
    /// Database errors.
    pub async fn of_cookie(app: &AppState, cookie: &str) -> sqlx::Result<Option<Self>> {
        let mut conn = app.db.read().await?;
        let row = store::sessions::find_by_cookie(&mut conn, &secret_hash(cookie)).await?;
        let live = row.filter(|row| row.is_live(app.clock.now()) && row.suspended_at.is_none());
        Ok(live
            .map(|row| Self {
                caller: Caller::from(row),
            })
            .filter(|authority| authority.caller.person.is_some()))
    }

    /// The person it stands for.
    #[must_use]
    pub fn person(&self) -> Option<&Person> {
        self.caller.person.as_ref()
    }
}

#[derive(Debug, Clone)]
struct Caller {
    identity: IdentityRef,
    person: Option<Person>,
    /// Whether a code of their authenticator was given in this session.
    with_totp: bool,
}

impl From<SessionRow> for Caller {
    fn from(row: SessionRow) -> Self {
        let identity = IdentityRef {
            identity_id: IdentityId::trusted(row.identity_id),
            session_id: SessionId::trusted(row.id),
        };
        let person = row
            .user_id
            .zip(row.authorname)
            .map(|(user_id, authorname)| Person {
                identity_id: identity.identity_id.clone(),
                session_id: identity.session_id.clone(),
                user_id: UserId::trusted(user_id),
                role: Role::from_stored(row.role),
                authorname,
                audience: Audience::of_settings(
                    row.show_nsfw.unwrap_or(false),
                    row.show_nsfl.unwrap_or(false),
                ),
            });
        Self {
            identity,
            person,
            with_totp: row.totp_at.is_some(),
        }
    }
}

/// The caller, as resolved for another argument of the same handler.
#[derive(Debug, Clone)]
struct Resolved(Option<Caller>);

/// The caller: none without a token; a refusal for a token that is not valid.
async fn resolve(parts: &mut Parts, app: &AppState) -> Result<Option<Caller>, Problem> {
    if let Some(authority) = parts.extensions.get::<Authority>() {
        return Ok(Some(authority.caller.clone()));
    }
    if let Some(Resolved(caller)) = parts.extensions.get::<Resolved>() {
        return Ok(caller.clone());
    }
    let caller = read_caller(parts, app).await?;
    parts.extensions.insert(Resolved(caller.clone()));
    Ok(caller)
}

async fn read_caller(parts: &Parts, app: &AppState) -> Result<Option<Caller>, Problem> {
    let Some(header) = parts.headers.get(AUTHORIZATION) else {
        return Ok(None);
    };
    let token = header
        .to_str()
        .ok()
        .and_then(bearer)
        .ok_or_else(|| refused(AuthError::InvalidToken))?;
    let claims = app.tokens.check(token, app.clock.now()).map_err(|fault| {
        refused(match fault {
            TokenError::Expired => AuthError::ExpiredToken,
            TokenError::Invalid => AuthError::InvalidToken,
        })
    })?;
    let session: SessionId = claims.sid.parse().map_err(|_| refused(AuthError::InvalidToken))?;
    let mut conn = app.db.read().await?;
    let row = store::sessions::find(&mut conn, &session).await?;
    let row = row
        .filter(|row| row.identity_id == claims.sub)
        .ok_or_else(|| refused(AuthError::InvalidToken))?;
    // Suspending ends the sessions, too; the answer gives the owner the reason.
    if row.suspended_at.is_some() {
        return Err(suspended());
    }
    if !row.is_live(app.clock.now()) {
        return Err(refused(AuthError::InvalidToken));
    }
    Ok(Some(Caller::from(row)))
}

/// The token of `Bearer …`; the scheme's case does not matter (RFC 9110 section 11.1).
fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && !token.trim().is_empty()).then(|| token.trim())
}

fn refused(fault: AuthError) -> Problem {
    Problem::unauthenticated(fault)
}

fn no_record() -> Problem {
    Problem::new(users::USER_NOT_FOUND, "This account isn’t set up yet.")
}

/// Anyone: a person, or nobody. An invalid token is refused even here, so that a save never silently becomes
/// anonymous.
#[derive(Debug, Clone)]
pub struct Viewer(pub Option<Person>);

/// Anyone with a valid token, whether or not they have a record yet.
#[derive(Debug, Clone)]
pub struct Authenticated(pub IdentityRef);

/// Somebody with a record.
#[derive(Debug, Clone)]
pub struct SignedIn(pub Person);

/// A moderator or an admin.
#[derive(Debug, Clone)]
pub struct Moderator(pub Person);

/// An admin.
#[derive(Debug, Clone)]
pub struct Admin(pub Person);

impl<S: Send + Sync> FromRequestParts<S> for Viewer
where
    AppState: FromRef<S>,
{
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        Ok(Self(
            resolve(parts, &AppState::from_ref(state))
                .await?
                .and_then(|caller| caller.person),
        ))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Authenticated
where
    AppState: FromRef<S>,
{
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        resolve(parts, &AppState::from_ref(state))
            .await?
            .map(|caller| Self(caller.identity))
            .ok_or_else(|| refused(AuthError::MissingToken))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SignedIn
where
    AppState: FromRef<S>,
{
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let caller = resolve(parts, &AppState::from_ref(state))
            .await?
            .ok_or_else(|| refused(AuthError::MissingToken))?;
        caller.person.map(Self).ok_or_else(no_record)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Moderator
where
    AppState: FromRef<S>,
{
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let SignedIn(person) = SignedIn::from_request_parts(parts, state).await?;
        if person.role <= Role::Moderator {
            Ok(Self(person))
        } else {
            Err(not_allowed("Only moderators can do this."))
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Admin
where
    AppState: FromRef<S>,
{
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let app = AppState::from_ref(state);
        let caller = resolve(parts, &app)
            .await?
            .ok_or_else(|| refused(AuthError::MissingToken))?;
        let person = caller.person.ok_or_else(no_record)?;
        if !person.is_admin() {
            return Err(not_allowed("Only admins can do this."));
        }
        if app.identities.admin_totp() && !caller.with_totp {
            return Err(Problem::new(
                errors::TOTP_REQUIRED,
                "Admins need two-factor authentication. Turn it on, then sign in with your password and a code.",
            ));
        }
        Ok(Self(person))
    }
}

fn not_allowed(why: &str) -> Problem {
    Problem::new(ErrorCode::FORBIDDEN, why)
}
