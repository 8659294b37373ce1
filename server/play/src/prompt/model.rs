//! What a prompt is made of, and what comes of it.

use std::collections::BTreeMap;

use catalogue::lorebooks::{AttachedBook, AttachmentKind, Position};
use kernel::{Shekels, Timestamp};
use platform::llm::{ChatMessage, Cue, Role};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
            Self::Narrator => super::rules::NARRATOR,
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
            talkativeness: super::rules::DEFAULT_TALKATIVENESS,
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

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptKind {
    /// The speaker's next message.
    Reply,
    /// More of the speaker's last message, which is not part of the scene's history.
    Continue {
        /// The message as it stands.
        so_far: String,
    },
    /// A message for the player to send, or for the puppet, in their voice.
    Impersonate {
        /// What the player has typed already.
        draft: String,
    },
    /// The selected passage of a message in other words.
    Rewrite {
        /// The whole message.
        message: String,
        /// The passage.
        selection: String,
        /// What shall be different; may be empty.
        note: String,
    },
    /// What happens next, told by the narrator.
    Next,
    /// What happened so far: the history, added to what the summary says already.
    Summarise,
    /// Who speaks next. See [`super::read_director`].
    Director {
        /// From whom to choose.
        names: Vec<String>,
    },
}

impl PromptKind {
    /// Its name in records and macros.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Reply => "reply",
            Self::Continue { .. } => "continue",
            Self::Impersonate { .. } => "impersonate",
            Self::Rewrite { .. } => "rewrite",
            Self::Next => "next",
            Self::Summarise => "summarise",
            Self::Director { .. } => "director",
        }
    }
}

/// A prompt, ready to be sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Assembled {
    /// The messages.
    pub messages: Vec<ChatMessage>,
    /// Texts before which the reply ends.
    pub stops: Vec<String>,
    /// The longest reply, in tokens.
    pub max_tokens: u32,
    /// What the inspector shows.
    pub record: PromptRecord,
    /// The same for the understudy.
    pub cue: Cue,
    /// The story's variables afterwards; none where no macro changed any.
    pub variables: Option<Variables>,
}

/// Why there is no prompt.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    /// What must be there does not fit.
    #[error("the prompt needs {needed} tokens and {budget} fit; the largest part is {largest} with {tokens}")]
    TooLarge {
        /// What must be there, in tokens.
        needed: u32,
        /// What fits, in tokens.
        budget: u32,
        /// The largest of its parts, in words for people.
        largest: String,
        /// How large that is, in tokens.
        tokens: u32,
        /// The largest part that the player can make shorter.
        shorten: Option<Shorten>,
    },
    /// The model's window is smaller than the reply that is asked for.
    #[error("the model reads and writes {window} tokens, and the reply alone may take {reply}")]
    NoRoom {
        /// The model's window.
        window: u32,
        /// The longest reply.
        reply: u32,
    },
}

impl PromptError {
    /// What a player is told.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::TooLarge {
                needed,
                budget,
                largest,
                tokens,
                ..
            } => {
                format!(
                    "The prompt is too long for this model: it needs {needed} tokens, and {budget} fit. The largest part is {largest} with {tokens} tokens."
                )
            }
            Self::NoRoom { window, reply } => {
                format!(
                    "This model handles {window} tokens, and the reply alone may need {reply}. Choose shorter replies."
                )
            }
        }
    }

    /// What the player can make shorter, so that it fits.
    #[must_use]
    pub fn shorten(&self) -> Option<Shorten> {
        match self {
            Self::TooLarge { shorten, .. } => *shorten,
            Self::NoRoom { .. } => Some(Shorten::ReplyLength),
        }
    }
}

/// What of a prompt the player can make shorter. A character's card and the scenario belong to their authors,
/// and old messages are left out as needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Shorten {
    /// Whom the player plays.
    Persona,
    /// The author's note.
    AuthorsNote,
    /// The facts to be remembered, and the summary.
    Memory,
    /// The lorebooks.
    Lore,
    /// The player's own instructions.
    Instructions,
    /// The player's last message.
    Message,
    /// How long replies may be.
    ReplyLength,
}

impl Shorten {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Persona,
        Self::AuthorsNote,
        Self::Memory,
        Self::Lore,
        Self::Instructions,
        Self::Message,
        Self::ReplyLength,
    ];

    /// As stored and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Persona => "persona",
            Self::AuthorsNote => "authorsNote",
            Self::Memory => "memory",
            Self::Lore => "lore",
            Self::Instructions => "instructions",
            Self::Message => "message",
            Self::ReplyLength => "replyLength",
        }
    }

    /// The one of this stored name.
    #[must_use]
    pub fn from_stored(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }

    /// In a sentence.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Persona => "your persona",
            Self::AuthorsNote => "the author's note",
            Self::Memory => "the story's memory",
            Self::Lore => "the lore",
            Self::Instructions => "your instructions",
            Self::Message => "your last message",
            Self::ReplyLength => "the length of replies",
        }
    }

    /// What this part is to the player, if they can make it shorter.
    fn of(part: PromptPart, source: PartSource) -> Option<Self> {
        match part {
            PromptPart::Persona => Some(Self::Persona),
            PromptPart::AuthorsNote => Some(Self::AuthorsNote),
            PromptPart::Facts | PromptPart::Summary => Some(Self::Memory),
            PromptPart::ConstantLore | PromptPart::TriggeredLore => Some(Self::Lore),
            PromptPart::System | PromptPart::PostHistory if source == PartSource::Player => {
                Some(Self::Instructions)
            }
            _ => None,
        }
    }
}

impl PromptRecord {
    /// The largest part of what was sent that the player can make shorter, and its size in tokens.
    #[must_use]
    pub fn largest_to_shorten(&self) -> Option<(Shorten, u32)> {
        let mut sizes = std::collections::BTreeMap::new();
        for part in self.parts.iter().filter(|part| part.kept) {
            if let Some(one) = Shorten::of(part.part, part.source) {
                *sizes.entry(one).or_insert(0_u32) += part.tokens;
            }
        }
        sizes.into_iter().max_by_key(|(_, tokens)| *tokens)
    }
}

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
