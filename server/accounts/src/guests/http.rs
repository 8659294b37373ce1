//! The calls of guests.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use kernel::ErrorCode;
use platform::db::{Isolation, Tx};
use platform::slice::calls::{Calls, Class, Keeps, Sent, Who, all, rule};
use platform::web::{ClientInfo, CommonErrors, Json, Problem};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::authority::{read_device_hash, token_hash};
use super::rules::{BUDGET_WINDOW_MS, LIFE_MS, SESSIONS_PER_NETWORK};
use super::{GuestId, store};
use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(begin_guest_session),
            rule(Who::Anybody, Class::Guests, Keeps::Never),
        )
        .tried("/guest/sessions", Sent::GuestHeaders, all(201))
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
#[utoipa::path(
    post,
    path = "/guest/sessions",
    tag = "guests",
    params(("device-hash" = String, Header, description = "32 hexadecimal digits in lower case.")),
    responses(
        (status = 201, body = GuestSession),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        CommonErrors,
    ),
)]
async fn begin_guest_session(
    State(app): State<AppState>,
    source: ClientInfo,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<GuestSession>), Problem> {
    let device_hash = read_device_hash(&headers)?;
    let token = app.random.token();
    let (app, network, secret, device) = (&app, source.network(), token_hash(&token), device_hash.as_str());
    let (network, secret) = (network.as_str(), secret.as_str());
    app.db
        .transact(Isolation::Ordinary, |tx| {
            Box::pin(begin(app, tx, network, secret, device))
        })
        .await?;
    Ok((
        StatusCode::CREATED,
        Json(GuestSession {
            guest_session_id: token,
            expires_in_seconds: LIFE_MS / 1000,
        }),
    ))
}

async fn begin(
    app: &AppState,
    tx: &mut Tx,
    network: &str,
    secret: &str,
    device_hash: &str,
) -> Result<(), Problem> {
    let now = app.clock.now();
    if store::count_of_network(tx, network, now).await? >= SESSIONS_PER_NETWORK {
        let wait = u32::try_from(BUDGET_WINDOW_MS / 1000).unwrap_or(u32::MAX);
        return Err(Problem::new(
            ErrorCode::RATE_LIMITED,
            "There are too many guests on this network. Please sign in, or try again later.",
        )
        .with_retry_after(wait));
    }
    let id = GuestId::trusted(app.random.id(now));
    store::insert(tx, &id, secret, network, now).await?;
    Ok(store::note_device(tx, id.as_str(), device_hash, now).await?)
}
