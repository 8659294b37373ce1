//! Facts and summaries.

use kernel::Timestamp;

use super::FactId;
use crate::stories::MessageId;

/// A fact of a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// The fact.
    pub id: FactId,
    /// The message it comes from: it applies to paths through that message only. `None`: everywhere.
    pub source_message_id: Option<MessageId>,
    /// Its text.
    pub text: String,
    /// Whether prompts never drop it.
    pub pinned: bool,
    /// Increases with every change.
    pub version: i64,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A summary of the story so far. It applies to paths through its last message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Its id.
    pub id: String,
    /// Its text.
    pub text: String,
    /// The first message it covers.
    pub first_message_id: MessageId,
    /// The last message it covers.
    pub last_message_id: MessageId,
    /// The depth of the first message.
    pub first_depth: i64,
    /// The depth of the last message.
    pub last_depth: i64,
    /// Messages in between that it does not cover, because not everybody witnessed them.
    pub left_out: Vec<MessageId>,
    /// The messages of the path that it covers; filled in if a path is given.
    pub message_ids: Vec<MessageId>,
    /// Whether the player wrote or changed it.
    pub edited: bool,
    /// The summary that it continues.
    pub based_on: Option<String>,
    /// The model that wrote it.
    pub model: Option<String>,
    /// Increases with every change.
    pub version: i64,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}
