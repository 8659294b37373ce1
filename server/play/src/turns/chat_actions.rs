//! Changes a chat: its settings, and its player's name.

use accounts::guests::Owner;
use platform::db::Tx;
use platform::web::Problem;

use super::chat_session::{ChatSession, session_of};
use crate::AppState;
use crate::stories::{self, CharacterChange, SettingsChange, Story, StoryId};

/// The changes of a chat; `None` leaves a field as it is.
#[derive(Debug)]
pub(super) struct ChatEdit {
    /// The version that the caller knows; if given, it must be the current one.
    pub(super) version: Option<i64>,
    pub(super) theme_id: Option<Option<String>>,
    pub(super) characters: Vec<CharacterChange>,
    pub(super) settings: SettingsChange,
}

/// Marks a story as opened.
pub(super) async fn open(app: &AppState, tx: &mut Tx, owner: &Owner, id: &StoryId) -> Result<(), Problem> {
    let story = stories::load_story(tx, owner, id).await?;
    Ok(stories::mark_opened(app, tx, &story).await?)
}

/// Names the player's default persona, and selects it in this story.
pub(super) async fn name_player(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &StoryId,
    name: &str,
) -> Result<ChatSession, Problem> {
    let mut story = stories::lock_story(app, tx, owner, id).await?;
    stories::name_player(app, tx, &mut story, name).await?;
    session_of(app, tx, story).await
}

/// Changes the settings of a story.
///
/// # Errors
/// 404; 409 if it changed since the version that the caller knows; 422.
pub(super) async fn edit_settings(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &StoryId,
    edit: &ChatEdit,
) -> Result<ChatSession, Problem> {
    let mut story = stories::lock_story(app, tx, owner, id).await?;
    if edit.version.is_some_and(|version| version != story.version - 1) {
        return Err(chat_changed(app, tx, owner, id).await?);
    }
    stories::edit_settings(
        app,
        tx,
        &mut story,
        edit.settings.clone(),
        edit.theme_id.clone(),
        &edit.characters,
    )
    .await?;
    session_of(app, tx, story).await
}

/// The refusal of a change from an outdated version. Locking has raised the version; the rollback undoes
/// that.
async fn chat_changed(app: &AppState, tx: &mut Tx, owner: &Owner, id: &StoryId) -> Result<Problem, Problem> {
    let locked = stories::load_story(tx, owner, id).await?;
    let before = Story {
        version: locked.version - 1,
        ..locked
    };
    let mut current = session_of(app, tx, before).await?;
    current.session.messages.version = current.session.version;
    Ok(stories::story_changed().with_current(&current))
}
