//! What went into a prompt, what did not, and why, as the inspector shows it.

use catalogue::lorebooks::{AttachmentKind, Position};
use kernel::Shekels;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What went into a prompt, what did not, and why. Shown to the player whose prompt it was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptRecord {
    /// What was asked for.
    pub kind: String,
    /// Who was to speak; null for the narrator and the player.
    #[schema(required = true)]
    pub speaker_id: Option<String>,
    /// The name of that voice.
    pub speaker_name: String,
    /// The model.
    pub model: String,
    /// Part by part, in the order of the prompt; what was left out stands where it would have been.
    pub parts: Vec<PartRecord>,
    /// Every entry of every lorebook that applies, and why it joined or did not.
    pub lore: Vec<LoreRecord>,
    /// How the room was shared.
    pub budget: BudgetRecord,
    /// Texts before which the reply ended.
    pub stops: Vec<String>,
    /// SHA-256 of what was sent, in hexadecimal: two prompts with the same hash were the same.
    pub hash: String,
    /// What it was thought to cost before it was sent.
    pub estimated_price: EstimatedPrice,
}

/// One part of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartRecord {
    /// Which part.
    pub part: PromptPart,
    /// Its title for people.
    pub title: String,
    /// Where it comes from.
    pub source: PartSource,
    /// Its size in tokens, as counted here.
    pub tokens: u32,
    /// Whether it was sent.
    pub kept: bool,
    /// Why, or why not.
    pub why: String,
    /// What was sent; null for messages of the story, which are where they always are, and for what was left
    /// out.
    #[schema(required = true)]
    pub text: Option<String>,
    /// The messages of the story it consists of, oldest first: all of them where they are few, else the first
    /// and the last.
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
    /// Our instructions, or what replaces them.
    System,
    /// The scenario.
    Scenario,
    /// Who else is there.
    Cast,
    /// Who speaks.
    Speaker,
    /// Whom the player plays.
    Persona,
    /// Lore that is always there.
    ConstantLore,
    /// Example dialogue.
    Examples,
    /// Facts to be remembered.
    Facts,
    /// What happened before.
    Summary,
    /// The messages of the story.
    History,
    /// Lore that came up.
    TriggeredLore,
    /// The character's note.
    CharacterNote,
    /// The author's note.
    AuthorsNote,
    /// Instructions after the history.
    PostHistory,
    /// The last word: who speaks now, and what is asked for.
    Nudge,
    /// The beginning of the answer.
    Prefill,
}

/// Where a part comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Source)]
pub enum PartSource {
    /// The house.
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

/// What became of a lorebook entry.
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
    /// Whether it did not join because some of its keys could not be looked for: the lorebooks are too much
    /// to search.
    #[serde(default)]
    #[schema(required = true)]
    pub skipped: bool,
    /// Why, or why not.
    pub why: String,
    /// The key that was found.
    #[schema(required = true)]
    pub matched_key: Option<String>,
    /// The message it was found in.
    #[schema(required = true)]
    pub message_id: Option<String>,
    /// Where it went.
    pub position: Position,
    /// Its size in tokens; 0 where it did not come up.
    pub tokens: u32,
}

/// How the room of a prompt was shared, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetRecord {
    /// What the model reads and writes in all.
    pub window: u32,
    /// Kept free for the reply.
    pub reply: u32,
    /// Kept free because counting is an estimate.
    pub safety: u32,
    /// What is left for the prompt.
    pub available: u32,
    /// What the prompt takes.
    pub used: u32,
    /// Of that, messages of the story.
    pub history: u32,
    /// The most for lore, examples and memory.
    pub caps: CapsRecord,
}

/// The most that some kinds of parts may take, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CapsRecord {
    /// Lorebook entries.
    pub lore: u32,
    /// Facts and summary.
    pub memory: u32,
    /// Example dialogue.
    pub examples: u32,
    /// What the history gets at least, where it needs it.
    pub history_floor: u32,
}

/// What a reply was thought to cost before it was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EstimatedPrice {
    /// What the reader pays, where it is not free.
    pub shekels: Shekels,
    /// Tokens of the prompt.
    pub prompt_tokens: u32,
    /// The longest reply, in tokens.
    pub reply_tokens: u32,
}
