//! Use cases of folders: creating, changing and deleting them. A person's record is locked, so their folders
//! change one at a time.

use accounts::users;
use kernel::ErrorCode;
use kernel::ids::UserId;
use platform::db::{Conn, Tx};
use platform::web::Problem;

use super::errors;
use super::rules::{FolderNode, MAX_DEPTH, MAX_FOLDERS, MAX_SORT_INDEX, PlacementError, check_place};
use super::store::{self, FolderRow};
use super::view::{Folder, etag_of};
use crate::AppState;
use crate::stories::rules::search_key;
use crate::stories::{self, FolderId, RecountedScenarios};

/// A new folder; the caller has checked its fields.
#[derive(Debug)]
pub(super) struct NewFolder {
    pub(super) name: String,
    pub(super) parent_id: Option<FolderId>,
    /// Its position among its siblings; `None`: the last.
    pub(super) sort_index: Option<i64>,
}

/// The changes of a folder; `None` leaves a field as it is. The caller has checked the fields.
#[derive(Debug)]
pub(super) struct FolderEdit {
    pub(super) name: Option<String>,
    pub(super) parent_id: Option<Option<FolderId>>,
    pub(super) sort_index: Option<i64>,
}

/// Creates a folder.
///
/// # Errors
/// 409 if there are [`MAX_FOLDERS`] or one with this name; 422 if it cannot be there.
pub(super) async fn create(
    app: &AppState,
    tx: &mut Tx,
    user: &UserId,
    new: &NewFolder,
) -> Result<Folder, Problem> {
    let folders = lock_folders(tx, user).await?;
    if folders.len() >= MAX_FOLDERS {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            format!("At most {MAX_FOLDERS} folders can be kept."),
        ));
    }
    let now = app.clock.now();
    let parent_id = new.parent_id.as_ref().map(FolderId::to_string);
    let row = FolderRow {
        id: app.random.id(now),
        sort_index: new
            .sort_index
            .unwrap_or_else(|| next_place(&folders, parent_id.as_deref())),
        parent_id,
        name: new.name.clone(),
        version: 1,
    };
    check(&folders, None, &row)?;
    store::insert(tx, user, &row, &search_key(&row.name), now).await?;
    Ok(Folder::of(row, &[]))
}

/// Changes a folder, if it still has this etag.
///
/// # Errors
/// 404; 412 if it changed; 409 if there is one with this name; 422 if it cannot be there.
pub(super) async fn update(
    app: &AppState,
    tx: &mut Tx,
    user: &UserId,
    id: &FolderId,
    known_etag: &str,
    edit: &FolderEdit,
) -> Result<Folder, Problem> {
    let folders = lock_folders(tx, user).await?;
    let counts = stories::count_by_folder(tx, user).await?;
    let before = find(&folders, id, known_etag, &counts)?;
    let row = FolderRow {
        name: edit.name.clone().unwrap_or_else(|| before.name.clone()),
        parent_id: edit.parent_id.as_ref().map_or_else(
            || before.parent_id.clone(),
            |parent| parent.as_ref().map(FolderId::to_string),
        ),
        sort_index: edit.sort_index.unwrap_or(before.sort_index),
        version: before.version + 1,
        id: before.id.clone(),
    };
    check(&folders, Some(&row.id), &row)?;
    store::update(tx, &row, &search_key(&row.name), app.clock.now()).await?;
    Ok(Folder::of(row, &counts))
}

