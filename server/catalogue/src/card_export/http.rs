//! The calls that export scenarios.

use accounts::identity::SignedIn;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, rule};
use platform::web::{
    AuthErrors, BodyErrors, CommonErrors, FileErrors, Json, Path, Problem, Query, Spooled, attachment,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::archive::write_archive;
use super::export::{Export, write_file};
use super::model::{ArchiveRequest, CardContainer, CardVersion};
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
        .call(
            routes!(export_my_scenarios),
            rule(Who::SignedIn, Class::Writes, Caching::Never).that_takes_minutes(),
        )
        .beyond_spec("What people write here is theirs: they take it along.")
        .trial(
            "/scenarios/my/export",
            Sent::Json(r#"{"ids":["@draft"]}"#),
            AUTHOR_ONLY,
        )
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
        FileErrors,
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
    let name = attachment(&title, container.ending());
    Ok(download(container.media_type(), name, file))
}

/// A file that its browser saves and nothing keeps.
fn download(media_type: &'static str, name: HeaderValue, file: Spooled) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (header::CONTENT_DISPOSITION, name),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-store"),
        ),
    ];
    (headers, file).into_response()
}

/// Exports many of the caller's scenarios as they are in their drafts: an archive with one CHARX for each, as
/// exporting it alone writes it.
#[utoipa::path(
    post,
    path = "/scenarios/my/export",
    tag = "card_export",
    request_body = ArchiveRequest,
    responses(
        (status = 200, body = CardArchive, content_type = "application/zip"),
        DraftErrors,
        FileErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn export_my_scenarios(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Json(request): Json<ArchiveRequest>,
) -> Result<Response, Problem> {
    let file = write_archive(&app, &person.user_id, request.ids).await?;
    Ok(download(
        "application/zip",
        attachment("My scenarios", "zip"),
        file,
    ))
}
