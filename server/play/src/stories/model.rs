//! Stories and messages in the form of the API (spec section 3).

use accounts::safety::Notice;
use catalogue::scenarios::{ScenarioBrief, ScenarioId};
use kernel::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::text::{Author, MessageState, Origin};
use super::{FolderId, MessageId, StoryId};

/// A story.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Story)]
pub struct StoryView {
    /// The story.
    pub id: StoryId,
    /// The same id: a story is its own chat.
    #[serde(rename = "chatID")]
    pub chat_id: StoryId,
    /// The scenario it began from; null if that was deleted, or if it began from a card.
    #[serde(rename = "scenarioID")]
    #[schema(required = true)]
    pub scenario_id: Option<ScenarioId>,
    /// A theme of its own; null: the reader's.
    #[serde(rename = "themeID")]
    #[schema(required = true)]
    pub theme_id: Option<String>,
    /// Whether it is deleted a day after it was last used.
    pub ephemeral: bool,
    /// Its title.
    pub title: String,
    /// The folder it is in.
    #[schema(required = true)]
    pub directory_id: Option<FolderId>,
    /// Whether it is pinned above the others.
    pub pinned: bool,
    /// The reader's position.
    #[schema(required = true)]
    pub head_id: Option<MessageId>,
    /// Raised by every change of anything in it.
    pub version: i64,
    /// Messages on all branches.
    pub message_count: i64,
    /// The beginning of the head's text.
    pub preview: String,
    /// When it was created.
    #[schema(value_type = String, format = DateTime)]
    pub created_on: Timestamp,
    /// When anything in it last changed.
    #[schema(value_type = String, format = DateTime)]
    pub updated_on: Timestamp,
    /// When the last message was added.
    #[schema(value_type = String, format = DateTime)]
    pub last_message_on: Timestamp,
    /// When it was last opened.
    #[schema(value_type = String, format = DateTime)]
    pub last_accessed_on: Timestamp,
    /// When it was moved to the trash; null: it is not there.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub deleted_on: Option<Timestamp>,
    /// Whether it is in gentle mode, because its player wrote of dying or of hurting themselves.
    pub gentle: bool,
    /// When it was closed to new messages, because content that is never played was requested again and
    /// again; null: it is open.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub closed_on: Option<Timestamp>,
    /// When it will be deleted permanently; null: not by itself.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub purge_on: Option<Timestamp>,
    /// The scenario, as far as the reader may see it; of a deleted scenario or card, only that it is deleted.
    #[schema(required = true)]
    pub scenario: Option<ScenarioBrief>,
    /// The cast, without the player.
    pub characters: Vec<CharacterBrief>,
    /// Where its messages match the search text; only in searches.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub found: Option<Match>,
}

/// A member of the cast in lists.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CharacterBrief {
    /// The character's id in the story.
    pub id: String,
    /// Name.
    pub name: String,
    /// Portrait.
    #[schema(required = true)]
    pub avatar: Option<String>,
}

/// Where a search text was found.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoryMatch)]
pub struct Match {
    /// The latest message that contains it.
    pub message_id: MessageId,
    /// The text around it.
    pub snippet: String,
}

/// A message.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The message.
    pub id: MessageId,
    /// Its story.
    pub story_id: StoryId,
    /// What it follows; null at the beginning.
    #[schema(required = true)]
    pub parent_id: Option<MessageId>,
    /// Who wrote it.
    pub author: Author,
    /// The character who speaks, or the player's persona.
    #[schema(required = true)]
    pub author_id: Option<String>,
    /// The name of its author.
    pub name: String,
    /// The speaker's portrait.
    #[schema(required = true)]
    pub avatar: Option<String>,
    /// Its text: `*action*` in asterisks, speech in double quotes.
    pub content: String,
    /// How far it has come.
    pub state: MessageState,
    /// Ids of the characters who witnessed it; null: all of them.
    #[schema(required = true)]
    pub presence: Option<Vec<String>>,
    /// Whether it is left out of prompts.
    pub hidden: bool,
    /// How it came about.
    pub origin: Origin,
    /// Whether it is the site's message to the player, not part of the story.
    pub aside: bool,
    /// Whether it ends the demo's story: the demo adds nothing after it.
    pub ending: bool,
    /// The model that wrote it.
    #[schema(required = true)]
    pub model: Option<String>,
    /// The tokens it took; null if no model wrote it.
    #[schema(required = true)]
    pub tokens: Option<Tokens>,
    /// Shekels that were paid for it.
    pub price: i64,
    /// The turn that wrote it.
    #[schema(required = true)]
    pub turn_id: Option<String>,
    /// Increases with every change of it.
    pub version: i64,
    /// Messages before it on its path.
    pub depth: i64,
    /// When it was written.
    #[schema(value_type = String, format = DateTime)]
    pub created_on: Timestamp,
    /// When its text was last replaced.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub edited_on: Option<Timestamp>,
    /// When it was deleted.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub deleted_on: Option<Timestamp>,
    /// Its position among the messages that follow the same message.
    pub siblings: Siblings,
    /// How many messages follow it directly.
    pub child_count: i64,
}

