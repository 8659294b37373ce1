//! What is remembered on a path, and changing it.

use std::collections::HashSet;

use kernel::{ErrorCode, Timestamp};
use platform::db::{Conn, Tx};
use platform::web::Problem;

use super::model::{Fact, Summary};
use super::rules::{MAX_FACT_CHARS, MAX_FACTS, MAX_SUMMARY_CHARS, told};
use super::{FactId, errors, store};
use crate::AppState;
use crate::stories::{self, MessageId, MessageRow, Story, StoryId};

/// What is remembered on a path (earliest message first): the facts that hold on it, and the summary that
/// reaches furthest.
///
/// # Errors
/// Database errors.
pub async fn for_path(
    conn: &mut Conn,
    story: &StoryId,
    path: &[MessageRow],
) -> sqlx::Result<(Vec<Fact>, Option<Summary>)> {
    let ids: HashSet<&str> = path.iter().map(|row| row.id.as_str()).collect();
    let facts = store::list_facts(conn, story).await?;
    let holding = facts
        .into_iter()
        .filter(|fact| {
            fact.source_message_id
                .as_ref()
                .is_none_or(|id| ids.contains(id.as_str()))
        })
        .collect();
    let places = store::list_places(conn, story).await?;
    let summary = match places
        .into_iter()
        .find(|place| ids.contains(place.last_message_id.as_str()))
    {
        Some(place) => store::find_summary(conn, &place.id).await?,
        None => None,
    };
    // A player who emptied it wants nothing to be told.
    let summary = summary.filter(|summary| !summary.text.trim().is_empty());
    Ok((
        holding,
        summary.map(|summary| Summary {
            message_ids: told(&summary, path),
            ..summary
        }),
    ))
}

/// The same for the place where the reader is, without going through all of the path: every fact with whether
/// it holds there, and the summary.
pub(super) async fn at_head(
    conn: &mut Conn,
    story: &Story,
) -> Result<(Vec<(Fact, bool)>, Option<Summary>), Problem> {
    let mut facts = Vec::new();
    for fact in store::list_facts(conn, &story.id).await? {
        let holds = match &fact.source_message_id {
            Some(id) => is_on_line(conn, story, id).await?,
            None => true,
        };
        facts.push((fact, holds));
    }
    Ok((facts, summary_at(conn, story, story.head_id.as_ref()).await?))
}

async fn is_on_line(conn: &mut Conn, story: &Story, id: &MessageId) -> Result<bool, Problem> {
    let Some(head) = &story.head_id else {
        return Ok(false);
    };
    match stories::load_message(conn, story, id).await {
        Ok(row) => Ok(stories::is_on_path(conn, &row, head).await?),
        Err(problem) if problem.code() == ErrorCode::NOT_FOUND => Ok(false),
        Err(problem) => Err(problem),
    }
}

/// The summary that holds on the path that ends here.
pub(super) async fn summary_at(
    conn: &mut Conn,
    story: &Story,
    end: Option<&MessageId>,
) -> Result<Option<Summary>, Problem> {
    let Some(end) = end else { return Ok(None) };
    for place in store::list_places(conn, &story.id).await? {
        let last = MessageId::trusted(place.last_message_id);
        let row = match stories::load_message(conn, story, &last).await {
            Ok(row) => row,
            Err(problem) if problem.code() == ErrorCode::NOT_FOUND => continue,
            Err(problem) => return Err(problem),
        };
        debug_assert_eq!(row.depth, place.last_depth);
        if stories::is_on_path(conn, &row, end).await? {
            return Ok(store::find_summary(conn, &place.id).await?);
        }
    }
    Ok(None)
}

/// Everything that is remembered of a story, on all branches: for exports.
///
/// # Errors
/// Database errors.
pub async fn list_all(conn: &mut Conn, story: &StoryId) -> sqlx::Result<(Vec<Fact>, Vec<Summary>)> {
    Ok((
        store::list_facts(conn, story).await?,
        store::list_summaries(conn, story).await?,
    ))
}

/// Stores what was exported with a story that is new here; ids are the caller's choice and must be new.
///
/// # Errors
/// Database errors.
pub async fn restore(
    tx: &mut Tx,
    story: &StoryId,
    facts: &[Fact],
    summaries: &[Summary],
) -> sqlx::Result<()> {
    for fact in facts {
        store::insert_fact(tx, story, fact).await?;
    }
    for summary in summaries {
        store::insert_summary(tx, story, summary).await?;
    }
    Ok(())
}

