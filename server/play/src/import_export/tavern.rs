//! SillyTavern's chats: one JSON object a line, the first of them about the chat. Also Chub's, whose texts
//! may be objects.
//!
//! Such a file holds one line of a story with the alternatives of each message ("swipes"). What we have no
//! place for is kept under `tavern` beside the story and beside each message, and written back.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use kernel::Timestamp;
use platform::web::{Problem, Report};
use serde_json::{Map, Value, json};

use super::dates::moment;
use super::draft::{Draft, DraftMessage, DraftRevision, same_name, unusable};
use super::json::{bool_from_int, string, text, whole};
use crate::stories::rules::{MAX_INSTRUCTION_CHARS, MAX_NOTE_DEPTH, MAX_NOTE_INTERVAL};
use crate::stories::{Author, AuthorsNote, NARRATOR, NoteRole};

/// Under this name it is kept what only SillyTavern knows.
pub(super) const KEPT: &str = "tavern";
/// What newer files write in the place of names.
const NO_NAME: &str = "unused";
/// Fields of a message that are written anew from the story.
const OWN: [&str; 8] = [
    "name",
    "is_user",
    "is_system",
    "send_date",
    "mes",
    "swipes",
    "swipe_id",
    "swipe_info",
];

pub(super) fn read(lines: Vec<Map<String, Value>>, report: &mut Report) -> Result<Draft, Problem> {
    let mut draft = Draft::default();
    let mut lines = lines.into_iter().peekable();
    let header = lines
        .next_if(|line| !line.contains_key("mes"))
        .unwrap_or_default();
    let lines: Vec<Map<String, Value>> = lines.collect();
    let names = Names::of(&header, &lines, report);
    let metadata = header
        .get("chat_metadata")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    draft.title = names.character.clone();
    draft.setup.name.clone_from(&names.character);
    draft.created_at = header.get("create_date").and_then(moment);
    read_metadata(&mut draft, &metadata, report);
    draft.character(&names.character, report);
    let mut parent = None;
    let mut swipes = 0;
    for (number, line) in lines.into_iter().enumerate() {
        parent = Some(read_line(
            &mut draft,
            parent,
            line,
            number,
            &names,
            &mut swipes,
            report,
        )?);
    }
    draft.head = parent;
    if !header.is_empty() {
        draft.extra.insert(KEPT.to_owned(), Value::Object(header));
        report.kept(
            "header",
            "SillyTavern’s own chat data is kept and included when you export.",
        );
    }
    report.kept(
        "mes",
        format!("{} messages were read.", draft.messages.len() - swipes),
    );
    if swipes > 0 {
        report.kept(
            "swipes",
            format!("{swipes} alternatives stand beside their messages."),
        );
    }
    Ok(draft)
}

/// Who speaks in a chat.
struct Names {
    user: String,
    character: String,
    /// Everybody who says something that is not a system message, in lower case.
    speakers: HashSet<String>,
}

impl Names {
    fn of(header: &Map<String, Value>, lines: &[Map<String, Value>], report: &mut Report) -> Self {
        let named = |field: &str| {
            string(header, field)
                .filter(|name| !name.eq_ignore_ascii_case(NO_NAME))
                .map(str::to_owned)
        };
        let is_user = |line: &Map<String, Value>| bool_from_int(line.get("is_user")).unwrap_or(false);
        let is_system = |line: &Map<String, Value>| bool_from_int(line.get("is_system")).unwrap_or(false);
        let first = |user: bool| {
            lines
                .iter()
                .filter(|line| is_user(line) == user && !is_system(line))
                .find_map(|line| string(line, "name"))
        };
        let user = named("user_name").or_else(|| first(true).map(str::to_owned));
        let character = named("character_name").or_else(|| first(false).map(str::to_owned));
        match &character {
            Some(_) if named("character_name").is_some() => {
                report.kept("character_name", "The first character in the cast.")
            }
            Some(name) => report.changed(
                "character_name",
                format!("The file doesn’t name the character, so we used the first speaker, {name}."),
            ),
            None => report.asked(
                "character_name",
                "Nobody in the file has a name, so the character is called “Character” until you rename it.",
            ),
        }
        match &user {
            Some(_) if named("user_name").is_some() => report.kept("user_name", "Your messages carry it."),
            Some(_) => report.changed(
                "user_name",
                "The file doesn’t name you, so your messages keep the names they came with.",
            ),
            None => report.asked("user_name", "The file doesn’t say your name, so you’re “You”."),
        }
        let speakers = lines
            .iter()
            .filter(|line| !is_user(line) && !is_system(line))
            .filter_map(|line| string(line, "name"))
            .map(str::to_lowercase)
            .collect();
        Self {
            user: user.unwrap_or_else(|| "You".to_owned()),
            character: character.unwrap_or_else(|| "Character".to_owned()),
            speakers,
        }
    }

