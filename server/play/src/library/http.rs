//! The calls of folders.

use accounts::identity::SignedIn;
use accounts::users;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use kernel::ErrorCode;
use kernel::ids::UserId;
use platform::db::{Conn, Isolation, Tx};
use platform::slice::calls::{Calls, Class, Keeps, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, Query, present};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::errors;
use super::rules::{FolderNode, MAX_DEPTH, MAX_FOLDERS, MAX_SORT_INDEX, Misplaced, check_name, check_place};
use super::store::{self, FolderRow};
use crate::AppState;
use crate::stories::rules::search_key;
use crate::stories::{self, FolderId};

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(list_folders),
            rule(Who::SignedIn, Class::Reads, Keeps::Never),
        )
        .tried("/library/folders", Sent::Nothing, people(200))
        .call(
            routes!(create_folder),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried("/library/folders", Sent::Json(r#"{"name":"Shelf"}"#), people(201))
        .call(
            routes!(update_folder),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried(
            "/library/folders/@folder",
            Sent::Json(r#"{"name":"Shelf","etag":"*"}"#),
            [401, 401, 200, 404, 404, 404],
        )
        .call(
            routes!(delete_folder),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried(
            "/library/folders/@folder?etag=*",
            Sent::Nothing,
            [401, 401, 204, 404, 404, 404],
        )
}

/// A folder of a person's stories.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Folder {
    /// The folder.
    id: FolderId,
    /// Its name.
    name: String,
    /// The folder it is in.
    #[schema(required = true)]
    parent_id: Option<FolderId>,
    /// Its place among its neighbours; those with the same place stand by name.
    sort_index: i64,
    /// Changes with every change of it: send it back to change what you saw.
    etag: String,
    /// Stories in it, without those in folders inside.
    count: i64,
}

/// A person's folders.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct Folders {
    /// All of them, neighbours in their order.
    folders: Vec<Folder>,
}

fn etag_of(row: &FolderRow) -> String {
    format!("\"{}-{}\"", row.id, row.version)
}

fn view(row: FolderRow, counts: &[(String, i64)]) -> Folder {
    let count = counts
        .iter()
        .find(|(id, _)| *id == row.id)
        .map_or(0, |(_, count)| *count);
    Folder {
        etag: etag_of(&row),
        id: FolderId::trusted(row.id),
        name: row.name,
        parent_id: row.parent_id.map(FolderId::trusted),
        sort_index: row.sort_index,
        count,
    }
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
        folders: rows.into_iter().map(|row| view(row, &counts)).collect(),
    }))
}

/// A folder to be made.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewFolder {
    /// Its name, at most 80 characters.
    #[schema(max_length = 80)]
    name: String,
    /// The folder it is to be in.
    parent_id: Option<FolderId>,
    /// Its place among its neighbours; the last by default.
    #[schema(minimum = 0, maximum = 1_000_000)]
    sort_index: Option<i64>,
}

/// Makes a folder.
#[utoipa::path(
    post,
    path = "/library/folders",
    tag = "library",
    request_body = NewFolder,
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
    Json(new): Json<NewFolder>,
) -> Result<(StatusCode, Json<Folder>), Problem> {
    let name = check_name(&new.name).map_err(|why| Problem::invalid("/name", why))?;
    let sort_index = new.sort_index.map(read_sort_index).transpose()?;
    let (app, user, name, parent) = (&app, &person.user_id, &name, new.parent_id.as_ref());
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let folders = lock_folders(tx, user).await?;
            if folders.len() >= MAX_FOLDERS {
                return Err(Problem::new(
                    ErrorCode::CONFLICT,
                    format!("At most {MAX_FOLDERS} folders can be kept."),
                ));
            }
            let now = app.clock.now();
            let last = folders
                .iter()
                .filter(|row| row.parent_id.as_deref() == parent.map(FolderId::as_str))
                .map(|row| row.sort_index)
                .max();
            let row = FolderRow {
                id: app.random.id(now),
                parent_id: parent.map(FolderId::to_string),
                name: name.clone(),
                sort_index: sort_index
                    .unwrap_or_else(|| last.map_or(0, |last| (last + 1).min(MAX_SORT_INDEX))),
                version: 1,
            };
            check(&folders, None, &row)?;
            store::insert(tx, user, &row, &search_key(name), now).await?;
            Ok(view(row, &[]))
        })
    });
    Ok((StatusCode::CREATED, Json(use_case.await?)))
}

/// What changes of a folder; what is absent stays.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FolderUpdate {
    /// Another name, at most 80 characters.
    #[schema(max_length = 80)]
    name: Option<String>,
    /// Another folder to be in; null: none.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    parent_id: Option<Option<FolderId>>,
    /// Another place among its neighbours.
    #[schema(minimum = 0, maximum = 1_000_000)]
    sort_index: Option<i64>,
    /// The etag the caller knows, unless it comes as If-Match.
    etag: Option<String>,
}

