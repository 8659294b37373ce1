//! Chats of other programs: CAI Tools, text-generation-webui, Agnai. They are read only.

use std::collections::HashMap;

use platform::web::{Problem, Report};
use serde_json::{Map, Value};

use super::dates::moment;
use super::draft::{Draft, DraftMessage, unusable};
use super::json::{bool_from_int, string, text};
use crate::stories::{Author, NARRATOR};

/// What a character is called whom the file does not name.
const SOMEBODY: &str = "Character";

fn object<'a>(value: &'a Value, name: &str) -> Option<&'a Map<String, Value>> {
    value.get(name)?.as_object()
}

/// CAI Tools: `histories.histories[].msgs[]` with `src.is_human` and `text`. Several chats become several
/// beginnings of one story.
pub(super) fn read_cai(file: &Map<String, Value>, report: &mut Report) -> Result<Draft, Problem> {
    let outer = file.get("histories").unwrap_or(&Value::Null);
    let histories = outer
        .get("histories")
        .unwrap_or(outer)
        .as_array()
        .ok_or_else(|| unusable("histories holds no list of chats."))?;
    let info = file
        .get("info")
        .and_then(|info| object(info, "character").or_else(|| info.as_object()));
    let named = info.and_then(|info| {
        ["name", "participant__name", "title"]
            .iter()
            .find_map(|field| string(info, field))
    });
    let spoken = || {
        histories
            .iter()
            .filter_map(|chat| chat.get("msgs")?.as_array())
            .flatten()
            .find_map(|msg| (!is_human(msg)).then(|| name_in(msg)).flatten())
    };
    let character = named.map(str::to_owned).or_else(spoken);
    if character.is_none() {
        report.asked(
            "src.name",
            "The file doesn’t name the character, so it’s called “Character” until you rename it.",
        );
    }
    let character = character.unwrap_or_else(|| SOMEBODY.to_owned());
    let mut draft = Draft {
        title: character.clone(),
        ..Draft::default()
    };
    draft.setup.name.clone_from(&character);
    if let Some(about) = info.and_then(|info| {
        ["description", "greeting", "title"]
            .iter()
            .find_map(|field| string(info, field))
    }) {
        draft.setup.description = about.chars().take(super::rules::MAX_DESCRIPTION_CHARS).collect();
        report.kept(
            "info.character",
            "The character’s description is now the story’s description.",
        );
    }
    draft.character(&character, report);
    let mut longest: Option<(usize, usize)> = None;
    for (number, chat) in histories.iter().enumerate() {
        let Some(msgs) = chat.get("msgs").and_then(Value::as_array) else {
            report.dropped("histories", format!("Chat {} has no messages.", number + 1));
            continue;
        };
        let mut parent = None;
        for msg in msgs {
            let Some(said) = msg.get("text").and_then(text) else {
                report.dropped("msgs.text", "A message without a text was left out.");
                continue;
            };
            let is_user = is_human(msg);
            let name = name_in(msg).unwrap_or_else(|| {
                if is_user {
                    "You".to_owned()
                } else {
                    character.clone()
                }
            });
            let author = if is_user { Author::User } else { Author::Actor };
            let mut message = DraftMessage::new(parent, author, &name, &said);
            if !is_user {
                message.author_id = draft.character(&name, report);
            }
            message.created_at = ["created", "create_time", "created_at", "timestamp"]
                .iter()
                .find_map(|field| moment(msg.get(field)?));
            parent = Some(draft.push(message)?);
        }
        if let Some(end) = parent
            && longest.is_none_or(|(count, _)| msgs.len() > count)
        {
            longest = Some((msgs.len(), end));
        }
    }
    draft.head = longest.map(|(_, end)| end);
    if histories.len() > 1 {
        report.changed(
            "histories",
            format!(
                "The {} chats became branches of one story. You’re in the longest.",
                histories.len()
            ),
        );
    }
    report.kept("msgs", format!("{} messages were read.", draft.messages.len()));
    Ok(draft)
}

