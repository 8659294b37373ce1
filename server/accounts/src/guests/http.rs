//! The calls of guests.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use platform::db::Isolation;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, all, rule};
use platform::web::{ClientInfo, CommonErrors, Json, Problem};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::actions::{self, NewSession};
use super::credentials::{read_device_hash, token_hash};
use super::rules::LIFE_MS;
use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(begin_guest_session),
            rule(Who::Anybody, Class::Guests, Caching::Never),
        )
        .trial("/guest/sessions", Sent::GuestHeaders, all(201))
}

/// A new guest session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GuestSession {
    /// The token: a request that sends it as `guest-token` comes from this guest.
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
    let session = NewSession {
        network: source.network(),
        token_hash: token_hash(&token),
        device_hash,
    };
    let (app, session) = (&app, &session);
    app.db
        .transact(Isolation::Ordinary, |tx| {
            Box::pin(actions::begin(app, tx, session))
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
