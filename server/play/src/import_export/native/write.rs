//! Writes a story as our own JSON.

use std::collections::HashSet;
use std::io::{self, Write};

use kernel::Timestamp;
use platform::media::FramedImage;
use serde_json::{Map, Value};

use super::format::{
    FileCharacter, FileFact, FileHead, FileMemory, FileMessage, FileRevision, FileStory, FileSummary,
    FileTail, FileTokens,
};
use super::{FORMAT, PROMPT, TURN, UNKNOWN, VERSION};
use crate::memory;
use crate::prompt::Variables;
use crate::stories::{Character, ExportMessage, MessageId, MessageState, Story};

fn take_map(map: &mut Map<String, Value>, name: &str) -> Map<String, Value> {
    match map.remove(name) {
        Some(Value::Object(taken)) => taken,
        _ => Map::new(),
    }
}

/// Writes a story: its beginning, its messages one after the other, its end. Only one message is in memory.
pub(in crate::import_export) struct Writer<'w, W: Write> {
    to: &'w mut W,
    /// The messages in the file.
    known: HashSet<&'w str>,
    unknown: Map<String, Value>,
    is_first: bool,
}

impl<'w, W: Write> Writer<'w, W> {
    /// Begins a file that will contain these messages. `extra`: what was stored of the story when it was
    /// imported.
    pub(in crate::import_export) fn begin(
        to: &'w mut W,
        story: &Story,
        cast: &[Character],
        messages: &'w [MessageId],
        mut extra: Map<String, Value>,
        now: Timestamp,
    ) -> io::Result<Self> {
        let mut unknown = take_map(&mut extra, UNKNOWN);
        let story_unknown = take_map(&mut unknown, "story");
        let head = FileHead {
            format: FORMAT,
            version: VERSION,
            exported_on: now,
            story: file_story(story, extra, story_unknown)?,
            characters: cast.iter().map(file_character).collect(),
        };
        let mut text = serde_json::to_vec(&head)?;
        // The object continues.
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

    /// Writes the next message; parents come before their children. `prompt`: the model's prompt; `extra`:
    /// what was stored of the message when it was imported.
    pub(in crate::import_export) fn message(
        &mut self,
        one: ExportMessage,
        prompt: Option<Value>,
        extra: Map<String, Value>,
    ) -> io::Result<()> {
        let message = self.file_message(one, prompt, extra);
        if !std::mem::take(&mut self.is_first) {
            self.to.write_all(b",")?;
        }
        Ok(serde_json::to_writer(&mut *self.to, &message)?)
    }

    fn file_message(
        &self,
        one: ExportMessage,
        prompt: Option<Value>,
        mut extra: Map<String, Value>,
    ) -> FileMessage {
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
        FileMessage {
            id: row.id.to_string(),
            parent_id: row.parent_id.as_ref().map(ToString::to_string),
            author: row.author,
            author_id: row.author_id,
            name: row.name,
            content: row.content,
            // Nobody continues to write a message of a file.
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
            tokens: file_tokens(row.prompt_tokens, row.reply_tokens),
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
            revisions: revisions.into_iter().map(file_revision).collect(),
            prompt: prompt.or(kept_prompt),
            extra,
            unknown,
        }
    }

    /// Writes the part after the messages.
    pub(in crate::import_export) fn end(
        self,
        facts: &[memory::Fact],
        summaries: &[memory::Summary],
        variables: &Variables,
    ) -> io::Result<()> {
        let is_there = |id: Option<&MessageId>| id.is_none_or(|id| self.known.contains(id.as_str()));
        let memory = FileMemory {
            facts: facts
                .iter()
                .filter(|one| is_there(one.source_message_id.as_ref()))
                .map(file_fact)
                .collect(),
            summaries: summaries
                .iter()
                .filter(|one| is_there(Some(&one.last_message_id)))
                .map(file_summary)
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

fn file_story(
    story: &Story,
    extra: Map<String, Value>,
    unknown: Map<String, Value>,
) -> serde_json::Result<FileStory> {
    Ok(FileStory {
        id: Some(story.id.to_string()),
        title: story.title.clone(),
        theme_id: story.theme_id.clone(),
        scenario_id: story.scenario_id.as_ref().map(ToString::to_string),
        scenario_version: story.scenario_version,
        card_id: story.card_id.as_ref().map(ToString::to_string),
        created_on: Some(story.created_at),
        head_id: story.head_id.as_ref().map(ToString::to_string),
        gentle_since: story.safety.gentle_since,
        strikes: story.safety.strikes,
        closed_on: story.safety.closed_at,
        setup: serde_json::to_value(&story.setup)?,
        settings: serde_json::to_value(&story.settings)?,
        extra,
        unknown,
    })
}

fn file_character(one: &Character) -> FileCharacter {
    FileCharacter {
        id: one.id.clone(),
        name: one.name.clone(),
        role: one.role.clone(),
        description: one.description.clone(),
        persona: one.persona.clone(),
        examples: one.examples.clone(),
        avatar: one.avatar.as_ref().map(FramedImage::url),
        muted: one.muted,
        talkativeness: one.talkativeness,
    }
}

fn file_tokens(prompt: Option<i64>, reply: Option<i64>) -> Option<FileTokens> {
    (prompt.is_some() || reply.is_some()).then_some(FileTokens { prompt, reply })
}

fn file_revision((version, content, at): (i64, String, Timestamp)) -> FileRevision {
    FileRevision {
        version,
        content,
        created_on: Some(at),
    }
}

fn file_fact(fact: &memory::Fact) -> FileFact {
    FileFact {
        text: fact.text.clone(),
        message_id: fact.source_message_id.as_ref().map(ToString::to_string),
        pinned: fact.pinned,
        version: fact.version,
        created_on: Some(fact.created_at),
        updated_on: Some(fact.updated_at),
    }
}

fn file_summary(one: &memory::Summary) -> FileSummary {
    FileSummary {
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
    }
}
