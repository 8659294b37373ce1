//! Stories, casts and messages in their stored form, for this slice and those above it.

use accounts::guests::Owner;
use catalogue::cards::CardId;
use catalogue::scenarios::{ExampleLine, PlayerRole, ScenarioId, StoryTemplate};
use kernel::Timestamp;
use platform::media::FramedImage;
use serde::{Deserialize, Serialize};

use super::settings::StorySettings;
use super::text::{Author, MessageState, Origin};
use super::{FolderId, MessageId, StoryId};

/// The content of the scenario or card when the story began. The cast is stored separately ([`Character`]).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Setup {
    /// Its name.
    pub name: String,
    /// What a reader should know before starting.
    pub description: String,
    /// Place, time, rules of the world.
    pub setting: String,
    /// The role that the author suggests to the player.
    #[serde(skip_serializing_if = "PlayerRole::is_empty")]
    pub player_role: PlayerRole,
    /// A few lines that show its tone.
    pub example_dialogue: Vec<ExampleLine>,
    /// A note from the author.
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
            player_role: template.player_role.clone(),
            example_dialogue: template.example_dialogue.clone(),
            author_note: template.author_note.clone(),
            language: template.language.clone(),
        }
    }
}

/// A member of a story's cast, as they were when it began.
#[derive(Debug, Clone, PartialEq)]
pub struct Character {
    /// The id of the actor they were copied from, or a new id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Their role in the story.
    pub role: String,
    /// Who they are.
    pub description: String,
    /// How they speak and act.
    pub persona: String,
    /// Example dialogue of their own; empty if there is none.
    pub examples: String,
    /// The portrait.
    pub avatar: Option<FramedImage>,
    /// Whether they never speak.
    pub muted: bool,
    /// How often they speak, 0 to 1.
    pub talkativeness: f64,
}

/// The safety state of a story.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StorySafety {
    /// Since when it is in gentle mode; `None`: it is not.
    pub gentle_since: Option<Timestamp>,
    /// How often content was requested or written in it that is never played.
    pub strikes: i64,
    /// When it was closed for that.
    pub closed_at: Option<Timestamp>,
    /// When the last strike was counted.
    pub struck_at: Option<Timestamp>,
    /// A hash of the text that was refused last.
    pub refused: Option<i64>,
}

/// A story.
#[derive(Debug, Clone)]
pub struct Story {
    /// The story.
    pub id: StoryId,
    /// Its owner.
    pub owner: Owner,
    /// The scenario it began from, if that still exists.
    pub scenario_id: Option<ScenarioId>,
    /// The version of that scenario; `None`: it has no versions.
    pub scenario_version: Option<i64>,
    /// The same for a card.
    pub card_id: Option<CardId>,
    /// Its title.
    pub title: String,
    /// The content of the scenario.
    pub setup: Setup,
    /// Its settings.
    pub settings: StorySettings,
    /// A theme of its own.
    pub theme_id: Option<String>,
    /// Whether it is deleted a day after it was last used.
    pub ephemeral: bool,
    /// Whether its player explicitly started anew: a guest may have it besides another story of the same
    /// scenario.
    pub anew: bool,
    /// The folder it is in.
    pub directory_id: Option<FolderId>,
    /// Whether it is pinned above the others.
    pub pinned: bool,
    /// The reader's position; `None` if there are no messages.
    pub head_id: Option<MessageId>,
    /// The first message on the path to the head.
    pub root_id: Option<MessageId>,
    /// Raised by every change.
    pub version: i64,
    /// Messages that are not deleted.
    pub message_count: i64,
    /// Messages the player wrote, deleted ones included.
    pub said_count: i64,
    /// The beginning of the head's text.
    pub preview: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// When anything in it last changed.
    pub updated_at: Timestamp,
    /// When the last message was added.
    pub last_message_at: Timestamp,
    /// When it was last opened.
    pub last_accessed_at: Timestamp,
    /// When it was moved to the trash.
    pub deleted_at: Option<Timestamp>,
    /// When it will be deleted permanently.
    pub purge_at: Option<Timestamp>,
    /// Its safety state.
    pub safety: StorySafety,
}

