//! The job that the beginning of a turn hands to the engine.

use accounts::guests::Owner;
use accounts::safety::{Crisis, StorySpeaker};
use kernel::Timestamp;
use platform::media::without_images;

use super::model::TurnKind;
use super::store::ReplyRow;
use crate::prompt::PromptKind;
use crate::stories::{MessageId, MessageRow, Origin, StoryId};

/// A stored turn that is to be run.
#[derive(Debug, Clone)]
pub(super) struct Job {
    /// The turn.
    pub(super) turn_id: String,
    pub(super) kind: TurnKind,
    /// The seed of the turn's random choices.
    pub(super) seed: u64,
    pub(super) started_at: Timestamp,
    /// The request that asked for it, for the log.
    pub(super) request_id: Option<String>,
    pub(super) story: StoryAtStart,
    /// The player's message.
    pub(super) said: Option<MessageRow>,
    pub(super) assignment: Assignment,
    pub(super) answers: Answers,
}

/// The story of a turn after its beginning.
#[derive(Debug, Clone)]
pub(super) struct StoryAtStart {
    pub(super) id: StoryId,
    pub(super) owner: Owner,
    /// Its version and its head, for those who have it open.
    pub(super) version: i64,
    pub(super) head_id: Option<MessageId>,
}

/// What the engine writes, and under which conditions.
#[derive(Debug, Clone)]
pub(super) struct Assignment {
    pub(super) task: Task,
    /// The player's direction for this turn.
    pub(super) note: Option<String>,
    /// The characters who witness the replies, if the player listed them.
    pub(super) presence: Option<Vec<String>>,
}

/// The replies of a turn.
#[derive(Debug, Clone)]
pub(super) struct Answers {
    /// One row per reply, in order.
    pub(super) rows: Vec<ReplyRow>,
    /// The message of the first reply, if it exists already.
    pub(super) first: Option<MessageRow>,
    pub(super) by: AnsweredBy,
}

/// Who answers in a turn.
#[derive(Debug, Clone)]
pub(super) enum AnsweredBy {
    /// The speakers in the rows.
    Drafted,
    /// One speaker, whom a director will choose.
    Director,
    /// The site itself, because the player seems to be in need: the first reply is complete already.
    Site(Crisis),
}

impl Job {
    /// Whether a director chooses the speaker.
    pub(super) fn is_directed(&self) -> bool {
        matches!(self.answers.by, AnsweredBy::Director)
    }

    /// The crisis, if the site itself answers.
    pub(super) fn crisis(&self) -> Option<&Crisis> {
        match &self.answers.by {
            AnsweredBy::Site(crisis) => Some(crisis),
            AnsweredBy::Drafted | AnsweredBy::Director => None,
        }
    }
}

/// What the engine writes.
#[derive(Debug, Clone)]
pub(super) enum Task {
    /// Replies after this message, each after the one before.
    Replies {
        after: Option<MessageId>,
        origin: Origin,
    },
    /// More of this message, in a new one beside it.
    Continue {
        so_far: String,
        after: Option<MessageId>,
    },
    /// A text for the player to send after this message.
    Impersonate { draft: String, after: Option<MessageId> },
    /// Another wording of a passage of a message that follows this one.
    Rewrite {
        id: MessageId,
        by: StorySpeaker,
        message: String,
        selection: String,
        after: Option<MessageId>,
    },
}

impl Task {
    /// The text before the model's first word.
    pub(super) fn begun(&self) -> &str {
        match self {
            Self::Continue { so_far, .. } => so_far,
            _ => "",
        }
    }

    /// The kind of prompt that it needs.
    pub(super) fn prompt_kind(&self, note: Option<&str>) -> PromptKind {
        match self {
            Self::Replies { .. } => PromptKind::Reply,
            Self::Continue { so_far, .. } => PromptKind::Continue {
                so_far: without_images(so_far).into_owned(),
            },
            Self::Impersonate { draft, .. } => PromptKind::Impersonate { draft: draft.clone() },
            Self::Rewrite {
                message, selection, ..
            } => PromptKind::Rewrite {
                message: message.clone(),
                selection: selection.clone(),
                note: note.unwrap_or_default().to_owned(),
            },
        }
    }

    /// The message of which a passage is rewritten.
    pub(super) fn rewritten(&self) -> Option<&MessageId> {
        match self {
            Self::Rewrite { id, .. } => Some(id),
            _ => None,
        }
    }

    /// The message that the first reply follows.
    pub(super) fn after(&self) -> Option<&MessageId> {
        match self {
            Self::Replies { after, .. }
            | Self::Continue { after, .. }
            | Self::Impersonate { after, .. }
            | Self::Rewrite { after, .. } => after.as_ref(),
        }
    }
}
