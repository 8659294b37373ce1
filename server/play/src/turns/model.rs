//! A turn as its player sees it.

use accounts::safety::Notice;
use kernel::{Shekels, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::prompt::Shorten;
use crate::stories::Message;

/// The kind of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TurnKind {
    /// The player says something, and the characters answer.
    Say,
    /// The characters continue without the player.
    Next,
    /// Writes another version of a reply.
    Regenerate,
    /// Continues a reply.
    Continue,
    /// Writes a text for the player to send; stores no message.
    Impersonate,
    /// Rewrites a passage, for the player to accept; stores no message.
    Rewrite,
    /// Retries what failed, was interrupted or was stopped.
    Retry,
}

impl TurnKind {
    /// Its name in the database and the API.
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

    /// Whether its result is a text rather than a message.
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

/// The state of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TurnState {
    /// Replies are being written.
    Running,
    /// Everything was written.
    Complete,
    /// Its player stopped it.
    Stopped,
    /// A model failed; `error` has the details.
    Failed,
    /// The server cut it short, or nobody was watching.
    Interrupted,
}

impl TurnState {
    /// Whether the turn has ended.
    #[must_use]
    pub(super) fn is_over(self) -> bool {
        self != Self::Running
    }

    /// Whether it ended too early, but not by its player's wish.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::Failed | Self::Interrupted)
    }

    /// Its name in the database and the API.
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

/// A turn: what the player requested and its result. The server owns it; the player may leave and come back.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// Its id.
    pub id: String,
    /// The story it belongs to.
    pub story_id: String,
    /// Its kind.
    pub kind: TurnKind,
    /// Its state.
    pub state: TurnState,
    /// The player's message.
    #[schema(required = true)]
    pub user_message: Option<Message>,
    /// The replies, in order.
    pub replies: Vec<Message>,
    /// The text for the composer; null unless the turn writes one.
    #[schema(required = true)]
    pub text: Option<String>,
    /// The chosen speakers, with reasons.
    pub drafted: Vec<DraftedSpeaker>,
    /// Its price.
    pub price: TurnPrice,
    /// The fault, if there was one.
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
    /// Notices for the player: helplines, or that a reply was cut. A turn that ended long ago only has the
    /// former.
    pub notices: Vec<Notice>,
}

impl Turn {
    /// The size of the text so far, in bytes.
    pub(super) fn written(&self) -> usize {
        self.replies
            .iter()
            .map(|reply| reply.content.len())
            .sum::<usize>()
            + self.text.as_ref().map_or(0, String::len)
    }

    /// Adds a reply, or replaces an earlier state of it.
    pub(super) fn put(&mut self, reply: &Message) {
        match self.replies.iter_mut().find(|own| own.id == reply.id) {
            Some(own) => *own = reply.clone(),
            None => self.replies.push(reply.clone()),
        }
    }
}

/// A chosen speaker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftedSpeaker {
    /// The character; null: the narrator.
    #[schema(required = true)]
    pub character_id: Option<String>,
    /// The reason, in words.
    pub why: String,
}

/// How many replies a message would get: in some stories that depends on its text and on chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReplyCount {
    /// At least.
    pub least: u32,
    /// At most.
    pub most: u32,
}

/// The price of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct TurnPrice {
    /// Shekels on hold, for all replies together.
    pub held: Shekels,
    /// Shekels charged so far.
    pub captured: Shekels,
    /// Whether all of its replies are free.
    pub free: bool,
}

/// A fault of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnFault {
    /// For programs.
    pub code: String,
    /// For people.
    pub message: String,
    /// Seconds to wait before trying again, counted from the fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
    /// What the player can shorten, if the prompt was too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shorten: Option<Shorten>,
}

impl TurnFault {
    /// A fault without further details.
    pub(super) fn new(code: &str, message: &str) -> Self {
        Self {
            code: code.to_owned(),
            message: message.to_owned(),
            retry_after: None,
            shorten: None,
        }
    }
}
