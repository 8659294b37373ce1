//! The job that deletes ended guest sessions.

use platform::db::{Isolation, record_erasure};

use super::rules::KEEP_ENDED_MS;
use super::store;
use crate::AppState;

/// Deletes sessions that ended more than [`KEEP_ENDED_MS`] ago; returns how many. Safe to run at any time,
/// also twice at once.
///
/// # Errors
/// Database errors; the next run tries again.
pub async fn purge(app: &AppState) -> sqlx::Result<u64> {
    let now = app.clock.now();
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let deleted = store::delete_before(tx, now.plus_millis(-KEEP_ENDED_MS)).await?;
            if deleted > 0 {
                record_erasure(tx, now).await?;
            }
            Ok(deleted)
        })
    });
    use_case.await
}
