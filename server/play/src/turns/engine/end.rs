//! Ends a turn without a reply: it was stopped, the site answered, nobody should answer, or it failed.

use kernel::Timestamp;
use platform::db::{Isolation, Tx};
use platform::web::Problem;

use super::announce;
use super::retry::EndRetry;
use super::turn_run::TurnRun;
use crate::AppState;
use crate::quotas::UsageOwner;
use crate::turns::events::Event;
use crate::turns::job::Job;
use crate::turns::model::{TurnFault, TurnState};
use crate::turns::paying::{self, Due};
use crate::turns::recover;
use crate::turns::store::{self, TurnEnd};

/// Ends a turn that was stopped before the reply at this position was opened.
pub(super) async fn stop_before(run: &mut TurnRun, position: usize) -> Result<(), Problem> {
    let (app, job, last_event) = (&run.app, &run.job, run.channel.last_event());
    let ended = app
        .db
        .transact(Isolation::Money, |tx| {
            Box::pin(end_in(tx, app, job, position, TurnState::Stopped, last_event + 1))
        })
        .await?;
    if ended {
        announce::finished(run, TurnState::Stopped, None).await
    } else {
        announce::finished_elsewhere(run).await
    }
}

/// Ends a turn that the site has answered: nothing is charged, and no model is asked, not even for a summary.
pub(super) async fn end_crisis(run: &mut TurnRun) -> Result<(), Problem> {
    let (app, job) = (&run.app, &run.job);
    // Two events follow: the end of the answer and the end of the turn.
    let last_event = run.channel.last_event() + 2;
    let ended = app
        .db
        .transact(Isolation::Ordinary, |tx| {
            Box::pin(end_in(tx, app, job, 0, TurnState::Complete, last_event))
        })
        .await?;
    if !ended {
        return announce::finished_elsewhere(run).await;
    }
    if let Some(reply) = run.job.answers.first.clone() {
        let shown = run.view(reply).await?;
        run.channel.publish(Event::Done(Box::new(shown)));
    }
    announce::finished(run, TurnState::Complete, None).await
}

/// Ends a turn in which nobody should answer.
pub(super) async fn end_without_replies(run: &TurnRun) -> Result<(), Problem> {
    let (job, at) = (&run.job, run.app.clock.now());
    let ended = turn_end(TurnState::Complete, run.channel.last_event() + 1, at);
    let ended = &ended;
    let use_case = run.app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { store::end_turn(tx, &job.turn_id, ended).await })
    });
    use_case.await?;
    announce::finished(run, TurnState::Complete, None).await
}

/// Ends a turn that is charged nothing from this reply on. Returns false if another process ended it.
async fn end_in(
    tx: &mut Tx,
    app: &AppState,
    job: &Job,
    from: usize,
    state: TurnState,
    last_event: u64,
) -> Result<bool, Problem> {
    let now = app.clock.now();
    for row in &job.answers.rows[from..] {
        if paying::settle(tx, UsageOwner::from(&job.story.owner), row, Due::Nothing, now)
            .await?
            .is_none()
        {
            return Ok(false);
        }
    }
    store::end_turn(tx, &job.turn_id, &turn_end(state, last_event, now)).await?;
    Ok(true)
}

fn turn_end(state: TurnState, last_event: u64, at: Timestamp) -> TurnEnd<'static> {
    TurnEnd {
        state: state.as_str(),
        last_event: i64::try_from(last_event).unwrap_or(i64::MAX),
        text: None,
        fault: None,
        at,
    }
}

/// Ends a turn that cannot continue, as far as possible: if the end cannot be stored now, it is published all
/// the same and stored as soon as possible.
pub(super) async fn give_up(run: &TurnRun, fault: TurnFault) {
    if run.channel.has_ended() {
        return;
    }
    let (app, job) = (&run.app, &run.job);
    let (mut retry, mut fault) = (EndRetry::default(), Some(fault));
    let ended = loop {
        let tried = app
            .db
            .transact(Isolation::Money, |tx| Box::pin(give_up_in(tx, app, job)))
            .await;
        if let Some(fault) = fault.take() {
            announce::given_up(run, fault).await;
        }
        if let Some(result) = retry.after(tried).await {
            break result;
        }
    };
    if let Err(problem) = ended {
        tracing::error!(turn = %job.turn_id, detail = problem.detail(), "a turn could not be ended; it will be recovered when its lease is over");
    }
}

async fn give_up_in(tx: &mut Tx, app: &AppState, job: &Job) -> Result<(), Problem> {
    recover::interrupt_in(tx, app, &job.turn_id, Timestamp(i64::MAX)).await?;
    // Permanently deleting a story also deletes its turn, but not the holds of the turn.
    for row in &job.answers.rows {
        paying::release_hold(tx, row, app.clock.now()).await?;
    }
    Ok(())
}
