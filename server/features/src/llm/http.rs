//! The one call about models as such: whether they answer.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Probe;
use crate::identity::Admin;
use crate::web::{AppState, AuthErrors, CommonErrors, Json, Problem};

/// The routes of this slice.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(probe_models))
}

/// Whether the models answer.
#[derive(Debug, Serialize, ToSchema)]
struct ModelProbes {
    /// Each of them, the default first.
    models: Vec<Probe>,
}

/// Whether the connected models answer, for admins: each server is asked which models it has, which costs
/// nothing. Asked at most every 30 seconds.
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
