//! The calls of status.

use std::time::{Duration, Instant};

use axum::extract::State;
use kernel::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::db::on;
use crate::web::{AppState, Json};

/// The routes of this slice under the API's base.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(view_health))
}

/// The one older call, whose path is complete in itself.
pub fn legacy_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(view_endpoint_state))
}

/// How well something works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Level {
    /// As it should.
    Ok,
    /// But slowly.
    Degraded,
    /// Not at all.
    Down,
}

/// How the site is.
#[derive(Debug, Serialize, ToSchema)]
struct Health {
    /// The worst of its parts.
    status: Level,
    /// Its parts.
    checks: Vec<Check>,
    /// The running version.
    version: &'static str,
}

/// How one part is.
#[derive(Debug, Serialize, ToSchema)]
struct Check {
    /// Which.
    name: &'static str,
    /// How.
    status: Level,
    /// In words.
    detail: String,
}

pub(crate) const CHECK_DATABASE: &str = "select count(*) from campaigns";

/// A read that takes longer than this is slow.
const SLOW_READ: Duration = Duration::from_millis(500);

/// Whether the database answers a read.
async fn check_database(app: &AppState) -> Check {
    let started = Instant::now();
    let answer: sqlx::Result<i64> = async {
        let mut conn = app.db.read().await?;
        on!(conn, |x: D| sqlx::query_scalar::<D, i64>(CHECK_DATABASE).fetch_one(x).await)
    }
    .await;
    let (status, detail) = match answer {
        Ok(_) if started.elapsed() > SLOW_READ => (Level::Degraded, "Responding slowly.".to_owned()),
        Ok(_) => (Level::Ok, "Responding.".to_owned()),
        Err(error) => {
            tracing::warn!(%error, "the database failed its health check");
            (Level::Down, "Not responding.".to_owned())
        }
    };
    Check { name: "database", status, detail }
}

/// How the site and its parts are. Answers 200 whatever it finds: the report is the answer.
#[utoipa::path(get, path = "/system/health", tag = "status", responses((status = 200, body = Health)))]
async fn view_health(State(app): State<AppState>) -> Json<Health> {
    let checks = vec![check_database(&app).await];
    let status = checks.iter().map(|check| check.status).max().unwrap_or(Level::Ok);
    Json(Health { status, checks, version: app.version })
}

/// How the groups of calls are.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EndpointStates {
    /// Each group.
    endpoints: Vec<EndpointState>,
    /// When this was found.
    #[schema(value_type = String, format = DateTime)]
    updated_on: Timestamp,
}

/// How one group of calls is.
#[derive(Debug, Serialize, ToSchema)]
struct EndpointState {
    /// The group, by its name in the API document.
    name: &'static str,
    /// Whether its calls work.
    state: Availability,
    /// In words.
    message: &'static str,
}

/// Whether calls work.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Availability {
    /// They do.
    Up,
    /// They do, slowly.
    Degraded,
    /// They do not.
    Down,
}

/// The groups of calls that read the database, which is all of them by now.
const GROUPS: [&str; 6] = ["scenarios", "discovery", "cards", "tags", "users", "campaigns"];

/// Which groups of calls work.
#[utoipa::path(get, path = "/api/endpointstate", tag = "status", responses((status = 200, body = EndpointStates)))]
async fn view_endpoint_state(State(app): State<AppState>) -> Json<EndpointStates> {
    let (state, message) = match check_database(&app).await.status {
        Level::Ok => (Availability::Up, "Working normally."),
        Level::Degraded => (Availability::Degraded, "Working, but slowly."),
        Level::Down => (Availability::Down, "The database isn’t responding."),
    };
    let endpoints = GROUPS.iter().map(|name| EndpointState { name, state, message }).collect();
    Json(EndpointStates { endpoints, updated_on: app.clock.now() })
}
