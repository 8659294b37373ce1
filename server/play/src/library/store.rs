//! SQL of folders.

use futures::future::BoxFuture;
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};

use super::rules::FolderNode;
use crate::stories::FolderId;

/// A folder as stored.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct FolderRow {
    pub(super) id: String,
    pub(super) parent_id: Option<String>,
    pub(super) name: String,
    pub(super) sort_index: i64,
    pub(super) version: i64,
}

impl From<&FolderRow> for FolderNode {
    fn from(row: &FolderRow) -> Self {
        Self {
            id: row.id.clone(),
            parent_id: row.parent_id.clone(),
        }
    }
}

statements! {
    LIST_FOLDERS = "
        select id, parent_id, name, sort_index, version
        from library_folders
        where owner_id = $1
        order by sort_index, name_key, id
        limit $2";
    FIND_FOLDER = "select owner_id from library_folders where id = $1";
    INSERT_FOLDER = "
        insert into library_folders (id, owner_id, parent_id, name, name_key, sort_index, version, created_at,
            updated_at)
        values ($1, $2, $3, $4, $5, $6, 1, $7, $7)";
    UPDATE_FOLDER = "
        update library_folders
        set parent_id = $2, name = $3, name_key = $4, sort_index = $5, version = version + 1, updated_at = $6
        where id = $1";
    LIFT_FOLDERS = "
        update library_folders
        set parent_id = $2, version = version + 1, updated_at = $3
        where parent_id = $1";
    DELETE_FOLDER = "delete from library_folders where id = $1";
}

/// Whether this folder belongs to this person.
///
/// # Errors
/// Database errors.
pub fn owns_folder<'a>(
    conn: &'a mut Conn,
    folder: &'a FolderId,
    user: &'a UserId,
) -> BoxFuture<'a, sqlx::Result<bool>> {
    Box::pin(async move {
        let owner = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_FOLDER)
            .bind(folder.as_str())
            .fetch_optional(x)
            .await)?;
        Ok(owner.as_deref() == Some(user.as_str()))
    })
}

/// Up to `limit` folders of a person, in order.
pub(super) async fn list(conn: &mut Conn, user: &UserId, limit: usize) -> sqlx::Result<Vec<FolderRow>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    query_on!(conn, |x: D| sqlx::query_as::<D, FolderRow>(LIST_FOLDERS)
        .bind(user.as_str())
        .bind(limit)
        .fetch_all(x)
        .await)
}

pub(super) async fn insert(
    tx: &mut Tx,
    user: &UserId,
    row: &FolderRow,
    name_key: &str,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_FOLDER)
            .bind(&row.id)
            .bind(user.as_str())
            .bind(row.parent_id.as_deref())
            .bind(&row.name)
            .bind(name_key);
        insert.bind(row.sort_index).bind(now.0).execute(x).await.map(drop)
    })
}

pub(super) async fn update(tx: &mut Tx, row: &FolderRow, name_key: &str, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let update = sqlx::query::<D>(UPDATE_FOLDER)
            .bind(&row.id)
            .bind(row.parent_id.as_deref())
            .bind(&row.name)
            .bind(name_key);
        update.bind(row.sort_index).bind(now.0).execute(x).await.map(drop)
    })
}

/// Moves the folders in this one to its parent.
pub(super) async fn move_children_up(tx: &mut Tx, row: &FolderRow, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(LIFT_FOLDERS)
        .bind(&row.id)
        .bind(row.parent_id.as_deref())
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

pub(super) async fn delete(tx: &mut Tx, id: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_FOLDER)
        .bind(id)
        .execute(x)
        .await
        .map(drop))
}
