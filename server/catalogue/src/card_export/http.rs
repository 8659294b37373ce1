//! The call that exports a scenario.

use accounts::identity::SignedIn;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Path, Problem, Query, attachment};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::export::{Export, write_file};
use super::model::{CardContainer, CardVersion};
use crate::AppState;
use crate::authoring::{AUTHOR_ONLY, DraftErrors};
use crate::scenarios::ScenarioId;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(export_scenario),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("What people write here is theirs: they take it along.")
        .trial("/scenarios/scenario/@draft/export", Sent::Nothing, AUTHOR_ONLY)
}

/// A file of a card.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "for the API document")]
struct CardArchive(Vec<u8>);

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ExportParams {
    /// The container; `charx` by default.
    #[param(inline)]
    format: Option<CardContainer>,
    /// The actor, by their id in the draft; the whole scenario by default.
    actor: Option<String>,
    /// The version of a card in JSON; `v3` by default.
    #[param(inline)]
    version: Option<CardVersion>,
}

/// Exports one of the caller's scenarios as it is in its draft: whole as CHARX, or one actor's card as CHARX, PNG or
/// JSON. Importing the whole scenario makes an equal draft again.
#[utoipa::path(
    get,
    path = "/scenarios/scenario/{id}/export",
    tag = "card_export",
    params(("id" = ScenarioId, Path), ExportParams),
    responses(
        (
            status = 200,
            content((CardArchive = "application/zip"), (CardArchive = "image/png"), (serde_json::Value = "application/json")),
        ),
        DraftErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn export_scenario(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
    Query(params): Query<ExportParams>,
) -> Result<Response, Problem> {
    let container = params.format.unwrap_or_default();
    let export = Export {
        container,
        actor: params.actor,
        version: params.version.unwrap_or_default(),
    };
    let (title, file) = write_file(&app, &person.user_id, &id, export).await?;
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static(container.media_type()),
        ),
        (
            header::CONTENT_DISPOSITION,
            attachment(&title, container.ending()),
        ),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-store"),
        ),
    ];
    Ok((headers, file).into_response())
}
