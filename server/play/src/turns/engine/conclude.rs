//! Ends a reply: one transaction stores and settles it, and with the last reply ends the turn.

use catalogue::scenarios;
use kernel::Shekels;
use platform::db::{Isolation, Tx};
use platform::web::Problem;

use super::reply::Reply;
use super::retry::EndRetry;
use super::turn_run::TurnRun;
use crate::AppState;
use crate::quotas::{self, UsageOwner};
use crate::stories::{self, FinishedMessage, MessageId, MessageRow, Story};
use crate::turns::events::Event;
use crate::turns::guard;
use crate::turns::job::Job;
use crate::turns::paying::{self, Due};
use crate::turns::store::{self, ReplyRow, TurnEnd};

/// What was stored at the end of a reply.
struct Concluded {
    captured: Shekels,
    message: Option<MessageRow>,
    story: Option<Story>,
}

/// Stores and settles a reply, and ends the turn with the last one. Returns false if another process did that
/// already.
pub(super) async fn conclude(run: &mut TurnRun, reply: &Reply) -> Result<bool, Problem> {
    let is_paid = run.job.answers.rows.iter().any(|row| row.hold_id.is_some());
    let isolation = if is_paid {
        Isolation::Money
    } else {
        Isolation::Ordinary
    };
    let last_event = run.channel.last_event();
    let (app, job) = (&run.app, &run.job);
    let mut retry = EndRetry::default();
    let concluded = loop {
        let tried = app
            .db
            .transact(isolation, |tx| {
                Box::pin(conclude_in(tx, app, job, reply, last_event))
            })
            .await;
        if let Some(result) = retry.after(tried).await {
            break result?;
        }
    };
    let Some(Concluded {
        captured,
        message,
        story,
    }) = concluded
    else {
        return Ok(false);
    };
    run.captured = Shekels(run.captured.0.saturating_add(captured.0));
    if let Some((row, story)) = message.zip(story) {
        let shown = run.view_in(&story, row).await?;
        run.channel.publish(Event::Done(Box::new(shown)));
        run.notify_watchers(&story);
        run.notify_followers().await;
    }
    Ok(true)
}

async fn conclude_in(
    tx: &mut Tx,
    app: &AppState,
    job: &Job,
    reply: &Reply,
    last_event: u64,
) -> Result<Option<Concluded>, Problem> {
    let (now, owner) = (app.clock.now(), UsageOwner::from(&job.story.owner));
    let row = &job.answers.rows[reply.position];
    let Some(captured) = paying::settle(tx, owner, row, reply.outcome.due, now).await? else {
        return Ok(None);
    };
    quotas::correct_cost(tx, owner, &reply.usage.booked, reply.usage.spent).await?;
    let mut concluded = Concluded {
        captured,
        message: None,
        story: None,
    };
    store_message(tx, app, job, reply, row, &mut concluded).await?;
    if reply.is_cut {
        strike_cut(tx, app, job, &mut concluded).await?;
    }
    if reply.is_last {
        let has_message = concluded.message.is_some();
        end_turn(tx, app, job, reply, last_event, has_message).await?;
    }
    Ok(Some(concluded))
}

/// Stores the reply in its message, also if the story has another owner by now or is in the trash.
async fn store_message(
    tx: &mut Tx,
    app: &AppState,
    job: &Job,
    reply: &Reply,
    row: &ReplyRow,
    concluded: &mut Concluded,
) -> Result<(), Problem> {
    let Some(message) = row.message_id.clone().map(MessageId::trusted) else {
        return Ok(());
    };
    let Some(mut story) = stories::lock_any_story(app, tx, &job.story.id).await? else {
        return Ok(());
    };
    let captured = concluded.captured;
    if let Some(scenario) = story.scenario_id.as_ref().filter(|_| captured > Shekels::ZERO) {
        scenarios::count_spent(tx, scenario, captured.0).await?;
    }
    let end = FinishedMessage {
        content: &reply.content,
        state: reply.outcome.message,
        model: Some(reply.model.as_str()).filter(|model| !model.is_empty()),
        prompt_tokens: Some(i64::from(reply.usage.prompt_tokens)),
        reply_tokens: Some(i64::from(reply.usage.reply_tokens)),
        price: captured.0,
        ending: reply.is_ending,
    };
    concluded.message = stories::finish_message(tx, &mut story, &message, &end).await?;
    concluded.story = Some(story);
    Ok(())
}

async fn strike_cut(
    tx: &mut Tx,
    app: &AppState,
    job: &Job,
    concluded: &mut Concluded,
) -> Result<(), Problem> {
    let story = match concluded.story.take() {
        Some(story) => Some(story),
        None => stories::lock_any_story(app, tx, &job.story.id).await?,
    };
    if let Some(mut story) = story {
        guard::strike_cut(tx, app, &mut story).await?;
        concluded.story = Some(story);
    }
    Ok(())
}

/// Ends the turn with this reply; further replies are not written.
async fn end_turn(
    tx: &mut Tx,
    app: &AppState,
    job: &Job,
    reply: &Reply,
    last_event: u64,
    has_message: bool,
) -> Result<(), Problem> {
    let now = app.clock.now();
    for unwritten in &job.answers.rows[reply.position + 1..] {
        paying::settle(
            tx,
            UsageOwner::from(&job.story.owner),
            unwritten,
            Due::Nothing,
            now,
        )
        .await?;
    }
    let fault = reply.outcome.fault.as_ref();
    // The events that follow: the end of the reply, the fault, and the end of the turn.
    let to_come = 1 + u64::from(has_message) + u64::from(fault.is_some());
    let ended = TurnEnd {
        state: reply.outcome.turn.as_str(),
        last_event: i64::try_from(last_event + to_come).unwrap_or(i64::MAX),
        text: job.kind.is_text().then_some(&reply.content),
        fault,
        at: now,
    };
    store::end_turn(tx, &job.turn_id, &ended).await?;
    Ok(())
}
