//! The calls of guests.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use kernel::ErrorCode;
use kernel::ids::GuestId;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::authority::{Credentials, read_credentials, read_device_hash, token_hash};
use super::rules::{BUDGET_WINDOW_MS, LIFE_MS, SESSIONS_PER_NETWORK};
use super::store;
use crate::db::{Isolation, Tx};
use crate::identity::{Person, SignedIn};
use crate::web::{AppState, Json, PersonRefusals, Problem, Refusals, Source};

/// The routes of this slice.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(begin_guest_session)).routes(routes!(link_user))
}

/// A new guest session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GuestSession {
    /// The token: whoever sends it as `guest-token` is this guest.
    guest_session_id: String,
    /// How long it lasts unused, in seconds.
    expires_in_seconds: i64,
}

/// Begins a guest session for this device.
#[utoipa::path(post, path = "/guest/sessions", tag = "guests", params(("device-hash" = String, Header, description = "32 hexadecimal digits in lower case.")),
    responses((status = 201, body = GuestSession), (status = 429, body = Problem, content_type = "application/problem+json"), Refusals))]
async fn begin_guest_session(State(app): State<AppState>, source: Source, headers: HeaderMap) -> Result<(StatusCode, Json<GuestSession>), Problem> {
    let device_hash = read_device_hash(&headers)?;
    let token = app.random.token();
    let (app, network, secret, device) = (&app, source.network(), token_hash(&token), device_hash.as_str());
    let (network, secret) = (network.as_str(), secret.as_str());
    app.db.transact(Isolation::Ordinary, |tx| Box::pin(begin(app, tx, network, secret, device))).await?;
    Ok((StatusCode::CREATED, Json(GuestSession { guest_session_id: token, expires_in_seconds: LIFE_MS / 1000 })))
}

async fn begin(app: &AppState, tx: &mut Tx, network: &str, secret: &str, device_hash: &str) -> Result<(), Problem> {
    let now = app.clock.now();
    if store::count_of_network(tx, network, now).await? >= SESSIONS_PER_NETWORK {
        let wait = u32::try_from(BUDGET_WINDOW_MS / 1000).unwrap_or(u32::MAX);
        return Err(Problem::new(ErrorCode::RateLimited, "Too many guests came from this network. Please sign in, or try again later.").with_retry_after(wait));
    }
    let id = GuestId::trusted(app.random.id(now));
    store::insert(tx, &id, secret, network, now).await?;
    Ok(store::note_device(tx, id.as_str(), device_hash, now).await?)
}

/// What became of a guest session.
#[derive(Debug, Serialize, ToSchema)]
struct Linked {
    /// Whether it is the caller's now; false where there was none, or none that could still be taken over.
    linked: bool,
    /// How many stories came with it.
    stories: i64,
}

/// Takes a guest session over into the caller's account: once, by one account. The guest's token is no good afterwards.
#[utoipa::path(post, path = "/user/link-user", tag = "users",
    params(("guest-token" = String, Header, description = "The guest session."), ("device-hash" = String, Header, description = "32 hexadecimal digits in lower case.")),
    responses((status = 200, body = Linked), (status = 409, body = Problem, content_type = "application/problem+json", description = "Another account has it."),
        PersonRefusals, Refusals))]
async fn link_user(State(app): State<AppState>, SignedIn(person): SignedIn, headers: HeaderMap) -> Result<Json<Linked>, Problem> {
    if !headers.contains_key(super::rules::TOKEN_HEADER) {
        return Err(Problem::bad_request("Send the guest session as the header guest-token.").with_field(super::rules::TOKEN_HEADER, "missing"));
    }
    // A token of no possible form names no session; 401 would make the client doubt its own sign-in.
    let credentials = match read_credentials(&headers) {
        Err(problem) if problem.code() == ErrorCode::Unauthenticated => return Ok(Json(Linked { linked: false, stories: 0 })),
        credentials => credentials?,
    };
    let (app, person, credentials) = (&app, &person, &credentials);
    Ok(Json(app.db.transact(Isolation::Ordinary, |tx| Box::pin(claim(app, tx, person, credentials))).await?))
}

async fn claim(app: &AppState, tx: &mut Tx, person: &Person, credentials: &Credentials) -> Result<Linked, Problem> {
    let now = app.clock.now();
    let row = store::find(tx, &credentials.token_hash).await?;
    let Some(row) = row.filter(|row| row.claimed_by.is_some() || row.expires_at > now.0) else {
        return Ok(Linked { linked: false, stories: 0 });
    };
    if row.claimed_by.as_deref() == Some(person.user_id.as_str()) {
        return Ok(Linked { linked: true, stories: 0 });
    }
    if !store::claim(tx, &row.id, &person.user_id, now).await? {
        return Err(Problem::new(ErrorCode::GuestClaimed, "This guest session belongs to another account already."));
    }
    // Guests own nothing but their session yet; whatever they may own one day is given over here, in this transaction.
    Ok(Linked { linked: true, stories: 0 })
}
