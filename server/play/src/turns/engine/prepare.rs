//! Prepares a reply: assembles its prompt, stores it for the inspector, and books its cost.

use accounts::safety::{self, StorySpeaker};
use platform::blocking::Stop;
use platform::db::Isolation;
use platform::llm::{self, Model, Request};
use platform::web::Problem;

use super::outcome::fault_of;
use super::request::{book, request};
use super::turn_run::TurnRun;
use crate::prompt::{self, Assembled, PromptError, PromptPart, PromptRecord, Shorten, Speaker};
use crate::quotas::BookedCost;
use crate::stories::{self, MessageId};
use crate::turns::context::{PromptParams, ReplyContext, StoryContext, prompt_input};
use crate::turns::guard::{self, ReplyFilter};
use crate::turns::job::Task;
use crate::turns::model::TurnFault;
use crate::turns::store::{self, ReplyRow};

/// A reply that is ready to be requested.
pub(super) struct Prepared {
    pub(super) model: Model,
    pub(super) request: Request,
    /// The name of the character who speaks; empty: the narrator.
    pub(super) speaker: String,
    pub(super) booked: BookedCost,
    pub(super) prompt_tokens: u32,
    /// The latest message of the story that did not fit into the prompt.
    pub(super) left_out: Option<MessageId>,
    pub(super) filter: ReplyFilter,
    /// The text that replaces what is cut.
    pub(super) fade: &'static str,
    /// The largest part of the prompt that the player can shorten.
    pub(super) shorten: Option<(Shorten, u32)>,
}

/// Prepares the reply at this position, which follows the message `after`.
pub(super) async fn prepare(
    run: &TurnRun,
    position: usize,
    after: Option<&MessageId>,
) -> Result<Prepared, TurnFault> {
    let report = |problem: Problem| fault_of(&problem);
    let row = &run.job.answers.rows[position];
    let context = load(run, row, after).await.map_err(report)?;
    let model = context.base.model(&run.app).clone();
    let (context, speaker, assembled) = assemble(run, row, position, context, &model)
        .await
        .map_err(report)?;
    let assembled = assembled.map_err(|error| fault_of_prompt(&error))?;
    store_prompt(run, row, &assembled).await.map_err(report)?;
    let booked = book(run, &model, &assembled).await.map_err(report)?;
    let by = judged_speaker(run, row, &context.base);
    let (context, minors) = guard::minors_of_reply(context).await.map_err(report)?;
    let story = &context.base.story;
    Ok(Prepared {
        filter: ReplyFilter::new(minors, by, run.job.assignment.task.begun()),
        fade: if run.job.kind.is_text() {
            ""
        } else {
            safety::fade(&story.setup.language)
        },
        speaker: speaker
            .id()
            .map(|_| speaker.name().to_owned())
            .unwrap_or_default(),
        booked,
        prompt_tokens: assembled.record.budget.used,
        left_out: latest_left_out(&assembled.record),
        shorten: assembled.record.largest_to_shorten(),
        request: request(assembled, &run.job.story.owner, story),
        model,
    })
}

async fn load(run: &TurnRun, row: &ReplyRow, after: Option<&MessageId>) -> Result<ReplyContext, Problem> {
    let (story, task) = (&run.job.story, &run.job.assignment.task);
    let written = row.message_id.clone().map(MessageId::trusted);
    let at_hand = written.as_ref().or(task.rewritten());
    ReplyContext::load(&run.app, &story.owner, &story.id, after, at_hand).await
}

/// Assembles the prompt on a thread for long work. Returns the context with the speaker.
async fn assemble(
    run: &TurnRun,
    row: &ReplyRow,
    position: usize,
    context: ReplyContext,
    model: &Model,
) -> Result<(ReplyContext, Speaker, Result<Assembled, PromptError>), Problem> {
    let note = run.job.assignment.note.clone();
    let kind = run.job.assignment.task.prompt_kind(note.as_deref());
    // Each reply of a turn makes its own random choices.
    let seed = run.job.seed.wrapping_add(position as u64);
    let (now, timezone, speaker) = (run.app.clock.now(), run.timezone.clone(), row.speaker_id.clone());
    let info = model.info().clone();
    let work = move |stop: &Stop| {
        let input = prompt_input(
            &context,
            &PromptParams {
                now,
                timezone: timezone.as_deref(),
                speaker: speaker.as_deref(),
                note: note.as_deref(),
                seed,
            },
        );
        let assembled = prompt::assemble(&input, &info, kind, stop);
        (context, input.speaker, assembled)
    };
    prompt::run_within_scan_limit(work).await
}

fn fault_of_prompt(error: &PromptError) -> TurnFault {
    TurnFault {
        code: llm::PROMPT_TOO_LARGE.as_str().to_owned(),
        message: error.sentence(),
        retry_after: None,
        shorten: error.shorten(),
    }
}

/// Stores the prompt and the variables that macros have changed.
async fn store_prompt(run: &TurnRun, row: &ReplyRow, assembled: &Assembled) -> Result<(), Problem> {
    let record = serde_json::to_value(&assembled.record).map_err(Problem::internal)?;
    let (story, record, variables) = (run.job.story.id.as_str(), &record, assembled.variables.as_ref());
    let use_case = run.app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            store::set_prompt(tx, &row.turn_id, row.position, record).await?;
            match variables {
                Some(variables) => store::put_variables(tx, story, variables).await,
                None => Ok(()),
            }
        })
    });
    Ok(use_case.await?)
}

/// The speaker under whose name the reply is judged.
fn judged_speaker(run: &TurnRun, row: &ReplyRow, context: &StoryContext) -> StorySpeaker {
    match &run.job.assignment.task {
        Task::Impersonate { .. } => stories::by_player(&context.story, &context.cast),
        Task::Rewrite { by, .. } => *by,
        Task::Replies { .. } | Task::Continue { .. } => context
            .cast
            .iter()
            .position(|one| Some(&one.id) == row.speaker_id.as_ref())
            .map_or(StorySpeaker::Narrator, StorySpeaker::Cast),
    }
}

/// The latest message of the story that did not fit into a prompt.
fn latest_left_out(record: &PromptRecord) -> Option<MessageId> {
    let dropped = record
        .parts
        .iter()
        .find(|part| part.part == PromptPart::History && !part.kept && !part.message_ids.is_empty())?;
    dropped.message_ids.last().cloned().map(MessageId::trusted)
}
