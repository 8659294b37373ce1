//! Reads our own JSON: what does not fit is reported or refused.

mod memory;
mod messages;
mod settings;
mod world;

use std::collections::HashMap;

use platform::web::{Problem, Report};
use serde_json::{Map, Value};

use super::format::{FileMemory, FileStory};
use super::{UNKNOWN, VERSION};
use crate::import_export::draft::{StoryDraft, unusable_file};
use crate::import_export::rules::MAX_MESSAGES;
use crate::prompt::Variables;
use crate::stories::StorySafety;

/// The most strikes of a file; more than suffice to close a story mean nothing.
const MAX_STRIKES: i64 = 100;

/// The indexes of messages in the draft, by their ids in the file.
type MessageIndexes = HashMap<String, usize>;

fn take<T: serde::de::DeserializeOwned>(value: Value, what: &str) -> Result<T, Problem> {
    serde_json::from_value(value).map_err(|error| unusable_file(format!("{what} does not fit: {error}.")))
}

fn take_list(file: &mut Map<String, Value>, name: &str) -> Result<Vec<Value>, Problem> {
    match file.remove(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => Ok(list),
        Some(_) => Err(unusable_file(format!("{name} is no list."))),
    }
}

/// An optional field; its default if it is absent or null.
fn take_or_default<T: serde::de::DeserializeOwned + Default>(
    file: &mut Map<String, Value>,
    name: &str,
) -> Result<T, Problem> {
    match file.remove(name) {
        None | Some(Value::Null) => Ok(T::default()),
        Some(value) => take(value, name),
    }
}

/// Reads a file of our own JSON.
pub(in crate::import_export) fn read(
    mut file: Map<String, Value>,
    report: &mut Report,
) -> Result<StoryDraft, Problem> {
    file.remove("format");
    file.remove("exportedOn");
    check_version(&mut file, report)?;
    let story: FileStory = take(
        file.remove("story").unwrap_or_else(|| Value::Object(Map::new())),
        "story",
    )?;
    let messages = take_list(&mut file, "messages")?;
    if messages.len() > MAX_MESSAGES {
        return Err(unusable_file(format!(
            "An imported story can have up to {MAX_MESSAGES} messages; this one has {}.",
            messages.len()
        )));
    }
    let cast = world::read_cast(take_list(&mut file, "characters")?, report)?;
    let memory: FileMemory = take_or_default(&mut file, "memory")?;
    let variables: Variables = take_or_default(&mut file, "variables")?;
    let mut draft = StoryDraft {
        title: story.title,
        variables,
        theme_id: settings::read_theme(story.theme_id, report),
        cast,
        created_at: story.created_on,
        scenario_id: story.scenario_id,
        scenario_version: story.scenario_version,
        safety: StorySafety {
            gentle_since: story.gentle_since,
            strikes: story.strikes.clamp(0, MAX_STRIKES),
            closed_at: story.closed_on,
            ..StorySafety::default()
        },
        ..StoryDraft::default()
    };
    draft.setup = world::read_setup(story.setup, report);
    draft.settings = settings::read_settings(story.settings, &draft.cast, report);
    if story.card_id.is_some() {
        report.dropped(
            "story.cardID",
            "The card the story started from isn’t kept, but its characters are.",
        );
    }
    let indexes = messages::read_messages(&mut draft, messages, report)?;
    draft.head = read_head(&draft, story.head_id, &indexes, report);
    memory::read_memory(&mut draft, memory, &indexes, report)?;
    draft.extra = story.extra;
    keep_unknown(&mut draft, file, story.unknown, report);
    report.kept(
        "messages",
        format!("{} messages on all branches were read.", draft.messages.len()),
    );
    Ok(draft)
}

fn check_version(file: &mut Map<String, Value>, report: &mut Report) -> Result<(), Problem> {
    let version = file
        .remove("version")
        .and_then(|version| version.as_f64())
        .ok_or_else(|| unusable_file("version is missing."))?;
    if version > f64::from(VERSION) {
        report.changed("version", format!("The file uses version {version}, which is newer than ours ({VERSION}). What we don’t know is kept but not used."));
    }
    Ok(())
}

/// The reader's position; `None` if the file has none, or names a deleted message.
fn read_head(
    draft: &StoryDraft,
    id: Option<String>,
    indexes: &MessageIndexes,
    report: &mut Report,
) -> Option<usize> {
    let index = indexes.get(&id?).copied();
    let index = index.filter(|index| draft.messages[*index].deleted_at.is_none());
    if index.is_none() {
        report.changed(
            "story.headId",
            "You’re at the end of the first branch, because the file doesn’t say where you were.",
        );
    }
    index
}

/// Stores the unknown fields of the file and of its story.
fn keep_unknown(
    draft: &mut StoryDraft,
    mut file: Map<String, Value>,
    story: Map<String, Value>,
    report: &mut Report,
) {
    if !story.is_empty() {
        file.insert("story".to_owned(), Value::Object(story));
    }
    if file.is_empty() {
        return;
    }
    report.kept(
        "unknown",
        format!(
            "Unknown fields are kept and included when you export: {}.",
            file.keys().take(10).cloned().collect::<Vec<_>>().join(", ")
        ),
    );
    draft.extra.insert(UNKNOWN.to_owned(), Value::Object(file));
}

/// A text in its stored form, shortened if it is too long.
fn cut(text: &str, most: usize, field: &str, report: &mut Report) -> String {
    let clean = crate::stories::rules::clean_text(text);
    if clean.chars().count() <= most {
        return clean;
    }
    report.changed(field, format!("Shortened to {most} characters."));
    clean.chars().take(most).collect()
}
