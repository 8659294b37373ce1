//! The calls of lorebooks.

use accounts::identity::SignedIn;
use accounts::users;
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::ids::UserId;
use kernel::{ErrorCode, Timestamp};
use platform::db::{Conn, Isolation, Tx};
use platform::idempotency::{Idempotent, Reply};
use platform::slice::calls::{Calls, Class, Keeps, Sent, Who, people, rule};
use platform::web::{
    AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, Query, ReportRow, read_flattened,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::formats;
use super::model::{Attachment, AttachmentKind, Book};
use super::rules::{MAX_ATTACHMENTS, MAX_BOOK_BYTES, MAX_BOOKS, faults};
use super::store::{self, BookRow, SummaryRow};
use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(list_lorebooks),
            rule(Who::SignedIn, Class::Reads, Keeps::Never),
        )
        .tried("/lorebooks", Sent::Nothing, people(200))
        .call(
            routes!(create_lorebook),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried("/lorebooks", Sent::Json(r#"{"name":"Notes"}"#), people(201))
        .call(
            routes!(import_lorebook),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried("/lorebooks/import", Sent::Json(r#"{"entries":{}}"#), people(201))
        .call(
            routes!(read_lorebook),
            rule(Who::SignedIn, Class::Reads, Keeps::Never),
        )
        .tried("/lorebooks/none", Sent::Nothing, people(404))
        .call(
            routes!(replace_lorebook),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried("/lorebooks/none", Sent::Json(r#"{"name":"Notes"}"#), people(404))
        .call(
            routes!(delete_lorebook),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried("/lorebooks/none", Sent::Nothing, people(404))
        .call(
            routes!(export_lorebook),
            rule(Who::SignedIn, Class::Reads, Keeps::Never),
        )
        .tried("/lorebooks/none/export", Sent::Nothing, people(404))
}

/// A lorebook of its owner's.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Lorebook {
    /// Which one.
    id: String,
    /// What is in it.
    #[serde(flatten)]
    book: Book,
    /// How many entries it has.
    entry_count: i64,
    /// Where it applies.
    attachments: Vec<Attachment>,
    /// One more with every change.
    version: i64,
    /// Since when it is there.
    #[schema(value_type = String, format = DateTime)]
    created_on: Timestamp,
    /// When it last changed.
    #[schema(value_type = String, format = DateTime)]
    updated_on: Timestamp,
}

/// A lorebook without its entries.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LorebookSummary {
    /// Which one.
    id: String,
    /// Its name.
    name: String,
    /// How many entries it has.
    entry_count: i64,
    /// Where it applies.
    attachments: Vec<Attachment>,
    /// One more with every change.
    version: i64,
    /// Since when it is there.
    #[schema(value_type = String, format = DateTime)]
    created_on: Timestamp,
    /// When it last changed.
    #[schema(value_type = String, format = DateTime)]
    updated_on: Timestamp,
}

/// All lorebooks of the caller.
#[derive(Debug, Serialize, ToSchema)]
struct Lorebooks {
    /// The latest changed first.
    books: Vec<LorebookSummary>,
}

/// A lorebook as its owner wants it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewLorebook {
    /// What is in it.
    #[serde(flatten)]
    book: Book,
    /// The version the caller has seen; absent: whichever.
    version: Option<i64>,
}

/// An imported lorebook.
#[derive(Debug, Serialize, ToSchema)]
struct ImportedLorebook {
    /// The book.
    #[serde(flatten)]
    book: Lorebook,
    /// What became of the file's fields.
    report: Vec<ReportRow>,
}

/// A file to import.
#[derive(ToSchema)]
#[expect(dead_code, reason = "for the API document")]
struct LorebookForm {
    /// A JSON file: a book by itself, a card that has one, or a world file.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ExportParams {
    /// `v3` (a stand-alone book by the V3 specification; by default) or `st` (a world file).
    format: Option<String>,
}

fn missing() -> Problem {
    Problem::not_found("lorebook")
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
    let rows = store::list(&mut conn, &person.user_id).await?;
    let mut attachments = store::all_attachments(&mut conn, &person.user_id).await?;
    let to_summary = |row: SummaryRow| LorebookSummary {
        attachments: attachments.remove(&row.id).unwrap_or_default(),
        id: row.id,
        name: row.name,
        entry_count: row.entry_count,
        version: row.version,
        created_on: Timestamp(row.created_at),
        updated_on: Timestamp(row.updated_at),
    };
    Ok(Json(Lorebooks {
        books: rows.into_iter().map(to_summary).collect(),
    }))
}

/// Makes a lorebook.
#[utoipa::path(
    post,
    path = "/lorebooks",
    tag = "lorebooks",
    request_body = NewLorebook,
    responses(
        (status = 201, body = Lorebook),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "There are too many.",
        ),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn create_lorebook(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    once: Idempotent<Value>,
) -> Result<Response, Problem> {
    let book = check(read_flattened::<NewLorebook, Book>(&once.body)?.book)?;
    let (app, owner, book) = (&app, &person.user_id, &book);
    let reply = once.key.run(app, &person.user_id, Isolation::Ordinary, |tx| {
        Box::pin(async move { Reply::json(StatusCode::CREATED, &create(app, tx, owner, book).await?) })
    });
    reply.await.map(IntoResponse::into_response)
}

/// Makes a lorebook of a file: a stand-alone book, the book of a card, or a world file.
#[utoipa::path(
    post,
    path = "/lorebooks/import",
    tag = "lorebooks",
    request_body(content = LorebookForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = ImportedLorebook),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "There are too many.",
        ),
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
    let file = read_upload(&app, request).await?;
    let imported =
        formats::import(&file).ok_or_else(|| Problem::invalid("file", "This file contains no lorebook."))?;
    let book = check(imported.book)?;
    let (app, owner, book) = (&app, &person.user_id, &book);
    let book = app
        .db
        .transact(Isolation::Ordinary, |tx| Box::pin(create(app, tx, owner, book)))
        .await?;
    Ok((
        StatusCode::CREATED,
        Json(ImportedLorebook {
            book,
            report: imported.report,
        }),
    ))
}

/// The JSON of a form's field `file`, or of the body itself.
async fn read_upload(app: &AppState, request: Request) -> Result<Value, Problem> {
    let kind = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    if !kind.starts_with("multipart/form-data") {
        return Json::<Value>::from_request(request, app)
            .await
            .map(|Json(file)| file);
    }
    let unreadable = || Problem::bad_request("The form cannot be read.");
    let mut form = Multipart::from_request(request, app)
        .await
        .map_err(|_| unreadable())?;
    while let Some(field) = form.next_field().await.map_err(|_| unreadable())? {
        if field.name() == Some("file") {
            let bytes = field.bytes().await.map_err(|error| match error.status() {
                StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
                    ErrorCode::PAYLOAD_TOO_LARGE,
                    format!("A lorebook can have up to {MAX_BOOK_BYTES} bytes."),
                ),
                _ => unreadable(),
            })?;
            return serde_json::from_slice(&bytes)
                .map_err(|_| Problem::invalid("file", "This isn’t a JSON file."));
        }
    }
    Err(Problem::invalid("file", "Send the book as the field file."))
}

async fn create(app: &AppState, tx: &mut Tx, owner: &UserId, book: &Book) -> Result<Lorebook, Problem> {
    if store::count(tx, owner).await? >= MAX_BOOKS {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            format!("{MAX_BOOKS} lorebooks are the most one can have."),
        ));
    }
    let now = app.clock.now();
    let id = app.random.id(now);
    store::insert(tx, &id, owner, book, now).await?;
    load(tx, &id, owner).await
}

async fn load(conn: &mut Conn, id: &str, owner: &UserId) -> Result<Lorebook, Problem> {
    let row: BookRow = store::find(conn, id, owner).await?.ok_or_else(missing)?;
    let attachments = store::attachments(conn, id).await?;
    let book = Book {
        name: row.name,
        ..row.book.0
    };
    Ok(Lorebook {
        id: row.id,
        entry_count: book.entries.len() as i64,
        book,
        attachments,
        version: row.version,
        created_on: Timestamp(row.created_at),
        updated_on: Timestamp(row.updated_at),
    })
}

/// The book tidied: its name trimmed, and every entry with an id of its own.
fn check(mut book: Book) -> Result<Book, Problem> {
    book.name = book.name.trim().to_owned();
    let found = faults(&book);
    if let Some((pointer, why)) = found.first() {
        let problem =
            Problem::new(ErrorCode::VALIDATION_FAILED, why.clone()).with_field(pointer.clone(), why.clone());
        return Err(found.iter().skip(1).fold(problem, |problem, (pointer, why)| {
            problem.with_field(pointer.clone(), why.clone())
        }));
    }
    let mut used = std::collections::HashSet::new();
    let mut next = book.entries.len();
    for entry in &mut book.entries {
        entry.id.truncate(
            entry
                .id
                .char_indices()
                .nth(64)
                .map_or(entry.id.len(), |(at, _)| at),
        );
        while entry.id.is_empty() || !used.insert(entry.id.clone()) {
            entry.id = next.to_string();
            next += 1;
        }
    }
    Ok(book)
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
    load(&mut conn, &id, &person.user_id).await.map(Json)
}

/// Replaces what is in a lorebook. Whoever has seen an older version is refused with the present one as
/// `current`.
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
    let wanted = read_flattened::<NewLorebook, Book>(&body)?;
    let book = check(wanted.book)?;
    let (app, owner, id, book) = (&app, &person.user_id, id.as_str(), &book);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let version = store::take(tx, id, owner).await?.ok_or_else(missing)?;
            if wanted.version.is_some_and(|seen| seen != version) {
                let current = serde_json::to_value(load(tx, id, owner).await?).map_err(Problem::internal)?;
                return Err(
                    Problem::new(ErrorCode::CONFLICT, "This lorebook has changed in the meantime.")
                        .with_extension("current", current),
                );
            }
            store::update(tx, id, owner, book, app.clock.now()).await?;
            load(tx, id, owner).await
        })
    });
    use_case.await.map(Json)
}

