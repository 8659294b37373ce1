//! SQL of deleting stories permanently.

use accounts::users::FORMER_AUTHOR;
use catalogue::scenarios::ScenarioId;
use kernel::Timestamp;
use platform::db::{Conn, Tx, query_on, record_erasure, statements};

statements! {
    LIST_OVERDUE_STORIES = "select id from stories where purge_at <= $1 order by purge_at limit $2";
    LIST_STRAYS = "
        select id
        from stories
        where owner_kind = 'guest' and not exists (select 1 from guest_sessions g where g.id = stories.owner_id)
        limit $1";
    LIST_LEAVERS = "
        select s.id
        from stories s
        join users u on u.id = s.owner_id
        where s.owner_kind = 'person' and u.deletion_at <= $1
        limit $2";
    LIST_UNPLAYED_WORK = "
        select c.id
        from scenarios c
        where c.author_id = $1 and c.withdrawn_at is not null and c.display_name <> ''
          and not exists (select 1 from stories s where s.scenario_id = c.id)
        limit $2";
    DELETE_OVERDUE = "
        delete from stories
        where id = $1 and purge_at <= $2
        returning case when directory_id is not null and deleted_at is null then scenario_id end";
    DELETE_STORY = "
        delete from stories
        where id = $1
        returning case when directory_id is not null and deleted_at is null then scenario_id end";
}

/// A story that was deleted permanently.
#[derive(Debug)]
pub(in crate::stories) struct DeletedStory {
    /// See [`Story::kept_of`](crate::stories::Story::kept_of).
    pub(in crate::stories) kept_of: Option<ScenarioId>,
}

/// Up to `limit` stories that are due to be purged, and as many whose owner is gone or due to be deleted.
pub(in crate::stories) async fn list_to_purge(
    conn: &mut Conn,
    now: Timestamp,
    limit: i64,
) -> sqlx::Result<(Vec<String>, Vec<String>)> {
    let overdue = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_OVERDUE_STORIES)
        .bind(now.0)
        .bind(limit)
        .fetch_all(x)
        .await)?;
    let mut strays = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_STRAYS)
        .bind(limit)
        .fetch_all(x)
        .await)?;
    strays.extend(query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(
        LIST_LEAVERS
    )
    .bind(now.0)
    .bind(limit)
    .fetch_all(x)
    .await)?);
    Ok((overdue, strays))
}

/// Up to `limit` scenarios that a former author withdrew and that nobody has a story of any more.
pub(in crate::stories) async fn list_unplayed_work(
    conn: &mut Conn,
    limit: i64,
) -> sqlx::Result<Vec<ScenarioId>> {
    let ids = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_UNPLAYED_WORK)
        .bind(FORMER_AUTHOR)
        .bind(limit)
        .fetch_all(x)
        .await)?;
    Ok(ids.into_iter().map(ScenarioId::trusted).collect())
}

/// Deletes a story that is due to be purged, unless it was restored or used meanwhile.
pub(in crate::stories) async fn delete_overdue(
    tx: &mut Tx,
    id: &str,
    now: Timestamp,
) -> sqlx::Result<Option<DeletedStory>> {
    let deleted = query_on!(tx, |x: D| sqlx::query_scalar::<D, Option<String>>(DELETE_OVERDUE)
        .bind(id)
        .bind(now.0)
        .fetch_optional(x)
        .await)?;
    record_deletion(tx, deleted, now).await
}

/// Deletes a story with everything that belongs to it.
pub(in crate::stories) async fn delete(
    tx: &mut Tx,
    id: &str,
    now: Timestamp,
) -> sqlx::Result<Option<DeletedStory>> {
    let deleted = query_on!(tx, |x: D| sqlx::query_scalar::<D, Option<String>>(DELETE_STORY)
        .bind(id)
        .fetch_optional(x)
        .await)?;
    record_deletion(tx, deleted, now).await
}

async fn record_deletion(
    tx: &mut Tx,
    deleted: Option<Option<String>>,
    now: Timestamp,
) -> sqlx::Result<Option<DeletedStory>> {
    let Some(kept_of) = deleted else { return Ok(None) };
    record_erasure(tx, now).await?;
    Ok(Some(DeletedStory {
        kept_of: kept_of.map(ScenarioId::trusted),
    }))
}
