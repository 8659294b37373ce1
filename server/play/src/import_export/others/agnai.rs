//! Agnai: `messages[]` with `msg` and `userId`; newer files are trees by `_id` and `parent`.

use std::collections::HashMap;

use platform::web::{Problem, Report};
use serde_json::{Map, Value};

use super::UNNAMED_CHARACTER;
use crate::import_export::dates::parse_date;
use crate::import_export::draft::{DraftMessage, StoryDraft, unusable_file};
use crate::import_export::json::{boolean, string, text};
use crate::import_export::rules::MAX_DESCRIPTION_CHARS;
use crate::stories::{Author, NARRATOR};

/// Fields of a file that are read, or that are of no use here.
const KNOWN_FIELDS: [&str; 6] = [
    "messages",
    "name",
    "scenario",
    "greeting",
    "sampleChat",
    "treeLeafId",
];

pub(in crate::import_export) fn read_agnai(
    file: Map<String, Value>,
    report: &mut Report,
) -> Result<StoryDraft, Problem> {
    let Some(Value::Array(messages)) = file.get("messages") else {
        return Err(unusable_file("messages is no list."));
    };
    if !messages.iter().any(|one| one.get("msg").is_some()) {
        return Err(unusable_file(
            "The messages in this file have no readable text (msg).",
        ));
    }
    let title = string(&file, "name").unwrap_or("Imported story").to_owned();
    let mut draft = StoryDraft {
        title: title.clone(),
        ..StoryDraft::default()
    };
    draft.setup.name = title;
    if let Some(setting) = string(&file, "scenario") {
        draft.setup.setting = setting.chars().take(MAX_DESCRIPTION_CHARS).collect();
        report.kept("scenario", "Now the story’s setting.");
    }
    let mut reader = MessageReader {
        draft,
        places: HashMap::new(),
        last: None,
        report,
    };
    for (number, one) in messages.iter().enumerate() {
        let Value::Object(one) = one else {
            return Err(unusable_file(format!("Message {} isn’t an object.", number + 1)));
        };
        reader.read_message(one)?;
    }
    let MessageReader {
        mut draft,
        places,
        last,
        report,
    } = reader;
    draft.head = string(&file, "treeLeafId")
        .and_then(|id| places.get(id))
        .copied()
        .or(last);
    report_unused(&file, report);
    report.kept(
        "messages",
        format!("{} messages were read.", draft.messages.len()),
    );
    let rest = file
        .into_iter()
        .filter(|(name, _)| !KNOWN_FIELDS.contains(&name.as_str()));
    let rest: Map<String, Value> = rest.collect();
    if !rest.is_empty() {
        draft.extra.insert("agnai".to_owned(), Value::Object(rest));
    }
    Ok(draft)
}

fn report_unused(file: &Map<String, Value>, report: &mut Report) {
    if string(file, "greeting").is_some() {
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
}

/// Reads messages one after another.
struct MessageReader<'r> {
    draft: StoryDraft,
    /// The indexes of messages by their ids.
    places: HashMap<String, usize>,
    last: Option<usize>,
    report: &'r mut Report,
}

impl MessageReader<'_> {
    fn read_message(&mut self, one: &Map<String, Value>) -> Result<(), Problem> {
        let Some(said) = one.get("msg").and_then(text) else {
            self.report
                .dropped("messages.msg", "A message without a text was left out.");
            return Ok(());
        };
        let parent = self.parent_of(one);
        let message = self.message(one, parent, &said);
        let retries = one.get("retries").and_then(Value::as_array);
        let beside = retries.into_iter().flatten().filter_map(text);
        for retry in beside.filter(|retry| *retry != said) {
            self.report
                .kept("messages.retries", "Earlier replies were kept as other versions.");
            self.draft.push(DraftMessage {
                content: retry,
                ..message.clone()
            })?;
        }
        let place = self.draft.push(message)?;
        if let Some(id) = string(one, "_id").or_else(|| string(one, "id")) {
            self.places.insert(id.to_owned(), place);
        }
        self.last = Some(place);
        Ok(())
    }

    /// The index of the message that this one follows.
    fn parent_of(&mut self, one: &Map<String, Value>) -> Option<usize> {
        let Some(parent) = string(one, "parent") else {
            return self.last;
        };
        let place = self.places.get(parent).copied();
        if place.is_none() {
            self.report.changed("messages.parent", "A message’s parent is missing from the file or comes later, so it was placed after the previous message.");
        }
        place.or(self.last)
    }

    fn message(&mut self, one: &Map<String, Value>, parent: Option<usize>, said: &str) -> DraftMessage {
        let is_user = string(one, "userId").is_some() && string(one, "characterId").is_none();
        let is_system = string(one, "event").is_some() || boolean(one.get("system")).unwrap_or(false);
        let handle = string(one, "handle");
        let (author, name) = match (is_user, is_system) {
            (_, true) => (Author::Narrator, NARRATOR),
            (true, _) => (Author::User, handle.unwrap_or("You")),
            (false, _) => (Author::Actor, handle.unwrap_or(UNNAMED_CHARACTER)),
        };
        let mut message = DraftMessage::new(parent, author, name, said);
        if author == Author::Actor {
            message.author_id = self.draft.character(name, self.report);
        }
        message.hidden = boolean(one.get("ooc")).unwrap_or(false);
        message.created_at = one.get("createdAt").and_then(parse_date);
        message.edited_at = one
            .get("updatedAt")
            .and_then(parse_date)
            .filter(|at| message.created_at.is_none_or(|made| *at > made));
        message.model = one
            .get("meta")
            .and_then(Value::as_object)
            .and_then(|meta| string(meta, "model"))
            .map(str::to_owned);
        message
    }
}
