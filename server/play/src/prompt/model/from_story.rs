//! A story's characters, messages and player in the words of prompts.

use platform::media::without_images;

use super::input::{CastView, HistoryLine, PersonaView};
use crate::stories::{Character, MessageRow, Origin, PlayerView};

impl From<&Character> for CastView {
    fn from(one: &Character) -> Self {
        Self {
            id: one.id.clone(),
            name: one.name.clone(),
            role: one.role.clone(),
            description: one.description.clone(),
            persona: one.persona.clone(),
            examples: one.examples.clone(),
            muted: one.muted,
            talkativeness: one.talkativeness,
            ..Self::default()
        }
    }
}

impl From<&MessageRow> for HistoryLine {
    fn from(row: &MessageRow) -> Self {
        Self {
            id: row.id.to_string(),
            author: row.author,
            author_id: row.author_id.clone(),
            name: row.name.clone(),
            content: without_images(&row.content).into_owned(),
            is_players: row.origin == Origin::Said,
            presence: row.presence.clone(),
            hidden: row.hidden,
            at: Some(row.created_at),
        }
    }
}

impl From<PlayerView> for PersonaView {
    fn from(player: PlayerView) -> Self {
        Self {
            id: player.persona_id,
            name: player.name,
            description: player.description,
        }
    }
}
