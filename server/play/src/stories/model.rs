//! Stories and messages as the API shows them (spec section 3).

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
    /// The same: the chat of a story is the story.
    #[serde(rename = "chatID")]
    pub chat_id: StoryId,
    /// What it was begun from; null where that is gone, or was a card.
    #[serde(rename = "scenarioID")]
    #[schema(required = true)]
    pub scenario_id: Option<ScenarioId>,
    /// A theme of its own; null: its reader's.
    #[serde(rename = "themeID")]
    #[schema(required = true)]
    pub theme_id: Option<String>,
    /// Whether it is forgotten a day after it was last used.
    pub ephemeral: bool,
    /// Its name.
    pub title: String,
    /// The folder it is in.
    #[schema(required = true)]
    pub directory_id: Option<FolderId>,
    /// Whether it stands before the others.
    pub pinned: bool,
    /// The message at which its reader is.
    #[schema(required = true)]
    pub head_id: Option<MessageId>,
    /// Raised by every change of anything in it.
    pub version: i64,
    /// Messages on all branches.
    pub message_count: i64,
    /// The beginning of the head's text.
    pub preview: String,
    /// When it began.
    #[schema(value_type = String, format = DateTime)]
    pub created_on: Timestamp,
    /// When anything of it last changed.
    #[schema(value_type = String, format = DateTime)]
    pub updated_on: Timestamp,
    /// When the last message came.
    #[schema(value_type = String, format = DateTime)]
    pub last_message_on: Timestamp,
    /// When it was last opened.
    #[schema(value_type = String, format = DateTime)]
    pub last_accessed_on: Timestamp,
    /// Since when it is in the trash; null: it is not.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub deleted_on: Option<Timestamp>,
    /// Whether it goes on gently, because its player wrote of dying or of hurting themselves.
    pub gentle: bool,
    /// Since when it takes no more messages, because something was asked for again and again that is never
    /// played; null: it takes them.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub closed_on: Option<Timestamp>,
    /// When it goes for good; null: never by itself.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub purge_on: Option<Timestamp>,
    /// The scenario, as far as the reader may see it; of one that was deleted, or a card that was, no more
    /// than that.
    #[schema(required = true)]
    pub scenario: Option<ScenarioBrief>,
    /// Who plays, without the player.
    pub characters: Vec<CharacterBrief>,
    /// Where the search text was found in its messages; only in searches.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub found: Option<Match>,
}

/// One who plays, as lists show them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CharacterBrief {
    /// Which character of the story.
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
    /// The latest message that holds it.
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
    /// The character who speaks, or the persona the player was.
    #[schema(required = true)]
    pub author_id: Option<String>,
    /// The name it is signed with.
    pub name: String,
    /// The speaker's portrait.
    #[schema(required = true)]
    pub avatar: Option<String>,
    /// What it says: `*action*` in asterisks, speech in double quotes.
    pub content: String,
    /// How far it has come.
    pub state: MessageState,
    /// Ids of the characters who witnessed it; null: all of them.
    #[schema(required = true)]
    pub presence: Option<Vec<String>>,
    /// Whether it is left out of prompts.
    pub hidden: bool,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether the house says it, to the player and not to anybody in the story.
    pub aside: bool,
    /// Whether the demo's story ends with it: nothing follows it while the demo plays.
    pub ending: bool,
    /// The model that wrote it.
    #[schema(required = true)]
    pub model: Option<String>,
    /// What it took; null where no model wrote it.
    #[schema(required = true)]
    pub tokens: Option<Tokens>,
    /// Shekels that were paid for it.
    pub price: i64,
    /// The turn it was written in.
    #[schema(required = true)]
    pub turn_id: Option<String>,
    /// Raised by every change of it.
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
    /// It and the others that follow the same message.
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

/// A message among those that follow the same one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Siblings {
    /// Which of them it is, from 0.
    pub index: i64,
    /// How many they are, itself included; 0 for a deleted message.
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
    /// Pass as `cursorDepth` to go on in the same direction; null at the end.
    #[schema(required = true)]
    pub next_cursor_depth: Option<i64>,
    /// The message at which the reader is.
    #[schema(required = true)]
    pub head_id: Option<MessageId>,
    /// The story's version.
    pub version: i64,
}

/// A message after a change, and how its story stands.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageAnswer {
    /// The message; a new one where the edit made a branch.
    pub message: Message,
    /// The message at which the reader is.
    #[schema(required = true)]
    pub head_id: Option<MessageId>,
    /// The story's version.
    pub version: i64,
    /// What has to be said beside it: where people are who listen, if the text that was saved is a cry for
    /// help.
    pub notices: Vec<Notice>,
}

/// How a story stands after a deletion.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Deletion {
    /// The message at which the reader is now.
    #[schema(required = true)]
    pub head_id: Option<MessageId>,
    /// The story's version.
    pub version: i64,
    /// How many messages went: the one and all below it.
    pub deleted: i64,
}

/// The map of a story.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Tree {
    /// The messages, the earliest first.
    pub nodes: Vec<TreeNode>,
    /// Whether earlier ones were left out.
    pub truncated: bool,
}

/// A message on the map.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreeNode {
    /// The message.
    pub id: MessageId,
    /// What it follows.
    #[schema(required = true)]
    pub parent_id: Option<MessageId>,
    /// Messages before it on its path.
    pub depth: i64,
    /// The name it is signed with.
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

/// Messages in the trash of a story.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct DeletedMessages {
    /// The first of each part that was deleted at once, the latest deletion first.
    pub results: Vec<Message>,
}

/// What a guest is told of a story they began.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestStory {
    /// The story.
    pub story_id: StoryId,
}

/// A story that was begun.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum CreatedStory {
    /// By a person.
    Story(Box<StoryView>),
    /// By a guest.
    Guest(GuestStory),
}

/// One who plays, with everything the player may see of them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayCharacter {
    /// Which character of the story; for the player, their own id.
    pub id: String,
    /// Name.
    pub name: String,
    /// What they are in the story.
    pub role: String,
    /// Portrait.
    #[schema(required = true)]
    pub avatar: Option<String>,
    /// Portrait in full size.
    #[schema(required = true)]
    pub full_res_avatar: Option<String>,
    /// What makes them alive.
    pub description: String,
    /// Whether it is the player.
    pub is_user: bool,
    /// Whether they keep silent.
    pub muted: bool,
    /// How readily they speak, 0 to 1.
    pub talkativeness: f64,
}
