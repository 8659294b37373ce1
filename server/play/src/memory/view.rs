//! Facts and summaries as the API shows them.

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

/// Something to be remembered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Fact)]
pub(super) struct FactView {
    /// The fact.
    id: FactId,
    /// What it says.
    text: String,
    /// The message it was learned from: it holds on paths through that message only. Null: everywhere.
    #[schema(required = true)]
    source_message_id: Option<MessageId>,
    /// Whether it is never dropped from a prompt.
    pinned: bool,
    /// Whether it holds where the reader is.
    holds: bool,
    /// When it was written down.
    #[schema(value_type = String, format = DateTime)]
    created_on: Timestamp,
    /// Raised by every change.
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

/// What happened before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Summary)]
pub(super) struct SummaryView {
    /// The summary.
    id: String,
    /// What it says.
    text: String,
    /// The first message it tells of.
    covers_from: MessageId,
    /// The last one.
    covers_to: MessageId,
    /// The latest of the messages it tells of, at most 200, the earliest first.
    message_ids: Vec<MessageId>,
    /// Whether the player wrote or changed it.
    edited: bool,
    /// When it was last changed.
    #[schema(value_type = String, format = DateTime)]
    updated_on: Timestamp,
    /// Raised by every change.
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

/// What a story remembers where its reader is.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Memory {
    /// The facts, in the order in which they were written down; also those that hold on other branches only.
    facts: Vec<FactView>,
    /// What happened before; null while all of it fits the prompt.
    #[schema(required = true)]
    summary: Option<SummaryView>,
}

/// Most messages of a summary that are listed.
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
