//! The calls of batches.

use accounts::identity::SignedIn;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use kernel::paging::Page;
use platform::db::Isolation;
use platform::idempotency::{Idempotent, Reply, principal_of};
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, Query, QuotaErrors};
use utoipa_axum::routes;

use super::actions::{self, BatchesParams, FilesParams};
use super::add::{self, FileParams};
use super::model::{ChangedCardsAnswer, ImportBatch, ImportFile, ImportFileReport, NewImportBatch};
use crate::AppState;
use crate::card_import::form::{CardForm, store_form};
use crate::card_import::places::FILES;
use crate::card_import::rules::FORM_BYTES;

/// Why there are batches.
const WHY: &str = "People bring whole folders, which are imported while they are away.";

/// The calls of this file.
pub(in crate::card_import) fn calls() -> Calls<AppState> {
    of_batches().and(of_files())
}

fn of_batches() -> Calls<AppState> {
    let reads = rule(Who::SignedIn, Class::Reads, Caching::Never);
    let writes = rule(Who::SignedIn, Class::Writes, Caching::Never);
    Calls::new()
        .call(routes!(create_import), writes)
        .beyond_spec(WHY)
        .trial(
            "/scenarios/imports",
            Sent::Json(r#"{"name":"Folder"}"#),
            people(201),
        )
        .call(routes!(list_imports), reads)
        .beyond_spec(WHY)
        .trial("/scenarios/imports", Sent::Nothing, people(200))
        .call(routes!(read_import), reads)
        .beyond_spec(WHY)
        .trial("/scenarios/imports/none", Sent::Nothing, people(404))
        .call(routes!(delete_import), writes)
        .beyond_spec(WHY)
        .trial("/scenarios/imports/none", Sent::Nothing, people(404))
        .call(routes!(seal_import), writes)
        .beyond_spec(WHY)
        .trial("/scenarios/imports/none/seal", Sent::Nothing, people(404))
        .call(routes!(answer_import), writes)
        .beyond_spec(WHY)
        .trial(
            "/scenarios/imports/none/answer",
            Sent::Json(r#"{"changed":"skip"}"#),
            people(404),
        )
}

fn of_files() -> Calls<AppState> {
    let reads = rule(Who::SignedIn, Class::Reads, Caching::Never);
    let uploads = rule(Who::SignedIn, Class::Uploads, Caching::Never)
        .with_body(FORM_BYTES)
        .that_takes_minutes();
    Calls::new()
        .call(routes!(add_file), uploads)
        .beyond_spec(WHY)
        .trial(
            "/scenarios/imports/none/files?name=a.json&position=0",
            Sent::CardFile,
            people(404),
        )
        .call(routes!(list_files), reads)
        .beyond_spec(WHY)
        .trial("/scenarios/imports/none/files", Sent::Nothing, people(404))
        .call(routes!(read_file), reads)
        .beyond_spec(WHY)
        .trial("/scenarios/imports/none/files/0", Sent::Nothing, people(404))
}

/// Creates an import of many files, which are sent one after the other. It is for 1,000 files and 2 GB at most;
/// three can be under way at a time.
#[utoipa::path(
    post,
    path = "/scenarios/imports",
    tag = "card_import",
    request_body = NewImportBatch,
    responses(
        (status = 201, body = ImportBatch),
        QuotaErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn create_import(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    once: Idempotent<NewImportBatch>,
) -> Result<Reply, Problem> {
    let name = actions::read_name(once.body.name.as_deref())?;
    let (app, owner) = (&app, &person.user_id);
    let principal = principal_of(owner);
    let use_case = once.key.run(app, &principal, Isolation::Ordinary, |tx| {
        Box::pin(
            async move { Reply::json(StatusCode::CREATED, &actions::create(app, tx, owner, name).await?) },
        )
    });
    use_case.await
}

/// The caller's imports of many files, the newest first. Each is kept for 30 days.
#[utoipa::path(
    get,
    path = "/scenarios/imports",
    tag = "card_import",
    params(BatchesParams),
    responses((status = 200, body = Page<ImportBatch>), AuthErrors, CommonErrors),
)]
async fn list_imports(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Query(params): Query<BatchesParams>,
) -> Result<Json<Page<ImportBatch>>, Problem> {
    actions::list(&app, &person.user_id, params).await.map(Json)
}

/// One of the caller's imports.
#[utoipa::path(
    get,
    path = "/scenarios/imports/{id}",
    tag = "card_import",
    params(("id" = String, Path)),
    responses((status = 200, body = ImportBatch), AuthErrors, CommonErrors),
)]
async fn read_import(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<String>,
) -> Result<Json<ImportBatch>, Problem> {
    let mut conn = app.db.read().await?;
    actions::load(&mut conn, &id, &person.user_id).await.map(Json)
}

