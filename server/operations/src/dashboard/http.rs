//! The calls of the dashboard.

use accounts::identity::SignedIn;
use accounts::users::gone_meanwhile;
use axum::extract::State;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{AuthErrors, CommonErrors, Json, Problem};
use utoipa_axum::routes;

use super::activity::{self, Dashboard, OwnStats};
use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(view_dashboard),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/dashboard", Sent::Nothing, people(200))
        .call(
            routes!(fetch_stats),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/user/fetch-stats", Sent::Nothing, people(200))
}

/// The caller's own activity: counts, the last 30 days, the latest actions.
#[utoipa::path(
    get,
    path = "/dashboard",
    tag = "dashboard",
    responses((status = 200, body = Dashboard), AuthErrors, CommonErrors),
)]
async fn view_dashboard(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<Json<Dashboard>, Problem> {
    let mut conn = app.db.read().await?;
    Ok(Json(
        activity::dashboard(&mut conn, &person.user_id, app.clock.now())
            .await?
            .ok_or_else(gone_meanwhile)?,
    ))
}

/// Counts of what the caller received and gave.
#[utoipa::path(
    get,
    path = "/user/fetch-stats",
    tag = "dashboard",
    responses((status = 200, body = OwnStats), AuthErrors, CommonErrors),
)]
async fn fetch_stats(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<Json<OwnStats>, Problem> {
    let mut conn = app.db.read().await?;
    Ok(Json(
        activity::count_all(&mut conn, &person.user_id)
            .await?
            .ok_or_else(gone_meanwhile)?,
    ))
}
