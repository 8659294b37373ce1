//! The content of a file of our own JSON, as docs/story-format.md describes it.

use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::prompt::Variables;
use crate::stories::{Author, MessageState, Origin};

/// The part of a file before its messages.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileHead {
    pub(super) format: &'static str,
    pub(super) version: u32,
    pub(super) exported_on: Timestamp,
    pub(super) story: FileStory,
    pub(super) characters: Vec<FileCharacter>,
}

/// The part after the messages.
#[derive(Debug, Serialize)]
pub(super) struct FileTail<'a> {
    pub(super) memory: FileMemory,
    #[serde(skip_serializing_if = "Variables::is_empty")]
    pub(super) variables: &'a Variables,
    #[serde(flatten)]
    pub(super) unknown: Map<String, Value>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct FileStory {
    pub(super) id: Option<String>,
    pub(super) title: String,
    #[serde(rename = "themeID")]
    pub(super) theme_id: Option<String>,
    #[serde(rename = "scenarioID")]
    pub(super) scenario_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scenario_version: Option<i64>,
    #[serde(rename = "cardID")]
    pub(super) card_id: Option<String>,
    pub(super) created_on: Option<Timestamp>,
    pub(super) head_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) gentle_since: Option<Timestamp>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) strikes: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) closed_on: Option<Timestamp>,
    pub(super) setup: Value,
    pub(super) settings: Value,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub(super) extra: Map<String, Value>,
    #[serde(flatten)]
    pub(super) unknown: Map<String, Value>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileCharacter {
    pub(super) id: String,
    pub(super) name: String,
    #[serde(default)]
    pub(super) role: String,
    #[serde(default)]
    pub(super) description: String,
    #[serde(default)]
    pub(super) persona: String,
    #[serde(default)]
    pub(super) examples: String,
    #[serde(default)]
    pub(super) avatar: Option<String>,
    #[serde(default)]
    pub(super) muted: bool,
    #[serde(default = "default_talkativeness")]
    pub(super) talkativeness: f64,
}

pub(super) fn default_talkativeness() -> f64 {
    0.5
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileTokens {
    #[serde(default)]
    pub(super) prompt: Option<i64>,
    #[serde(default)]
    pub(super) reply: Option<i64>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileMessage {
    pub(super) id: String,
    #[serde(default)]
    pub(super) parent_id: Option<String>,
    pub(super) author: Author,
    #[serde(default)]
    pub(super) author_id: Option<String>,
    #[serde(default)]
    pub(super) name: String,
    pub(super) content: String,
    #[serde(default = "complete")]
    pub(super) state: MessageState,
    #[serde(default)]
    pub(super) presence: Option<Vec<String>>,
    #[serde(default)]
    pub(super) hidden: bool,
    #[serde(default = "imported")]
    pub(super) origin: Origin,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) aside: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) ending: bool,
    #[serde(default)]
    pub(super) model: Option<String>,
    #[serde(default)]
    pub(super) tokens: Option<FileTokens>,
    #[serde(default)]
    pub(super) price: i64,
    #[serde(default)]
    pub(super) turn_id: Option<String>,
    #[serde(default = "one")]
    pub(super) version: i64,
    #[serde(default)]
    pub(super) created_on: Option<Timestamp>,
    #[serde(default)]
    pub(super) edited_on: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) deleted_on: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) deleted_in: Option<i64>,
    #[serde(default)]
    pub(super) active_child_id: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) revisions: Vec<FileRevision>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) prompt: Option<Value>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub(super) extra: Map<String, Value>,
    #[serde(flatten)]
    pub(super) unknown: Map<String, Value>,
}

fn complete() -> MessageState {
    MessageState::Complete
}

fn imported() -> Origin {
    Origin::Imported
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(n: &i64) -> bool {
    *n == 0
}

fn one() -> i64 {
    1
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileRevision {
    pub(super) version: i64,
    pub(super) content: String,
    #[serde(default)]
    pub(super) created_on: Option<Timestamp>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct FileMemory {
    pub(super) facts: Vec<FileFact>,
    pub(super) summaries: Vec<FileSummary>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileFact {
    pub(super) text: String,
    #[serde(default)]
    pub(super) message_id: Option<String>,
    #[serde(default)]
    pub(super) pinned: bool,
    #[serde(default = "one")]
    pub(super) version: i64,
    #[serde(default)]
    pub(super) created_on: Option<Timestamp>,
    #[serde(default)]
    pub(super) updated_on: Option<Timestamp>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileSummary {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) first_message_id: String,
    pub(super) last_message_id: String,
    #[serde(default)]
    pub(super) left_out: Vec<String>,
    #[serde(default)]
    pub(super) edited: bool,
    #[serde(default)]
    pub(super) based_on: Option<String>,
    #[serde(default)]
    pub(super) model: Option<String>,
    #[serde(default = "one")]
    pub(super) version: i64,
    #[serde(default)]
    pub(super) created_on: Option<Timestamp>,
    #[serde(default)]
    pub(super) updated_on: Option<Timestamp>,
}