/// Deletes an import. What is not imported yet is dropped; the scenarios stay.
#[utoipa::path(
    delete,
    path = "/scenarios/imports/{id}",
    tag = "card_import",
    params(("id" = String, Path)),
    responses((status = 204), AuthErrors, CommonErrors),
)]
async fn delete_import(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    actions::delete(&app, &person.user_id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Says that all files of an import are there. It takes no more from then on. An import seals itself a day after its
/// latest file.
#[utoipa::path(
    post,
    path = "/scenarios/imports/{id}/seal",
    tag = "card_import",
    params(("id" = String, Path)),
    responses((status = 200, body = ImportBatch), AuthErrors, CommonErrors),
)]
async fn seal_import(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<String>,
) -> Result<Json<ImportBatch>, Problem> {
    actions::seal(&app, &person.user_id, &id).await.map(Json)
}

/// Answers for all files of an import what is done with cards that changed since they were imported: those that wait
/// for the answer, and those that are found later.
#[utoipa::path(
    post,
    path = "/scenarios/imports/{id}/answer",
    tag = "card_import",
    params(("id" = String, Path)),
    request_body = ChangedCardsAnswer,
    responses((status = 200, body = ImportBatch), AuthErrors, BodyErrors, CommonErrors),
)]
async fn answer_import(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<String>,
    Json(body): Json<ChangedCardsAnswer>,
) -> Result<Json<ImportBatch>, Problem> {
    actions::answer(&app, &person.user_id, &id, body.changed)
        .await
        .map(Json)
}

/// Sends a file of an import: a character card or a lorebook of any kind. It is stored when it is answered, and
/// imported later. A file that is sent again to the same place changes nothing.
#[utoipa::path(
    post,
    path = "/scenarios/imports/{id}/files",
    tag = "card_import",
    params(("id" = String, Path), FileParams),
    request_body(content = CardForm, content_type = "multipart/form-data"),
    responses(
        (status = 202, body = ImportFile),
        QuotaErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn add_file(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<String>,
    Query(params): Query<FileParams>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Json<ImportFile>), Problem> {
    params.check()?;
    add::check_place(&app, &person.user_id, &id, &params).await?;
    let _place = FILES.enter(person.user_id.as_str()).await?;
    let upload = store_form(form).await?;
    let file = add::add(&app, &person.user_id, &id, &params, upload).await?;
    Ok((StatusCode::ACCEPTED, Json(file)))
}

/// The files of an import by their position.
#[utoipa::path(
    get,
    path = "/scenarios/imports/{id}/files",
    tag = "card_import",
    params(("id" = String, Path), FilesParams),
    responses((status = 200, body = Page<ImportFile>), AuthErrors, CommonErrors),
)]
async fn list_files(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<String>,
    Query(params): Query<FilesParams>,
) -> Result<Json<Page<ImportFile>>, Problem> {
    actions::list_files(&app, &person.user_id, &id, params)
        .await
        .map(Json)
}

/// A file of an import, and what became of each of its fields.
#[utoipa::path(
    get,
    path = "/scenarios/imports/{id}/files/{position}",
    tag = "card_import",
    params(("id" = String, Path), ("position" = i64, Path)),
    responses((status = 200, body = ImportFileReport), AuthErrors, CommonErrors),
)]
async fn read_file(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path((id, position)): Path<(String, i64)>,
) -> Result<Json<ImportFileReport>, Problem> {
    let mut conn = app.db.read().await?;
    actions::load_report(&mut conn, &person.user_id, &id, position)
        .await
        .map(Json)
}