/// Changes a folder, if it is still as the caller knows it.
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
    let name = update
        .name
        .as_deref()
        .map(check_name)
        .transpose()
        .map_err(|why| Problem::invalid("/name", why))?;
    let sort_index = update.sort_index.map(read_sort_index).transpose()?;
    let known = read_etag(&headers, update.etag.as_deref())?;
    let (app, user, id, name, parent, known) = (&app, &person.user_id, &id, &name, &update.parent_id, &known);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let folders = lock_folders(tx, user).await?;
            let counts = stories::count_by_folder(tx, user).await?;
            let before = find(&folders, id, known, &counts)?;
            let row = FolderRow {
                name: name.clone().unwrap_or_else(|| before.name.clone()),
                parent_id: parent.clone().map_or_else(
                    || before.parent_id.clone(),
                    |parent| parent.as_ref().map(FolderId::to_string),
                ),
                sort_index: sort_index.unwrap_or(before.sort_index),
                version: before.version + 1,
                id: before.id.clone(),
            };
            check(&folders, Some(&row.id), &row)?;
            store::update(tx, &row, &search_key(&row.name), app.clock.now()).await?;
            Ok::<_, Problem>(view(row, &counts))
        })
    });
    Ok(Json(use_case.await?))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DeleteFolderParams {
    /// The etag the caller knows, unless it comes as If-Match.
    etag: Option<String>,
}

/// Deletes a folder, if it is still as the caller knows it. What is in it moves to where it was.
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
        Box::pin(async move {
            let folders = lock_folders(tx, user).await?;
            let counts = stories::count_by_folder(tx, user).await?;
            let row = find(&folders, id, known, &counts)?;
            let inside = folders
                .iter()
                .filter(|one| one.parent_id.as_deref() == Some(&row.id));
            for one in inside {
                // The folder that goes does not stand in the way of one in it.
                let others: Vec<FolderRow> = folders
                    .iter()
                    .filter(|other| other.id != row.id)
                    .cloned()
                    .collect();
                check_free(
                    &others,
                    Some(&one.id),
                    &FolderRow {
                        parent_id: row.parent_id.clone(),
                        ..one.clone()
                    },
                )?;
            }
            let into = row.parent_id.clone().map(FolderId::trusted);
            stories::empty_folder(tx, id, into.as_ref()).await?;
            // Out of the way of its own content, which may have its name.
            store::update(
                tx,
                row,
                &format!("{} {}", search_key(&row.name), row.id),
                app.clock.now(),
            )
            .await?;
            store::lift(tx, row, app.clock.now()).await?;
            Ok::<_, Problem>(store::delete(tx, &row.id).await?)
        })
    });
    use_case.await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn lock_folders(tx: &mut Tx, user: &UserId) -> Result<Vec<FolderRow>, Problem> {
    users::lock_user_row(tx, user).await?;
    let conn: &mut Conn = tx;
    Ok(store::list(conn, user, MAX_FOLDERS + 1).await?)
}

fn find<'a>(
    folders: &'a [FolderRow],
    id: &FolderId,
    known: &str,
    counts: &[(String, i64)],
) -> Result<&'a FolderRow, Problem> {
    let row = folders
        .iter()
        .find(|row| row.id == id.as_str())
        .ok_or_else(|| Problem::not_found("folder"))?;
    if known == "*" || known == etag_of(row) {
        return Ok(row);
    }
    let current = serde_json::to_value(view(row.clone(), counts)).map_err(Problem::internal)?;
    Err(Problem::new(
        errors::FOLDER_CHANGED,
        "This folder has changed in the meantime, perhaps in another window.",
    )
    .with_extension("current", current))
}

/// The etag that the caller knows, by header or otherwise.
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

fn check(folders: &[FolderRow], id: Option<&str>, row: &FolderRow) -> Result<(), Problem> {
    let knots: Vec<FolderNode> = folders.iter().map(FolderNode::from).collect();
    check_place(&knots, id, row.parent_id.as_deref()).map_err(|why| {
        let sentence = match why {
            Misplaced::NoParent => "You don’t have this folder.".to_owned(),
            Misplaced::Cycle => "A folder can’t be inside itself.".to_owned(),
            Misplaced::TooDeep => format!("Folders can be up to {MAX_DEPTH} levels deep."),
        };
        Problem::invalid("/parentId", sentence)
    })?;
    check_free(folders, id, row)
}

/// No two folders beside each other have one name, whatever its case.
fn check_free(folders: &[FolderRow], id: Option<&str>, row: &FolderRow) -> Result<(), Problem> {
    let key = search_key(&row.name);
    let taken = folders.iter().any(|other| {
        Some(other.id.as_str()) != id && other.parent_id == row.parent_id && search_key(&other.name) == key
    });
    match taken {
        true => Err(Problem::new(
            users::NAME_TAKEN,
            format!("There is a folder \"{}\" already.", row.name),
        )
        .with_field("/name", "taken")),
        false => Ok(()),
    }
}
