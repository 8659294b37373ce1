//! The events at the beginning and at the end of a turn.

use accounts::safety;
use platform::web::Problem;

use super::turn_run::TurnRun;
use crate::memory;
use crate::turns::events::{End, Event};
use crate::turns::model::{Turn, TurnFault, TurnState};
use crate::turns::read;

/// Publishes what was stored at the beginning, and the notices for the player.
pub(super) async fn begun(run: &TurnRun) -> Result<(), Problem> {
    let job = &run.job;
    run.channel.publish(Event::Turn(Box::new(run.channel.turn())));
    if let Some(said) = job.said.clone() {
        let shown = run.view(said).await?;
        run.channel.publish(Event::Said(Box::new(shown)));
    }
    let player = job.story.owner.principal();
    if run.app.reminders.mark_shown_if_due(&player, run.app.clock.now()) {
        run.channel.publish(Event::Notice(safety::ai_notice()));
    }
    if let Some(crisis) = job.crisis() {
        run.channel
            .publish(Event::Notice(safety::crisis_notice(crisis.language)));
    }
    if let Some(first) = job.answers.first.clone() {
        let shown = run.view(first).await?;
        run.channel.publish(Event::Message(Box::new(shown)));
    }
    run.app.live.publish(
        &job.story.id,
        job.story.version,
        job.story.head_id.as_ref(),
        Some(&job.turn_id),
    );
    Ok(())
}

/// Publishes the end of a turn that was stored, and starts a summary if one is due.
pub(super) async fn finished(
    run: &TurnRun,
    state: TurnState,
    fault: Option<TurnFault>,
) -> Result<(), Problem> {
    if let Some(fault) = fault {
        run.channel.publish(Event::Error(fault));
    }
    let owner = &run.job.story.owner;
    let balance = read::balance(&run.app, owner).await?;
    let mut turn = run.channel.turn();
    turn.state = state;
    turn.price.captured = run.captured;
    turn.ended_on = Some(run.app.clock.now());
    let price = turn.price;
    run.channel
        .publish(Event::End(Box::new(End { turn, price, balance })));
    if state == TurnState::Complete && run.job.crisis().is_none() {
        memory::after_turn(&run.app, owner, &run.job.story.id, run.left_out.as_ref());
    }
    Ok(())
}

/// Publishes the end of a turn that another process considered dead and has settled: that end counts.
pub(super) async fn finished_elsewhere(run: &mut TurnRun) -> Result<(), Problem> {
    let turn = read::find_stored(&run.app, &run.job.story.owner, &run.job.turn_id).await?;
    run.captured = turn.price.captured;
    for reply in &turn.replies {
        run.channel.publish(Event::Done(Box::new(reply.clone())));
    }
    finished(run, turn.state, turn.error).await
}

/// Publishes the end of a turn that was given up, as it is stored or will be.
pub(super) async fn given_up(run: &TurnRun, fault: TurnFault) {
    run.channel.publish(Event::Error(fault));
    let stored = read::find_stored(&run.app, &run.job.story.owner, &run.job.turn_id)
        .await
        .ok();
    let turn = match stored.filter(|turn| turn.state.is_over()) {
        Some(stored) => stored,
        None => Turn {
            state: TurnState::Interrupted,
            ended_on: Some(run.app.clock.now()),
            ..run.channel.turn()
        },
    };
    let price = turn.price;
    run.channel.publish(Event::End(Box::new(End {
        turn,
        price,
        balance: None,
    })));
}