    fn is_speaker(&self, name: &str) -> bool {
        same_name(name, &self.character) || self.speakers.contains(&name.to_lowercase())
    }
}

fn read_line(
    draft: &mut Draft,
    parent: Option<usize>,
    line: Map<String, Value>,
    number: usize,
    names: &Names,
    swipes: &mut usize,
    report: &mut Report,
) -> Result<usize, Problem> {
    let said = match line.get("mes") {
        Some(value) => text(value).ok_or_else(|| {
            unusable(format!(
                "The text of message {} is neither text nor an object with a text.",
                number + 1
            ))
        })?,
        None => {
            return Err(unusable(format!(
                "Line {} isn’t a message: it has no “mes” field.",
                number + 2
            )));
        }
    };
    if line.get("mes").is_some_and(Value::is_object) {
        report.changed("mes", "The text was inside an object.");
    }
    let name = string(&line, "name").map(str::to_owned);
    let is_user = bool_from_int(line.get("is_user"))
        .unwrap_or_else(|| name.as_deref().is_some_and(|name| same_name(name, &names.user)));
    let is_hidden = bool_from_int(line.get("is_system")).unwrap_or(false);
    let about = line
        .get("extra")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let is_narrator = about.get("type").and_then(Value::as_str) == Some("narrator");
    let name = name.unwrap_or_else(|| {
        if is_user {
            names.user.clone()
        } else {
            names.character.clone()
        }
    });
    let author = match () {
        () if is_user => Author::User,
        () if is_narrator || (is_hidden && !names.is_speaker(&name)) => Author::Narrator,
        () => Author::Actor,
    };
    let mut base = DraftMessage::new(parent, author, &name, &said);
    if author == Author::Actor {
        base.author_id = draft.character(&name, report);
    }
    base.hidden = is_hidden;
    if is_hidden {
        report.kept("is_system", "Hidden messages stay out of prompts.");
    }
    read_about(&mut base, line.get("send_date"), &about, report);
    if about.contains_key("branches") || about.contains_key("bookmark_link") {
        report.dropped("extra.branches", "SillyTavern saves branches and checkpoints as separate files. Import them as well if you want them.");
    }
    let texts: Vec<Value> = line
        .get("swipes")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let infos: Vec<Value> = line
        .get("swipe_info")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let chosen = whole(line.get("swipe_id"));
    let rest: Map<String, Value> = line
        .into_iter()
        .filter(|(field, _)| !OWN.contains(&field.as_str()))
        .collect();
    let has_rest = rest.keys().any(|field| field != "extra") || !about.is_empty();
    if has_rest {
        base.extra.insert(KEPT.to_owned(), Value::Object(rest));
        report.kept(
            "extra",
            "SillyTavern’s own message data is kept and included when you export.",
        );
    }
    if texts.len() < 2 {
        return draft.push(base);
    }
    let texts: Vec<Option<String>> = texts.iter().map(text).collect();
    if texts.iter().any(Option::is_none) {
        report.dropped("swipes", "An alternative without a text was left out.");
    }
    let is_it = |one: &Option<String>| one.as_deref() == Some(said.as_str());
    let chosen = chosen
        .and_then(|at| usize::try_from(at).ok())
        .filter(|at| texts.get(*at).is_some_and(Option::is_some))
        .or_else(|| texts.iter().position(is_it));
    let mut current = None;
    for (place, one) in texts.into_iter().enumerate() {
        let Some(one) = one else { continue };
        *swipes += 1;
        if Some(place) == chosen {
            let mut message = base.clone();
            if one != said {
                message.revisions.push(DraftRevision {
                    version: 1,
                    content: one,
                    created_at: message.created_at,
                });
                message.version = 2;
                message.edited_at = message.created_at;
                report.kept("swipes", "Where a message was edited after it was chosen, the original is kept as an earlier version.");
            }
            current = Some(draft.push(message)?);
            continue;
        }
        let mut message = DraftMessage {
            content: one,
            extra: Map::new(),
            model: None,
            reply_tokens: None,
            created_at: base.created_at,
            ..base.clone()
        };
        if let Some(Value::Object(info)) = infos.get(place) {
            let about = info
                .get("extra")
                .and_then(Value::as_object)
                .cloned()
                .unwrap_or_default();
            read_about(&mut message, info.get("send_date"), &about, report);
            let rest: Map<String, Value> = info
                .iter()
                .filter(|(field, _)| field.as_str() != "send_date")
                .map(|(field, value)| (field.clone(), value.clone()))
                .collect();
            if !rest.is_empty() {
                message.extra.insert(KEPT.to_owned(), Value::Object(rest));
            }
        }
        draft.push(message)?;
    }
    *swipes -= usize::from(current.is_some());
    match current {
        Some(current) => Ok(current),
        None => {
            report.changed(
                "swipe_id",
                "The chosen alternative wasn’t in the list, so it was added.",
            );
            draft.push(base)
        }
    }
}

