//! The job that permanently deletes what was in the trash for long enough, ephemeral stories that are no
//! longer used, the stories of guests and people who are gone, and what former authors withdrew and nobody plays.

use catalogue::publishing;
use platform::db::{Isolation, Tx, record_erasure};

use super::actions::{RecountedScenarios, recount_keepers};
use super::rules::TRASH_MS;
use super::store::{self, DeletedStory};
use super::tree;
use crate::AppState;

/// The most stories that one run deletes or cleans up; the next run does more. Each takes a transaction of
/// its own.
const AT_ONCE: i64 = 500;

/// Purges them; returns how many stories. Safe to run at any time, also by several processes at once.
///
/// # Errors
/// Database errors; the next run tries again.
pub async fn purge(app: &AppState) -> sqlx::Result<u64> {
    let now = app.clock.now();
    let before = now.plus_millis(-TRASH_MS);
    let mut conn = app.db.read().await?;
    let (overdue, gone) = store::list_to_purge(&mut conn, now, AT_ONCE).await?;
    let forgotten = tree::list_to_purge(&mut conn, before, AT_ONCE).await?;
    drop(conn);
    let mut deleted = 0;
    for id in &overdue {
        let end = app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move {
                let end = store::delete_overdue(tx, id, now).await?;
                uncount(tx, end).await
            })
        });
        deleted += announce(app, end.await?);
    }
    for id in &gone {
        let end = app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move {
                let end = store::delete(tx, id, now).await?;
                uncount(tx, end).await
            })
        });
        deleted += announce(app, end.await?);
    }
    for id in &forgotten {
        app.db
            .transact(Isolation::Ordinary, |tx| {
                Box::pin(async move { tree::purge(tx, id, before).await })
            })
            .await?;
    }
    erase_unplayed_work(app).await?;
    if deleted > 0 {
        tracing::info!(deleted, "{deleted} stories were forgotten");
    }
    Ok(deleted)
}

/// Erases what former authors withdrew and nobody has a story of any more: nobody can begin one.
async fn erase_unplayed_work(app: &AppState) -> sqlx::Result<()> {
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    let unplayed = store::list_unplayed_work(&mut conn, AT_ONCE).await?;
    drop(conn);
    for id in &unplayed {
        app.db
            .transact(Isolation::Ordinary, |tx| {
                Box::pin(async move {
                    publishing::erase_unplayed(tx, id).await?;
                    record_erasure(tx, now).await
                })
            })
            .await?;
    }
    Ok(())
}

/// Takes a deleted story out of the counts of its scenario; `None` if there was none to delete.
async fn uncount(tx: &mut Tx, deleted: Option<DeletedStory>) -> sqlx::Result<Option<RecountedScenarios>> {
    match deleted {
        Some(story) => Ok(Some(recount_keepers(tx, story.kept_of).await?)),
        None => Ok(None),
    }
}

/// Ends the copies that show the counts from before a deletion; returns how many stories were deleted.
fn announce(app: &AppState, deleted: Option<RecountedScenarios>) -> u64 {
    deleted.map_or(0, |recounted| {
        recounted.invalidate(app);
        1
    })
}
