//! The calls of folders.

use accounts::identity::SignedIn;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use platform::db::Isolation;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, Query, present};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::actions::{self, FolderEdit, NewFolder};
use super::rules::{MAX_FOLDERS, MAX_SORT_INDEX, check_name};
use super::store;
use super::view::Folder;
use crate::AppState;
use crate::stories::{self, FolderId};

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(list_folders),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/library/folders", Sent::Nothing, people(200))
        .call(
            routes!(create_folder),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial("/library/folders", Sent::Json(r#"{"name":"Shelf"}"#), people(201))
        .call(
            routes!(update_folder),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial(
            "/library/folders/@folder",
            Sent::Json(r#"{"name":"Shelf","etag":"*"}"#),
            [401, 401, 200, 404, 404, 404],
        )
        .call(
            routes!(delete_folder),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial(
            "/library/folders/@folder?etag=*",
            Sent::Nothing,
            [401, 401, 204, 404, 404, 404],
        )
}

/// A person's folders.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct Folders {
    /// All of them, siblings in their order.
    folders: Vec<Folder>,
}

/// The caller's folders.
#[utoipa::path(
    get,
    path = "/library/folders",
    tag = "library",
    responses((status = 200, body = Folders), AuthErrors, CommonErrors),
)]
async fn list_folders(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<Json<Folders>, Problem> {
    let mut conn = app.db.read().await?;
    let rows = store::list(&mut conn, &person.user_id, MAX_FOLDERS).await?;
    let counts = stories::count_by_folder(&mut conn, &person.user_id).await?;
    Ok(Json(Folders {
        folders: rows.into_iter().map(|row| Folder::of(row, &counts)).collect(),
    }))
}

/// A new folder.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewFolder)]
struct NewFolderBody {
    /// Its name, at most 80 characters.
    #[schema(max_length = 80)]
    name: String,
    /// The folder that contains it.
    parent_id: Option<FolderId>,
    /// Its position among its siblings; the last by default.
    #[schema(minimum = 0, maximum = 1_000_000)]
    sort_index: Option<i64>,
}

/// Creates a folder.
#[utoipa::path(
    post,
    path = "/library/folders",
    tag = "library",
    request_body = NewFolderBody,
    responses(
        (status = 201, body = Folder),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "There is one of this name.",
        ),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn create_folder(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Json(body): Json<NewFolderBody>,
) -> Result<(StatusCode, Json<Folder>), Problem> {
    let new = NewFolder {
        name: read_name(&body.name)?,
        parent_id: body.parent_id,
        sort_index: body.sort_index.map(read_sort_index).transpose()?,
    };
    let (app, user, new) = (&app, &person.user_id, &new);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::create(app, tx, user, new))
    });
    Ok((StatusCode::CREATED, Json(use_case.await?)))
}

/// The changes of a folder; absent fields stay as they are.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FolderUpdate {
    /// A new name, at most 80 characters.
    #[schema(max_length = 80)]
    name: Option<String>,
    /// A new parent; null: none.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    parent_id: Option<Option<FolderId>>,
    /// A new position among its siblings.
    #[schema(minimum = 0, maximum = 1_000_000)]
    sort_index: Option<i64>,
    /// The etag that the caller knows, unless it is in If-Match.
    etag: Option<String>,
}

/// Changes a folder, if it has not changed since the given etag.
#[utoipa::path(
    patch,
    path = "/library/folders/{id}",
    tag = "library",
    params(("id" = FolderId, Path), ("if-match" = Option<String>, Header)),
    request_body = FolderUpdate,
    responses(
        (status = 200, body = Folder),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "There is one of this name.",
        ),
        (
            status = 412,
            body = Problem,
            content_type = "application/problem+json",
            description = "It changed meanwhile; `current` is how it is.",
        ),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn update_folder(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<FolderId>,
    headers: HeaderMap,
    Json(update): Json<FolderUpdate>,
) -> Result<Json<Folder>, Problem> {
    let edit = FolderEdit {
        name: update.name.as_deref().map(read_name).transpose()?,
        parent_id: update.parent_id,
        sort_index: update.sort_index.map(read_sort_index).transpose()?,
    };
    let known = read_etag(&headers, update.etag.as_deref())?;
    let (app, user, id, known, edit) = (&app, &person.user_id, &id, &known, &edit);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::update(app, tx, user, id, known, edit))
    });
    Ok(Json(use_case.await?))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DeleteFolderParams {
    /// The etag that the caller knows, unless it is in If-Match.
    etag: Option<String>,
}

/// Deletes a folder, if it has not changed since the given etag. Its content moves to its parent.
#[utoipa::path(
    delete,
    path = "/library/folders/{id}",
    tag = "library",
    params(("id" = FolderId, Path), ("if-match" = Option<String>, Header), DeleteFolderParams),
    responses(
        (status = 204),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "A folder in it has the name of one that is there.",
        ),
        (
            status = 412,
            body = Problem,
            content_type = "application/problem+json",
            description = "It changed meanwhile; `current` is how it is.",
        ),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn delete_folder(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<FolderId>,
    headers: HeaderMap,
    Query(params): Query<DeleteFolderParams>,
) -> Result<StatusCode, Problem> {
    let known = read_etag(&headers, params.etag.as_deref())?;
    let (app, user, id, known) = (&app, &person.user_id, &id, &known);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::delete(app, tx, user, id, known))
    });
    use_case.await?.invalidate(app);
    Ok(StatusCode::NO_CONTENT)
}

/// The etag that the caller knows, from the header or the body.
fn read_etag(headers: &HeaderMap, given: Option<&str>) -> Result<String, Problem> {
    let header = headers
        .get(header::IF_MATCH)
        .and_then(|value| value.to_str().ok());
    let known = header.or(given).map(str::trim).filter(|etag| !etag.is_empty());
    let known = known.ok_or_else(|| {
        Problem::bad_request("Send the folder's etag, as If-Match or etag.").with_field("etag", "missing")
    })?;
    Ok(if known == "*" || known.starts_with('"') {
        known.to_owned()
    } else {
        format!("\"{known}\"")
    })
}

fn read_name(name: &str) -> Result<String, Problem> {
    check_name(name).map_err(|why| Problem::invalid("/name", why))
}

fn read_sort_index(index: i64) -> Result<i64, Problem> {
    if (0..=MAX_SORT_INDEX).contains(&index) {
        Ok(index)
    } else {
        Err(Problem::invalid(
            "/sortIndex",
            format!("Between 0 and {MAX_SORT_INDEX}."),
        ))
    }
}
