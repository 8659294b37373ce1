//! The calls that import and export stories.

use accounts::guests::{Owner, Player};
use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::{DefaultBodyLimit, Multipart, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::{Bytes, BytesMut};
use catalogue::scenarios::ScenarioId;
use kernel::ErrorCode;
use platform::slice::calls::{Calls, Class, Keeps, OWN_STORY, Sent, Who, rule};
use platform::web::{
    AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, Query, Report, ReportRow, Spool, spool,
};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::UtoipaMethodRouterExt;
use utoipa_axum::routes;

use super::export::{Format, export};
use super::import::import;
use super::rules::{FILES_AT_ONCE, MAX_FILE_BYTES};
use super::sniff;
use crate::AppState;
use crate::stories::{self, StoryId, StoryView};

/// The largest body of an import: the file and its multipart framing.
const BODY_BYTES: usize = MAX_FILE_BYTES + 64 * 1024;
/// Files that are read at the same time.
static READING: Semaphore = Semaphore::const_new(FILES_AT_ONCE);
/// How long a file waits for its turn.
const WAIT: std::time::Duration = std::time::Duration::from_secs(10);

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(export_story),
            rule(Who::Player, Class::Reads, Keeps::Never),
        )
        .tried("/stories/@story/export", Sent::Nothing, OWN_STORY)
        .call(
            routes!(import_story).layer(DefaultBodyLimit::max(BODY_BYTES)),
            rule(Who::Player, Class::Writes, Keeps::Never),
        )
        .tried("/stories/import", Sent::StoryFile, [401, 201, 201, 201, 201, 201])
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
        AuthErrors,
        CommonErrors,
    ),
)]
async fn export_story(
    State(app): State<AppState>,
    player: Player,
    Path(id): Path<StoryId>,
    Query(params): Query<ExportParams>,
) -> Result<Response, Problem> {
    let format = params.format.unwrap_or_default();
    let (kind, ending) = match format {
        Format::Json => ("application/json; charset=utf-8", "json"),
        Format::Jsonl => ("application/jsonl; charset=utf-8", "jsonl"),
        Format::Text => ("text/markdown; charset=utf-8", "md"),
    };
    let mut conn = app.db.read().await?;
    let owner = Owner::from(&player);
    let story = stories::load_story(&mut conn, &owner, &id).await?;
    drop(conn);
    let (title, with_deleted) = (attachment(&story.title, ending), params.deleted.unwrap_or(false));
    let write = async move |file: &mut Spool| {
        let mut conn = app.db.read().await?;
        export(&mut conn, &story, format, with_deleted, app.clock.now(), file).await
    };
    let file = spool(&owner.principal(), write).await?;
    let mut response = ([(header::CONTENT_TYPE, kind)], file).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_DISPOSITION, title);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// The header that makes a browser save the file under the story's title (RFC 6266).
fn attachment(title: &str, ending: &str) -> HeaderValue {
    let plain: String = title
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_') {
                c
            } else {
                '_'
            }
        })
        .take(60)
        .collect();
    let exact = percent_encoding::utf8_percent_encode(title, percent_encoding::NON_ALPHANUMERIC);
    let text = format!(
        "attachment; filename=\"{}.{ending}\"; filename*=UTF-8''{exact}.{ending}",
        plain.trim()
    );
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("attachment"))
}

/// The form that imports a story.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only the API document reads it")]
#[serde(rename_all = "camelCase")]
struct ImportForm {
    /// Our own JSON, a SillyTavern chat (.jsonl), or a chat of CAI Tools, text-generation-webui or Agnai; at
    /// most 20 MB and 20,000 messages.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
    /// The scenario that the story belongs to; its actors replace characters of the file.
    scenario_id: Option<ScenarioId>,
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
    let form = form.map_err(|_| {
        Problem::new(
            ErrorCode::UNSUPPORTED_MEDIA_TYPE,
            "Send the file as multipart/form-data.",
        )
    })?;
    let (file, scenario) = read_form(form).await?;
    let busy = || {
        Problem::new(
            ErrorCode::OVERLOADED,
            "Other files are being imported. Please try again in a moment.",
        )
        .with_retry_after(10)
    };
    let _place = tokio::time::timeout(WAIT, READING.acquire())
        .await
        .map_err(|_| busy())?
        .map_err(Problem::internal)?;
    let read = tokio::task::spawn_blocking(move || {
        let mut report = Report::default();
        sniff::read(&file, &mut report).map(|draft| (draft, report))
    });
    let (draft, report) = read.await.map_err(Problem::internal)??;
    let made = import(&app, &player, draft, scenario, report).await?;
    let mut conn = app.db.read().await?;
    let story = stories::story_view(&mut conn, made.story).await?;
    Ok((
        StatusCode::CREATED,
        Json(ImportAnswer {
            story,
            report: made.report,
        }),
    ))
}

fn too_large() -> Problem {
    Problem::new(
        ErrorCode::PAYLOAD_TOO_LARGE,
        format!(
            "This file is too large (max {} MB).",
            MAX_FILE_BYTES / 1024 / 1024
        ),
    )
}

fn unreadable(error: &MultipartError) -> Problem {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        too_large()
    } else {
        Problem::bad_request("The form cannot be read.")
    }
}

async fn read_form(mut form: Multipart) -> Result<(Bytes, Option<ScenarioId>), Problem> {
    let (mut file, mut scenario) = (None, None);
    while let Some(mut field) = form.next_field().await.map_err(|error| unreadable(&error))? {
        match field.name() {
            Some("file") if file.is_none() => {
                let mut bytes = BytesMut::new();
                while let Some(piece) = field.chunk().await.map_err(|error| unreadable(&error))? {
                    if bytes.len() + piece.len() > MAX_FILE_BYTES {
                        return Err(too_large());
                    }
                    bytes.extend_from_slice(&piece);
                }
                file = Some(bytes.freeze());
            }
            Some("scenarioId") => {
                let text = field.text().await.map_err(|error| unreadable(&error))?;
                if !text.trim().is_empty() {
                    let id = text
                        .trim()
                        .parse()
                        .map_err(|_| Problem::invalid("scenarioId", "This scenario doesn’t exist."))?;
                    scenario = Some(id);
                }
            }
            _ => {}
        }
    }
    let file = file.ok_or_else(|| Problem::invalid("file", "Send the story as the field file."))?;
    Ok((file, scenario))
}
