//! SQL of the stories in folders.

use catalogue::scenarios::ScenarioId;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};

use crate::stories::FolderId;

statements! {
    COUNT_BY_FOLDER = "
        select directory_id, count(*)
        from stories
        where owner_kind = 'person' and owner_id = $1 and directory_id is not null and deleted_at is null
        group by directory_id";
    /// Uses the index of migration 0051; the conditions repeat its own. Guests have no folders.
    COUNT_KEEPERS = "
        select count(distinct owner_id)
        from stories
        where scenario_id = $1 and directory_id is not null and deleted_at is null";
    EMPTY_FOLDER = "
        update stories
        set directory_id = $2, version = version + 1
        where directory_id = $1
        returning case when deleted_at is null then scenario_id end";
    EMPTY_FOLDERS_OF = "
        update stories
        set directory_id = null
        where owner_kind = 'person' and owner_id = $1 and directory_id is not null
        returning case when deleted_at is null then scenario_id end";
}

/// How many stories each folder of a person contains.
pub async fn count_by_folder(conn: &mut Conn, user: &UserId) -> sqlx::Result<Vec<(String, i64)>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, (String, i64)>(COUNT_BY_FOLDER)
        .bind(user.as_str())
        .fetch_all(x)
        .await)
}

/// How many people keep a story of this scenario in one of their folders.
pub(in crate::stories) async fn count_keepers(conn: &mut Conn, scenario: &ScenarioId) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_KEEPERS)
        .bind(scenario.as_str())
        .fetch_one(x)
        .await)
}

/// Moves all stories out of a folder, also those in the trash. Returns the scenarios of those that are not.
pub(in crate::stories) async fn empty_folder(
    tx: &mut Tx,
    folder: &FolderId,
    into: Option<&FolderId>,
) -> sqlx::Result<Vec<ScenarioId>> {
    let moved = query_on!(tx, |x: D| sqlx::query_scalar::<D, Option<String>>(EMPTY_FOLDER)
        .bind(folder.as_str())
        .bind(into.map(FolderId::as_str))
        .fetch_all(x)
        .await)?;
    Ok(moved.into_iter().flatten().map(ScenarioId::trusted).collect())
}

/// Moves all stories of a person out of their folders, also those in the trash. Returns the scenarios of those
/// that are not.
pub(in crate::stories) async fn empty_folders_of(
    tx: &mut Tx,
    user: &UserId,
) -> sqlx::Result<Vec<ScenarioId>> {
    let moved = query_on!(tx, |x: D| sqlx::query_scalar::<D, Option<String>>(
        EMPTY_FOLDERS_OF
    )
    .bind(user.as_str())
    .fetch_all(x)
    .await)?;
    Ok(moved.into_iter().flatten().map(ScenarioId::trusted).collect())
}
