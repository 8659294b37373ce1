//! SQL of the stories in folders, for the slice of folders.

use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};

use crate::stories::FolderId;

statements! {
    COUNT_BY_FOLDER = "
        select directory_id, count(*)
        from stories
        where owner_kind = 'person' and owner_id = $1 and directory_id is not null and deleted_at is null
        group by directory_id";
    EMPTY_FOLDER = "update stories set directory_id = $2, version = version + 1 where directory_id = $1";
}

/// How many stories each folder of a person contains.
pub async fn count_by_folder(conn: &mut Conn, user: &UserId) -> sqlx::Result<Vec<(String, i64)>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, (String, i64)>(COUNT_BY_FOLDER)
        .bind(user.as_str())
        .fetch_all(x)
        .await)
}

/// Moves all stories out of a folder, also those in the trash.
pub async fn empty_folder(tx: &mut Tx, folder: &FolderId, into: Option<&FolderId>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(EMPTY_FOLDER)
        .bind(folder.as_str())
        .bind(into.map(FolderId::as_str))
        .execute(x)
        .await
        .map(drop))
}
