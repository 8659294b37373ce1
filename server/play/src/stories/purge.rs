//! The job that permanently deletes what was in the trash for long enough, ephemeral stories that are no
//! longer used, and the stories of guests and people who are gone.

use platform::db::Isolation;

use super::rules::TRASH_MS;
use super::{store, tree};
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
        deleted += app
            .db
            .transact(Isolation::Ordinary, |tx| {
                Box::pin(async move { store::delete_overdue(tx, id, now).await })
            })
            .await?;
    }
    for id in &gone {
        deleted += app
            .db
            .transact(Isolation::Ordinary, |tx| {
                Box::pin(async move { store::delete(tx, id, now).await })
            })
            .await?;
    }
    for id in &forgotten {
        app.db
            .transact(Isolation::Ordinary, |tx| {
                Box::pin(async move { tree::purge(tx, id, before).await })
            })
            .await?;
    }
    if deleted > 0 {
        tracing::info!(deleted, "{deleted} stories were forgotten");
    }
    Ok(deleted)
}
