//! Converts a story's characters and messages for prompts.

use crate::prompt::{CastView, HistoryLine};
use crate::stories::{Character, MessageRow, MessageState, Origin};

/// A character.
pub(super) fn cast_view(one: &Character) -> CastView {
    CastView {
        id: one.id.clone(),
        name: one.name.clone(),
        role: one.role.clone(),
        description: one.description.clone(),
        persona: one.persona.clone(),
        examples: one.examples.clone(),
        muted: one.muted,
        talkativeness: one.talkativeness,
        ..CastView::default()
    }
}

/// A message.
pub(super) fn history_line(row: &MessageRow) -> HistoryLine {
    HistoryLine {
        id: row.id.to_string(),
        author: row.author,
        author_id: row.author_id.clone(),
        name: row.name.clone(),
        content: row.content.clone(),
        is_players: row.origin == Origin::Said,
        presence: row.presence.clone(),
        hidden: row.hidden,
        at: Some(row.created_at),
    }
}

/// Whether a message belongs in a prompt: a reply that failed before its first word does not.
pub(super) fn has_text(row: &MessageRow) -> bool {
    row.state != MessageState::Failed || !row.content.trim().is_empty()
}
