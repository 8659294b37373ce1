//! The job that purges old reports, guests who are gone from reports, and reporters' addresses.

use platform::db::Isolation;

use super::rules::{KEEP_MS, KEEP_REPLY_TO_MS, PURGED_AT_ONCE};
use super::store;
use crate::AppState;

/// Purges them; how many reports. Safe to run at any time, also twice at once.
///
/// # Errors
/// Database errors; the next run tries again.
pub async fn purge(app: &AppState) -> sqlx::Result<u64> {
    let now = app.clock.now();
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            for list in app.report_kinds.iter().filter_map(|kind| kind.list_orphaned) {
                let orphaned = list(tx, PURGED_AT_ONCE).await?;
                store::delete(tx, &orphaned).await?;
            }
            store::purge_guests(tx, PURGED_AT_ONCE).await?;
            store::purge_addresses(tx, now.plus_millis(-KEEP_REPLY_TO_MS), PURGED_AT_ONCE).await?;
            store::delete_before(tx, now.plus_millis(-KEEP_MS), PURGED_AT_ONCE).await
        })
    });
    use_case.await
}
