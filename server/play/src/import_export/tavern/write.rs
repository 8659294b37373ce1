//! Writes a chat: its metadata, then its messages one after the other.

use std::collections::BTreeMap;
use std::io::{self, Write};

use kernel::Timestamp;
use serde_json::{Map, Value, json};

use super::{EXTRA_KEY, variable};
use crate::stories::{Author, AuthorsNote, NARRATOR, NoteRole};

/// A message with its alternatives for the file.
pub(in crate::import_export) struct Line<'a> {
    pub(in crate::import_export) author: Author,
    pub(in crate::import_export) name: &'a str,
    pub(in crate::import_export) hidden: bool,
    /// Includes the message itself.
    pub(in crate::import_export) alternatives: Vec<Alternative<'a>>,
    pub(in crate::import_export) chosen: usize,
}

/// A message or one of its alternatives.
pub(in crate::import_export) struct Alternative<'a> {
    pub(in crate::import_export) content: &'a str,
    pub(in crate::import_export) created_at: Timestamp,
    pub(in crate::import_export) model: Option<&'a str>,
    pub(in crate::import_export) tokens: Option<i64>,
    pub(in crate::import_export) extra: Option<&'a Map<String, Value>>,
}

/// The metadata of a chat for the file.
pub(in crate::import_export) struct Chat<'a> {
    pub(in crate::import_export) title: &'a str,
    pub(in crate::import_export) setting: &'a str,
    pub(in crate::import_export) note: &'a AuthorsNote,
    pub(in crate::import_export) cast: Vec<&'a str>,
    /// The name under which the player spoke last.
    pub(in crate::import_export) user: Option<&'a str>,
    pub(in crate::import_export) created_at: Timestamp,
    /// What macros have stored in this chat.
    pub(in crate::import_export) variables: &'a BTreeMap<String, String>,
    pub(in crate::import_export) extra: Option<&'a Map<String, Value>>,
}

fn kept(extra: Option<&Map<String, Value>>) -> Map<String, Value> {
    extra
        .and_then(|extra| extra.get(EXTRA_KEY))
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default()
}

/// Writes a chat as JSON lines: its metadata, then its messages one after the other. Only one message is in
/// memory.
pub(in crate::import_export) struct Writer<'w, W: Write> {
    to: &'w mut W,
    is_group: bool,
}

impl<'w, W: Write> Writer<'w, W> {
    /// Writes the first line.
    pub(in crate::import_export) fn begin(to: &'w mut W, chat: &Chat<'_>) -> io::Result<Self> {
        let mut writer = Self {
            to,
            is_group: chat.cast.len() > 1,
        };
        writer.line(&header(chat))?;
        Ok(writer)
    }

    /// Writes the next message.
    pub(in crate::import_export) fn message(&mut self, line: &Line<'_>) -> io::Result<()> {
        self.line(&message(line, self.is_group))
    }

    fn line(&mut self, object: &Map<String, Value>) -> io::Result<()> {
        serde_json::to_writer(&mut *self.to, object)?;
        self.to.write_all(b"\n")
    }
}

/// Takes the object of a field out of another object; empty if there is none.
fn take_object(from: &mut Map<String, Value>, field: &str) -> Map<String, Value> {
    match from.remove(field) {
        Some(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

fn header(chat: &Chat<'_>) -> Map<String, Value> {
    let mut header = kept(chat.extra);
    let mut metadata = take_object(&mut header, "chat_metadata");
    let user = chat.user.unwrap_or("You");
    let character = chat.cast.first().copied().unwrap_or(chat.title);
    for (field, value) in [
        ("user_name", json!(user)),
        ("character_name", json!(character)),
        ("create_date", json!(chat.created_at.to_string())),
    ] {
        header.insert(field.to_owned(), value);
    }
    if !chat.note.text.is_empty() || metadata.contains_key("note_prompt") {
        insert_note(&mut metadata, chat.note);
    }
    if !chat.setting.is_empty() {
        metadata.insert("scenario".to_owned(), json!(chat.setting));
    }
    if !chat.variables.is_empty() {
        insert_variables(&mut metadata, chat.variables);
    }
    header.insert("chat_metadata".to_owned(), Value::Object(metadata));
    header
}

fn insert_note(metadata: &mut Map<String, Value>, note: &AuthorsNote) {
    let role = match note.role {
        NoteRole::System => 0,
        NoteRole::User => 1,
        NoteRole::Assistant => 2,
    };
    for (field, value) in [
        ("note_prompt", json!(note.text)),
        ("note_interval", json!(note.interval)),
        ("note_depth", json!(note.depth)),
        ("note_role", json!(role)),
    ] {
        metadata.insert(field.to_owned(), value);
    }
    metadata.entry("note_position").or_insert_with(|| json!(1));
}

fn insert_variables(metadata: &mut Map<String, Value>, ours: &BTreeMap<String, String>) {
    let mut variables = take_object(metadata, "variables");
    for (name, value) in ours {
        // A number that has not changed stays a number.
        if variables.get(name).and_then(variable).as_ref() != Some(value) {
            variables.insert(name.clone(), json!(value));
        }
    }
    metadata.insert("variables".to_owned(), Value::Object(variables));
}

fn message(line: &Line<'_>, is_group: bool) -> Map<String, Value> {
    let chosen = &line.alternatives[line.chosen];
    let mut object = kept(chosen.extra);
    let name = if line.author == Author::Narrator && line.name.is_empty() {
        NARRATOR
    } else {
        line.name
    };
    let about = about(chosen, &object, line.author);
    for (field, value) in [
        ("name", json!(name)),
        ("is_user", json!(line.author == Author::User)),
        ("is_system", json!(line.hidden)),
        ("send_date", json!(chosen.created_at.to_string())),
        ("mes", json!(chosen.content)),
        ("extra", Value::Object(about)),
    ] {
        object.insert(field.to_owned(), value);
    }
    if is_group && line.author == Author::Actor {
        object
            .entry("original_avatar")
            .or_insert_with(|| json!(format!("{name}.png")));
    }
    if line.alternatives.len() > 1 {
        let texts: Vec<&str> = line.alternatives.iter().map(|one| one.content).collect();
        let infos: Vec<Value> = line
            .alternatives
            .iter()
            .map(|one| info(one, line.author))
            .collect();
        object.insert("swipe_id".to_owned(), json!(line.chosen));
        object.insert("swipes".to_owned(), json!(texts));
        object.insert("swipe_info".to_owned(), Value::Array(infos));
    }
    object
}

fn info(one: &Alternative<'_>, author: Author) -> Value {
    let kept = kept(one.extra);
    let mut info = Map::new();
    info.insert("send_date".to_owned(), json!(one.created_at.to_string()));
    for field in ["gen_started", "gen_finished"] {
        if let Some(value) = kept.get(field) {
            info.insert(field.to_owned(), value.clone());
        }
    }
    info.insert("extra".to_owned(), Value::Object(about(one, &kept, author)));
    Value::Object(info)
}

fn about(one: &Alternative<'_>, kept: &Map<String, Value>, author: Author) -> Map<String, Value> {
    let mut about = kept
        .get("extra")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    if let Some(model) = one.model {
        about.insert("model".to_owned(), json!(model));
    }
    if let Some(tokens) = one.tokens {
        about.insert("token_count".to_owned(), json!(tokens));
    }
    if author == Author::Narrator {
        about.entry("type").or_insert_with(|| json!("narrator"));
    }
    about
}
