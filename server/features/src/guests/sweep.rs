//! The job that forgets guests who are gone.

use super::rules::KEEP_ENDED_MS;
use super::store;
use crate::db::Isolation;
use crate::web::AppState;

/// Forgets sessions that ended a while ago; how many. Safe to run at any time, also twice at once.
///
/// # Errors
/// What the engine reports; the next run tries again.
pub async fn sweep(app: &AppState) -> sqlx::Result<u64> {
    let before = app.clock.now().plus_millis(-KEEP_ENDED_MS);
    app.db.transact(Isolation::Ordinary, |tx| Box::pin(store::delete_before(tx, before))).await
}