/// Tokens of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Tokens {
    /// Of the prompt.
    pub prompt: i64,
    /// Of the reply.
    pub reply: i64,
}

/// The messages that follow the same message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Siblings {
    /// The index of this one, from 0.
    pub index: i64,
    /// How many there are, including itself; 0 for a deleted message.
    pub count: i64,
    /// All of them in order.
    pub ids: Vec<MessageId>,
}

/// A part of a path.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Slice {
    /// The messages, the earliest first.
    pub results: Vec<Message>,
    /// Pass as `cursorDepth` to continue in the same direction; null at the end.
    #[schema(required = true)]
    pub next_cursor_depth: Option<i64>,
    /// The reader's position.
    #[schema(required = true)]
    pub head_id: Option<MessageId>,
    /// The story's version.
    pub version: i64,
}

/// A message after a change, with the state of its story.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageAnswer {
    /// The message; the new one if the edit made a branch.
    pub message: Message,
    /// The reader's position.
    #[schema(required = true)]
    pub head_id: Option<MessageId>,
    /// The story's version.
    pub version: i64,
    /// Notices for the player: helplines, if the saved text is a cry for help.
    pub notices: Vec<Notice>,
}

/// The state of a story after a deletion.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Deletion {
    /// The reader's position now.
    #[schema(required = true)]
    pub head_id: Option<MessageId>,
    /// The story's version.
    pub version: i64,
    /// How many messages were deleted: this one and all below it.
    pub deleted: i64,
}

/// The map of a story.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Tree {
    /// The messages, the earliest first.
    pub nodes: Vec<TreeNode>,
    /// Whether earlier messages were left out.
    pub truncated: bool,
}

/// A message on the map.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreeNode {
    /// The message.
    pub id: MessageId,
    /// The message it follows.
    #[schema(required = true)]
    pub parent_id: Option<MessageId>,
    /// Messages before it on its path.
    pub depth: i64,
    /// The name of its author.
    pub name: String,
    /// Who wrote it.
    pub author: Author,
    /// The beginning of its text.
    pub snippet: String,
    /// How far it has come.
    pub state: MessageState,
    /// Whether it is on the path to the head.
    pub is_on_path: bool,
}

/// Deleted messages of a story.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct DeletedMessages {
    /// The first message of each deletion, the latest deletion first.
    pub results: Vec<Message>,
}

/// What a guest gets after creating a story.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestStory {
    /// The story.
    pub story_id: StoryId,
}

/// A story that was created.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum CreatedStory {
    /// By a person.
    Story(Box<StoryView>),
    /// By a guest.
    Guest(GuestStory),
}

/// A member of the cast, or the player, with everything the player may see.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayCharacter {
    /// The character's id in the story; for the player, their own id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Their role in the story.
    pub role: String,
    /// Portrait.
    #[schema(required = true)]
    pub avatar: Option<String>,
    /// Portrait in full size.
    #[schema(required = true)]
    pub full_res_avatar: Option<String>,
    /// Who they are.
    pub description: String,
    /// Whether it is the player.
    pub is_user: bool,
    /// Whether they never speak.
    pub muted: bool,
    /// How often they speak, 0 to 1.
    pub talkativeness: f64,
}
