//! Folders in the form of the API.

use serde::Serialize;
use utoipa::ToSchema;

use super::store::FolderRow;
use crate::stories::FolderId;

/// A folder of a person's stories.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Folder {
    /// The folder.
    id: FolderId,
    /// Its name.
    name: String,
    /// The folder that contains it.
    #[schema(required = true)]
    parent_id: Option<FolderId>,
    /// Its position among its siblings; equal positions are sorted by name.
    sort_index: i64,
    /// Changes with every change of the folder: send it back with a change of your own.
    etag: String,
    /// Stories in it, without those in its folders.
    count: i64,
}

impl Folder {
    /// A folder with its count of stories, which is zero if it is not in `counts`.
    pub(super) fn of(row: FolderRow, counts: &[(String, i64)]) -> Self {
        let count = counts
            .iter()
            .find(|(id, _)| *id == row.id)
            .map_or(0, |(_, count)| *count);
        Self {
            etag: etag_of(&row),
            id: FolderId::trusted(row.id),
            name: row.name,
            parent_id: row.parent_id.map(FolderId::trusted),
            sort_index: row.sort_index,
            count,
        }
    }
}

/// The etag of a folder: it changes with every change of it.
pub(super) fn etag_of(row: &FolderRow) -> String {
    format!("\"{}-{}\"", row.id, row.version)
}
