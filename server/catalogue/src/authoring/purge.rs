//! Deletes drafts for good: at once, after their time in the trash, and with their author's account. A row of
//! each image stays until its blob is deleted, so that no blob is forgotten if a process ends in between.
//! Stories of a published scenario go on, also on older versions: its images stay, with those of scenarios
//! that stay when their author leaves.

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::blobs::BlobKey;
use platform::db::{Conn, Isolation, Tx, query_on, record_erasure, statements};
use platform::image_judge::forget;
use platform::slice::Step;
use platform::web::Problem;

use super::rules::TRASH_MS;
use crate::AppState;
use crate::scenarios::ScenarioId;

/// Drafts that one run deletes, and images; the next run deletes more.
const AT_ONCE: i64 = 500;

statements! {
    LIST_OVERDUE_DRAFTS = "
        select id from scenario_drafts where deleted_at <= $1 order by deleted_at limit $2";
    DISCARD_IMAGES_OF_OVERDUE = "
        insert into scenario_discarded_images (key)
        select i.key
        from scenario_draft_images i
        join scenario_drafts d on d.id = i.draft_id
        where d.id = $1 and d.deleted_at <= $2
          and not exists (select 1 from scenarios s where s.id = d.id)
        on conflict do nothing";
    KEEP_IMAGES_OF_OVERDUE = "
        insert into scenario_kept_images (key, author_id, scenario_id)
        select i.key, d.author_id, s.id
        from scenario_draft_images i
        join scenario_drafts d on d.id = i.draft_id
        join scenarios s on s.id = d.id
        where d.id = $1 and d.deleted_at <= $2
        on conflict do nothing";
    DELETE_OVERDUE_DRAFT = "delete from scenario_drafts where id = $1 and deleted_at <= $2";
    DISCARD_IMAGES_OF_DRAFT = "
        insert into scenario_discarded_images (key)
        select i.key
        from scenario_draft_images i
        join scenario_drafts d on d.id = i.draft_id
        where d.id = $1 and d.author_id = $2
          and not exists (select 1 from scenarios s where s.id = d.id)
        on conflict do nothing";
    KEEP_IMAGES_OF_DRAFT = "
        insert into scenario_kept_images (key, author_id, scenario_id)
        select i.key, d.author_id, s.id
        from scenario_draft_images i
        join scenario_drafts d on d.id = i.draft_id
        join scenarios s on s.id = d.id
        where d.id = $1 and d.author_id = $2
        on conflict do nothing";
    DELETE_DRAFT = "delete from scenario_drafts where id = $1 and author_id = $2";
    DISCARD_IMAGES_OF_AUTHOR = "
        insert into scenario_discarded_images (key)
        select i.key
        from scenario_draft_images i
        join scenario_drafts d on d.id = i.draft_id
        where d.author_id = $1
          and not exists (select 1 from scenarios s where s.id = d.id and s.author_id <> $1)
        on conflict do nothing";
    /// Those of scenarios that stay when their author leaves (`publishing::account_deletion`).
    KEEP_IMAGES_OF_STAYING = "
        insert into scenario_kept_images (key, author_id, scenario_id)
        select i.key, s.author_id, s.id
        from scenario_draft_images i
        join scenario_drafts d on d.id = i.draft_id
        join scenarios s on s.id = d.id
        where d.author_id = $1 and s.author_id <> $1
        on conflict do nothing";
    HAND_OVER_KEPT_IMAGES = "update scenario_kept_images set author_id = $2 where scenario_id = $1";
    DISCARD_KEPT_IMAGES = "
        insert into scenario_discarded_images (key)
        select key from scenario_kept_images where author_id = $1
        on conflict do nothing";
    DELETE_KEPT_IMAGES = "delete from scenario_kept_images where author_id = $1";
    DISCARD_KEPT_IMAGES_OF_SCENARIO = "
        insert into scenario_discarded_images (key)
        select key from scenario_kept_images where scenario_id = $1
        on conflict do nothing";
    DELETE_KEPT_IMAGES_OF_SCENARIO = "delete from scenario_kept_images where scenario_id = $1";
    DELETE_DRAFTS_OF_AUTHOR = "delete from scenario_drafts where author_id = $1";
    LIST_DISCARDED_IMAGES = "select key from scenario_discarded_images order by key limit $1";
    DELETE_DISCARDED_IMAGE = "delete from scenario_discarded_images where key = $1";
}

