//! Stops a turn at its player's request.

use accounts::guests::Owner;
use platform::db::Isolation;
use platform::news::Subject;
use platform::web::Problem;

use super::channel::Halt;
use super::model::Turn;
use super::{read, store, stream};
use crate::AppState;

/// Stops a turn, whichever process runs it, and waits for its end. A turn that has ended stays as it is.
///
/// # Errors
/// 404 if there is no such turn in a story of this owner.
pub(super) async fn stop(app: &AppState, owner: &Owner, id: &str) -> Result<Turn, Problem> {
    // Checks first that the turn is the caller's.
    read::find(app, owner, id).await?;
    if let Some(channel) = app.turns.find(id) {
        channel.halt(Halt::Stop);
    } else {
        // PostgreSQL notifies the other processes by a trigger.
        app.db
            .transact(Isolation::Ordinary, |tx| {
                Box::pin(async move { store::ask_stop(tx, id).await })
            })
            .await?;
        app.news.notify(&Subject::Order(id.to_owned()));
    }
    stream::wait_for_end(app, owner, id).await;
    read::find(app, owner, id).await
}