fn is_human(msg: &Value) -> bool {
    let src = msg.get("src").unwrap_or(msg);
    bool_from_int(src.get("is_human"))
        .or_else(|| bool_from_int(msg.get("is_human")))
        .unwrap_or(false)
}

fn name_in(msg: &Value) -> Option<String> {
    let src = msg.get("src")?.as_object()?;
    let user = src.get("user").and_then(Value::as_object);
    let found = string(src, "name")
        .or_else(|| user.and_then(|user| string(user, "name").or_else(|| string(user, "first_name"))));
    found.map(str::to_owned)
}

/// What text-generation-webui writes where the chat begins with the character.
const BEGIN: &str = "<|BEGIN-VISIBLE-CHAT|>";

/// text-generation-webui: `data_visible`, or `visible` in newer files, is a list of pairs: what you said,
/// what was answered.
pub(super) fn read_pairs(file: &Map<String, Value>, report: &mut Report) -> Result<Draft, Problem> {
    let field = if file.contains_key("data_visible") {
        "data_visible"
    } else {
        "visible"
    };
    let pairs = file
        .get(field)
        .and_then(Value::as_array)
        .ok_or_else(|| unusable(format!("{field} is no list.")))?;
    let character = ["name2", "character", "character_name"]
        .iter()
        .find_map(|name| string(file, name))
        .map(str::to_owned);
    let user = ["name1", "user"]
        .iter()
        .find_map(|name| string(file, name))
        .unwrap_or("You")
        .to_owned();
    if character.is_none() {
        report.asked(
            "name2",
            "The file doesn’t name the character, so it’s called “Character” until you rename it.",
        );
    }
    let character = character.unwrap_or_else(|| SOMEBODY.to_owned());
    let mut draft = Draft {
        title: character.clone(),
        ..Draft::default()
    };
    draft.setup.name.clone_from(&character);
    let speaker = draft.character(&character, report);
    let stamps = file.get("metadata").and_then(Value::as_object);
    let stamp = |role: &str, number: usize| {
        stamps.and_then(|stamps| moment(stamps.get(&format!("{role}_{number}"))?.get("timestamp")?))
    };
    let mut parent = None;
    for (number, pair) in pairs.iter().enumerate() {
        let Some([said, answer, ..]) = pair.as_array().map(Vec::as_slice) else {
            return Err(unusable(format!("Pair {} of {field} isn’t a pair.", number + 1)));
        };
        for (value, author, name) in [(said, Author::User, &user), (answer, Author::Actor, &character)] {
            let said = text(value)
                .map(|text| unescape(&text))
                .filter(|text| !text.trim().is_empty() && text.trim() != BEGIN);
            let Some(said) = said else { continue };
            let mut message = DraftMessage::new(parent, author, name, &said);
            if author == Author::Actor {
                message.author_id.clone_from(&speaker);
            }
            message.created_at = stamp(
                if author == Author::User {
                    "user"
                } else {
                    "assistant"
                },
                number,
            );
            parent = Some(draft.push(message)?);
        }
    }
    draft.head = parent;
    report.kept(field, format!("{} messages were read.", draft.messages.len()));
    for (name, _) in file
        .iter()
        .filter(|(name, _)| matches!(name.as_str(), "data" | "internal"))
    {
        report.dropped(
            name,
            "We used the visible texts instead of the ones the model saw.",
        );
    }
    Ok(draft)
}

/// The five entities that text-generation-webui escapes in what it shows.
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

