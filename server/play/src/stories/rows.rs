//! Stories, casts and messages as they are stored, for this slice and those above it.

use accounts::guests::Owner;
use catalogue::cards::CardId;
use catalogue::scenarios::{ExampleLine, ScenarioId, StoryTemplate};
use kernel::Timestamp;
use serde::{Deserialize, Serialize};

use super::settings::StorySettings;
use super::text::{Author, MessageState, Origin};
use super::{FolderId, MessageId, StoryId};

/// What the scenario or card said when a story began. The cast is kept apart ([`Character`]).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Setup {
    /// Its name.
    pub name: String,
    /// What a reader wants to know before starting.
    pub description: String,
    /// Place, time, rules of the world.
    pub setting: String,
    /// A few lines that show how it sounds.
    pub example_dialogue: Vec<ExampleLine>,
    /// A word from the author.
    pub author_note: Option<String>,
    /// BCP 47.
    pub language: String,
}

impl From<&StoryTemplate> for Setup {
    fn from(template: &StoryTemplate) -> Self {
        Self {
            name: template.name.clone(),
            description: template.description.clone(),
            setting: template.setting.clone(),
            example_dialogue: template.example_dialogue.clone(),
            author_note: template.author_note.clone(),
            language: template.language.clone(),
        }
    }
}

/// One who plays in a story, as they were when it began.
#[derive(Debug, Clone, PartialEq)]
pub struct Character {
    /// The actor they were copied from, or an id of their own.
    pub id: String,
    /// Name.
    pub name: String,
    /// What they are in the story.
    pub role: String,
    /// What makes them alive.
    pub description: String,
    /// How they speak and act.
    pub persona: String,
    /// Example dialogue of their own; empty where there is none.
    pub examples: String,
    /// Blob key of the portrait.
    pub avatar: Option<String>,
    /// Whether they keep silent.
    pub muted: bool,
    /// How readily they speak, 0 to 1.
    pub talkativeness: f64,
}

/// The safety state of a story.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StorySafety {
    /// Since when it goes on gently; none: it goes on as it is.
    pub gentle_since: Option<Timestamp>,
    /// How often something was asked for or written in it that is never played.
    pub strikes: i64,
    /// Since when it takes no more messages for that.
    pub closed_at: Option<Timestamp>,
    /// When that was last counted.
    pub struck_at: Option<Timestamp>,
    /// By what the words are known that were refused last.
    pub refused: Option<i64>,
}

/// A story.
#[derive(Debug, Clone)]
pub struct Story {
    /// The story.
    pub id: StoryId,
    /// Whose it is.
    pub owner: Owner,
    /// What it was begun from, if that is still there.
    pub scenario_id: Option<ScenarioId>,
    /// The same for a card.
    pub card_id: Option<CardId>,
    /// Its name.
    pub title: String,
    /// What the scenario said.
    pub setup: Setup,
    /// How it is played.
    pub settings: StorySettings,
    /// A theme of its own.
    pub theme_id: Option<String>,
    /// Whether it is forgotten a day after it was last used.
    pub ephemeral: bool,
    /// Whether its player started anew: a guest may have it beside another story of the same scenario.
    pub anew: bool,
    /// The folder it is in.
    pub directory_id: Option<FolderId>,
    /// Whether it stands before the others.
    pub pinned: bool,
    /// The message at which its reader is; none where there is none.
    pub head_id: Option<MessageId>,
    /// The first message of that path.
    pub root_id: Option<MessageId>,
    /// Raised by every change.
    pub version: i64,
    /// Messages that are not deleted.
    pub message_count: i64,
    /// Messages the player wrote, deleted ones included.
    pub said_count: i64,
    /// The beginning of the head's text.
    pub preview: String,
    /// When it began.
    pub created_at: Timestamp,
    /// When anything of it last changed.
    pub updated_at: Timestamp,
    /// When the last message came.
    pub last_message_at: Timestamp,
    /// When it was last opened.
    pub last_accessed_at: Timestamp,
    /// Since when it is in the trash.
    pub deleted_at: Option<Timestamp>,
    /// When it goes for good.
    pub purge_at: Option<Timestamp>,
    /// Its safety state.
    pub safety: StorySafety,
}

impl Story {
    /// The id of the scenario or card it was begun from: both have ids of one kind.
    pub(super) fn source(&self) -> Option<&str> {
        self.scenario_id
            .as_ref()
            .map(ScenarioId::as_str)
            .or(self.card_id.as_ref().map(CardId::as_str))
    }
}

