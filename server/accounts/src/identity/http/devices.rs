//! The browsers and devices that are signed in as the caller.

use axum::extract::State;
use axum::http::StatusCode;
use kernel::Timestamp;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{ClientInfo, CommonErrors, Json, Path, Problem};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::AppState;
use crate::identity::authority::Authenticated;
use crate::identity::store::sessions::DeviceRow;
use crate::identity::{SessionId, sign_out, store};

/// Most devices listed.
const MAX_DEVICES: i64 = 100;

/// The calls of this file.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(list_devices),
            rule(Who::Authenticated, Class::Reads, Caching::Never),
        )
        .trial("/auth/devices", Sent::Nothing, people(200))
        .call(
            routes!(remove_device),
            rule(Who::Authenticated, Class::Auth, Caching::Never),
        )
        .trial(
            "/auth/devices/@session",
            Sent::Nothing,
            [401, 401, 204, 404, 404, 404],
        )
}

/// A browser or device that is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Device {
    /// Its id.
    id: SessionId,
    /// Whether it is this one.
    current: bool,
    /// What people call it: "Firefox on Linux".
    label: String,
    /// The address it was last seen at; `unknown` where that is not known.
    address: String,
    /// When it was signed in.
    #[schema(value_type = String, format = DateTime)]
    created_on: Timestamp,
    /// When it was last seen.
    #[schema(value_type = String, format = DateTime)]
    last_seen_on: Timestamp,
}

impl Device {
    fn of(row: DeviceRow, own: &SessionId) -> Self {
        Self {
            current: row.id == own.as_str(),
            id: SessionId::trusted(row.id),
            label: row.label,
            address: row.address,
            created_on: Timestamp(row.created_at),
            last_seen_on: Timestamp(row.last_seen_at),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct Devices {
    /// The last seen first.
    results: Vec<Device>,
}

/// The browsers and devices that are signed in as the caller.
#[utoipa::path(
    get,
    path = "/auth/devices",
    tag = "identity",
    responses(
        (status = 200, body = Devices),
        (status = 401, body = Problem, content_type = "application/problem+json"),
        (status = 423, body = Problem, content_type = "application/problem+json"),
        CommonErrors,
    ),
)]
async fn list_devices(
    State(app): State<AppState>,
    Authenticated(caller): Authenticated,
) -> Result<Json<Devices>, Problem> {
    let (now, mut conn) = (app.clock.now(), app.db.read().await?);
    let rows = store::sessions::list_devices(&mut conn, &caller.identity_id, now, MAX_DEVICES).await?;
    let results = rows
        .into_iter()
        .map(|row| Device::of(row, &caller.session_id))
        .collect();
    Ok(Json(Devices { results }))
}

/// Signs one of the caller's browsers or devices out.
#[utoipa::path(
    delete,
    path = "/auth/devices/{id}",
    tag = "identity",
    params(("id" = SessionId, Path)),
    responses(
        (status = 204, description = "It is signed out."),
        (status = 401, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (status = 423, body = Problem, content_type = "application/problem+json"),
        CommonErrors,
    ),
)]
async fn remove_device(
    State(app): State<AppState>,
    client: ClientInfo,
    Authenticated(caller): Authenticated,
    Path(id): Path<SessionId>,
) -> Result<StatusCode, Problem> {
    sign_out::device(&app, &client, &caller.identity_id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
