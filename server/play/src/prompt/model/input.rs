//! What a prompt is made from.

use std::collections::BTreeMap;

use catalogue::lorebooks::AttachedBook;
use kernel::Timestamp;
use platform::llm::Role;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::prompt::rules;
use crate::stories::{Author, AuthorsNote};

/// Everything a reply depends on, frozen. The same scene for the same model gives the same prompt, byte for
/// byte.
#[derive(Debug, Clone, Default)]
pub struct PromptInput {
    /// The story; `{{pick}}` and the lots of lorebook entries depend on it.
    pub story_id: String,
    /// The scenario's name.
    pub title: String,
    /// What the scenario says of itself.
    pub scenario_text: String,
    /// Where and when it plays.
    pub setting: String,
    /// The scenario's language as a BCP 47 tag.
    pub language: Option<String>,
    /// Example dialogue of the scenario, block by block.
    pub examples: Vec<String>,
    /// What replaces our own instructions; `{{original}}` stands for them. The player's own, or a card's.
    pub system_prompt: Option<String>,
    /// Instructions after the history.
    pub post_history: Option<String>,
    /// Everybody on stage but the player.
    pub cast: Vec<CastView>,
    /// Who is to speak.
    pub speaker: Speaker,
    /// Whom the player plays.
    pub persona: PersonaView,
    /// The character the player speaks for at present.
    pub puppet_id: Option<String>,
    /// The path of the tree from its root to where the reply goes, oldest first: all of it, so that the
    /// history is always cut in the same places. Lines the speaker did not witness are taken out here.
    pub history: Vec<HistoryLine>,
    /// What is to be remembered.
    pub facts: Vec<FactView>,
    /// What happened before.
    pub summary: Option<SummaryView>,
    /// The lorebooks that apply.
    pub books: Vec<AttachedBook>,
    /// The author's note.
    pub authors_note: Option<AuthorsNote>,
    /// Whether the model may speak for the player and for others than the speaker.
    pub speak_for_player: bool,
    /// Whether characters outside the cast may appear.
    pub npcs_enabled: bool,
    /// Whether it goes on gently, because its player wrote of dying or of hurting themselves.
    pub gentle: bool,
    /// A direction for this one reply.
    pub note: Option<String>,
    /// Which opening the story began with, counted from 0.
    pub opening: Option<u32>,
    /// Which alternative the message at hand is: the one that is written, or the last one there is.
    pub alternative: Alternative,
    /// What the others say that stand beside the message that is written. Only the understudy is given them.
    pub versions: Vec<String>,
    /// The longest reply, in tokens (`rules::reply_tokens`).
    pub reply_tokens: u32,
    /// What chance depends on, other than the story itself.
    pub seed: u64,
    /// The moment of the reply.
    pub now: Timestamp,
    /// The player's time zone as an IANA name; none or unknown: UTC.
    pub timezone: Option<String>,
    /// What macros have stored in this story.
    pub variables: Variables,
}

/// Which of several messages that follow the same one a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alternative {
    /// Counted from 1.
    pub number: u32,
    /// How many there are, itself included.
    pub of: u32,
}

impl Default for Alternative {
    fn default() -> Self {
        Self { number: 1, of: 1 }
    }
}

/// Who is to speak.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Speaker {
    /// One of the cast.
    Actor(Box<CastView>),
    /// The voice that tells the story and sees everything.
    #[default]
    Narrator,
}

impl Speaker {
    /// The actor's id; none for the narrator.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Actor(actor) => Some(&actor.id),
            Self::Narrator => None,
        }
    }

    /// What the voice is called.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Actor(actor) => &actor.name,
            Self::Narrator => rules::NARRATOR,
        }
    }
}

/// Somebody on stage.
#[derive(Debug, Clone, PartialEq)]
pub struct CastView {
    /// The character's id within the story.
    pub id: String,
    /// Name.
    pub name: String,
    /// In a few words: what they are.
    pub role: String,
    /// What everybody may know of them.
    pub description: String,
    /// How they are and speak; only in their own prompt.
    pub persona: String,
    /// Example dialogue; blocks begin with `<START>`.
    pub examples: String,
    /// Whether they are never drafted.
    pub muted: bool,
    /// How likely they join in unasked, 0 to 1.
    pub talkativeness: f64,
    /// A note that goes into the history wherever they speak.
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
    /// Above how many of the latest messages.
    pub depth: u32,
    /// In whose name.
    pub role: Role,
}

/// Whom the player plays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PersonaView {
    /// The persona's id; none where the player plays nobody in particular.
    pub id: Option<String>,
    /// The name; empty: "You".
    pub name: String,
    /// Who they are.
    pub description: String,
}

/// One message of the path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HistoryLine {
    /// The message.
    pub id: String,
    /// Who wrote it.
    pub author: Author,
    /// The character's id, where it was one.
    pub author_id: Option<String>,
    /// The name it was said under.
    pub name: String,
    /// What it says.
    pub content: String,
    /// Whether the player said it, whoever they said it as.
    pub is_players: bool,
    /// Ids of the characters who witnessed it; none: all. The player and the narrator witness everything.
    pub presence: Option<Vec<String>>,
    /// Whether it is kept out of prompts.
    pub hidden: bool,
    /// When it was written.
    pub at: Option<Timestamp>,
}

/// Something to be remembered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FactView {
    /// The fact.
    pub id: String,
    /// What it says.
    pub text: String,
    /// Whether it is never dropped.
    pub pinned: bool,
    /// The message it comes from. Who did not witness that is not told the fact.
    pub source_message_id: Option<String>,
}

/// What happened before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SummaryView {
    /// What it says.
    pub text: String,
    /// The messages it covers. Who did not witness all of them is not told.
    pub message_ids: Vec<String>,
}

/// What macros have stored, kept with the story and never anywhere else: `global` variables are the story's,
/// too, so that nothing of one story turns up in another.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Variables {
    /// Set by `{{setvar}}` and its like.
    pub local: BTreeMap<String, String>,
    /// Set by `{{setglobalvar}}` and its like.
    pub global: BTreeMap<String, String>,
}
