//! Reads a chat line by line, with the alternatives of each line.

use platform::web::{Problem, Report};
use serde_json::{Map, Value};

use super::EXTRA_KEY;
use super::metadata::read_metadata;
use super::names::Names;
use crate::import_export::dates::parse_date;
use crate::import_export::draft::{DraftMessage, DraftRevision, StoryDraft, same_name, unusable_file};
use crate::import_export::json::{boolean, integer, string, text};
use crate::stories::Author;

/// Fields of a message that exports write from the story.
const DERIVED_FIELDS: [&str; 8] = [
    "name",
    "is_user",
    "is_system",
    "send_date",
    "mes",
    "swipes",
    "swipe_id",
    "swipe_info",
];

pub(in crate::import_export) fn read(
    lines: Vec<Map<String, Value>>,
    report: &mut Report,
) -> Result<StoryDraft, Problem> {
    let mut draft = StoryDraft::default();
    let mut lines = lines.into_iter().peekable();
    let header = lines
        .next_if(|line| !line.contains_key("mes"))
        .unwrap_or_default();
    let lines: Vec<Map<String, Value>> = lines.collect();
    let names = Names::of(&header, &lines, report);
    draft.title = names.character.clone();
    draft.setup.name.clone_from(&names.character);
    draft.created_at = header.get("create_date").and_then(parse_date);
    read_metadata(&mut draft, &object(header.get("chat_metadata")), report);
    draft.character(&names.character, report);
    let mut reader = LineReader {
        draft,
        names,
        last: None,
        swipes: 0,
        report,
    };
    for (number, line) in lines.into_iter().enumerate() {
        reader.read_line(number, line)?;
    }
    Ok(reader.finish(header))
}

/// The object in a field; empty if it is something else.
fn object(value: Option<&Value>) -> Map<String, Value> {
    value.and_then(Value::as_object).cloned().unwrap_or_default()
}

/// Reads the lines of a chat one after another.
struct LineReader<'r> {
    draft: StoryDraft,
    names: Names,
    /// The message of the previous line.
    last: Option<usize>,
    /// How many alternatives were read.
    swipes: usize,
    report: &'r mut Report,
}

/// The alternatives of a line.
struct Swipes {
    texts: Vec<Value>,
    infos: Vec<Value>,
    chosen: Option<i64>,
}

impl Swipes {
    fn of(line: &Map<String, Value>) -> Self {
        let list = |field: &str| -> Vec<Value> {
            let list = line.get(field).and_then(Value::as_array);
            list.cloned().unwrap_or_default()
        };
        Self {
            texts: list("swipes"),
            infos: list("swipe_info"),
            chosen: integer(line.get("swipe_id")),
        }
    }
}

