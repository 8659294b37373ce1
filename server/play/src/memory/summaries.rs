//! The use case of a player's own summary.

use accounts::guests::Owner;
use kernel::ErrorCode;
use platform::db::Tx;
use platform::web::Problem;

use super::model::Summary;
use super::paths::summary_at;
use super::rules::MAX_SUMMARY_CHARS;
use super::view::SummaryView;
use super::{errors, store};
use crate::AppState;
use crate::stories::{self, MessageId, Story, StoryId};

/// Replaces the summary at the head with the player's text; returns the story after that. If there is no
/// summary, theirs is the first: messages that leave the prompt later are added to it.
///
/// # Errors
/// 404; 409 if it changed since the version that the caller knows; 422.
pub(super) async fn edit_summary(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    story: &StoryId,
    text: &str,
    version: i64,
) -> Result<(Story, Summary), Problem> {
    let story = stories::lock_story(app, tx, owner, story).await?;
    let text = read_text(text)?;
    let before = summary_at(tx, &story, story.head_id.as_ref()).await?;
    let present = before.as_ref().map_or(0, |summary| summary.version);
    if present != version {
        return Err(errors::changed("summary", present).with_current(&before.map(SummaryView::from)));
    }
    let summary = match before {
        Some(before) => replace(app, tx, before, text).await?,
        None => begin(app, tx, &story, text).await?,
    };
    Ok((story, summary))
}

/// The text of a summary in its stored form; it may be empty.
fn read_text(text: &str) -> Result<String, Problem> {
    let text = stories::rules::clean_text(text).trim().to_owned();
    if text.chars().count() > MAX_SUMMARY_CHARS {
        return Err(Problem::invalid(
            "/text",
            format!("Use at most {MAX_SUMMARY_CHARS} characters."),
        ));
    }
    Ok(text)
}

async fn replace(app: &AppState, tx: &mut Tx, before: Summary, text: String) -> Result<Summary, Problem> {
    let mut after = Summary {
        text,
        edited: true,
        updated_at: app.clock.now(),
        ..before
    };
    if !store::update_summary(tx, &after).await? {
        return Err(Problem::contended());
    }
    after.version += 1;
    Ok(after)
}

async fn begin(app: &AppState, tx: &mut Tx, story: &Story, text: String) -> Result<Summary, Problem> {
    let Some(root) = story.root_id.clone() else {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            "Nothing has happened yet in this story.",
        ));
    };
    let new = first_summary(app, root, text);
    if !store::insert_summary(tx, &story.id, &new).await? {
        return Err(Problem::contended());
    }
    Ok(new)
}

fn first_summary(app: &AppState, root: MessageId, text: String) -> Summary {
    let now = app.clock.now();
    Summary {
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
    }
}
