//! Changes the title, theme, folder or pin of a story.

use accounts::guests::Owner;
use accounts::users;
use platform::db::{Conn, Tx};
use platform::web::Problem;

use super::keeping::{RecountedScenarios, recount_if_changed};
use crate::AppState;
use crate::stories::access::lock_story;
use crate::stories::model::StoryView;
use crate::stories::rows::Story;
use crate::stories::rules::check_title;
use crate::stories::{FolderId, StoryId, errors, store, view};

/// The changes of a story; `None` leaves a field as it is.
#[derive(Debug, Clone, Default)]
pub(in crate::stories) struct StoryEdit {
    pub(in crate::stories) title: Option<String>,
    pub(in crate::stories) theme_id: Option<Option<String>>,
    pub(in crate::stories) directory_id: Option<Option<FolderId>>,
    pub(in crate::stories) pinned: Option<bool>,
    /// The version that the caller knows.
    pub(in crate::stories) version: Option<i64>,
}

/// Changes a story; returns it after that, and its scenario if more or fewer people keep stories of it now.
///
/// # Errors
/// 404; 409 if it changed since the version that the caller knows; 422.
pub(in crate::stories) async fn update_story(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &StoryId,
    edit: &StoryEdit,
) -> Result<(StoryView, RecountedScenarios), Problem> {
    let mut story = lock_story(app, tx, owner, id).await?;
    let was_kept_of = story.kept_of().cloned();
    check_version(tx, &story, edit.version).await?;
    if let Some(title) = &edit.title {
        story.title = check_title(title).map_err(|why| Problem::invalid("/title", why))?;
    }
    if let Some(theme) = &edit.theme_id {
        story.theme_id = read_theme(theme.clone())?;
    }
    if let Some(folder) = &edit.directory_id {
        check_folder(app, tx, owner, folder.as_ref()).await?;
        story.directory_id.clone_from(folder);
    }
    story.pinned = edit.pinned.unwrap_or(story.pinned);
    store::save(tx, &story).await?;
    let recounted = recount_if_changed(tx, was_kept_of, story.kept_of()).await?;
    Ok((view::story(tx, story).await?, recounted))
}

/// Checks that a story had this version before it was locked, if the caller knows one.
async fn check_version(conn: &mut Conn, story: &Story, known: Option<i64>) -> Result<(), Problem> {
    let before = story.version - 1;
    if known.is_none_or(|known| known == before) {
        return Ok(());
    }
    let story = Story {
        version: before,
        ..story.clone()
    };
    Err(errors::story_changed().with_current(&view::story(conn, story).await?))
}

async fn check_folder(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    folder: Option<&FolderId>,
) -> Result<(), Problem> {
    let is_own = match (folder, owner.person()) {
        (None, _) => true,
        (Some(folder), Some(user)) => (app.owns_folder)(tx, folder, user).await?,
        (Some(_), None) => false,
    };
    if is_own {
        Ok(())
    } else {
        Err(Problem::invalid("/directoryId", "You don’t have this folder."))
    }
}

/// The id of a theme, if there is such a theme.
pub(in crate::stories) fn read_theme(id: Option<String>) -> Result<Option<String>, Problem> {
    match id {
        Some(id) if !users::rules::is_theme(&id) => {
            Err(Problem::invalid("/themeID", "This theme doesn’t exist."))
        }
        id => Ok(id),
    }
}
