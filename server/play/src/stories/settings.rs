//! How a story is played: what its player may set, and what holds until they do.

use platform::llm::Sampling;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::text::{ControlMode, NoteRole, Strategy};

/// How a story is played (spec sections 2.7, 3 and 4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct StorySettings {
    /// How long replies are, 0 to 100; 50 unless set (spec section 9).
    #[schema(minimum = 0, maximum = 100)]
    pub response_length: u8,
    /// Whether others than the cast may appear and speak.
    pub npcs_enabled: bool,
    /// Who the player is.
    pub control_mode: ControlMode,
    /// The character whom the player is as a puppeteer; null otherwise.
    #[serde(rename = "puppetID")]
    #[schema(required = true)]
    pub puppet_id: Option<String>,
    /// The persona whom the player is; null: just themselves.
    #[schema(required = true)]
    pub selected_persona: Option<String>,
    /// The model that answers; null: the installation's default.
    #[schema(required = true)]
    pub chat_model: Option<String>,
    /// Who speaks next.
    pub strategy: Strategy,
    /// Most replies to one message, 1 to 8.
    #[schema(minimum = 1, maximum = 8)]
    pub max_replies: u8,
    /// Whether an answer follows by itself when the player has spoken.
    pub auto_reply: bool,
    /// Whether the model may speak and act for the player.
    pub speak_for_player: bool,
    /// A note to the model.
    pub authors_note: AuthorsNote,
    /// How freely the model chooses its words.
    pub sampling: Sampling,
    /// Replaces the house's instructions to the model; null: the house's own.
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

/// A note to the model, put between the messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AuthorsNote {
    /// What it says; empty: no note.
    pub text: String,
    /// Before how many of the latest messages it stands, 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    pub depth: u32,
    /// It is given with every so-manieth message of the player, 1 to 100; 0: never.
    #[schema(minimum = 0, maximum = 100)]
    pub interval: u32,
    /// In whose voice.
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