fn read_about(
    message: &mut DraftMessage,
    date: Option<&Value>,
    about: &Map<String, Value>,
    report: &mut Report,
) {
    match date {
        Some(date) => match moment(date) {
            Some(at) => message.created_at = Some(at),
            None => report.changed(
                "send_date",
                "A date couldn’t be read, so the message was placed after the previous one.",
            ),
        },
        None => report.changed(
            "send_date",
            "A message has no date, so it was placed after the previous one.",
        ),
    }
    message.model = string(about, "model").map(|name| name.chars().take(200).collect());
    message.reply_tokens = whole(about.get("token_count")).filter(|count| (0..1_000_000).contains(count));
}

fn read_metadata(draft: &mut Draft, metadata: &Map<String, Value>, report: &mut Report) {
    let mut note = AuthorsNote::default();
    if let Some(words) = string(metadata, "note_prompt") {
        let cut: String = words.chars().take(MAX_INSTRUCTION_CHARS).collect();
        if cut.len() < words.len() {
            report.changed(
                "chat_metadata.note_prompt",
                format!("The note was cut after {MAX_INSTRUCTION_CHARS} characters."),
            );
        } else {
            report.kept("chat_metadata.note_prompt", "Now the author’s note.");
        }
        note.text = cut;
        let number = |field: &str, default: u32, most: u32| {
            whole(metadata.get(field)).map_or(default, |n| u32::try_from(n.max(0)).unwrap_or(most).min(most))
        };
        note.depth = number("note_depth", note.depth, MAX_NOTE_DEPTH);
        note.interval = number("note_interval", note.interval, MAX_NOTE_INTERVAL);
        note.role = match whole(metadata.get("note_role")) {
            Some(1) => NoteRole::User,
            Some(2) => NoteRole::Assistant,
            _ => NoteRole::System,
        };
        if whole(metadata.get("note_position")).is_some_and(|position| position != 1) {
            report.changed(
                "chat_metadata.note_position",
                "The note is placed between the messages, at its depth.",
            );
        }
    }
    draft.settings.authors_note = note;
    if let Some(setting) = string(metadata, "scenario") {
        draft.setup.setting = setting
            .chars()
            .take(super::rules::MAX_DESCRIPTION_CHARS)
            .collect();
        report.kept("chat_metadata.scenario", "Now the story’s setting.");
    }
    if let Some(book) = string(metadata, "world_info") {
        report.asked(
            "chat_metadata.world_info",
            format!("The chat used the lorebook {book}. Import that lorebook and attach it to the story."),
        );
    }
    if let Some(variables) = metadata.get("variables").and_then(Value::as_object) {
        draft.variables.local = variables
            .iter()
            .filter_map(|(name, value)| Some((name.clone(), variable(value)?)))
            .collect();
        let left_out = variables.len() - draft.variables.local.len();
        match left_out {
            0 => report.kept("chat_metadata.variables", "Macros can use them here, too."),
            _ => report.changed(
                "chat_metadata.variables",
                format!("Macros can use them here, too, except {left_out} that are lists or tables."),
            ),
        }
    }
    for (field, why) in [
        ("timedWorldInfo", "Kept, and included when you export."),
        ("main_chat", "The chat it branched from is a separate file."),
    ] {
        if metadata.get(field).is_some_and(|value| !value.is_null()) {
            report.dropped(&format!("chat_metadata.{field}"), why);
        }
    }
}