/// The text of a fact as it is kept.
pub(super) fn read_fact(text: &str) -> Result<String, Problem> {
    let text = stories::rules::clean_text(text).trim().to_owned();
    match text.chars().count() {
        0 => Err(Problem::invalid("/text", "Enter a fact.")),
        1..=MAX_FACT_CHARS => Ok(text),
        _ => Err(Problem::invalid(
            "/text",
            format!("Use at most {MAX_FACT_CHARS} characters."),
        )),
    }
}

fn changed(what: &str, version: i64) -> Problem {
    Problem::new(
        errors::MEMORY_CHANGED,
        format!("The {what} has changed in the meantime."),
    )
    .with_extension("version", version)
}

/// Writes a fact down in a story that was taken.
pub(super) async fn add_fact(
    app: &AppState,
    tx: &mut Tx,
    story: &Story,
    text: &str,
    message: Option<&MessageId>,
    pinned: bool,
) -> Result<Fact, Problem> {
    let text = read_fact(text)?;
    if let Some(id) = message {
        stories::load_message(tx, story, id)
            .await
            .map_err(|_| Problem::invalid("/messageId", "This message isn’t in this story."))?;
    }
    if store::count_facts(tx, &story.id).await? >= MAX_FACTS as i64 {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            format!("A story can have up to {MAX_FACTS} facts. Delete one to add another."),
        ));
    }
    let now = app.clock.now();
    let fact = Fact {
        id: FactId::trusted(app.random.id(now)),
        source_message_id: message.cloned(),
        text,
        pinned,
        version: 1,
        created_at: now,
        updated_at: now,
    };
    store::insert_fact(tx, &story.id, &fact).await?;
    Ok(fact)
}

/// What changes of a fact; what is none stays.
#[derive(Debug, Default)]
pub(super) struct FactEdit {
    pub(super) text: Option<String>,
    pub(super) pinned: Option<bool>,
    pub(super) message: Option<Option<MessageId>>,
    /// The version that was seen; none: whatever it is.
    pub(super) version: Option<i64>,
}

/// Changes a fact of a story that was taken.
pub(super) async fn edit_fact(
    tx: &mut Tx,
    story: &Story,
    fact: &Fact,
    edit: &FactEdit,
    now: Timestamp,
) -> Result<Fact, Problem> {
    if edit.version.is_some_and(|version| version != fact.version) {
        return Err(changed("fact", fact.version).with_extension("current", super::view::fact_json(fact)));
    }
    let mut after = fact.clone();
    if let Some(text) = &edit.text {
        after.text = read_fact(text)?;
    }
    if let Some(message) = &edit.message {
        if let Some(id) = message {
            stories::load_message(tx, story, id)
                .await
                .map_err(|_| Problem::invalid("/messageId", "This message isn’t in this story."))?;
        }
        after.source_message_id.clone_from(message);
    }
    after.pinned = edit.pinned.unwrap_or(after.pinned);
    after.updated_at = now;
    if !store::update_fact(tx, &after).await? {
        return Err(Problem::contended());
    }
    after.version += 1;
    Ok(after)
}

/// Puts the player's words in the place of the summary that holds where they are. Where there is none, theirs
/// begins the story's memory: what leaves the prompt later is added to it.
pub(super) async fn edit_summary(
    app: &AppState,
    tx: &mut Tx,
    story: &Story,
    text: &str,
    version: i64,
) -> Result<Summary, Problem> {
    let text = stories::rules::clean_text(text).trim().to_owned();
    if text.chars().count() > MAX_SUMMARY_CHARS {
        return Err(Problem::invalid(
            "/text",
            format!("Use at most {MAX_SUMMARY_CHARS} characters."),
        ));
    }
    let now = app.clock.now();
    let before = summary_at(tx, story, story.head_id.as_ref()).await?;
    let seen = before.as_ref().map_or(0, |summary| summary.version);
    if seen != version {
        return Err(
            changed("summary", seen).with_extension("current", super::view::summary_json(before.as_ref()))
        );
    }
    if let Some(before) = before {
        let mut after = Summary {
            text,
            edited: true,
            updated_at: now,
            ..before
        };
        if !store::update_summary(tx, &after).await? {
            return Err(Problem::contended());
        }
        after.version += 1;
        return Ok(after);
    }
    let Some(root) = story.root_id.clone() else {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            "Nothing has happened yet in this story.",
        ));
    };
    let new = Summary {
        id: app.random.id(now),
        text,
        first_message_id: root.clone(),
        last_message_id: root,
        first_depth: 0,
        last_depth: 0,
        left_out: Vec::new(),
        message_ids: Vec::new(),
        edited: true,
        based_on: None,
        model: None,
        version: 1,
        created_at: now,
        updated_at: now,
    };
    if !store::insert_summary(tx, &story.id, &new).await? {
        return Err(Problem::contended());
    }
    Ok(new)
}
