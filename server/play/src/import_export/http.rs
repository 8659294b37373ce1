//! The calls that import and export stories.

use accounts::guests::{Owner, Player};
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use platform::slice::calls::{Caching, Calls, Class, OWN_STORY, Sent, Who, rule};
use platform::web::{
    AuthErrors, BodyErrors, CommonErrors, FileErrors, Json, Path, Problem, Query, ReportRow,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::export::Format;
use super::export_file::{StoryFile, export_file};
use super::form::{BODY_BYTES, ImportForm, read_form};
use super::import_file::import_file;
use crate::AppState;
use crate::stories::{self, StoryId, StoryView};

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(export_story),
            rule(Who::Player, Class::Reads, Caching::Never),
        )
        .beyond_spec("Players take a story with them as a file.")
        .trial("/stories/@story/export", Sent::Nothing, OWN_STORY)
        .call(
            routes!(import_story),
            rule(Who::Player, Class::Writes, Caching::Never).with_body(BODY_BYTES),
        )
        .beyond_spec("Players bring a story as a file.")
        .trial("/stories/import", Sent::StoryFile, [401, 201, 201, 201, 201, 201])
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ExportParams {
    /// `json` (everything; by default), `jsonl` (for SillyTavern), `text` (Markdown).
    #[param(inline)]
    format: Option<Format>,
    /// Whether deleted messages are exported, too; only `json`.
    deleted: Option<bool>,
}

/// The story as a file: everything in our own JSON, or the path to the reader's position for SillyTavern or
/// for reading.
#[utoipa::path(
    get,
    path = "/stories/{id}/export",
    tag = "import_export",
    params(("id" = StoryId, Path), ExportParams),
    responses(
        (
            status = 200,
            content((Value = "application/json"), (String = "application/jsonl"), (String = "text/markdown")),
        ),
        FileErrors,
        AuthErrors,
        CommonErrors,
    ),
)]
async fn export_story(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
    Query(params): Query<ExportParams>,
) -> Result<StoryFile, Problem> {
    let (format, with_deleted) = (params.format.unwrap_or_default(), params.deleted.unwrap_or(false));
    export_file(app, &Owner::from(&player), &id, format, with_deleted).await
}

/// An imported story.
#[derive(Debug, Serialize, ToSchema)]
struct ImportAnswer {
    /// The story.
    story: StoryView,
    /// What was changed or not used, field by field.
    report: Vec<ReportRow>,
}

/// Creates a story from a file. If the file cannot be read, nothing is stored; `errors` has the reason.
#[utoipa::path(
    post,
    path = "/stories/import",
    tag = "import_export",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = ImportAnswer),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "A guest has a story of this scenario already.",
        ),
        (
            status = 429,
            body = Problem,
            content_type = "application/problem+json",
            description = "As many stories as there may be.",
        ),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn import_story(
    State(app): State<AppState>,
    player: Player,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Json<ImportAnswer>), Problem> {
    let (file, scenario) = read_form(form).await?;
    let imported = import_file(&app, &player, file, scenario).await?;
    let mut conn = app.db.read().await?;
    let answer = ImportAnswer {
        story: stories::story_view(&mut conn, imported.story).await?,
        report: imported.report,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}
