//! What the server does by itself from time to time: giving back what was set aside and forgotten, forgetting
//! what is over, deleting the records of those who asked for it. Each chore is safe to do twice, and by
//! several processes at once; what fails is tried again in the next round.

use std::time::Duration;

use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::web::AppState;
use crate::{campaigns, guests, idempotency, identity, ledger, news, reports, stories, turns, users};

/// Time between two rounds of what somebody may be waiting for.
const SOON: Duration = Duration::from_secs(30);
/// Time until a round of it of which something failed, as when the disk is full.
const AGAIN: Duration = Duration::from_secs(5);
/// Time between two rounds of everything else.
const HOURLY: Duration = Duration::from_secs(3600);

/// Does the chores, now and again and again, until the process ends.
pub async fn work(app: AppState) {
    tokio::join!(
        async {
            app.vitals.begin_rounds("soon", SOON, app.clock.now());
            let mut rounds = rounds(SOON);
            loop {
                rounds.tick().await;
                let all_done = soon(&app).await;
                if !all_done {
                    rounds.reset_after(AGAIN);
                }
                app.vitals.end_round("soon", app.clock.now(), all_done);
            }
        },
        async {
            app.vitals.begin_rounds("hourly", HOURLY, app.clock.now());
            let mut rounds = rounds(HOURLY);
            loop {
                rounds.tick().await;
                let all_done = hourly(&app).await;
                app.vitals.end_round("hourly", app.clock.now(), all_done);
            }
        },
    );
}

fn rounds(pause: Duration) -> Interval {
    let mut rounds = interval(pause);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    rounds
}

/// Whether all of it was done.
pub(crate) async fn soon(app: &AppState) -> bool {
    let mut all_done = true;
    // Before the holds: what a dead turn had set aside is given back by it, and said so in the story.
    match turns::recover_lost(app).await {
        Ok(0) => {}
        Ok(lost) => tracing::warn!(turns = lost, "turns whose process is gone were set right"),
        Err(problem) => {
            all_done = false;
            tracing::error!(
                detail = problem.detail(),
                "turns whose process is gone could not be set right"
            );
        }
    }
    match ledger::expire_holds(&app.db, app.clock.now()).await {
        Ok(0) => {}
        Ok(holds) => tracing::info!(holds, "what was set aside and forgotten was given back"),
        Err(error) => {
            all_done = false;
            tracing::error!(%error, "forgotten holds could not be given back");
        }
    }
    if let Err(problem) = users::finish_renames(app).await {
        all_done = false;
        tracing::warn!(
            detail = problem.detail(),
            "works could not be indexed under their authors' new names"
        );
    }
    if let Err(error) = idempotency::purge(&app.db, app.clock.now()).await {
        all_done = false;
        tracing::warn!(%error, "old answers could not be forgotten");
    }
    all_done
}

/// Whether all of it was done.
pub(crate) async fn hourly(app: &AppState) -> bool {
    let mut all_done = true;
    if let Err(error) = identity::tidy(app).await {
        all_done = false;
        tracing::warn!(%error, "what is over could not be forgotten");
    }
    if let Err(error) = news::sweep(&app.db).await {
        all_done = false;
        tracing::warn!(%error, "old words to other processes could not be forgotten");
    }
    if let Err(error) = guests::sweep(app).await {
        all_done = false;
        tracing::warn!(%error, "guests who are gone could not be forgotten");
    }
    if let Err(error) = campaigns::sweep(app).await {
        all_done = false;
        tracing::warn!(%error, "who was counted for an experiment could not be forgotten");
    }
    if let Err(error) = reports::sweep(app).await {
        all_done = false;
        tracing::warn!(%error, "old reports could not be forgotten");
    }
    // Before those who leave, so that no more is left of them than one transaction deletes.
    if let Err(error) = stories::sweep(app).await {
        all_done = false;
        tracing::warn!(%error, "stories could not be forgotten");
    }
    if let Err(error) = turns::sweep(app).await {
        all_done = false;
        tracing::warn!(%error, "what models were shown a while ago could not be forgotten");
    }
    if let Err(problem) = users::delete_those_who_leave(app).await {
        all_done = false;
        tracing::warn!(detail = problem.detail(), "records could not be deleted");
    }
    if let Err(error) = users::scrub(app).await {
        all_done = false;
        tracing::warn!(%error, "what was deleted could not be taken out of the database's files");
    }
    // Last: also of what nobody left for, older pages are in the log.
    match app.db.empty_log().await {
        Ok(true) => {}
        Ok(false) => tracing::debug!("the log is being read and could not be emptied"),
        Err(error) => {
            all_done = false;
            tracing::warn!(%error, "the log could not be emptied");
        }
    }
    all_done
}