/// Deletes a folder, if it still has this etag. Its stories and folders move to its parent.
/// Returns the scenarios that fewer people keep stories of now.
///
/// # Errors
/// 404; 412 if it changed; 409 if a folder in it has the name of one in the parent.
pub(super) async fn delete(
    app: &AppState,
    tx: &mut Tx,
    user: &UserId,
    id: &FolderId,
    known_etag: &str,
) -> Result<RecountedScenarios, Problem> {
    let folders = lock_folders(tx, user).await?;
    let counts = stories::count_by_folder(tx, user).await?;
    let row = find(&folders, id, known_etag, &counts)?;
    check_content_can_move(&folders, row)?;
    let into = row.parent_id.clone().map(FolderId::trusted);
    let recounted = stories::empty_folder(tx, id, into.as_ref()).await?;
    // Frees the name for its own content, which may have the same one.
    let unused_key = format!("{} {}", search_key(&row.name), row.id);
    store::update(tx, row, &unused_key, app.clock.now()).await?;
    store::move_children_up(tx, row, app.clock.now()).await?;
    store::delete(tx, &row.id).await?;
    Ok(recounted)
}

async fn lock_folders(tx: &mut Tx, user: &UserId) -> Result<Vec<FolderRow>, Problem> {
    users::lock_user_row(tx, user).await?;
    let conn: &mut Conn = tx;
    Ok(store::list(conn, user, MAX_FOLDERS + 1).await?)
}

/// The position after the last of the folders in this one.
fn next_place(folders: &[FolderRow], parent: Option<&str>) -> i64 {
    let last = folders
        .iter()
        .filter(|row| row.parent_id.as_deref() == parent)
        .map(|row| row.sort_index)
        .max();
    last.map_or(0, |last| (last + 1).min(MAX_SORT_INDEX))
}

/// The folder with this id, if it still has this etag; `*` matches every etag.
fn find<'a>(
    folders: &'a [FolderRow],
    id: &FolderId,
    known_etag: &str,
    counts: &[(String, i64)],
) -> Result<&'a FolderRow, Problem> {
    let row = folders
        .iter()
        .find(|row| row.id == id.as_str())
        .ok_or_else(|| Problem::not_found("folder"))?;
    if known_etag == "*" || known_etag == etag_of(row) {
        return Ok(row);
    }
    Err(Problem::new(
        errors::FOLDER_CHANGED,
        "This folder has changed in the meantime, perhaps in another window.",
    )
    .with_current(&Folder::of(row.clone(), counts)))
}

/// Checks that a folder can be where this row puts it. `id`: the folder, if it exists already.
fn check(folders: &[FolderRow], id: Option<&str>, row: &FolderRow) -> Result<(), Problem> {
    let nodes: Vec<FolderNode> = folders.iter().map(FolderNode::from).collect();
    check_place(&nodes, id, row.parent_id.as_deref()).map_err(|why| {
        let sentence = match why {
            PlacementError::NoParent => "You don’t have this folder.".to_owned(),
            PlacementError::Cycle => "A folder can’t be inside itself.".to_owned(),
            PlacementError::TooDeep => format!("Folders can be up to {MAX_DEPTH} levels deep."),
        };
        Problem::invalid("/parentId", sentence)
    })?;
    check_name_is_free(folders, id, row)
}

/// Checks that the content of a folder can move to its parent.
fn check_content_can_move(folders: &[FolderRow], row: &FolderRow) -> Result<(), Problem> {
    // The name of the folder itself becomes free.
    let others: Vec<FolderRow> = folders
        .iter()
        .filter(|other| other.id != row.id)
        .cloned()
        .collect();
    let inside = folders
        .iter()
        .filter(|one| one.parent_id.as_deref() == Some(&row.id));
    for one in inside {
        let moved = FolderRow {
            parent_id: row.parent_id.clone(),
            ..one.clone()
        };
        check_name_is_free(&others, Some(&one.id), &moved)?;
    }
    Ok(())
}

/// No two siblings have the same name, in any case.
fn check_name_is_free(folders: &[FolderRow], id: Option<&str>, row: &FolderRow) -> Result<(), Problem> {
    let key = search_key(&row.name);
    let is_taken = folders.iter().any(|other| {
        Some(other.id.as_str()) != id && other.parent_id == row.parent_id && search_key(&other.name) == key
    });
    if is_taken {
        return Err(Problem::new(
            users::NAME_TAKEN,
            format!("There is a folder \"{}\" already.", row.name),
        )
        .with_field("/name", "taken"));
    }
    Ok(())
}
