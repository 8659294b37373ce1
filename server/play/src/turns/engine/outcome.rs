//! The charge policy: the outcome of a reply, and the charge for it. Pure.

use kernel::ErrorCode;
use platform::llm::ModelError;
use platform::web::Problem;

use super::writer::StopReason;
use crate::prompt::Shorten;
use crate::stories::MessageState;
use crate::turns::channel::Halt;
use crate::turns::model::{TurnFault, TurnState};
use crate::turns::paying::Due;
use crate::turns::{errors, recover};

/// The outcome of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The state of its message.
    pub(super) message: MessageState,
    /// The state of the turn, if this reply ends it.
    pub(super) turn: TurnState,
    /// The charge.
    pub(super) due: Due,
    /// The fault, if there was one.
    pub(super) fault: Option<TurnFault>,
}

/// How much of a reply was written.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReplyExtent {
    /// Whether there is anything to read.
    pub(super) has_text: bool,
    /// Tokens that were written, and the most there could have been.
    pub(super) written: u32,
    pub(super) most: u32,
}

impl ReplyExtent {
    /// Nothing was written.
    pub(super) const NOTHING: Self = Self {
        has_text: false,
        written: 0,
        most: 1,
    };

    /// The charge for a reply that its player stopped.
    fn partial_charge(self) -> Due {
        match self.has_text {
            true => Due::Part {
                written: self.written.max(1),
                most: self.most,
            },
            false => Due::Nothing,
        }
    }

    /// The state of a message whose reply broke off.
    fn broken_off_state(self) -> MessageState {
        match self.has_text {
            true => MessageState::Interrupted,
            false => MessageState::Failed,
        }
    }
}

/// The charge policy.
pub(super) fn outcome(ended: &StopReason, extent: ReplyExtent) -> Outcome {
    match ended {
        StopReason::Finished { .. } => finished(extent),
        StopReason::Halted(Halt::Stop) => stopped(extent, None),
        StopReason::Halted(Halt::Deleted) => stopped(
            extent,
            Some(TurnFault::new(
                ErrorCode::GONE.as_str(),
                "The message this replies to was deleted.",
            )),
        ),
        StopReason::Unwatched => unwatched(extent),
        StopReason::Halted(Halt::Closing) | StopReason::Lost => Outcome {
            message: extent.broken_off_state(),
            turn: TurnState::Interrupted,
            due: Due::Nothing,
            fault: Some(TurnFault::new(recover::CODE, recover::SENTENCE)),
        },
        StopReason::NeverPlayed => never_played(extent),
        StopReason::Failed(error) => failed(extent.broken_off_state(), error),
    }
}

fn finished(extent: ReplyExtent) -> Outcome {
    if extent.has_text {
        Outcome {
            message: MessageState::Complete,
            turn: TurnState::Complete,
            due: Due::All,
            fault: None,
        }
    } else {
        failed(MessageState::Failed, &ModelError::Empty)
    }
}

fn stopped(extent: ReplyExtent, fault: Option<TurnFault>) -> Outcome {
    Outcome {
        message: MessageState::Stopped,
        turn: TurnState::Stopped,
        due: extent.partial_charge(),
        fault,
    }
}

/// A free reply is not written while nobody watches; the part that was written counts.
fn unwatched(extent: ReplyExtent) -> Outcome {
    let sentence = "The reply stopped because nobody was reading. You can continue it.";
    Outcome {
        message: extent.broken_off_state(),
        turn: TurnState::Interrupted,
        due: if extent.has_text { Due::All } else { Due::Nothing },
        fault: Some(TurnFault::new(recover::CODE, sentence)),
    }
}

/// Never charged, and nobody speaks after it in this turn.
fn never_played(extent: ReplyExtent) -> Outcome {
    if extent.has_text {
        return Outcome {
            message: MessageState::Complete,
            turn: TurnState::Complete,
            due: Due::Nothing,
            fault: None,
        };
    }
    let sentence = "Somebody in this story is under 18, so this is never played. Nothing was charged.";
    Outcome {
        message: MessageState::Failed,
        turn: TurnState::Failed,
        due: Due::Nothing,
        fault: Some(TurnFault::new(errors::NEVER_PLAYED.as_str(), sentence)),
    }
}

fn failed(message: MessageState, error: &ModelError) -> Outcome {
    Outcome {
        message,
        turn: TurnState::Failed,
        due: Due::Nothing,
        fault: Some(fault_of_model(error)),
    }
}

/// A problem as a fault of a turn.
pub(super) fn fault_of(problem: &Problem) -> TurnFault {
    TurnFault {
        retry_after: problem.retry_after(),
        ..TurnFault::new(problem.code().as_str(), problem.detail())
    }
}

/// A model's failure as a fault of a turn.
fn fault_of_model(error: &ModelError) -> TurnFault {
    TurnFault {
        retry_after: error.retry_after_secs(),
        ..TurnFault::new(error.code().as_str(), error.sentence())
    }
}

/// Adds what the player can shorten: a provider only reports that a prompt is too long.
pub(super) fn name_what_to_shorten(fault: &mut TurnFault, shorten: Option<(Shorten, u32)>) {
    let Some((part, tokens)) = shorten else { return };
    fault.shorten = Some(part);
    fault.message = format!(
        "{} The largest part that you can shorten is {} with about {tokens} tokens.",
        fault.message,
        part.noun()
    );
}
