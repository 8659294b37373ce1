//! Deletes stories, into the trash or permanently, and restores them.

use accounts::guests::Owner;
use platform::db::Tx;
use platform::web::Problem;

use super::keeping::{RecountedScenarios, recount_if_changed};
use crate::AppState;
use crate::stories::access::lock_any_own_story;
use crate::stories::model::StoryView;
use crate::stories::quota::{check_quota, lock_guest};
use crate::stories::rows::Story;
use crate::stories::rules::{EPHEMERAL_MS, TRASH_MS};
use crate::stories::{StoryId, errors, store, view};

/// Deletes a story, into the trash for thirty days or permanently; returns its version, and its
/// scenario if fewer people keep stories of it now.
///
/// # Errors
/// 404 if it is not this player's.
pub(in crate::stories) async fn delete_story(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &StoryId,
    permanent: bool,
) -> Result<(i64, RecountedScenarios), Problem> {
    let mut story = lock_any_own_story(app, tx, owner, id).await?;
    let was_kept_of = story.kept_of().cloned();
    let now = app.clock.now();
    if permanent {
        store::delete(tx, id.as_str(), now).await?;
    } else if story.deleted_at.is_none() {
        story.deleted_at = Some(now);
        story.purge_at = Some(now.plus_millis(TRASH_MS));
        store::save(tx, &story).await?;
    }
    let kept_of = story.kept_of().filter(|_| !permanent);
    let recounted = recount_if_changed(tx, was_kept_of, kept_of).await?;
    Ok((story.version, recounted))
}

/// Restores a story from the trash; does nothing if it is not there. Returns the story, and its
/// scenario if more people keep stories of it now.
///
/// # Errors
/// 401 if an account has taken over the guest; 404; 409 if the guest has another story of the same scenario
/// by now; 429 if there are enough stories.
pub(in crate::stories) async fn restore_story(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    id: &StoryId,
) -> Result<(StoryView, RecountedScenarios), Problem> {
    lock_guest(tx, owner).await?;
    let mut story = lock_any_own_story(app, tx, owner, id).await?;
    let was_kept_of = story.kept_of().cloned();
    if story.deleted_at.is_some() {
        check_no_other(tx, &story).await?;
        check_quota(tx, owner).await?;
        let lasts_until = app.clock.now().plus_millis(EPHEMERAL_MS);
        story.deleted_at = None;
        story.purge_at = story.ephemeral.then_some(lasts_until);
        store::save(tx, &story).await?;
    }
    let recounted = recount_if_changed(tx, was_kept_of, story.kept_of()).await?;
    Ok((view::story(tx, story).await?, recounted))
}

/// Checks that a guest has no other story of the same scenario, unless they explicitly started this one anew.
async fn check_no_other(tx: &mut Tx, story: &Story) -> Result<(), Problem> {
    if let (Owner::Guest(guest), Some(source)) = (&story.owner, story.source())
        && !story.anew
        && let Some((other, false)) = store::find_of_guest(tx, guest.as_str(), source).await?
    {
        return Err(errors::story_exists(&other));
    }
    Ok(())
}
