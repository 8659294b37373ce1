//! The record of a prompt for the inspector: what went in, what did not, and why.

use catalogue::lorebooks::{AttachmentKind, Position};
use kernel::Shekels;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What went into a prompt, what did not, and why. Only the player whose prompt it was sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptRecord {
    /// The kind of text that was requested.
    pub kind: String,
    /// The speaker; null for the narrator and the player.
    #[schema(required = true)]
    pub speaker_id: Option<String>,
    /// The name of that voice.
    pub speaker_name: String,
    /// The model.
    pub model: String,
    /// The parts in the order of the prompt; a part that was left out stands where it would have been.
    pub parts: Vec<PartRecord>,
    /// Every entry of every lorebook that applies, with the reason why it is in or out.
    pub lore: Vec<LoreRecord>,
    /// How the tokens were shared.
    pub budget: BudgetRecord,
    /// Texts before which the reply ended.
    pub stops: Vec<String>,
    /// SHA-256 of the prompt, in hexadecimal: two prompts with the same hash are the same.
    pub hash: String,
    /// The estimated cost.
    pub estimated_price: EstimatedPrice,
}

impl PromptRecord {
    /// Leaves out everything that the author of a closed scenario wrote; parts and sizes stay. Texts of the player
    /// and the site go, too: macros in them stand for the author's. What the memory holds was played.
    pub(in crate::prompt) fn redact(&mut self) {
        for part in &mut self.parts {
            if part.source != PartSource::Memory {
                part.text = None;
            }
            if part.source == PartSource::Lorebook {
                HIDDEN_WHY.clone_into(&mut part.why);
            }
        }
        self.lore.iter_mut().for_each(LoreRecord::redact);
    }
}

/// Stands in place of a reason that may name a key of a closed scenario.
const HIDDEN_WHY: &str = "its author keeps to themselves how this scenario is made";

impl LoreRecord {
    /// The same for one entry.
    pub(in crate::prompt) fn redact(&mut self) {
        self.matched_key = None;
        HIDDEN_WHY.clone_into(&mut self.why);
    }
}

/// One part of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartRecord {
    /// The kind of part.
    pub part: PromptPart,
    /// Its title for people.
    pub title: String,
    /// Its source.
    pub source: PartSource,
    /// Its size in tokens, as counted here.
    pub tokens: u32,
    /// Whether it was sent.
    pub kept: bool,
    /// Why it is in or out.
    pub why: String,
    /// Its text as sent; null for messages of the story, which can be read elsewhere, and for parts that were
    /// left out.
    #[schema(required = true)]
    pub text: Option<String>,
    /// The messages of the story that it consists of, oldest first: all of them if they are few, else the
    /// first and the last.
    #[serde(default)]
    pub message_ids: Vec<String>,
    /// How many messages that is.
    #[serde(default)]
    pub messages: u32,
}

/// The parts of a prompt, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Part)]
pub enum PromptPart {
    /// Our instructions, or their replacement.
    System,
    /// The scenario.
    Scenario,
    /// The other characters.
    Cast,
    /// The speaker.
    Speaker,
    /// The player's persona.
    Persona,
    /// Constant lorebook entries.
    ConstantLore,
    /// Example dialogue.
    Examples,
    /// Facts of the story.
    Facts,
    /// The summary of the story so far.
    Summary,
    /// The messages of the story.
    History,
    /// Lorebook entries that their keys activated.
    TriggeredLore,
    /// The character's note.
    CharacterNote,
    /// The author's note.
    AuthorsNote,
    /// Instructions after the history.
    PostHistory,
    /// The end of the prompt: who speaks now, and what is requested.
    Nudge,
    /// The beginning of the answer.
    Prefill,
}

/// The source of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Source)]
pub enum PartSource {
    /// The site.
    House,
    /// The author of the scenario.
    Scenario,
    /// The character.
    Character,
    /// The player's settings, persona or note.
    Player,
    /// A lorebook.
    Lorebook,
    /// The story's memory.
    Memory,
    /// The story.
    Story,
}

/// The outcome for a lorebook entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoreRecord {
    /// The book's id.
    pub book_id: String,
    /// The book's name.
    pub book: String,
    /// What the book is attached to.
    pub attached_to: AttachmentKind,
    /// The entry's title.
    pub entry: String,
    /// The entry's id.
    pub entry_id: String,
    /// Whether it joined the prompt.
    pub fired: bool,
    /// Whether it is out because some of its keys were not searched: the lorebooks exceed the limit.
    #[serde(default)]
    #[schema(required = true)]
    pub skipped: bool,
    /// Why it is in or out.
    pub why: String,
    /// The key that matched.
    #[schema(required = true)]
    pub matched_key: Option<String>,
    /// The message that contains the key.
    #[schema(required = true)]
    pub message_id: Option<String>,
    /// Its position.
    pub position: Position,
    /// Its size in tokens; 0 if it is not active.
    pub tokens: u32,
}

/// How the tokens of a prompt were shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetRecord {
    /// The model's window.
    pub window: u32,
    /// Reserved for the reply.
    pub reply: u32,
    /// Reserved because counting is an estimate.
    pub safety: u32,
    /// Left for the prompt.
    pub available: u32,
    /// Used by the prompt.
    pub used: u32,
    /// Of these, messages of the story.
    pub history: u32,
    /// The limits of lore, examples and memory.
    pub caps: CapsRecord,
}

/// The limits of some kinds of parts, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CapsRecord {
    /// Lorebook entries.
    pub lore: u32,
    /// Facts and summary.
    pub memory: u32,
    /// Example dialogue.
    pub examples: u32,
    /// The least that the history gets, if it needs it.
    pub history_floor: u32,
}

/// The estimated cost of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EstimatedPrice {
    /// The price for the reader, if it is not free.
    pub shekels: Shekels,
    /// Tokens of the prompt.
    pub prompt_tokens: u32,
    /// The longest reply, in tokens.
    pub reply_tokens: u32,
}