/// The value of a variable as macros read it.
fn variable(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// What is written of one message.
pub(super) struct Line<'a> {
    pub(super) author: Author,
    pub(super) name: &'a str,
    pub(super) hidden: bool,
    /// The message itself is one of them.
    pub(super) alternatives: Vec<Alternative<'a>>,
    pub(super) chosen: usize,
}

/// A message or one of those beside it.
pub(super) struct Alternative<'a> {
    pub(super) content: &'a str,
    pub(super) created_at: Timestamp,
    pub(super) model: Option<&'a str>,
    pub(super) tokens: Option<i64>,
    pub(super) extra: Option<&'a Map<String, Value>>,
}

/// What is written of a chat.
pub(super) struct Chat<'a> {
    pub(super) title: &'a str,
    pub(super) setting: &'a str,
    pub(super) note: &'a AuthorsNote,
    pub(super) cast: Vec<&'a str>,
    /// Under which name the player spoke last.
    pub(super) user: Option<&'a str>,
    pub(super) created_at: Timestamp,
    /// What macros have stored in this chat.
    pub(super) variables: &'a BTreeMap<String, String>,
    pub(super) extra: Option<&'a Map<String, Value>>,
}

fn kept(extra: Option<&Map<String, Value>>) -> Map<String, Value> {
    extra
        .and_then(|extra| extra.get(KEPT))
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default()
}

/// Writes a chat as JSON lines: what is of all of it, then its messages one after the other. No more than a
/// message is in memory.
pub(super) struct Writer<'w, W: Write> {
    to: &'w mut W,
    is_group: bool,
}

impl<'w, W: Write> Writer<'w, W> {
    /// Writes the first line.
    pub(super) fn begin(to: &'w mut W, chat: &Chat<'_>) -> io::Result<Self> {
        let mut writer = Self {
            to,
            is_group: chat.cast.len() > 1,
        };
        writer.line(&header(chat))?;
        Ok(writer)
    }

    /// Writes the next message.
    pub(super) fn message(&mut self, line: &Line<'_>) -> io::Result<()> {
        self.line(&message(line, self.is_group))
    }

    fn line(&mut self, object: &Map<String, Value>) -> io::Result<()> {
        serde_json::to_writer(&mut *self.to, object)?;
        self.to.write_all(b"\n")
    }
}

fn header(chat: &Chat<'_>) -> Map<String, Value> {
    let mut header = kept(chat.extra);
    let mut metadata = header
        .remove("chat_metadata")
        .and_then(|value| {
            if let Value::Object(map) = value {
                Some(map)
            } else {
                None
            }
        })
        .unwrap_or_default();
    let user = chat.user.unwrap_or("You");
    let character = chat.cast.first().copied().unwrap_or(chat.title);
    for (field, value) in [
        ("user_name", json!(user)),
        ("character_name", json!(character)),
        ("create_date", json!(chat.created_at.to_string())),
    ] {
        header.insert(field.to_owned(), value);
    }
    let note = chat.note;
    if !note.text.is_empty() || metadata.contains_key("note_prompt") {
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
    if !chat.setting.is_empty() {
        metadata.insert("scenario".to_owned(), json!(chat.setting));
    }
    if !chat.variables.is_empty() {
        let mut variables = metadata
            .remove("variables")
            .and_then(|value| {
                if let Value::Object(map) = value {
                    Some(map)
                } else {
                    None
                }
            })
            .unwrap_or_default();
        for (name, value) in chat.variables {
            // What has not changed stays a number where it was one.
            if variables.get(name).and_then(variable).as_ref() != Some(value) {
                variables.insert(name.clone(), json!(value));
            }
        }
        metadata.insert("variables".to_owned(), Value::Object(variables));
    }
    header.insert("chat_metadata".to_owned(), Value::Object(metadata));
    header
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
