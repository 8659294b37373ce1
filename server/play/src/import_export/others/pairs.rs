//! text-generation-webui: `data_visible`, or `visible` in newer files, is a list of pairs: your line, and the
//! answer.

use kernel::Timestamp;
use platform::web::{Problem, Report};
use serde_json::{Map, Value};

use super::begin;
use crate::import_export::dates::parse_date;
use crate::import_export::draft::{DraftMessage, StoryDraft, unusable_file};
use crate::import_export::json::{string, text};
use crate::stories::Author;

/// The text that text-generation-webui writes if the character begins the chat.
const BEGIN: &str = "<|BEGIN-VISIBLE-CHAT|>";

pub(in crate::import_export) fn read_pairs(
    file: &Map<String, Value>,
    report: &mut Report,
) -> Result<StoryDraft, Problem> {
    let field = if file.contains_key("data_visible") {
        "data_visible"
    } else {
        "visible"
    };
    let pairs = file
        .get(field)
        .and_then(Value::as_array)
        .ok_or_else(|| unusable_file(format!("{field} is no list.")))?;
    let first_of = |fields: &[&str]| fields.iter().find_map(|field| string(file, field));
    let character = first_of(&["name2", "character", "character_name"]).map(str::to_owned);
    let user = first_of(&["name1", "user"]).unwrap_or("You");
    let (mut draft, character) = begin(character, "name2", report);
    let speaker = draft.character(&character, report);
    let mut parent = None;
    for (number, pair) in pairs.iter().enumerate() {
        let Some([said, answer, ..]) = pair.as_array().map(Vec::as_slice) else {
            return Err(unusable_file(format!(
                "Pair {} of {field} isn’t a pair.",
                number + 1
            )));
        };
        if let Some(said) = visible(said) {
            let mut message = DraftMessage::new(parent, Author::User, user, &said);
            message.created_at = stamp(file, "user", number);
            parent = Some(draft.push(message)?);
        }
        if let Some(said) = visible(answer) {
            let mut message = DraftMessage::new(parent, Author::Actor, &character, &said);
            message.author_id.clone_from(&speaker);
            message.created_at = stamp(file, "assistant", number);
            parent = Some(draft.push(message)?);
        }
    }
    draft.head = parent;
    report.kept(field, format!("{} messages were read.", draft.messages.len()));
    for name in file.keys() {
        if matches!(name.as_str(), "data" | "internal") {
            report.dropped(
                name,
                "We used the visible texts instead of the ones the model saw.",
            );
        }
    }
    Ok(draft)
}

/// The visible text of one of a pair; `None` if it is empty.
fn visible(value: &Value) -> Option<String> {
    text(value)
        .map(|text| unescape(&text))
        .filter(|text| !text.trim().is_empty() && text.trim() != BEGIN)
}

/// The time of one of the pair with this number.
fn stamp(file: &Map<String, Value>, role: &str, number: usize) -> Option<Timestamp> {
    let stamps = file.get("metadata")?.as_object()?;
    parse_date(stamps.get(&format!("{role}_{number}"))?.get("timestamp")?)
}

/// Reverts the five entities that text-generation-webui escapes.
fn unescape(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}
