//! The calls of lorebooks.

use accounts::identity::SignedIn;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use platform::db::Isolation;
use platform::idempotency::{Idempotent, Reply, principal_of};
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{
    AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, Query, QuotaErrors, ReportRow, read_flattened,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::book::Book;
use super::model::{Lorebook, Lorebooks};
use super::upload::read_upload;
use super::validate::validated;
use super::{actions, formats};
use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(list_lorebooks),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("The specification has no lorebooks.")
        .trial("/lorebooks", Sent::Nothing, people(200))
        .call(
            routes!(create_lorebook),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("The specification has no lorebooks.")
        .trial("/lorebooks", Sent::Json(r#"{"name":"Notes"}"#), people(201))
        .call(
            routes!(import_lorebook),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("The specification has no lorebooks.")
        .trial("/lorebooks/import", Sent::Json(r#"{"entries":{}}"#), people(201))
        .call(
            routes!(read_lorebook),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("The specification has no lorebooks.")
        .trial("/lorebooks/none", Sent::Nothing, people(404))
        .call(
            routes!(replace_lorebook),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("The specification has no lorebooks.")
        .trial("/lorebooks/none", Sent::Json(r#"{"name":"Notes"}"#), people(404))
        .call(
            routes!(delete_lorebook),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("The specification has no lorebooks.")
        .trial("/lorebooks/none", Sent::Nothing, people(404))
        .call(
            routes!(export_lorebook),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("The specification has no lorebooks.")
        .trial("/lorebooks/none/export", Sent::Nothing, people(404))
}

/// A new lorebook, or the new content of one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewLorebook {
    /// Its content.
    #[serde(flatten)]
    book: Book,
    /// The version the caller has seen; absent: no check.
    version: Option<i64>,
}

/// An imported lorebook.
#[derive(Debug, Serialize, ToSchema)]
struct ImportedLorebook {
    /// The book.
    #[serde(flatten)]
    book: Lorebook,
    /// What was changed or not used.
    report: Vec<ReportRow>,
}

/// A file to import.
#[derive(ToSchema)]
#[expect(dead_code, reason = "for the API document")]
struct LorebookForm {
    /// A JSON file: a stand-alone book, a card with a book, or a world file.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ExportParams {
    /// `v3` (a stand-alone book by the V3 specification; by default) or `st` (a world file).
    format: Option<String>,
}

/// The caller's lorebooks, the latest changed first.
#[utoipa::path(
    get,
    path = "/lorebooks",
    tag = "lorebooks",
    responses((status = 200, body = Lorebooks), AuthErrors, CommonErrors),
)]
async fn list_lorebooks(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<Json<Lorebooks>, Problem> {
    let mut conn = app.db.read().await?;
    actions::list(&mut conn, &person.user_id).await.map(Json)
}

/// Creates a lorebook.
#[utoipa::path(
    post,
    path = "/lorebooks",
    tag = "lorebooks",
    request_body = NewLorebook,
    responses(
        (status = 201, body = Lorebook),
        QuotaErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn create_lorebook(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    once: Idempotent<Value>,
) -> Result<Reply, Problem> {
    let book = validated(read_flattened::<NewLorebook, Book>(&once.body)?.book)?;
    let (app, owner, book) = (&app, &person.user_id, &book);
    let principal = principal_of(owner);
    let use_case = once.key.run(app, &principal, Isolation::Ordinary, |tx| {
        Box::pin(
            async move { Reply::json(StatusCode::CREATED, &actions::create(app, tx, owner, book).await?) },
        )
    });
    use_case.await
}

/// Creates a lorebook from a file: a stand-alone book, the book of a card, or a world file. A book without a name is
/// called like its file.
#[utoipa::path(
    post,
    path = "/lorebooks/import",
    tag = "lorebooks",
    request_body(content = LorebookForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = ImportedLorebook),
        QuotaErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn import_lorebook(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    request: Request,
) -> Result<(StatusCode, Json<ImportedLorebook>), Problem> {
    let (file, name) = read_upload(&app, request).await?;
    let title = name.as_deref().map(formats::title_of);
    let imported = formats::import(&file, title.as_deref())
        .ok_or_else(|| Problem::invalid("file", "This file contains no lorebook."))?;
    let book = validated(imported.book)?;
    let (app, owner, book) = (&app, &person.user_id, &book);
    let book = app
        .db
        .transact(Isolation::Ordinary, |tx| {
            Box::pin(actions::create(app, tx, owner, book))
        })
        .await?;
    Ok((
        StatusCode::CREATED,
        Json(ImportedLorebook {
            book,
            report: imported.report,
        }),
    ))
}

/// One of the caller's lorebooks.
#[utoipa::path(
    get,
    path = "/lorebooks/{id}",
    tag = "lorebooks",
    params(("id" = String, Path)),
    responses((status = 200, body = Lorebook), AuthErrors, CommonErrors),
)]
async fn read_lorebook(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<String>,
) -> Result<Json<Lorebook>, Problem> {
    let mut conn = app.db.read().await?;
    actions::load(&mut conn, &id, &person.user_id).await.map(Json)
}

/// Replaces the content of a lorebook. A caller who has seen an older version is refused, with the current
/// book as `current`.
#[utoipa::path(
    put,
    path = "/lorebooks/{id}",
    tag = "lorebooks",
    params(("id" = String, Path)),
    request_body = NewLorebook,
    responses(
        (status = 200, body = Lorebook),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "Changed meanwhile.",
        ),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn replace_lorebook(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<String>,
    Json(body): Json<Value>,
) -> Result<Json<Lorebook>, Problem> {
    let requested = read_flattened::<NewLorebook, Book>(&body)?;
    let (book, seen) = (validated(requested.book)?, requested.version);
    let (app, owner, id, book) = (&app, &person.user_id, id.as_str(), &book);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::replace(app, tx, owner, id, book, seen))
    });
    use_case.await.map(Json)
}

/// Deletes a lorebook with its attachments.
#[utoipa::path(
    delete,
    path = "/lorebooks/{id}",
    tag = "lorebooks",
    params(("id" = String, Path)),
    responses((status = 204), AuthErrors, CommonErrors),
)]
async fn delete_lorebook(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let (owner, id) = (&person.user_id, id.as_str());
    let use_case = app
        .db
        .transact(Isolation::Ordinary, |tx| Box::pin(actions::delete(tx, owner, id)));
    use_case.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A lorebook as a file for other programs.
#[utoipa::path(
    get,
    path = "/lorebooks/{id}/export",
    tag = "lorebooks",
    params(("id" = String, Path), ExportParams),
    responses((status = 200, body = Object, content_type = "application/json"), AuthErrors, CommonErrors),
)]
async fn export_lorebook(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<String>,
    Query(params): Query<ExportParams>,
) -> Result<Response, Problem> {
    let mut conn = app.db.read().await?;
    let book = actions::load(&mut conn, &id, &person.user_id).await?.book;
    let file = match params.format.as_deref() {
        None | Some("v3" | "lorebook_v3") => formats::export_v3(&book),
        Some("st") => formats::export_st(&book),
        Some(_) => {
            return Err(Problem::bad_request("The format is v3 or st.").with_field("format", "not a format"));
        }
    };
    let headers = [
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"lorebook.json\"",
        ),
        (header::CACHE_CONTROL, "private, no-store"),
    ];
    Ok((headers, Json(file)).into_response())
}