impl LineReader<'_> {
    fn read_line(&mut self, number: usize, line: Map<String, Value>) -> Result<(), Problem> {
        let said = text_of(&line, number)?;
        if line.get("mes").is_some_and(Value::is_object) {
            self.report.changed("mes", "The text was inside an object.");
        }
        let about = object(line.get("extra"));
        let mut base = self.message(&line, &about, &said);
        if about.contains_key("branches") || about.contains_key("bookmark_link") {
            self.report.dropped("extra.branches", "SillyTavern saves branches and checkpoints as separate files. Import them as well if you want them.");
        }
        let swipes = Swipes::of(&line);
        self.keep_unknown_fields(&mut base, line, &about);
        self.last = Some(if swipes.texts.len() < 2 {
            self.draft.push(base)?
        } else {
            self.push_swipes(&base, &said, swipes)?
        });
        Ok(())
    }

    /// The message of a line, without its alternatives and its unknown fields.
    fn message(&mut self, line: &Map<String, Value>, about: &Map<String, Value>, said: &str) -> DraftMessage {
        let name = string(line, "name").map(str::to_owned);
        let is_user = boolean(line.get("is_user")).unwrap_or_else(|| {
            name.as_deref()
                .is_some_and(|name| same_name(name, &self.names.user))
        });
        let is_hidden = boolean(line.get("is_system")).unwrap_or(false);
        let is_narrator = about.get("type").and_then(Value::as_str) == Some("narrator");
        let name = name.unwrap_or_else(|| {
            if is_user {
                self.names.user.clone()
            } else {
                self.names.character.clone()
            }
        });
        let author = match () {
            () if is_user => Author::User,
            () if is_narrator || (is_hidden && !self.names.is_speaker(&name)) => Author::Narrator,
            () => Author::Actor,
        };
        let mut message = DraftMessage::new(self.last, author, &name, said);
        if author == Author::Actor {
            message.author_id = self.draft.character(&name, self.report);
        }
        message.hidden = is_hidden;
        if is_hidden {
            self.report
                .kept("is_system", "Hidden messages stay out of prompts.");
        }
        read_about(&mut message, line.get("send_date"), about, self.report);
        message
    }

    /// Stores the unknown fields of a line.
    fn keep_unknown_fields(
        &mut self,
        message: &mut DraftMessage,
        line: Map<String, Value>,
        about: &Map<String, Value>,
    ) {
        let rest: Map<String, Value> = line
            .into_iter()
            .filter(|(field, _)| !DERIVED_FIELDS.contains(&field.as_str()))
            .collect();
        let has_rest = rest.keys().any(|field| field != "extra") || !about.is_empty();
        if has_rest {
            message.extra.insert(EXTRA_KEY.to_owned(), Value::Object(rest));
            self.report.kept(
                "extra",
                "SillyTavern’s own message data is kept and included when you export.",
            );
        }
    }

    /// Adds a message with its alternatives in their order; returns the chosen one.
    fn push_swipes(&mut self, base: &DraftMessage, said: &str, swipes: Swipes) -> Result<usize, Problem> {
        let texts: Vec<Option<String>> = swipes.texts.iter().map(text).collect();
        if texts.iter().any(Option::is_none) {
            self.report
                .dropped("swipes", "An alternative without a text was left out.");
        }
        let chosen = swipes
            .chosen
            .and_then(|at| usize::try_from(at).ok())
            .filter(|at| texts.get(*at).is_some_and(Option::is_some))
            .or_else(|| texts.iter().position(|one| one.as_deref() == Some(said)));
        let mut current = None;
        for (place, one) in texts.into_iter().enumerate() {
            let Some(one) = one else { continue };
            if Some(place) == chosen {
                let message = self.chosen_swipe(base, said, one);
                current = Some(self.draft.push(message)?);
            } else {
                let message = self.other_swipe(base, one, swipes.infos.get(place));
                self.draft.push(message)?;
                self.swipes += 1;
            }
        }
        if let Some(current) = current {
            return Ok(current);
        }
        self.report.changed(
            "swipe_id",
            "The chosen alternative wasn’t in the list, so it was added.",
        );
        self.draft.push(base.clone())
    }

    /// The shown alternative; if the message was edited since, the alternative's text becomes an earlier
    /// version.
    fn chosen_swipe(&mut self, base: &DraftMessage, said: &str, content: String) -> DraftMessage {
        let mut message = base.clone();
        if content != said {
            message.revisions.push(DraftRevision {
                version: 1,
                content,
                created_at: message.created_at,
            });
            message.version = 2;
            message.edited_at = message.created_at;
            self.report.kept(
                "swipes",
                "Where a message was edited after it was chosen, the original is kept as an earlier version.",
            );
        }
        message
    }

    fn other_swipe(&mut self, base: &DraftMessage, content: String, info: Option<&Value>) -> DraftMessage {
        let mut message = DraftMessage {
            content,
            extra: Map::new(),
            model: None,
            reply_tokens: None,
            ..base.clone()
        };
        if let Some(Value::Object(info)) = info {
            let about = object(info.get("extra"));
            read_about(&mut message, info.get("send_date"), &about, self.report);
            let rest: Map<String, Value> = info
                .iter()
                .filter(|(field, _)| field.as_str() != "send_date")
                .map(|(field, value)| (field.clone(), value.clone()))
                .collect();
            if !rest.is_empty() {
                message.extra.insert(EXTRA_KEY.to_owned(), Value::Object(rest));
            }
        }
        message
    }

    /// The chat as a whole.
    fn finish(self, header: Map<String, Value>) -> StoryDraft {
        let Self {
            mut draft,
            last,
            swipes,
            report,
            ..
        } = self;
        draft.head = last;
        if !header.is_empty() {
            draft.extra.insert(EXTRA_KEY.to_owned(), Value::Object(header));
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
        draft
    }
}

/// The text of the line with this number.
fn text_of(line: &Map<String, Value>, number: usize) -> Result<String, Problem> {
    let said = line.get("mes").ok_or_else(|| {
        unusable_file(format!(
            "Line {} isn’t a message: it has no “mes” field.",
            number + 2
        ))
    })?;
    text(said).ok_or_else(|| {
        unusable_file(format!(
            "The text of message {} is neither text nor an object with a text.",
            number + 1
        ))
    })
}

/// Reads when a message was written, and by which model.
fn read_about(
    message: &mut DraftMessage,
    date: Option<&Value>,
    about: &Map<String, Value>,
    report: &mut Report,
) {
    match date {
        Some(date) => match parse_date(date) {
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
    message.reply_tokens = integer(about.get("token_count")).filter(|count| (0..1_000_000).contains(count));
}
