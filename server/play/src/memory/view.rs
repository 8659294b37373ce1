//! Facts and summaries in the form of the API.

use kernel::Timestamp;
use platform::db::Conn;
use platform::web::Problem;
use serde::Serialize;
use utoipa::ToSchema;

use super::FactId;
use super::model::{Fact, Summary};
use super::paths::at_head;
use super::rules::covered_messages;
use crate::stories::{self, MessageId, Story};

/// A fact of a story.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Fact)]
pub(super) struct FactView {
    /// The fact.
    id: FactId,
    /// Its text.
    text: String,
    /// The message it comes from: it applies to paths through that message only. Null: everywhere.
    #[schema(required = true)]
    source_message_id: Option<MessageId>,
    /// Whether prompts never drop it.
    pinned: bool,
    /// Whether it applies at the reader's position.
    holds: bool,
    /// When it was added.
    #[schema(value_type = String, format = DateTime)]
    created_on: Timestamp,
    /// Increases with every change.
    version: i64,
}

impl FactView {
    pub(super) fn of(fact: Fact, holds: bool) -> Self {
        Self {
            id: fact.id,
            text: fact.text,
            source_message_id: fact.source_message_id,
            pinned: fact.pinned,
            holds,
            created_on: fact.created_at,
            version: fact.version,
        }
    }
}

/// A summary of the story so far.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Summary)]
pub(super) struct SummaryView {
    /// Its id.
    id: String,
    /// Its text.
    text: String,
    /// The first message it covers.
    covers_from: MessageId,
    /// The last message it covers.
    covers_to: MessageId,
    /// The latest of the messages it covers, at most 200, the earliest first.
    message_ids: Vec<MessageId>,
    /// Whether the player wrote or changed it.
    edited: bool,
    /// When it was last changed.
    #[schema(value_type = String, format = DateTime)]
    updated_on: Timestamp,
    /// Increases with every change.
    version: i64,
}

impl From<Summary> for SummaryView {
    fn from(summary: Summary) -> Self {
        Self {
            id: summary.id,
            text: summary.text,
            covers_from: summary.first_message_id,
            covers_to: summary.last_message_id,
            message_ids: summary.message_ids,
            edited: summary.edited,
            updated_on: summary.updated_at,
            version: summary.version,
        }
    }
}

/// The memory of a story at its reader's position.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Memory {
    /// The facts, in the order in which they were added; including those that only apply to other branches.
    facts: Vec<FactView>,
    /// The summary; null while the whole story fits into the prompt.
    #[schema(required = true)]
    summary: Option<SummaryView>,
}

/// The most messages of a summary that are listed.
const MAX_LISTED: u32 = 200;

/// The memory of a story at its head.
pub(super) async fn memory_of(conn: &mut Conn, story: &Story) -> Result<Memory, Problem> {
    let (facts, summary) = at_head(conn, story).await?;
    let summary = match summary {
        Some(summary) => Some(with_messages(conn, story, summary).await?),
        None => None,
    };
    Ok(Memory {
        facts: facts
            .into_iter()
            .map(|(fact, holds)| FactView::of(fact, holds))
            .collect(),
        summary,
    })
}

/// A summary with the latest messages that it covers.
async fn with_messages(conn: &mut Conn, story: &Story, summary: Summary) -> Result<SummaryView, Problem> {
    let count = u32::try_from(summary.last_depth - summary.first_depth + 1)
        .unwrap_or(MAX_LISTED)
        .min(MAX_LISTED);
    let path = stories::path_to(conn, story, Some(&summary.last_message_id), count).await?;
    Ok(SummaryView::from(Summary {
        message_ids: covered_messages(&summary, &path),
        ..summary
    }))
}