impl Story {
    /// The id of the scenario or card it began from: both have ids of the same form.
    pub(super) fn source(&self) -> Option<&str> {
        self.scenario_id
            .as_ref()
            .map(ScenarioId::as_str)
            .or(self.card_id.as_ref().map(CardId::as_str))
    }

    /// The scenario that counts its owner among the people who keep a story of it in one of their folders.
    pub(super) fn kept_of(&self) -> Option<&ScenarioId> {
        let is_kept = self.directory_id.is_some() && self.deleted_at.is_none();
        self.scenario_id.as_ref().filter(|_| is_kept)
    }
}

/// A message.
#[derive(Debug, Clone, PartialEq)]
pub struct MessageRow {
    /// The message.
    pub id: MessageId,
    /// Its story.
    pub story_id: StoryId,
    /// The message it follows.
    pub parent_id: Option<MessageId>,
    /// Messages before it on its path.
    pub depth: i64,
    /// Which of its children is shown.
    pub active_child_id: Option<MessageId>,
    /// Who wrote it.
    pub author: Author,
    /// The character who speaks, or the player's persona.
    pub author_id: Option<String>,
    /// The name of its author.
    pub name: String,
    /// Its text.
    pub content: String,
    /// How far it has come.
    pub state: MessageState,
    /// The characters who witnessed it; `None`: all.
    pub presence: Option<Vec<String>>,
    /// Whether it is left out of prompts.
    pub hidden: bool,
    /// How it came about.
    pub origin: Origin,
    /// Whether it is the site's message to the player, not part of the story.
    pub aside: bool,
    /// Whether it ends the demo's story.
    pub ending: bool,
    /// The model that wrote it.
    pub model: Option<String>,
    /// Tokens of the prompt it was written from.
    pub prompt_tokens: Option<i64>,
    /// Tokens of its text.
    pub reply_tokens: Option<i64>,
    /// Shekels that were paid for it.
    pub price: i64,
    /// The turn that wrote it.
    pub turn_id: Option<String>,
    /// The sender's own id for it.
    pub client_id: Option<String>,
    /// Increases with every change of it.
    pub version: i64,
    /// When it was written.
    pub created_at: Timestamp,
    /// When its text was last replaced.
    pub edited_at: Option<Timestamp>,
    /// When it was deleted.
    pub deleted_at: Option<Timestamp>,
    /// The number of the deletion that deleted it.
    pub(super) deleted_in: Option<i64>,
}

#[cfg(test)]
impl MessageRow {
    /// A finished message, for tests of code that only reads messages.
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

/// A new message.
#[derive(Debug, Clone)]
pub struct NewMessage<'a> {
    /// The message it follows; `None`: it is another beginning of the story.
    pub parent: Option<&'a MessageId>,
    /// Who wrote it.
    pub author: Author,
    /// The character who speaks, or the player's persona.
    pub author_id: Option<&'a str>,
    /// The name of its author.
    pub name: &'a str,
    /// Its text; may be empty while it is being written.
    pub content: &'a str,
    /// How far it has come.
    pub state: MessageState,
    /// The characters who witness it; `None`: all.
    pub presence: Option<Vec<String>>,
    /// How it comes about.
    pub origin: Origin,
    /// Whether it is the site's message to the player, not part of the story.
    pub aside: bool,
    /// The model that writes it.
    pub model: Option<&'a str>,
    /// The turn it belongs to.
    pub turn_id: Option<&'a str>,
    /// The sender's own id for it, unique within the story.
    pub client_id: Option<&'a str>,
    /// When it was written, if not now (imports).
    pub created_at: Option<Timestamp>,
    /// Whether the head moves to it.
    pub moves_head: bool,
}

impl<'a> NewMessage<'a> {
    /// A finished message that everybody witnesses and to which the head moves.
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

/// The end of a message that was being written.
#[derive(Debug, Clone)]
pub struct FinishedMessage<'a> {
    /// Its whole text.
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
    /// Whether it ends the demo's story.
    pub ending: bool,
}
