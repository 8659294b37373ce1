//! The queue of drafts that wait for an admin.

use accounts::identity::Person;
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::audit;
use platform::db::Isolation;
use platform::web::Problem;

use super::actions::{Submission, close, release};
use super::gate::{images_of, judge_images, refuse};
use super::judge::judge;
use super::model::{Review, ReviewDecision, Reviews};
use super::store::{self, ReviewRow};
use crate::AppState;
use crate::authoring::{self, ScenarioState};
use crate::scenarios::{self, Access, ScenarioId};

/// Drafts that one answer lists; each may be large.
const LISTED: i64 = 5;

/// The drafts that wait, with all that they say.
///
/// # Errors
/// Database errors; 503 if too many large drafts are being read.
pub(super) async fn list(app: &AppState) -> Result<Reviews, Problem> {
    let mut conn = app.db.read().await?;
    let rows = store::list_reviews(&mut conn, LISTED).await?;
    drop(conn);
    let bytes = rows.iter().map(|row| row.document.get().len()).sum();
    let results = authoring::compute(bytes, move || rows.into_iter().map(review).collect()).await?;
    Ok(Reviews { results })
}

fn review(row: ReviewRow) -> Result<Review, Problem> {
    let draft = authoring::read_document(&row.document)?;
    Ok(Review {
        id: ScenarioId::trusted(row.scenario_id),
        title: draft.title.clone(),
        author: UserId::trusted(row.author_id),
        access: Access::of_stored(&row.access),
        doubts: row.doubts.0,
        submitted_on: Timestamp(row.submitted_at),
        draft,
    })
}

/// Publishes a draft as it was submitted, or gives it back to its author. `event` is what the audit log is
/// told.
///
/// # Errors
/// 404 if it does not wait, 409 if its author moved it to the trash.
pub(super) async fn decide(
    app: &AppState,
    admin: &Person,
    id: &ScenarioId,
    decision: &ReviewDecision,
    event: &audit::Event<'_>,
) -> Result<(), Problem> {
    let mut conn = app.db.read().await?;
    let row = store::find_review(&mut conn, id)
        .await?
        .ok_or_else(|| Problem::not_found("review"))?;
    drop(conn);
    let author = UserId::trusted(row.author_id.clone());
    if author == admin.user_id {
        return Err(Problem::new(
            kernel::ErrorCode::CONFLICT,
            "This is your own scenario. Another admin can decide.",
        ));
    }
    let (own_id, submitted_at) = (id.clone(), row.submitted_at);
    let (name, version) = (
        row.authorname,
        (row.draft_version, Access::of_stored(&row.access)),
    );
    let document = row.document.0;
    let publishes = decision.publish;
    let (submission, mut judgement, images) = authoring::compute(document.get().len(), move || {
        let draft = authoring::read_document(&document)?;
        let (judgement, images) = (judge(&draft), images_of(&draft));
        Ok((
            Submission::of(&own_id, version, draft, document)?,
            judgement,
            images,
        ))
    })
    .await?;
    if publishes {
        // A verdict on a picture may have come since it was submitted.
        judge_images(app, &mut judgement, &images).await?;
        refuse(submission.access, &judgement)?;
    }
    let (submission, author, now) = (&submission, &author, app.clock.now());
    let name = name.as_str();
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let draft = authoring::lock_publishable(tx, author, id).await?;
            let waits = store::find_review(tx, id).await?;
            if waits.is_none_or(|row| row.submitted_at != submitted_at) {
                return Err(Problem::not_found("review"));
            }
            if publishes {
                release(app, tx, (author, name), id, submission, now).await?;
            } else {
                store::delete_review(tx, id).await?;
                if draft.state == ScenarioState::InReview {
                    close(tx, author, id).await?;
                }
            }
            Ok(audit::record(tx, event).await?)
        })
    });
    use_case.await?;
    if publishes {
        scenarios::invalidate(app, author, id);
    }
    Ok(())
}
