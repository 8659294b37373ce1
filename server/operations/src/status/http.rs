//! The calls of status.

use accounts::identity::Admin;
use axum::extract::State;
use kernel::Timestamp;
use platform::llm::Probe;
use platform::slice::calls::{Caching, Calls, Class, Sent, Tag, VaryBy, Who, all, rule};
use platform::web::{AuthErrors, CommonErrors, Json, Problem};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::checks;
use super::model::{Check, Level};
use super::rules::GROUPS;
use crate::AppState;

/// The calls of this slice below the API's base path.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(view_health),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .trial("/system/health", Sent::Nothing, all(200))
        .call(
            routes!(probe_models),
            rule(Who::Admin, Class::Reads, Caching::Never),
        )
        .beyond_spec("The operator reads here whether the connected models answer.")
        .trial("/system/models", Sent::Nothing, [401, 401, 403, 403, 403, 200])
}

/// The one older call, with a complete path.
pub fn legacy_calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(view_endpoint_state),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .trial("/api/endpointstate", Sent::Nothing, all(200))
}

/// The health of the site.
#[derive(Debug, Serialize, ToSchema)]
struct Health {
    /// The worst level of its parts.
    status: Level,
    /// Its parts.
    checks: Vec<Check>,
    /// The running version.
    version: &'static str,
}

/// The health of the site and its parts. Always answers 200: the report is the answer.
#[utoipa::path(get, path = "/system/health", tag = "status", responses((status = 200, body = Health)))]
async fn view_health(State(app): State<AppState>) -> Json<Health> {
    let checks = checks::run_checks(&app).await;
    let status = checks.iter().map(|check| check.status).max().unwrap_or(Level::Ok);
    Json(Health {
        status,
        checks,
        version: app.version,
    })
}

/// The state of the groups of calls.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EndpointStates {
    /// Each group.
    endpoints: Vec<EndpointState>,
    /// When this was checked.
    #[schema(value_type = String, format = DateTime)]
    updated_on: Timestamp,
}

/// The state of one group of calls.
#[derive(Debug, Serialize, ToSchema)]
struct EndpointState {
    /// The group, by its name in the API document.
    name: &'static str,
    /// Whether its calls work.
    state: Availability,
    /// The state in words.
    message: String,
}

/// Whether calls work.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Availability {
    /// They work.
    Up,
    /// They work, but slowly or not all of them.
    Degraded,
    /// They do not work.
    Down,
}

impl From<Level> for Availability {
    fn from(level: Level) -> Self {
        match level {
            Level::Ok => Self::Up,
            Level::Degraded => Self::Degraded,
            Level::Down => Self::Down,
        }
    }
}

/// Which groups of calls work.
#[utoipa::path(
    get,
    path = "/api/endpointstate",
    tag = "status",
    responses((status = 200, body = EndpointStates)),
)]
async fn view_endpoint_state(State(app): State<AppState>) -> Json<EndpointStates> {
    let checks = checks::run_checks(&app).await;
    let endpoints = GROUPS.iter().filter_map(|group| {
        let (level, why) = group.level(&checks)?;
        let message = why.map_or_else(|| "Working normally.".to_owned(), |check| check.detail.clone());
        Some(EndpointState {
            name: group.name,
            state: level.into(),
            message,
        })
    });
    Json(EndpointStates {
        endpoints: endpoints.collect(),
        updated_on: app.clock.now(),
    })
}

/// Whether the models answer.
#[derive(Debug, Serialize, ToSchema)]
struct ModelProbes {
    /// Each of them, the default first.
    models: Vec<Probe>,
}

/// Whether the connected models answer, for admins: each server is asked for its list of models, which costs
/// nothing. Checked at most every 30 seconds.
#[utoipa::path(
    get,
    path = "/system/models",
    tag = "status",
    responses(
        (status = 200, body = ModelProbes),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn probe_models(State(app): State<AppState>, Admin(_admin): Admin) -> Json<ModelProbes> {
    Json(ModelProbes {
        models: app.models.probe(&*app.clock).await,
    })
}