/// A message.
#[derive(Debug, Clone, PartialEq)]
pub struct MessageRow {
    /// The message.
    pub id: MessageId,
    /// Its story.
    pub story_id: StoryId,
    /// What it follows.
    pub parent_id: Option<MessageId>,
    /// Messages before it on its path.
    pub depth: i64,
    /// Which of those that follow it is shown.
    pub active_child_id: Option<MessageId>,
    /// Who wrote it.
    pub author: Author,
    /// The character, or the persona the player was.
    pub author_id: Option<String>,
    /// The name it is signed with.
    pub name: String,
    /// What it says.
    pub content: String,
    /// How far it has come.
    pub state: MessageState,
    /// The characters who witnessed it; none: all.
    pub presence: Option<Vec<String>>,
    /// Whether it is left out of prompts.
    pub hidden: bool,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether the house says it, to the player and not to anybody in the story.
    pub aside: bool,
    /// Whether the demo's story ends with it.
    pub ending: bool,
    /// The model that wrote it.
    pub model: Option<String>,
    /// Tokens of the prompt it was written from.
    pub prompt_tokens: Option<i64>,
    /// Tokens of itself.
    pub reply_tokens: Option<i64>,
    /// Shekels that were paid for it.
    pub price: i64,
    /// The turn it was written in.
    pub turn_id: Option<String>,
    /// The sender's own id for it.
    pub client_id: Option<String>,
    /// Raised by every change of it.
    pub version: i64,
    /// When it was written.
    pub created_at: Timestamp,
    /// When its text was last replaced.
    pub edited_at: Option<Timestamp>,
    /// When it was deleted.
    pub deleted_at: Option<Timestamp>,
    /// The deletion it went with.
    pub(super) deleted_in: Option<i64>,
}

#[cfg(test)]
impl MessageRow {
    /// A finished message, for tests of those who only read messages.
    pub fn sample(
        story_id: StoryId,
        id: MessageId,
        depth: i64,
        author: Author,
        name: &str,
        content: &str,
        origin: Origin,
    ) -> Self {
        Self {
            id,
            story_id,
            parent_id: None,
            depth,
            active_child_id: None,
            author,
            author_id: None,
            name: name.to_owned(),
            content: content.to_owned(),
            state: MessageState::Complete,
            presence: None,
            hidden: false,
            origin,
            aside: false,
            ending: false,
            model: None,
            prompt_tokens: None,
            reply_tokens: None,
            price: 0,
            turn_id: None,
            client_id: None,
            version: 1,
            created_at: Timestamp(0),
            edited_at: None,
            deleted_at: None,
            deleted_in: None,
        }
    }
}

/// A message to be stored.
#[derive(Debug, Clone)]
pub struct NewMessage<'a> {
    /// What it follows; none: it begins the story in another way.
    pub parent: Option<&'a MessageId>,
    /// Who wrote it.
    pub author: Author,
    /// The character, or the persona the player is.
    pub author_id: Option<&'a str>,
    /// The name it is signed with.
    pub name: &'a str,
    /// What it says; may be empty while it is being written.
    pub content: &'a str,
    /// How far it has come.
    pub state: MessageState,
    /// The characters who witness it; none: all.
    pub presence: Option<Vec<String>>,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether the house says it, to the player and not to anybody in the story.
    pub aside: bool,
    /// The model that writes it.
    pub model: Option<&'a str>,
    /// The turn it belongs to.
    pub turn_id: Option<&'a str>,
    /// The sender's own id for it, unique within the story.
    pub client_id: Option<&'a str>,
    /// When it was written, where that was not now (imports).
    pub created_at: Option<Timestamp>,
    /// Whether the reader is taken to it.
    pub moves_head: bool,
}

impl<'a> NewMessage<'a> {
    /// A finished message that everybody witnesses and the reader is taken to.
    #[must_use]
    pub fn new(
        parent: Option<&'a MessageId>,
        author: Author,
        name: &'a str,
        content: &'a str,
        origin: Origin,
    ) -> Self {
        Self {
            parent,
            author,
            author_id: None,
            name,
            content,
            state: MessageState::Complete,
            presence: None,
            origin,
            aside: false,
            model: None,
            turn_id: None,
            client_id: None,
            created_at: None,
            moves_head: true,
        }
    }
}

/// How a message ended.
#[derive(Debug, Clone)]
pub struct FinishedMessage<'a> {
    /// All of its text.
    pub content: &'a str,
    /// How far it came.
    pub state: MessageState,
    /// The model that wrote it.
    pub model: Option<&'a str>,
    /// Tokens of the prompt.
    pub prompt_tokens: Option<i64>,
    /// Tokens of the text.
    pub reply_tokens: Option<i64>,
    /// Shekels that were paid for it.
    pub price: i64,
    /// Whether the demo's story ends with it.
    pub ending: bool,
}
