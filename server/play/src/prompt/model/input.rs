//! The input of a prompt.

use std::collections::BTreeMap;

use catalogue::lorebooks::AttachedBook;
use kernel::Timestamp;
use platform::llm::Role;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::prompt::rules;
use crate::stories::{Author, AuthorsNote};

/// Everything that a reply depends on, frozen. The same input for the same model gives the same prompt, byte
/// for byte.
#[derive(Debug, Clone, Default)]
pub struct PromptInput {
    /// The story; `{{pick}}` and the draws of lorebook entries depend on it.
    pub story_id: String,
    /// The scenario's name.
    pub title: String,
    /// The scenario's text about itself.
    pub scenario_text: String,
    /// Where and when the story takes place.
    pub setting: String,
    /// The scenario's language as a BCP 47 tag.
    pub language: Option<String>,
    /// Example dialogue of the scenario, block by block.
    pub examples: Vec<String>,
    /// The player's own instructions, which replace ours; `{{original}}` inserts them.
    pub system_prompt: Option<String>,
    /// The player's own instructions after the history.
    pub post_history: Option<String>,
    /// The same two of the speaker's author, where the player has none; may be empty.
    pub author_system_prompt: String,
    /// Instructions after the history.
    pub author_post_history: String,
    /// Whether the player may not read what the scenario says to models.
    pub closed: bool,
    /// The cast, without the player.
    pub cast: Vec<CastView>,
    /// The speaker.
    pub speaker: Speaker,
    /// The player's persona.
    pub persona: PersonaView,
    /// The character whom the player plays now.
    pub puppet_id: Option<String>,
    /// The path of the tree from its root to the reply, oldest first: all of it, so that the history is
    /// always cut in the same places. Lines that the speaker did not witness are removed when the prompt is
    /// made.
    pub history: Vec<HistoryLine>,
    /// The story's facts.
    pub facts: Vec<FactView>,
    /// The story's summary.
    pub summary: Option<SummaryView>,
    /// The lorebooks that apply.
    pub books: Vec<AttachedBook>,
    /// The author's note.
    pub authors_note: Option<AuthorsNote>,
    /// Whether the model may speak for the player and for other characters than the speaker.
    pub speak_for_player: bool,
    /// Whether characters outside the cast may appear.
    pub npcs_enabled: bool,
    /// Whether the story is in gentle mode, because its player wrote of dying or of hurting themselves.
    pub gentle: bool,
    /// A direction for this one reply.
    pub note: Option<String>,
    /// The opening that the story began with, counted from 0.
    pub opening: Option<u32>,
    /// Which alternative the message at hand is: the one being written, or the last existing one.
    pub alternative: Alternative,
    /// The texts of the other alternatives. Only the demo gets them.
    pub versions: Vec<String>,
    /// The longest reply, in tokens (`rules::reply_tokens`).
    pub reply_tokens: u32,
    /// The seed of random choices.
    pub seed: u64,
    /// The moment of the reply.
    pub now: Timestamp,
    /// The player's time zone as an IANA name; `None` or unknown: UTC.
    pub timezone: Option<String>,
    /// What macros have stored in this story.
    pub variables: Variables,
}

/// The number of a message among the alternatives that follow the same message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alternative {
    /// Counts from 1.
    pub number: u32,
    /// How many there are, including itself.
    pub of: u32,
}

impl Default for Alternative {
    fn default() -> Self {
        Self { number: 1, of: 1 }
    }
}

/// The speaker.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Speaker {
    /// A character of the cast.
    Actor(Box<CastView>),
    /// The narrator, who tells the story and sees everything.
    #[default]
    Narrator,
}

impl Speaker {
    /// The actor's id; `None` for the narrator.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Actor(actor) => Some(&actor.id),
            Self::Narrator => None,
        }
    }

    /// The name of the voice.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Actor(actor) => &actor.name,
            Self::Narrator => rules::NARRATOR,
        }
    }
}

/// A character.
#[derive(Debug, Clone, PartialEq)]
pub struct CastView {
    /// The character's id within the story.
    pub id: String,
    /// Name.
    pub name: String,
    /// Their role, in a few words.
    pub role: String,
    /// What everybody may know about them.
    pub description: String,
    /// Their personality and way of speaking; only in their own prompt.
    pub persona: String,
    /// Example dialogue; blocks begin with `<START>`.
    pub examples: String,
    /// Whether they are never chosen to speak.
    pub muted: bool,
    /// How likely they speak without being addressed, 0 to 1.
    pub talkativeness: f64,
    /// A note that is inserted into the history when they speak.
    pub depth_note: Option<DepthNote>,
    /// The version of their card, for `{{charVersion}}`.
    pub version: String,
}

impl Default for CastView {
    fn default() -> Self {
        Self {
            id: String::new(),
            name: String::new(),
            role: String::new(),
            description: String::new(),
            persona: String::new(),
            examples: String::new(),
            muted: false,
            talkativeness: rules::DEFAULT_TALKATIVENESS,
            depth_note: None,
            version: String::new(),
        }
    }
}

/// A character's note at a depth of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepthNote {
    /// The note.
    pub text: String,
    /// How many of the latest messages stand below it.
    pub depth: u32,
    /// The role of its message.
    pub role: Role,
}

/// The player's persona.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PersonaView {
    /// The persona's id; `None` if the player has none.
    pub id: Option<String>,
    /// The name; empty: "You".
    pub name: String,
    /// Who they are.
    pub description: String,
}

/// A message of the path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HistoryLine {
    /// The message.
    pub id: String,
    /// Who wrote it.
    pub author: Author,
    /// The character's id, if a character wrote it.
    pub author_id: Option<String>,
    /// The name of its author.
    pub name: String,
    /// Its text.
    pub content: String,
    /// Whether the player wrote it, in whatever role.
    pub is_players: bool,
    /// Ids of the characters who witnessed it; `None`: all. The player and the narrator witness everything.
    pub presence: Option<Vec<String>>,
    /// Whether prompts leave it out.
    pub hidden: bool,
    /// When it was written.
    pub at: Option<Timestamp>,
}

/// A fact of the story.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FactView {
    /// The fact.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Whether it is never dropped.
    pub pinned: bool,
    /// The message it comes from. Characters who did not witness that message do not get the fact.
    pub source_message_id: Option<String>,
}

/// A summary of the story so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SummaryView {
    /// Its text.
    pub text: String,
    /// The messages it covers. Characters who did not witness all of them do not get it.
    pub message_ids: Vec<String>,
}

/// Variables that macros have stored. They belong to the story and to nothing else: `global` ones, too, so
/// that nothing of one story appears in another.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Variables {
    /// Set by `{{setvar}}` and its like.
    pub local: BTreeMap<String, String>,
    /// Set by `{{setglobalvar}}` and its like.
    pub global: BTreeMap<String, String>,
}
