//! The use case of restoring a scenario from the trash, with what was published of it.

use accounts::identity::Person;
use platform::db::Isolation;
use platform::web::Problem;

use super::actions::{Submission, release};
use super::gate::{images_of, judge_images};
use super::judge::judge;
use super::store;
use crate::AppState;
use crate::authoring;
use crate::scenarios::{self, Access, ScenarioId};

/// Restores a scenario of this author from the trash; does nothing if it is not there. What others could see of
/// it they see again, unless it does not pass the gate any more: then it is private.
///
/// # Errors
/// 404 if this person has no such scenario.
pub(crate) async fn restore(app: &AppState, author: &Person, id: &ScenarioId) -> Result<(), Problem> {
    let submission = find_released(app, author, id).await?;
    let (submission, now) = (submission.as_ref(), app.clock.now());
    let named = (&author.user_id, author.authorname.as_str());
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let was_there = authoring::restore(tx, named.0, id).await?;
            if was_there && let Some(submission) = submission {
                release(app, tx, named, id, submission, now).await?;
            }
            Ok::<_, Problem>(())
        })
    });
    use_case.await?;
    scenarios::invalidate(app, &author.user_id, id);
    Ok(())
}

/// The latest version, if others could see the scenario until it was deleted, and the gate lets it pass today.
async fn find_released(
    app: &AppState,
    author: &Person,
    id: &ScenarioId,
) -> Result<Option<Submission>, Problem> {
    let mut conn = app.db.read().await?;
    let found = store::find_removed(&mut conn, id, author.user_id.as_str()).await?;
    drop(conn);
    let Some(removed) = found else {
        return Ok(None);
    };
    let own_id = id.clone();
    let (submission, mut judgement, images) = authoring::compute(removed.document.get().len(), move || {
        let draft = authoring::read_document(&removed.document)?;
        let is_complete = authoring::missing(&draft).is_empty();
        let (judgement, images) = (judge(&draft), images_of(&draft));
        let stands = (removed.draft_version, Access::of_stored(&removed.access));
        let submission = Submission::of(&own_id, stands, draft, removed.document.0)?;
        Ok((is_complete.then_some(submission), judgement, images))
    })
    .await?;
    judge_images(app, &mut judgement, &images).await?;
    let passes = judgement.refused.is_empty() && judgement.doubted.is_empty();
    Ok(submission.filter(|_| passes))
}