/// Deletes a lorebook. It applies nowhere any more.
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
        .transact(Isolation::Ordinary, |tx: &mut platform::db::Scope<'_>| {
            Box::pin(async move {
                store::take(tx, id, owner).await?.ok_or_else(missing)?;
                Ok::<_, Problem>(store::delete(tx, id, owner).await?)
            })
        });
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
    let book = load(&mut conn, &id, &person.user_id).await?.book;
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

/// Which of these places are new to a book.
///
/// # Errors
/// 404 where the book is not this person's, 422 where the places are no good.
pub async fn new_places(
    conn: &mut Conn,
    owner: &UserId,
    id: &str,
    places: &[Attachment],
) -> Result<Vec<Attachment>, Problem> {
    if places.len() > MAX_ATTACHMENTS {
        return Err(Problem::invalid(
            "/attachments",
            format!("At most {MAX_ATTACHMENTS} places, please."),
        ));
    }
    if let Some(number) = places
        .iter()
        .position(|place| !kernel::ids::is_well_formed(&place.id))
    {
        return Err(Problem::invalid(
            format!("/attachments/{number}/id"),
            "This is no id.",
        ));
    }
    store::find(conn, id, owner).await?.ok_or_else(missing)?;
    let known = store::attachments(conn, id).await?;
    Ok(places
        .iter()
        .filter(|place| !known.contains(place))
        .cloned()
        .collect())
}

