//! Folders as the API shows them.

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

impl Folder {
    /// A folder with its count of stories, which is zero where it is not among these.
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
