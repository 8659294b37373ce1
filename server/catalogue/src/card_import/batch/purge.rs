//! What ends by itself: batches seal themselves after a day without a file and are deleted after thirty days; the
//! blobs of files that no row names any more are deleted. A row of each blob is there before the blob and stays
//! until it is deleted, so that none is forgotten if a process ends in between.

use kernel::Timestamp;
use platform::blobs::BlobKey;
use platform::db::{Conn, Isolation, Tx, query_on, record_erasure, statements};
use platform::slice::Step;
use platform::web::Problem;

use crate::AppState;
use crate::card_import::rules::{KEEP_MS, PURGED_AT_ONCE, SEAL_MS};

statements! {
    INSERT_BLOB = "insert into card_import_blobs (key, purge_after) values ($1, $2)";
    SET_PURGE_AFTER = "update card_import_blobs set purge_after = $2 where key = $1";
    IS_USED = "select exists (select 1 from card_import_files where blob = $1)";
    LIST_UNUSED = "
        select b.key
        from card_import_blobs b
        where b.purge_after <= $1 and not exists (select 1 from card_import_files f where f.blob = b.key)
        order by b.purge_after, b.key
        limit $2";
    DELETE_BLOB = "delete from card_import_blobs where key = $1";
    SEAL_OVERDUE = "
        update card_import_batches set sealed_at = $2 where sealed_at is null and filled_at <= $1";
    LIST_OVERDUE = "select id from card_import_batches where created_at <= $1 order by created_at limit $2";
    DELETE_OVERDUE = "delete from card_import_batches where id = $1 and created_at <= $2";
    DELETE_OF_OWNER = "delete from card_import_batches where owner_id = $1";
}

/// What happens to batches when their owner deletes their account.
pub(super) const ERASE: &[Step] = &[Step::User(DELETE_OF_OWNER)];

/// Records a blob that is about to be stored. Unless a file names it by then, it is deleted after this moment.
pub(super) async fn insert_blob(tx: &mut Tx, key: &BlobKey, purge_after: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_BLOB)
        .bind(key.as_str())
        .bind(purge_after.0)
        .execute(x)
        .await
        .map(drop))
}

/// A file names the blob from now on: it is deleted as soon as none does.
pub(super) async fn release_blob(tx: &mut Tx, key: &BlobKey, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_PURGE_AFTER)
        .bind(key.as_str())
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Deletes a blob if no file names it. A failure is logged: the job deletes it later.
pub(super) async fn drop_unused(app: &AppState, key: &BlobKey) {
    let dropped = async {
        let mut conn = app.db.read().await?;
        let is_used = query_on!(conn, |x: D| sqlx::query_scalar::<D, bool>(IS_USED)
            .bind(key.as_str())
            .fetch_one(x)
            .await)?;
        drop(conn);
        if is_used {
            Ok(())
        } else {
            delete_blob(app, key).await
        }
    };
    let dropped: Result<(), Problem> = dropped.await;
    if let Err(problem) = dropped {
        tracing::warn!(
            detail = problem.detail(),
            "the blob of an imported file is deleted later"
        );
    }
}

async fn delete_blob(app: &AppState, key: &BlobKey) -> Result<(), Problem> {
    app.blobs.delete(key).await?;
    let deletion = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            query_on!(tx, |x: D| sqlx::query::<D>(DELETE_BLOB)
                .bind(key.as_str())
                .execute(x)
                .await
                .map(drop))
        })
    });
    Ok(deletion.await?)
}

/// Deletes the blobs that no file names any more; returns how many. Safe to run at any time, also by several
/// processes at once.
///
/// # Errors
/// Errors of the database or the blob store; the next run tries again.
pub(super) async fn purge_blobs(app: &AppState) -> Result<u64, Problem> {
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    let unused = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_UNUSED)
        .bind(now.0)
        .bind(PURGED_AT_ONCE)
        .fetch_all(x)
        .await)?;
    drop(conn);
    let mut purged = 0;
    for key in &unused {
        let key = BlobKey::parse(key).map_err(Problem::internal)?;
        delete_blob(app, &key).await?;
        purged += 1;
    }
    Ok(purged)
}

/// Seals batches that got no file for a day, and deletes those that are thirty days old; returns how many of both.
///
/// # Errors
/// Database errors; the next run tries again.
pub(super) async fn purge(app: &AppState) -> Result<u64, Problem> {
    let now = app.clock.now();
    let sealing = app
        .db
        .transact(Isolation::Ordinary, |tx| Box::pin(seal_overdue(tx, now)));
    let mut done: u64 = sealing.await?;
    let mut conn = app.db.read().await?;
    let overdue = list_overdue(&mut conn, now).await?;
    drop(conn);
    for id in &overdue {
        let deletion = app
            .db
            .transact(Isolation::Ordinary, |tx| Box::pin(delete_overdue(tx, id, now)));
        done += deletion.await?;
    }
    Ok(done)
}

async fn seal_overdue(tx: &mut Tx, now: Timestamp) -> sqlx::Result<u64> {
    query_on!(tx, |x: D| sqlx::query::<D>(SEAL_OVERDUE)
        .bind(now.plus_millis(-SEAL_MS).0)
        .bind(now.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))
}

async fn list_overdue(conn: &mut Conn, now: Timestamp) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_OVERDUE)
        .bind(now.plus_millis(-KEEP_MS).0)
        .bind(PURGED_AT_ONCE)
        .fetch_all(x)
        .await)
}

async fn delete_overdue(tx: &mut Tx, id: &str, now: Timestamp) -> sqlx::Result<u64> {
    let deleted = query_on!(tx, |x: D| sqlx::query::<D>(DELETE_OVERDUE)
        .bind(id)
        .bind(now.plus_millis(-KEEP_MS).0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    if deleted > 0 {
        record_erasure(tx, now).await?;
    }
    Ok(deleted)
}
