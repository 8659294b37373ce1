//! The request for a turn, and its checks.

use kernel::ErrorCode;
use platform::web::Problem;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::TurnKind;
use super::rules::{MAX_CLIENT_ID_CHARS, MAX_MESSAGE_BYTES, MAX_NOTE_BYTES};
use crate::stories::{MessageId, StoryId};

/// The most characters that a request can list as witnesses.
const MAX_PRESENCE: usize = 100;
/// The speaker id of the narrator.
pub(super) const NARRATOR: &str = "narrator";

/// The request for a turn.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateMessage {
    /// The story.
    #[serde(rename = "chatID", default, skip_serializing_if = "Option::is_none")]
    pub chat_id: Option<StoryId>,
    /// The same under another name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub story: Option<StoryId>,
    /// The player's text; for `impersonate` what they have typed so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 16384)]
    pub message: Option<String>,
    /// The kind of turn; `say` by default, `next` if the message is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<TurnKind>,
    /// The message it follows; the story's head by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_id: Option<MessageId>,
    /// The message to regenerate, continue, rewrite or retry; the story's head by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_id: Option<MessageId>,
    /// Who should speak: a character, or `narrator`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker_id: Option<String>,
    /// The client's own id for this turn: the same id in the same story is the same turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64)]
    pub client_message_id: Option<String>,
    /// A direction for this one turn; for `rewrite` what should be different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4096)]
    pub note: Option<String>,
    /// Whether a story in gentle mode returns to normal, because the player says so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub go_on: bool,
    /// The passage to rewrite; the whole message by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selection: Option<Selection>,
    /// The characters who witness it; by default those who witnessed the message before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presence: Option<Vec<String>>,
}

/// A passage of a message, in UTF-16 units from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Selection {
    /// Where it begins.
    pub start: u64,
    /// Where it ends: the first unit after it.
    pub end: u64,
}

impl CreateMessage {
    /// The story it is about.
    pub(super) fn story_id(&self) -> Result<&StoryId, Problem> {
        self.chat_id
            .as_ref()
            .or(self.story.as_ref())
            .ok_or_else(|| Problem::invalid("/chatID", "Name the story."))
    }

    /// The kind of turn.
    pub(super) fn kind(&self) -> TurnKind {
        let says = !self.text().is_empty();
        match self.kind.unwrap_or(TurnKind::Say) {
            TurnKind::Say if !says => TurnKind::Next,
            kind => kind,
        }
    }

    /// The player's text, without surrounding white space.
    pub(super) fn text(&self) -> &str {
        self.message.as_deref().unwrap_or_default().trim()
    }

    /// The direction for this turn, if there is one.
    pub(super) fn note(&self) -> Option<&str> {
        self.note
            .as_deref()
            .map(str::trim)
            .filter(|note| !note.is_empty())
    }

    /// Refuses a request that is too large to be read, or contradictory.
    ///
    /// # Errors
    /// 413 and 422.
    pub(super) fn check(&self) -> Result<(), Problem> {
        self.story_id()?;
        if self
            .message
            .as_ref()
            .is_some_and(|text| text.len() > MAX_MESSAGE_BYTES)
        {
            return Err(Problem::new(
                ErrorCode::PAYLOAD_TOO_LARGE,
                "A message can have up to 16 KB. Please send it in parts.",
            ));
        }
        if self.note.as_ref().is_some_and(|note| note.len() > MAX_NOTE_BYTES) {
            return Err(Problem::invalid("/note", "A note can have up to 4 KB."));
        }
        if [&self.message, &self.note]
            .into_iter()
            .flatten()
            .any(|text| text.contains('\0'))
        {
            return Err(Problem::invalid("/message", "The text holds a NUL character."));
        }
        let is_name = |name: &String| {
            (1..=MAX_CLIENT_ID_CHARS).contains(&name.chars().count()) && !name.chars().any(char::is_control)
        };
        if self.client_message_id.as_ref().is_some_and(|name| !is_name(name)) {
            return Err(Problem::invalid(
                "/clientMessageId",
                format!("1 to {MAX_CLIENT_ID_CHARS} characters."),
            ));
        }
        if self.presence.as_ref().is_some_and(|ids| ids.len() > MAX_PRESENCE) {
            return Err(Problem::invalid(
                "/presence",
                format!("At most {MAX_PRESENCE} characters."),
            ));
        }
        if self.kind() == TurnKind::Rewrite && self.message_id.is_none() {
            return Err(Problem::invalid("/messageId", "Name the message to rewrite."));
        }
        Ok(())
    }
}
