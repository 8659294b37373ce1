//! What the server does by itself from time to time. Each job is safe to run twice, and by several processes at once.

use std::time::Duration;

use features::{AppState, idempotency, ledger};
use tokio::time::{MissedTickBehavior, interval};

/// Between two runs of the jobs.
const PAUSE: Duration = Duration::from_secs(30);

/// Gives back what was set aside for something that never ended, and forgets old answers; until it is dropped.
pub(super) async fn work(app: AppState) {
    let mut ticks = interval(PAUSE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match ledger::expire_holds(&app.db, app.clock.now()).await {
            Ok(0) => {}
            Ok(holds) => tracing::info!(holds, "what was set aside and forgotten was given back"),
            // The next run tries again.
            Err(error) => tracing::error!(%error, "forgotten holds could not be given back"),
        }
        if let Err(error) = idempotency::purge(&app.db, app.clock.now()).await {
            tracing::warn!(%error, "old answers could not be forgotten");
        }
    }
}
