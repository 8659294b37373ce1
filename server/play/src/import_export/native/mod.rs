//! Our own JSON, in which nothing is lost. docs/story-format.md describes it.

mod read;

use std::collections::HashSet;
use std::io::{self, Write};

use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::stories::MessageId;

pub(super) use self::read::read;
use platform::media::media_url;

use crate::memory;
use crate::prompt::Variables;
use crate::stories::{Author, Character, ExportMessage, MessageState, Origin, Story};

/// By this a file says what it is.
pub(super) const FORMAT: &str = "dramatis.story";
/// The version that is written; all up to it are read.
pub(super) const VERSION: u32 = 1;
/// Under this name unknown fields are kept until they are written again.
const UNKNOWN: &str = "unknown";
/// Under this name it is kept how the model was prompted for a message.
const PROMPT: &str = "prompt";
/// Under this name it is kept in which turn a message was written, elsewhere.
const TURN: &str = "turnId";

/// A file as far as its messages.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FileHead {
    format: &'static str,
    version: u32,
    exported_on: Timestamp,
    story: FileStory,
    characters: Vec<FileCharacter>,
}

/// What follows the messages.
#[derive(Debug, Serialize)]
struct FileTail<'a> {
    memory: FileMemory,
    #[serde(skip_serializing_if = "Variables::is_empty")]
    variables: &'a Variables,
    #[serde(flatten)]
    unknown: Map<String, Value>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct FileStory {
    id: Option<String>,
    title: String,
    #[serde(rename = "themeID")]
    theme_id: Option<String>,
    #[serde(rename = "scenarioID")]
    scenario_id: Option<String>,
    #[serde(rename = "cardID")]
    card_id: Option<String>,
    created_on: Option<Timestamp>,
    head_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gentle_since: Option<Timestamp>,
    #[serde(skip_serializing_if = "is_zero")]
    strikes: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    closed_on: Option<Timestamp>,
    setup: Value,
    settings: Value,
    #[serde(skip_serializing_if = "Map::is_empty")]
    extra: Map<String, Value>,
    #[serde(flatten)]
    unknown: Map<String, Value>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileCharacter {
    id: String,
    name: String,
    #[serde(default)]
    role: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    persona: String,
    #[serde(default)]
    examples: String,
    #[serde(default)]
    avatar: Option<String>,
    #[serde(default)]
    muted: bool,
    #[serde(default = "half")]
    talkativeness: f64,
}

fn half() -> f64 {
    0.5
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct FileTokens {
    #[serde(default)]
    prompt: Option<i64>,
    #[serde(default)]
    reply: Option<i64>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileMessage {
    id: String,
    #[serde(default)]
    parent_id: Option<String>,
    author: Author,
    #[serde(default)]
    author_id: Option<String>,
    #[serde(default)]
    name: String,
    content: String,
    #[serde(default = "complete")]
    state: MessageState,
    #[serde(default)]
    presence: Option<Vec<String>>,
    #[serde(default)]
    hidden: bool,
    #[serde(default = "imported")]
    origin: Origin,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    aside: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    ending: bool,
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    tokens: Option<FileTokens>,
    #[serde(default)]
    price: i64,
    #[serde(default)]
    turn_id: Option<String>,
    #[serde(default = "one")]
    version: i64,
    #[serde(default)]
    created_on: Option<Timestamp>,
    #[serde(default)]
    edited_on: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deleted_on: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deleted_in: Option<i64>,
    #[serde(default)]
    active_child_id: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    revisions: Vec<FileRevision>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prompt: Option<Value>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    extra: Map<String, Value>,
    #[serde(flatten)]
    unknown: Map<String, Value>,
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
struct FileRevision {
    version: i64,
    content: String,
    #[serde(default)]
    created_on: Option<Timestamp>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct FileMemory {
    facts: Vec<FileFact>,
    summaries: Vec<FileSummary>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileFact {
    text: String,
    #[serde(default)]
    message_id: Option<String>,
    #[serde(default)]
    pinned: bool,
    #[serde(default = "one")]
    version: i64,
    #[serde(default)]
    created_on: Option<Timestamp>,
    #[serde(default)]
    updated_on: Option<Timestamp>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileSummary {
    id: String,
    text: String,
    first_message_id: String,
    last_message_id: String,
    #[serde(default)]
    left_out: Vec<String>,
    #[serde(default)]
    edited: bool,
    #[serde(default)]
    based_on: Option<String>,
    #[serde(default)]
    model: Option<String>,
    #[serde(default = "one")]
    version: i64,
    #[serde(default)]
    created_on: Option<Timestamp>,
    #[serde(default)]
    updated_on: Option<Timestamp>,
}

fn take_map(map: &mut Map<String, Value>, name: &str) -> Map<String, Value> {
    match map.remove(name) {
        Some(Value::Object(taken)) => taken,
        _ => Map::new(),
    }
}

/// Writes a story: its beginning, its messages one after the other, its end. No more than a message is in
/// memory.
pub(super) struct Writer<'w, W: Write> {
    to: &'w mut W,
    /// The messages that are in the file.
    known: HashSet<&'w str>,
    unknown: Map<String, Value>,
    is_first: bool,
}

impl<'w, W: Write> Writer<'w, W> {
    /// Begins a file in which these messages will be. `extra`: what was kept of the story when it was
    /// imported.
    pub(super) fn begin(
        to: &'w mut W,
        story: &Story,
        cast: &[Character],
        messages: &'w [MessageId],
        mut extra: Map<String, Value>,
        now: Timestamp,
    ) -> io::Result<Self> {
        let mut unknown = take_map(&mut extra, UNKNOWN);
        let story_unknown = take_map(&mut unknown, "story");
        let character = |one: &Character| FileCharacter {
            id: one.id.clone(),
            name: one.name.clone(),
            role: one.role.clone(),
            description: one.description.clone(),
            persona: one.persona.clone(),
            examples: one.examples.clone(),
            avatar: one.avatar.as_deref().map(media_url),
            muted: one.muted,
            talkativeness: one.talkativeness,
        };
        let head = FileHead {
            format: FORMAT,
            version: VERSION,
            exported_on: now,
            story: FileStory {
                id: Some(story.id.to_string()),
                title: story.title.clone(),
                theme_id: story.theme_id.clone(),
                scenario_id: story.scenario_id.as_ref().map(ToString::to_string),
                card_id: story.card_id.as_ref().map(ToString::to_string),
                created_on: Some(story.created_at),
                head_id: story.head_id.as_ref().map(ToString::to_string),
                gentle_since: story.safety.gentle_since,
                strikes: story.safety.strikes,
                closed_on: story.safety.closed_at,
                setup: serde_json::to_value(&story.setup)?,
                settings: serde_json::to_value(&story.settings)?,
                extra,
                unknown: story_unknown,
            },
            characters: cast.iter().map(character).collect(),
        };
        let mut text = serde_json::to_vec(&head)?;
        // The object goes on.
        text.pop();
        to.write_all(&text)?;
        to.write_all(b",\"messages\":[")?;
        Ok(Self {
            to,
            known: messages.iter().map(MessageId::as_str).collect(),
            unknown,
            is_first: true,
        })
    }

    /// Writes the next message; parents come before what follows them. `prompt`: what the model was shown;
    /// `extra`: what was kept of the message when it was imported.
    pub(super) fn message(
        &mut self,
        one: ExportMessage,
        prompt: Option<Value>,
        mut extra: Map<String, Value>,
    ) -> io::Result<()> {
        let ExportMessage {
            row,
            deleted_in,
            revisions,
        } = one;
        let unknown = take_map(&mut extra, UNKNOWN);
        let kept_prompt = extra.remove(PROMPT);
        let kept_turn = extra
            .remove(TURN)
            .and_then(|turn| turn.as_str().map(str::to_owned));
        let message = FileMessage {
            id: row.id.to_string(),
            parent_id: row.parent_id.as_ref().map(ToString::to_string),
            author: row.author,
            author_id: row.author_id,
            name: row.name,
            content: row.content,
            // A file cannot go on writing.
            state: if row.state == MessageState::Writing {
                MessageState::Interrupted
            } else {
                row.state
            },
            presence: row.presence,
            hidden: row.hidden,
            origin: row.origin,
            aside: row.aside,
            ending: row.ending,
            model: row.model,
            tokens: (row.prompt_tokens.is_some() || row.reply_tokens.is_some()).then_some(FileTokens {
                prompt: row.prompt_tokens,
                reply: row.reply_tokens,
            }),
            price: row.price,
            turn_id: row.turn_id.or(kept_turn),
            version: row.version,
            created_on: Some(row.created_at),
            edited_on: row.edited_at,
            deleted_on: row.deleted_at,
            deleted_in,
            active_child_id: row
                .active_child_id
                .as_ref()
                .map(ToString::to_string)
                .filter(|id| self.known.contains(id.as_str())),
            revisions: revisions
                .into_iter()
                .map(|(version, content, at)| FileRevision {
                    version,
                    content,
                    created_on: Some(at),
                })
                .collect(),
            prompt: prompt.or(kept_prompt),
            extra,
            unknown,
        };
        if !std::mem::take(&mut self.is_first) {
            self.to.write_all(b",")?;
        }
        Ok(serde_json::to_writer(&mut *self.to, &message)?)
    }

    /// Writes what follows the messages.
    pub(super) fn end(
        self,
        facts: &[memory::Fact],
        summaries: &[memory::Summary],
        variables: &Variables,
    ) -> io::Result<()> {
        let fact = |fact: &memory::Fact| FileFact {
            text: fact.text.clone(),
            message_id: fact.source_message_id.as_ref().map(ToString::to_string),
            pinned: fact.pinned,
            version: fact.version,
            created_on: Some(fact.created_at),
            updated_on: Some(fact.updated_at),
        };
        let is_there = |id: Option<&MessageId>| id.is_none_or(|id| self.known.contains(id.as_str()));
        let summary = |one: &memory::Summary| FileSummary {
            id: one.id.clone(),
            text: one.text.clone(),
            first_message_id: one.first_message_id.to_string(),
            last_message_id: one.last_message_id.to_string(),
            left_out: one.left_out.iter().map(ToString::to_string).collect(),
            edited: one.edited,
            based_on: one.based_on.clone(),
            model: one.model.clone(),
            version: one.version,
            created_on: Some(one.created_at),
            updated_on: Some(one.updated_at),
        };
        let memory = FileMemory {
            facts: facts
                .iter()
                .filter(|one| is_there(one.source_message_id.as_ref()))
                .map(fact)
                .collect(),
            summaries: summaries
                .iter()
                .filter(|one| is_there(Some(&one.last_message_id)))
                .map(summary)
                .collect(),
        };
        let tail = serde_json::to_vec(&FileTail {
            memory,
            variables,
            unknown: self.unknown,
        })?;
        self.to.write_all(b"],")?;
        self.to.write_all(&tail[1..])
    }
}
