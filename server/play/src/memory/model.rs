//! Facts and summaries.

use kernel::Timestamp;

use super::FactId;
use crate::stories::MessageId;

/// Something to be remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// The fact.
    pub id: FactId,
    /// The message it was learned from: it holds on paths through that message only. None: everywhere.
    pub source_message_id: Option<MessageId>,
    /// What it says.
    pub text: String,
    /// Whether it is never dropped from a prompt.
    pub pinned: bool,
    /// Raised by every change.
    pub version: i64,
    /// When it was written down.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// What happened before. It holds on paths through its last message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The summary.
    pub id: String,
    /// What it says.
    pub text: String,
    /// The first message it tells of.
    pub first_message_id: MessageId,
    /// The last one.
    pub last_message_id: MessageId,
    /// How deep the first one is.
    pub first_depth: i64,
    /// How deep the last one is.
    pub last_depth: i64,
    /// Messages between them that it does not tell of, because not everybody witnessed them.
    pub left_out: Vec<MessageId>,
    /// The messages of the path that it tells of; filled in where a path is given.
    pub message_ids: Vec<MessageId>,
    /// Whether the player wrote or changed it.
    pub edited: bool,
    /// The summary from which it was carried on.
    pub based_on: Option<String>,
    /// The model that wrote it.
    pub model: Option<String>,
    /// Raised by every change.
    pub version: i64,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}
