//! Facts and summaries as the API shows them.

use kernel::Timestamp;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::FactId;
use super::model::{Fact, Summary};
use crate::stories::MessageId;

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

/// A fact as a refusal shows it.
pub(super) fn fact_json(fact: &Fact) -> Value {
    serde_json::to_value(FactView::of(fact.clone(), true)).unwrap_or_default()
}

/// A summary as a refusal shows it.
pub(super) fn summary_json(summary: Option<&Summary>) -> Value {
    serde_json::to_value(summary.cloned().map(SummaryView::from)).unwrap_or_default()
}
