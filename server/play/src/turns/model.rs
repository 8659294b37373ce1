//! What a turn is, as its player sees it.

use accounts::safety::Notice;
use kernel::{Shekels, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::prompt::Shorten;
use crate::stories::Message;

/// What a turn is asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TurnKind {
    /// The player says something, and the characters answer.
    Say,
    /// The characters go on without the player.
    Next,
    /// Another reply beside the one there is.
    Regenerate,
    /// A reply goes on where it ends.
    Continue,
    /// A text for the player to send: nothing is stored.
    Impersonate,
    /// Another wording of a passage, for the player to accept: nothing is stored.
    Rewrite,
    /// Once more what failed, was interrupted or stopped.
    Retry,
}

impl TurnKind {
    /// As stored and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Say => "say",
            Self::Next => "next",
            Self::Regenerate => "regenerate",
            Self::Continue => "continue",
            Self::Impersonate => "impersonate",
            Self::Rewrite => "rewrite",
            Self::Retry => "retry",
        }
    }

    /// Whether its result is a text and no message.
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Impersonate | Self::Rewrite)
    }

    /// The kind of this stored name.
    #[must_use]
    pub fn from_stored(name: &str) -> Self {
        let all = [
            Self::Say,
            Self::Next,
            Self::Regenerate,
            Self::Continue,
            Self::Impersonate,
            Self::Rewrite,
            Self::Retry,
        ];
        all.into_iter()
            .find(|kind| kind.as_str() == name)
            .unwrap_or(Self::Say)
    }
}

/// How a turn stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TurnState {
    /// Replies are being written.
    Running,
    /// All of it was written.
    Complete,
    /// Its player stopped it.
    Stopped,
    /// A model failed; `error` says how.
    Failed,
    /// It was cut short on our side, or nobody was there to read it.
    Interrupted,
}

impl TurnState {
    /// Whether the turn has ended.
    #[must_use]
    pub(super) fn is_over(self) -> bool {
        self != Self::Running
    }

    /// Whether it ended too early, and not because its player said so.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::Failed | Self::Interrupted)
    }

    /// As stored and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Complete => "complete",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
        }
    }

    /// The state of this stored name.
    #[must_use]
    pub fn from_stored(name: &str) -> Self {
        let all = [
            Self::Running,
            Self::Complete,
            Self::Stopped,
            Self::Failed,
            Self::Interrupted,
        ];
        all.into_iter()
            .find(|state| state.as_str() == name)
            .unwrap_or(Self::Interrupted)
    }
}

/// A turn: what the player asked for and what came of it. The server owns it; who asked for it may leave and
/// come back.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// Its id.
    pub id: String,
    /// The story it belongs to.
    pub story_id: String,
    /// What it was asked to do.
    pub kind: TurnKind,
    /// How it stands.
    pub state: TurnState,
    /// What the player said.
    #[schema(required = true)]
    pub user_message: Option<Message>,
    /// What was answered, in order.
    pub replies: Vec<Message>,
    /// The text for the composer; null unless it was asked for one.
    #[schema(required = true)]
    pub text: Option<String>,
    /// Who was chosen to speak, and why.
    pub drafted: Vec<DraftedSpeaker>,
    /// What it costs.
    pub price: TurnPrice,
    /// What went wrong.
    #[schema(required = true)]
    pub error: Option<TurnFault>,
    /// The number of its latest event.
    pub last_event: u64,
    /// When it began.
    #[schema(value_type = String, format = DateTime)]
    pub started_on: Timestamp,
    /// When it ended.
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    pub ended_on: Option<Timestamp>,
    /// What the player has to be told beside it: where people are who listen, that a reply was cut. Of a turn
    /// that is long over, the former only.
    pub notices: Vec<Notice>,
}

impl Turn {
    /// How much was written so far, in bytes.
    pub(super) fn written(&self) -> usize {
        self.replies
            .iter()
            .map(|reply| reply.content.len())
            .sum::<usize>()
            + self.text.as_ref().map_or(0, String::len)
    }

    /// Takes a reply in: a new one, or one of its own as it is now.
    pub(super) fn put(&mut self, reply: &Message) {
        match self.replies.iter_mut().find(|own| own.id == reply.id) {
            Some(own) => *own = reply.clone(),
            None => self.replies.push(reply.clone()),
        }
    }
}

/// Somebody who was chosen to speak.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftedSpeaker {
    /// The character; null: the narrator.
    #[schema(required = true)]
    pub character_id: Option<String>,
    /// Why, in words.
    pub why: String,
}

/// How many replies a message would bring: in some stories that depends on what it says and on chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReplyCount {
    /// At least.
    pub least: u32,
    /// At most.
    pub most: u32,
}

/// What a turn costs its player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct TurnPrice {
    /// Shekels set aside, all replies together.
    pub held: Shekels,
    /// Shekels spent so far.
    pub captured: Shekels,
    /// Whether no reply of it costs anything.
    pub free: bool,
}

/// What went wrong with a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnFault {
    /// For programs.
    pub code: String,
    /// For people.
    pub message: String,
    /// Seconds to wait before trying again, from when it went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
    /// What the player can make shorter, where the prompt was too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shorten: Option<Shorten>,
}

impl TurnFault {
    /// A fault without advice.
    pub(super) fn new(code: &str, message: &str) -> Self {
        Self {
            code: code.to_owned(),
            message: message.to_owned(),
            retry_after: None,
            shorten: None,
        }
    }
}