/// Says where a book applies. Whether a story is its owner's is for the caller to know; scenarios, actors and
/// personas that are new are looked up here. What it was attached to before may stay, whatever has become of
/// it: it counts only where it is the owner's.
///
/// # Errors
/// 404 where the book or a new place is not this person's, 422 where the places are no good.
pub async fn attach(
    app: &AppState,
    owner: &UserId,
    id: &str,
    places: &[Attachment],
) -> Result<Lorebook, Problem> {
    let mut unique: Vec<Attachment> = Vec::new();
    for place in places {
        if !unique.contains(place) {
            unique.push(place.clone());
        }
    }
    let places = &unique;
    let use_case = app
        .db
        .transact(Isolation::Ordinary, |tx: &mut platform::db::Scope<'_>| {
            Box::pin(async move {
                store::take(tx, id, owner).await?.ok_or_else(missing)?;
                for place in new_places(tx, owner, id, places).await? {
                    let is_own = match place.kind {
                        AttachmentKind::Persona => users::find_player(tx, owner)
                            .await?
                            .is_some_and(|player| player.personas.contains_key(&place.id)),
                        AttachmentKind::Story => true,
                        AttachmentKind::Scenario | AttachmentKind::Actor => {
                            store::wrote(tx, &place, owner).await?
                        }
                    };
                    if !is_own {
                        return Err(Problem::not_found(place.kind.name()));
                    }
                }
                store::attach(tx, id, places).await?;
                load(tx, id, owner).await
            })
        });
    use_case.await
}
