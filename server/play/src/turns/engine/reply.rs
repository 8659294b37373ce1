//! Runs one reply of a turn, from its prompt to its last word. It settles nothing.

use accounts::safety;
use platform::llm::{self, Finish, ModelError, ModelInfo};

use super::checkpoint::Checkpointer;
use super::outcome::{Outcome, ReplyExtent, name_what_to_shorten, outcome};
use super::prepare::{Prepared, prepare};
use super::turn_run::TurnRun;
use super::writer::{self, StopReason, WriteJob, Written};
use crate::prompt::Shorten;
use crate::quotas::{self, BookedCost};
use crate::stories::MessageId;
use crate::turns::events::Event;
use crate::turns::model::{TurnFault, TurnState};
use crate::turns::paying::Payment;
use crate::turns::rules::ReplyTrimmer;

/// A written reply with its outcome.
pub(super) struct Reply {
    pub(super) position: usize,
    pub(super) content: String,
    pub(super) outcome: Outcome,
    /// Whether it ends the turn.
    pub(super) is_last: bool,
    /// Whether it was cut because its content is never played.
    pub(super) is_cut: bool,
    /// Whether it ends the demo's story.
    pub(super) is_ending: bool,
    /// The model's name; empty if none was asked.
    pub(super) model: String,
    pub(super) usage: ReplyUsage,
    /// The latest message of the story that did not fit into the prompt.
    pub(super) left_out: Option<MessageId>,
}

/// The usage of a reply.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ReplyUsage {
    pub(super) prompt_tokens: u32,
    pub(super) reply_tokens: u32,
    pub(super) booked: BookedCost,
    /// What it cost the installation, in the unit of [`BookedCost::micros`].
    pub(super) spent: i64,
}

impl ReplyUsage {
    /// The usage of a reply for which this was booked. A provider that never answered has cost nothing.
    fn of(written: &Written, model: &ModelInfo, booked: BookedCost, counted_prompt: u32) -> Self {
        let prompt_tokens = written.usage.map_or(counted_prompt, |usage| usage.prompt_tokens);
        let reply_tokens = written.tokens();
        let is_answered = !written.text.is_empty() || written.usage.is_some();
        Self {
            prompt_tokens,
            reply_tokens,
            booked,
            spent: if is_answered {
                quotas::cost_of(model, prompt_tokens, reply_tokens)
            } else {
                0
            },
        }
    }
}

/// Runs the reply at this position, which follows the message `after`.
pub(super) async fn reply(run: &mut TurnRun, position: usize, after: Option<&MessageId>) -> Reply {
    let prepared = match prepare(run, position, after).await {
        Ok(prepared) => prepared,
        Err(fault) => return unprepared(run, position, fault),
    };
    let (model, max_tokens) = (prepared.model.info().clone(), prepared.request.max_tokens);
    let (booked, prompt_tokens) = (prepared.booked, prepared.prompt_tokens);
    let (shorten, left_out) = (prepared.shorten, prepared.left_out.clone());
    let written = write(run, position, prepared).await;
    let is_cut = written.ended == StopReason::NeverPlayed;
    let is_ending = written.ended
        == StopReason::Finished {
            reason: Finish::Ending,
        };
    if is_cut {
        run.channel.publish(Event::Notice(safety::fade_notice()));
    }
    if let StopReason::Failed(error) = &written.ended {
        run.log(&model.name, error);
    }
    let outcome = outcome_of(&written, max_tokens, shorten);
    Reply {
        position,
        content: format!("{}{}", run.job.assignment.task.begun(), written.text),
        is_last: position + 1 == run.job.answers.rows.len()
            || outcome.turn != TurnState::Complete
            || is_cut
            || is_ending,
        is_cut,
        is_ending,
        outcome,
        usage: ReplyUsage::of(&written, &model, booked, prompt_tokens),
        model: model.name,
        left_out,
    }
}

fn outcome_of(written: &Written, max_tokens: u32, shorten: Option<(Shorten, u32)>) -> Outcome {
    let extent = ReplyExtent {
        has_text: written.has_text(),
        written: written.tokens(),
        most: max_tokens,
    };
    let mut outcome = outcome(&written.ended, extent);
    if let Some(fault) = outcome
        .fault
        .as_mut()
        .filter(|fault| fault.code == llm::PROMPT_TOO_LARGE.as_str())
    {
        name_what_to_shorten(fault, shorten);
    }
    outcome
}

/// A reply whose request could not be prepared.
fn unprepared(run: &TurnRun, position: usize, fault: TurnFault) -> Reply {
    Reply {
        position,
        content: run.job.assignment.task.begun().to_owned(),
        outcome: Outcome {
            fault: Some(fault),
            ..outcome(
                &StopReason::Failed(ModelError::Disconnected),
                ReplyExtent::NOTHING,
            )
        },
        is_last: true,
        is_cut: false,
        is_ending: false,
        model: String::new(),
        usage: ReplyUsage::default(),
        left_out: None,
    }
}

async fn write(run: &mut TurnRun, position: usize, prepared: Prepared) -> Written {
    let row = &run.job.answers.rows[position];
    let begun = run.job.assignment.task.begun();
    let expected_label = if begun.is_empty() {
        prepared.speaker.as_str()
    } else {
        ""
    };
    let timing = run.app.turns.timing();
    let is_paid = Payment::from_stored(&row.payment) == Payment::Wallet;
    let job = WriteJob {
        models: &run.app.models,
        channel: &run.channel,
        message_id: row.message_id.clone(),
        begun,
        trimmer: ReplyTrimmer::new(expected_label, &prepared.request.stops),
        filter: prepared.filter,
        fade: prepared.fade,
        checkpointer: Checkpointer {
            app: run.app.clone(),
            turn_id: run.job.turn_id.clone(),
            message: row.message_id.clone().map(MessageId::trusted),
            begun: begun.to_owned(),
        },
        remote: &mut run.remote,
        interval: timing.checkpoint,
        unwatched: (!is_paid).then_some(timing.unwatched),
    };
    writer::write(job, &prepared.model, prepared.request).await
}
