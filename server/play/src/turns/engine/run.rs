//! A turn's task, from its first event to its last.

use std::panic::AssertUnwindSafe;

use futures::FutureExt;
use kernel::Shekels;
use platform::db::{Isolation, Tx};
use platform::news::Subject;
use platform::web::Problem;

use super::conclude::conclude;
use super::director::direct;
use super::outcome::fault_of;
use super::remote::RemoteRequests;
use super::reply::reply;
use super::turn_run::TurnRun;
use super::{announce, end};
use crate::AppState;
use crate::stories::{MessageId, MessageRow, Story};
use crate::turns::context::StoryContext;
use crate::turns::events::Event;
use crate::turns::job::Job;
use crate::turns::model::{DraftedSpeaker, Turn, TurnPrice, TurnState};
use crate::turns::opening::open_reply;
use crate::turns::store::{self, ReplyRow};

/// Runs a turn that was stored. `timezone`: the player's.
pub(in crate::turns) fn start(app: AppState, job: Job, timezone: Option<String>) {
    let remote = RemoteRequests::new(&app.news, &job.turn_id);
    let channel = app.turns.open(turn_at_start(&job));
    #[cfg(test)]
    let turns = app.turns.clone();
    let task = tokio::spawn(async move {
        let mut run = TurnRun {
            app,
            channel,
            remote,
            job,
            timezone,
            captured: Shekels::ZERO,
            left_out: None,
        };
        match AssertUnwindSafe(run_to_end(&mut run)).catch_unwind().await {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => end::give_up(&run, fault_of(&problem)).await,
            Err(_) => end::give_up(&run, fault_of(&Problem::internal("a turn panicked"))).await,
        }
        run.app.turns.remove_later(&run.job.turn_id);
        run.app.news.notify(&Subject::Turn(run.job.turn_id));
    });
    #[cfg(test)]
    turns.runs_in(&task);
    drop(task);
}

fn turn_at_start(job: &Job) -> Turn {
    let rows = &job.answers.rows;
    Turn {
        id: job.turn_id.clone(),
        story_id: job.story.id.to_string(),
        kind: job.kind,
        state: TurnState::Running,
        user_message: None,
        replies: Vec::new(),
        text: None,
        drafted: drafted(job),
        price: TurnPrice {
            held: Shekels(rows.iter().map(|row| row.price).sum()),
            captured: Shekels::ZERO,
            free: rows.iter().all(|row| row.price == 0),
        },
        error: None,
        last_event: 0,
        started_on: job.started_at,
        ended_on: None,
        notices: Vec::new(),
    }
}

/// The speakers, as far as they are known at the beginning.
fn drafted(job: &Job) -> Vec<DraftedSpeaker> {
    if job.is_directed() {
        return Vec::new();
    }
    let rows = job.answers.rows.iter();
    rows.map(|row| DraftedSpeaker {
        character_id: row.speaker_id.clone(),
        why: row.why.clone(),
    })
    .collect()
}

async fn run_to_end(run: &mut TurnRun) -> Result<(), Problem> {
    announce::begun(run).await?;
    if run.job.crisis().is_some() {
        return end::end_crisis(run).await;
    }
    if run.job.is_directed() {
        direct(run).await?;
    }
    let mut after = run.job.assignment.task.after().cloned();
    for position in 0..run.job.answers.rows.len() {
        if !is_open(run, position) && !open(run, position, after.as_ref()).await? {
            return end::stop_before(run, position).await;
        }
        let reply = reply(run, position, after.as_ref()).await;
        if !conclude(run, &reply).await? {
            return announce::finished_elsewhere(run).await;
        }
        if reply.left_out.is_some() {
            run.left_out = reply.left_out;
        }
        if reply.is_last {
            return announce::finished(run, reply.outcome.turn, reply.outcome.fault).await;
        }
        after = run.job.answers.rows[position]
            .message_id
            .clone()
            .map(MessageId::trusted);
    }
    end::end_without_replies(run).await
}

/// Whether the reply has its message already, or needs none.
fn is_open(run: &TurnRun, position: usize) -> bool {
    run.job.kind.is_text() || run.job.answers.rows[position].message_id.is_some()
}

/// Opens a further reply; returns false if the turn was asked to stop meanwhile.
async fn open(run: &mut TurnRun, position: usize, after: Option<&MessageId>) -> Result<bool, Problem> {
    let (app, job, row) = (&run.app, &run.job, &run.job.answers.rows[position]);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(open_in(tx, app, job, row, after))
    });
    let Some((opened, story)) = use_case.await? else {
        return Ok(false);
    };
    run.job.answers.rows[position].message_id = Some(opened.id.to_string());
    let shown = run.view(opened).await?;
    run.channel.publish(Event::Message(Box::new(shown)));
    run.notify_watchers(&story);
    Ok(true)
}

async fn open_in(
    tx: &mut Tx,
    app: &AppState,
    job: &Job,
    row: &ReplyRow,
    after: Option<&MessageId>,
) -> Result<Option<(MessageRow, Story)>, Problem> {
    let mut context = StoryContext::lock(app, tx, &job.story.owner, &job.story.id).await?;
    // Checked while the story is locked: a crisis answer stops the turn under the same lock, and nothing may
    // follow that answer.
    if store::is_stop_asked(tx, &job.turn_id).await? {
        return Ok(None);
    }
    let opened = open_reply(tx, app, &mut context, &job.assignment, after, row).await?;
    let row = ReplyRow {
        message_id: Some(opened.id.to_string()),
        ..row.clone()
    };
    store::set_speaker(tx, &row).await?;
    Ok(Some((opened, context.story)))
}
