//! The settings of a story, with their defaults.

use platform::llm::Sampling;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::text::{ControlMode, NoteRole, Strategy};

/// The settings of a story (spec sections 2.7, 3 and 4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct StorySettings {
    /// The length of replies, 0 to 100; 50 by default (spec section 9).
    #[schema(minimum = 0, maximum = 100)]
    pub response_length: u8,
    /// Whether people outside the cast may appear and speak.
    pub npcs_enabled: bool,
    /// The player's role.
    pub control_mode: ControlMode,
    /// The character whom the player plays as a puppeteer; null otherwise.
    #[serde(rename = "puppetID")]
    #[schema(required = true)]
    pub puppet_id: Option<String>,
    /// The player's persona; null: none.
    #[schema(required = true)]
    pub selected_persona: Option<String>,
    /// The model that answers; null: the installation's default.
    #[schema(required = true)]
    pub chat_model: Option<String>,
    /// How the next speaker is chosen.
    pub strategy: Strategy,
    /// Most replies to one message, 1 to 8.
    #[schema(minimum = 1, maximum = 8)]
    pub max_replies: u8,
    /// Whether a reply follows automatically when the player has spoken.
    pub auto_reply: bool,
    /// Whether the model may speak and act for the player.
    pub speak_for_player: bool,
    /// A note to the model.
    pub authors_note: AuthorsNote,
    /// How freely the model chooses its words.
    pub sampling: Sampling,
    /// Replaces the site's instructions to the model; null: the site's own.
    #[schema(required = true)]
    pub system_prompt: Option<String>,
    /// Instructions after the history; null: none.
    #[schema(required = true)]
    pub post_history: Option<String>,
    /// The chat option of the display settings (spec section 2.7).
    pub chat_option: bool,
}

impl Default for StorySettings {
    fn default() -> Self {
        Self {
            response_length: 50,
            npcs_enabled: true,
            control_mode: ControlMode::Default,
            puppet_id: None,
            selected_persona: None,
            chat_model: None,
            strategy: Strategy::Natural,
            max_replies: 3,
            auto_reply: true,
            speak_for_player: false,
            authors_note: AuthorsNote::default(),
            sampling: Sampling::default(),
            system_prompt: None,
            post_history: None,
            chat_option: false,
        }
    }
}

/// A note to the model, inserted between the messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AuthorsNote {
    /// Its text; empty: no note.
    pub text: String,
    /// How many of the latest messages stand after it, 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    pub depth: u32,
    /// How many messages of the player pass from one note to the next, 1 to 100; 0: no note.
    #[schema(minimum = 0, maximum = 100)]
    pub interval: u32,
    /// The role of its message.
    pub role: NoteRole,
}

impl Default for AuthorsNote {
    fn default() -> Self {
        Self {
            text: String::new(),
            depth: 4,
            interval: 1,
            role: NoteRole::System,
        }
    }
}
