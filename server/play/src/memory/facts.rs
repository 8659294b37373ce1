//! Use cases of facts: adding, changing and deleting them.

use accounts::guests::Owner;
use kernel::ErrorCode;
use platform::db::Tx;
use platform::web::Problem;

use super::model::Fact;
use super::rules::{MAX_FACT_CHARS, MAX_FACTS};
use super::view::FactView;
use super::{FactId, errors, store};
use crate::AppState;
use crate::stories::{self, MessageId, Story, StoryId};

/// A new fact.
#[derive(Debug)]
pub(super) struct NewFact {
    pub(super) text: String,
    /// The message it comes from; `None`: it applies everywhere.
    pub(super) message: Option<MessageId>,
    pub(super) pinned: bool,
}

/// The changes of a fact; `None` leaves a field as it is.
#[derive(Debug, Default)]
pub(super) struct FactEdit {
    pub(super) text: Option<String>,
    pub(super) pinned: Option<bool>,
    pub(super) message: Option<Option<MessageId>>,
    /// The version that the caller knows; if given, it must be the current one.
    pub(super) version: Option<i64>,
}

/// Adds a fact; returns the story after that.
///
/// # Errors
/// 404; 409 if there are [`MAX_FACTS`]; 422.
pub(super) async fn add_fact(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    story: &StoryId,
    new: &NewFact,
) -> Result<(Story, Fact), Problem> {
    let story = stories::lock_story(app, tx, owner, story).await?;
    let text = read_text(&new.text)?;
    if let Some(id) = &new.message {
        check_message(tx, &story, id).await?;
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
        source_message_id: new.message.clone(),
        text,
        pinned: new.pinned,
        version: 1,
        created_at: now,
        updated_at: now,
    };
    store::insert_fact(tx, &story.id, &fact).await?;
    Ok((story, fact))
}

/// Changes a fact; returns the story after that.
///
/// # Errors
/// 404; 409 if it changed since the version that the caller knows; 422.
pub(super) async fn edit_fact(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &FactId,
    edit: &FactEdit,
) -> Result<(Story, Fact), Problem> {
    let (story, before) = lock_fact(app, tx, owner, id).await?;
    if edit.version.is_some_and(|version| version != before.version) {
        return Err(errors::changed("fact", before.version).with_current(&FactView::of(before, true)));
    }
    let mut after = before;
    if let Some(text) = &edit.text {
        after.text = read_text(text)?;
    }
    if let Some(message) = &edit.message {
        if let Some(id) = message {
            check_message(tx, &story, id).await?;
        }
        after.source_message_id.clone_from(message);
    }
    after.pinned = edit.pinned.unwrap_or(after.pinned);
    after.updated_at = app.clock.now();
    if !store::update_fact(tx, &after).await? {
        return Err(Problem::contended());
    }
    after.version += 1;
    Ok((story, after))
}

/// Deletes a fact; returns the story after that.
///
/// # Errors
/// 404.
pub(super) async fn delete_fact(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &FactId,
) -> Result<Story, Problem> {
    let (story, fact) = lock_fact(app, tx, owner, id).await?;
    store::delete_fact(tx, &fact.id).await?;
    Ok(story)
}

/// A fact of a story of this owner, with its story locked.
async fn lock_fact(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &FactId,
) -> Result<(Story, Fact), Problem> {
    let (story_id, _) = store::find_fact(tx, id)
        .await?
        .ok_or_else(errors::fact_not_found)?;
    stories::load_story(tx, owner, &story_id)
        .await
        .map_err(|_| errors::fact_not_found())?;
    let story = stories::lock_story(app, tx, owner, &story_id).await?;
    // Read again: it may have changed before the story was locked.
    let (_, fact) = store::find_fact(tx, id)
        .await?
        .ok_or_else(errors::fact_not_found)?;
    Ok((story, fact))
}

/// The text of a fact in its stored form.
fn read_text(text: &str) -> Result<String, Problem> {
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

async fn check_message(tx: &mut Tx, story: &Story, id: &MessageId) -> Result<(), Problem> {
    stories::load_message(tx, story, id)
        .await
        .map(drop)
        .map_err(|_| Problem::invalid("/messageId", "This message isn’t in this story."))
}
