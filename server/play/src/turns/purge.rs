//! The job that purges old daily counts and the prompts of old turns.

use kernel::DAY_MS;
use platform::db::Isolation;

use super::store;
use crate::AppState;
use crate::quotas::{self, day_of};

/// Days for which daily counts are kept.
const KEEP_DAYS: i64 = 7;
/// How long prompts are kept, in milliseconds: 30 days.
const KEEP_PROMPTS_MS: i64 = 30 * DAY_MS;

/// Purges old daily counts and prompts; returns of how many replies. Safe to run at any time, also by several
/// processes at once.
///
/// # Errors
/// Database errors; the next run tries again.
pub async fn purge(app: &AppState) -> sqlx::Result<u64> {
    let now = app.clock.now();
    let (before_day, before) = (day_of(now) - KEEP_DAYS, now.plus_millis(-KEEP_PROMPTS_MS));
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            quotas::delete_old(tx, before_day).await?;
            store::delete_old_prompts(tx, before).await
        })
    });
    use_case.await
}