/// What happens to drafts when their author deletes their account, in this order.
pub(super) const ERASE: &[Step] = &[
    Step::User(DISCARD_IMAGES_OF_AUTHOR),
    Step::User(KEEP_IMAGES_OF_STAYING),
    Step::User(DISCARD_KEPT_IMAGES),
    Step::User(DELETE_KEPT_IMAGES),
    Step::User(DELETE_DRAFTS_OF_AUTHOR),
];

/// Keeps the images of a scenario whose draft is gone for its next author, also those of its texts and of its
/// older versions.
///
/// # Errors
/// Database errors.
pub async fn hand_over_kept_images(tx: &mut Tx, scenario: &ScenarioId, to: &UserId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(HAND_OVER_KEPT_IMAGES)
        .bind(scenario.as_str())
        .bind(to.as_str())
        .execute(x)
        .await
        .map(drop))
}

/// Deletes the images of a scenario that nobody reads or plays any more.
///
/// # Errors
/// Database errors.
pub async fn discard_kept_images(tx: &mut Tx, scenario: &ScenarioId) -> sqlx::Result<()> {
    for text in [DISCARD_KEPT_IMAGES_OF_SCENARIO, DELETE_KEPT_IMAGES_OF_SCENARIO] {
        query_on!(tx, |x: D| sqlx::query::<D>(text)
            .bind(scenario.as_str())
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}

/// Deletes a draft of this person for good.
pub(super) async fn delete_draft(
    tx: &mut Tx,
    id: &ScenarioId,
    author: &UserId,
    now: Timestamp,
) -> sqlx::Result<()> {
    for text in [DISCARD_IMAGES_OF_DRAFT, KEEP_IMAGES_OF_DRAFT, DELETE_DRAFT] {
        query_on!(tx, |x: D| sqlx::query::<D>(text)
            .bind(id.as_str())
            .bind(author.as_str())
            .execute(x)
            .await
            .map(drop))?;
    }
    record_erasure(tx, now).await
}

/// Deletes what was in the trash for long enough, and the blobs of images that no draft has any more; returns
/// how many of both. Safe to run at any time, also by several processes at once.
///
/// # Errors
/// Errors of the database or the blob store; the next run tries again.
pub(super) async fn purge(app: &AppState) -> Result<u64, Problem> {
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    let overdue = list_overdue(&mut conn, now).await?;
    drop(conn);
    let mut purged = 0;
    for id in &overdue {
        let deletion = app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move { delete_overdue(tx, id, now).await })
        });
        purged += deletion.await?;
    }
    let mut conn = app.db.read().await?;
    let discarded = list_discarded(&mut conn).await?;
    drop(conn);
    for key in &discarded {
        // A key of another form never reached the store.
        if let Ok(blob) = BlobKey::parse(key) {
            app.blobs.delete(&blob).await?;
        }
        let deletion = app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move { delete_discarded(tx, key).await })
        });
        deletion.await?;
        purged += 1;
    }
    Ok(purged)
}

async fn list_overdue(conn: &mut Conn, now: Timestamp) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_OVERDUE_DRAFTS)
        .bind(now.plus_millis(-TRASH_MS).0)
        .bind(AT_ONCE)
        .fetch_all(x)
        .await)
}

/// Deletes a draft, unless it was restored meanwhile.
async fn delete_overdue(tx: &mut Tx, id: &str, now: Timestamp) -> sqlx::Result<u64> {
    let before = now.plus_millis(-TRASH_MS).0;
    let mut deleted = 0;
    for text in [
        DISCARD_IMAGES_OF_OVERDUE,
        KEEP_IMAGES_OF_OVERDUE,
        DELETE_OVERDUE_DRAFT,
    ] {
        deleted = query_on!(tx, |x: D| sqlx::query::<D>(text)
            .bind(id)
            .bind(before)
            .execute(x)
            .await
            .map(|done| done.rows_affected()))?;
    }
    if deleted > 0 {
        record_erasure(tx, now).await?;
    }
    Ok(deleted)
}

async fn list_discarded(conn: &mut Conn) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(
        LIST_DISCARDED_IMAGES
    )
    .bind(AT_ONCE)
    .fetch_all(x)
    .await)
}

async fn delete_discarded(tx: &mut Tx, key: &str) -> sqlx::Result<()> {
    forget(tx, key).await?;
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_DISCARDED_IMAGE)
        .bind(key)
        .execute(x)
        .await
        .map(drop))
}
