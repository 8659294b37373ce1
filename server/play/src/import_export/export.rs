//! Exports a story to a file.

use std::collections::HashMap;
use std::io::Write;

use catalogue::publishing;
use kernel::Timestamp;
use platform::db::Conn;
use platform::web::Problem;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::branch::{PathStep, pages, path, steps};
use super::{markdown, native, store, tavern};
use crate::prompt::Variables;
use crate::stories::{self, Author, MessageId, MessageRow, Story};
use crate::{memory, turns};

/// The format of an export.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ExportFormat)]
pub(super) enum Format {
    /// Everything, in our own JSON.
    #[default]
    Json,
    /// The path to the head, with alternatives, for SillyTavern.
    Jsonl,
    /// The same path, for reading.
    Text,
}

impl Format {
    /// The content type of its files.
    pub(super) fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json; charset=utf-8",
            Self::Jsonl => "application/jsonl; charset=utf-8",
            Self::Text => "text/markdown; charset=utf-8",
        }
    }

    /// How the names of its files end.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Text => "md",
        }
    }
}

/// Messages that are read at a time.
const PAGE: usize = 100;

/// Writes the file of a story.
pub(super) async fn export(
    conn: &mut Conn,
    story: &Story,
    format: Format,
    with_deleted: bool,
    now: Timestamp,
    to: &mut impl Write,
) -> Result<(), Problem> {
    match format {
        Format::Json => export_json(conn, story, with_deleted, now, to).await,
        Format::Jsonl => export_chat(conn, story, to).await,
        Format::Text => export_text(conn, story, now, to).await,
    }
}

/// Writes the path to the head with alternatives, a page of messages at a time.
async fn export_chat(conn: &mut Conn, story: &Story, to: &mut impl Write) -> Result<(), Problem> {
    let cast = stories::list_characters(conn, story).await?;
    let positions = stories::list_positions(conn, story).await?;
    let extra = store::find(conn, &story.id).await?;
    let variables = exported_variables(conn, story).await?;
    let steps = steps(story, &positions);
    let said = steps
        .iter()
        .rev()
        .find(|step| step.position.author == Author::User);
    let chat = tavern::Chat {
        title: &story.title,
        setting: &story.setup.setting,
        note: &story.settings.authors_note,
        cast: cast.iter().map(|one| one.name.as_str()).collect(),
        user: said.map(|step| step.position.name.as_str()),
        created_at: story.created_at,
        variables: &variables.local,
        extra: Some(&extra),
    };
    let mut file = tavern::Writer::begin(to, &chat)?;
    for page in pages(&steps, PAGE) {
        let ids: Vec<MessageId> = page
            .iter()
            .flat_map(|step| &step.same)
            .map(|position| MessageId::trusted(position.id.clone()))
            .collect();
        let extras = store::find_of_messages(conn, &ids).await?;
        let messages = stories::list_export_messages(conn, &ids).await?.into_iter();
        let rows = messages.map(|one| (one.row.id.to_string(), one.row)).collect();
        for step in page {
            if let Some(line) = line(step, &rows, &extras) {
                file.message(&line)?;
            }
        }
    }
    Ok(())
}

/// A step of the path for the file; `None` if its message was deleted meanwhile.
fn line<'a>(
    step: &PathStep<'_>,
    rows: &'a HashMap<String, MessageRow>,
    extras: &'a HashMap<String, Map<String, Value>>,
) -> Option<tavern::Line<'a>> {
    let row = rows.get(&step.position.id)?;
    let same: Vec<&MessageRow> = step
        .same
        .iter()
        .filter_map(|position| rows.get(&position.id))
        .collect();
    Some(tavern::Line {
        author: row.author,
        name: &row.name,
        hidden: row.hidden,
        chosen: same.iter().position(|one| one.id == row.id).unwrap_or_default(),
        alternatives: same.iter().map(|one| alternative(one, extras)).collect(),
    })
}

fn alternative<'a>(
    row: &'a MessageRow,
    extras: &'a HashMap<String, Map<String, Value>>,
) -> tavern::Alternative<'a> {
    tavern::Alternative {
        content: &row.content,
        created_at: row.created_at,
        model: row.model.as_deref(),
        tokens: row.reply_tokens,
        extra: extras.get(row.id.as_str()),
    }
}

/// Writes the same path for reading, a page of messages at a time.
async fn export_text(
    conn: &mut Conn,
    story: &Story,
    now: Timestamp,
    to: &mut impl Write,
) -> Result<(), Problem> {
    let cast = stories::list_characters(conn, story).await?;
    let positions = stories::list_positions(conn, story).await?;
    markdown::begin(to, &story.title, &cast)?;
    for page in path(story, &positions).chunks(PAGE) {
        let ids: Vec<MessageId> = page
            .iter()
            .map(|position| MessageId::trusted(position.id.clone()))
            .collect();
        for one in stories::list_export_messages(conn, &ids).await? {
            markdown::message(to, &one.row)?;
        }
    }
    Ok(markdown::end(to, now)?)
}

/// Writes all of a story, a page of messages at a time.
///
/// # Errors
/// Database errors, and errors of writing.
pub async fn export_json(
    conn: &mut Conn,
    story: &Story,
    with_deleted: bool,
    now: Timestamp,
    to: &mut impl Write,
) -> Result<(), Problem> {
    let cast = stories::list_characters(conn, story).await?;
    let ids = stories::list_export_ids(conn, story, with_deleted).await?;
    let (facts, summaries) = memory::list_all(conn, &story.id).await?;
    let variables = exported_variables(conn, story).await?;
    let extra = store::find(conn, &story.id).await?;
    let mut file = native::Writer::begin(to, story, &cast, &ids, extra, now)?;
    for page in ids.chunks(PAGE) {
        let mut prompts: HashMap<String, Value> = turns::find_prompts(conn, story.id.as_str(), page)
            .await?
            .into_iter()
            .collect();
        let mut extras = store::find_of_messages(conn, page).await?;
        for one in stories::list_export_messages(conn, page).await? {
            let prompt = prompts.remove(one.row.id.as_str()).map(without_texts);
            let extra = extras.remove(one.row.id.as_str()).unwrap_or_default();
            file.message(one, prompt, extra)?;
        }
    }
    Ok(file.end(&facts, &summaries, &variables)?)
}

/// What macros have stored, unless its scenario is closed: macros store texts of it.
async fn exported_variables(conn: &mut Conn, story: &Story) -> sqlx::Result<Variables> {
    if let Some(version) = story.scenario_version {
        // Without the scenario it is not known any more whether it was open.
        let is_closed = match &story.scenario_id {
            Some(id) => publishing::is_closed(conn, id, version).await?,
            None => true,
        };
        if is_closed {
            return Ok(Variables::default());
        }
    }
    turns::find_variables(conn, story.id.as_str()).await
}

/// A prompt's record without its texts: its parts, their sizes and reasons.
fn without_texts(mut prompt: Value) -> Value {
    if let Some(parts) = prompt.get_mut("parts").and_then(Value::as_array_mut) {
        parts
            .iter_mut()
            .filter_map(Value::as_object_mut)
            .for_each(|part| drop(part.remove("text")));
    }
    prompt
}