/// Agnai: `messages[]` with `msg` and `userId`; newer files are trees by `_id` and `parent`.
pub(super) fn read_agnai(file: Map<String, Value>, report: &mut Report) -> Result<Draft, Problem> {
    let Some(Value::Array(messages)) = file.get("messages") else {
        return Err(unusable("messages is no list."));
    };
    if !messages.iter().any(|one| one.get("msg").is_some()) {
        return Err(unusable("The messages in this file have no readable text (msg)."));
    }
    let title = string(&file, "name").unwrap_or("Imported story").to_owned();
    let mut draft = Draft {
        title: title.clone(),
        ..Draft::default()
    };
    draft.setup.name = title;
    if let Some(setting) = string(&file, "scenario") {
        draft.setup.setting = setting
            .chars()
            .take(super::rules::MAX_DESCRIPTION_CHARS)
            .collect();
        report.kept("scenario", "Now the story’s setting.");
    }
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut before = None;
    let greets = string(&file, "greeting").map(str::to_owned);
    for (number, one) in messages.iter().enumerate() {
        let Value::Object(one) = one else {
            return Err(unusable(format!("Message {} isn’t an object.", number + 1)));
        };
        let Some(said) = one.get("msg").and_then(text) else {
            report.dropped("messages.msg", "A message without a text was left out.");
            continue;
        };
        let is_user = string(one, "userId").is_some() && string(one, "characterId").is_none();
        let id = string(one, "_id").or_else(|| string(one, "id"));
        let parent = match string(one, "parent") {
            Some(parent) => match places.get(parent) {
                Some(place) => Some(*place),
                None => {
                    report
                        .changed("messages.parent", "A message’s parent is missing from the file or comes later, so it was placed after the previous message.");
                    before
                }
            },
            None => before,
        };
        let handle = string(one, "handle").map(str::to_owned);
        let is_system = string(one, "event").is_some() || bool_from_int(one.get("system")).unwrap_or(false);
        let (author, name) = match (is_user, is_system) {
            (_, true) => (Author::Narrator, NARRATOR.to_owned()),
            (true, _) => (Author::User, handle.unwrap_or_else(|| "You".to_owned())),
            (false, _) => (Author::Actor, handle.unwrap_or_else(|| SOMEBODY.to_owned())),
        };
        let mut message = DraftMessage::new(parent, author, &name, &said);
        if author == Author::Actor {
            message.author_id = draft.character(&name, report);
        }
        message.hidden = bool_from_int(one.get("ooc")).unwrap_or(false);
        message.created_at = one.get("createdAt").and_then(moment);
        message.edited_at = one
            .get("updatedAt")
            .and_then(moment)
            .filter(|at| message.created_at.is_none_or(|made| *at > made));
        message.model = one
            .get("meta")
            .and_then(|meta| meta.as_object())
            .and_then(|meta| string(meta, "model"))
            .map(str::to_owned);
        let beside: Vec<String> = one
            .get("retries")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(text)
            .filter(|retry| *retry != said)
            .collect();
        for retry in beside {
            report.kept("messages.retries", "Earlier replies were kept as other versions.");
            draft.push(DraftMessage {
                content: retry,
                ..message.clone()
            })?;
        }
        let place = draft.push(message)?;
        if let Some(id) = id {
            places.insert(id.to_owned(), place);
        }
        before = Some(place);
    }
    draft.head = string(&file, "treeLeafId")
        .and_then(|id| places.get(id))
        .copied()
        .or(before);
    if greets.is_some() {
        report.dropped("greeting", "It’s already the first message, or was never said.");
    }
    if file
        .get("sampleChat")
        .is_some_and(|value| !value.is_null() && value.as_str() != Some(""))
    {
        report.dropped(
            "sampleChat",
            "Example dialogue belongs to a character, not to a chat.",
        );
    }
    report.kept(
        "messages",
        format!("{} messages were read.", draft.messages.len()),
    );
    let rest = file.into_iter().filter(|(name, _)| {
        !matches!(
            name.as_str(),
            "messages" | "name" | "scenario" | "greeting" | "sampleChat" | "treeLeafId"
        )
    });
    let rest: Map<String, Value> = rest.collect();
    if !rest.is_empty() {
        draft.extra.insert("agnai".to_owned(), Value::Object(rest));
    }
    Ok(draft)
}
