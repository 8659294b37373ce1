//! What has to be done from time to time: forgetting guests who are gone, deleting the records of those who asked for it.

use std::time::Duration;

use crate::web::AppState;
use crate::{guests, users};

/// Time between two rounds.
const ROUND: Duration = Duration::from_secs(3600);

/// Does the chores, now and every hour, until the process ends. Any number of processes may do so at once.
pub async fn work(app: AppState) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        rounds.tick().await;
        round(&app).await;
    }
}

/// One round. What fails is tried again in the next.
pub async fn round(app: &AppState) {
    if let Err(error) = guests::sweep(app).await {
        tracing::warn!(%error, "guests who are gone could not be forgotten");
    }
    if let Err(problem) = users::delete_those_who_leave(app).await {
        tracing::warn!(detail = problem.detail(), "records could not be deleted");
    }
}
