//! The queue of drafts that wait for an admin.

use accounts::identity::Person;
use kernel::Timestamp;
use kernel::ids::UserId;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use platform::audit;
use platform::db::{Conn, Isolation};
use platform::web::{Problem, cut_to_page, read_cursor};
use serde::Deserialize;
use utoipa::IntoParams;

use super::actions::{Submission, close, release};
use super::gate::{images_of, judge_images, refuse};
use super::judge::judge;
use super::model::{QueuedReview, Review, ReviewDecision};
use super::store::{self, QueuedRow, ReviewRow};
use crate::AppState;
use crate::authoring::{self, ScenarioState};
use crate::scenarios::{self, Access, ScenarioId};

/// The name of the queue, for its cursors.
const LIST: &str = "scenario-reviews";

/// Parameters of the queue.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReviewsParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// The drafts that wait, the longest waiting first.
///
/// # Errors
/// 400 for a cursor of another list.
pub(super) async fn list(app: &AppState, params: ReviewsParams) -> Result<Page<QueuedReview>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let after = read_cursor(app, LIST, params.cursor.as_deref())?;
    let mut conn = app.db.read().await?;
    let rows = store::list_reviews(&mut conn, after, limit + 1).await?;
    let (rows, next_cursor) = cut_to_page(app, LIST, rows, limit);
    Ok(Page {
        results: rows.into_iter().map(queued).collect(),
        next_cursor,
    })
}

fn queued(row: QueuedRow) -> QueuedReview {
    QueuedReview {
        id: ScenarioId::trusted(row.scenario_id),
        title: row.title,
        author: UserId::trusted(row.author_id),
        authorname: row.authorname,
        access: Access::of_stored(&row.access),
        doubt_count: row.doubts.0.len(),
        submitted_on: Timestamp(row.submitted_at),
    }
}

/// A draft that waits, with all that it says.
///
/// # Errors
/// 404 if it does not wait; 503 if too many large drafts are being read.
pub(super) async fn read(app: &AppState, id: ScenarioId) -> Result<Review, Problem> {
    let mut conn = app.db.read().await?;
    let row = find(&mut conn, &id).await?;
    drop(conn);
    let bytes = row.document.get().len();
    authoring::compute(bytes, move || review(id, row)).await
}

fn review(id: ScenarioId, row: ReviewRow) -> Result<Review, Problem> {
    Ok(Review {
        draft: authoring::read_document(&row.document)?,
        id,
        title: row.title,
        author: UserId::trusted(row.author_id),
        authorname: row.authorname,
        access: Access::of_stored(&row.access),
        doubts: row.doubts.0,
        submitted_on: Timestamp(row.submitted_at),
    })
}

async fn find(conn: &mut Conn, id: &ScenarioId) -> Result<ReviewRow, Problem> {
    store::find_review(conn, id)
        .await?
        .ok_or_else(|| Problem::not_found("review"))
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
    let row = find(&mut conn, id).await?;
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
