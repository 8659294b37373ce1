//! CAI Tools: `histories.histories[].msgs[]` with `src.is_human` and `text`. Several chats become several
//! beginnings of one story.

use platform::web::{Problem, Report};
use serde_json::{Map, Value};

use super::begin;
use crate::import_export::dates::parse_date;
use crate::import_export::draft::{DraftMessage, StoryDraft, unusable_file};
use crate::import_export::json::{boolean, string, text};
use crate::import_export::rules::MAX_DESCRIPTION_CHARS;
use crate::stories::Author;

pub(in crate::import_export) fn read_cai(
    file: &Map<String, Value>,
    report: &mut Report,
) -> Result<StoryDraft, Problem> {
    let outer = file.get("histories").unwrap_or(&Value::Null);
    let histories = outer
        .get("histories")
        .unwrap_or(outer)
        .as_array()
        .ok_or_else(|| unusable_file("histories holds no list of chats."))?;
    let info = file.get("info").and_then(|info| {
        info.get("character")
            .and_then(Value::as_object)
            .or_else(|| info.as_object())
    });
    let (mut draft, character) = begin(name_of(info, histories), "src.name", report);
    read_description(&mut draft, info, report);
    draft.character(&character, report);
    let mut longest: Option<(usize, usize)> = None;
    for (number, chat) in histories.iter().enumerate() {
        let Some(msgs) = chat.get("msgs").and_then(Value::as_array) else {
            report.dropped("histories", format!("Chat {} has no messages.", number + 1));
            continue;
        };
        let end = read_chat(&mut draft, msgs, &character, report)?;
        if let Some(end) = end
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

/// The character's name: the one in the file, else the first speaker's.
fn name_of(info: Option<&Map<String, Value>>, histories: &[Value]) -> Option<String> {
    let named = info.and_then(|info| {
        ["name", "participant__name", "title"]
            .iter()
            .find_map(|field| string(info, field))
    });
    named.map(str::to_owned).or_else(|| {
        histories
            .iter()
            .filter_map(|chat| chat.get("msgs")?.as_array())
            .flatten()
            .find_map(|msg| (!is_human(msg)).then(|| name_in(msg)).flatten())
    })
}

fn read_description(draft: &mut StoryDraft, info: Option<&Map<String, Value>>, report: &mut Report) {
    let about = info.and_then(|info| {
        ["description", "greeting", "title"]
            .iter()
            .find_map(|field| string(info, field))
    });
    if let Some(about) = about {
        draft.setup.description = about.chars().take(MAX_DESCRIPTION_CHARS).collect();
        report.kept(
            "info.character",
            "The character’s description is now the story’s description.",
        );
    }
}

/// Adds the messages of a chat; returns the last of them.
fn read_chat(
    draft: &mut StoryDraft,
    msgs: &[Value],
    character: &str,
    report: &mut Report,
) -> Result<Option<usize>, Problem> {
    let mut parent = None;
    for msg in msgs {
        let Some(said) = msg.get("text").and_then(text) else {
            report.dropped("msgs.text", "A message without a text was left out.");
            continue;
        };
        let is_user = is_human(msg);
        let unnamed = if is_user { "You" } else { character };
        let name = name_in(msg).unwrap_or_else(|| unnamed.to_owned());
        let author = if is_user { Author::User } else { Author::Actor };
        let mut message = DraftMessage::new(parent, author, &name, &said);
        if !is_user {
            message.author_id = draft.character(&name, report);
        }
        message.created_at = ["created", "create_time", "created_at", "timestamp"]
            .iter()
            .find_map(|field| parse_date(msg.get(field)?));
        parent = Some(draft.push(message)?);
    }
    Ok(parent)
}

fn is_human(msg: &Value) -> bool {
    let src = msg.get("src").unwrap_or(msg);
    boolean(src.get("is_human"))
        .or_else(|| boolean(msg.get("is_human")))
        .unwrap_or(false)
}

fn name_in(msg: &Value) -> Option<String> {
    let src = msg.get("src")?.as_object()?;
    let user = src.get("user").and_then(Value::as_object);
    let found = string(src, "name")
        .or_else(|| user.and_then(|user| string(user, "name").or_else(|| string(user, "first_name"))));
    found.map(str::to_owned)
}
