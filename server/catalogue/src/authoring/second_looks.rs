//! Second looks: an author asks that a person looks at an image which the model judged explicit. The request
//! stays with its image, also once it was decided: if the decision is withdrawn, it is open again.

use std::collections::HashSet;

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::blobs::BlobKey;
use platform::db::{Conn, Isolation, Tx, query_on, statements};
use platform::image_judge::{Verdict, VerdictState, lock_verdict};
use platform::web::Problem;

use super::errors::{NO_SECOND_LOOK, in_trash, not_found};
use super::model::PictureVerdict;
use super::store;
use crate::AppState;
use crate::scenarios::ScenarioId;

statements! {
    HAS_IMAGE = "select exists (select 1 from scenario_draft_images where draft_id = $1 and key = $2)";
    PUT_REQUEST = "
        insert into image_second_looks (draft_id, key, note, asked_at)
        values ($1, $2, $3, $4)
        on conflict do nothing";
    LIST_ASKED = "select key from image_second_looks where draft_id = $1";
    FIND_AUTHOR_OF_IMAGE = "
        select d.author_id
        from scenario_draft_images i
        join scenario_drafts d on d.id = i.draft_id
        where i.key = $1
        union all
        select author_id from scenario_kept_images where key = $1
        limit 1";
}

/// Asks for a second look at an image of a draft. Asking again changes nothing.
///
/// # Errors
/// 404 if this person has no such draft or it has no such image; 409 if the draft is in the trash, or the model did
/// not judge the image explicit, or a moderator has decided.
pub(super) async fn ask(
    app: &AppState,
    author: &UserId,
    id: &ScenarioId,
    image: &str,
    note: &str,
) -> Result<PictureVerdict, Problem> {
    let key = BlobKey::parse(image).map_err(|_| no_image())?;
    let (key, now) = (key.as_str(), app.clock.now());
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let deleted_at = store::lock(tx, id, author).await?.ok_or_else(not_found)?;
            if deleted_at.is_some() {
                return Err(in_trash());
            }
            if !has_image(tx, id, key).await? {
                return Err(no_image());
            }
            let verdict = lock_verdict(tx, key).await?.ok_or_else(no_image)?;
            check(&verdict)?;
            put_request(tx, id, key, note, now).await?;
            Ok(verdict)
        })
    });
    let verdict = use_case.await?;
    Ok(PictureVerdict::of(key.to_owned(), verdict, true))
}

fn no_image() -> Problem {
    Problem::not_found("image")
}

/// Refuses a second look at what nobody has to look at again.
fn check(verdict: &Verdict) -> Result<(), Problem> {
    let why = match verdict.state {
        _ if verdict.is_decided => "A moderator has looked at this picture, and the decision is final.",
        VerdictState::Pending => "This picture is still being checked. Wait for the result first.",
        VerdictState::Ok => "This picture isn’t blurred, so there’s nothing to look at again.",
        VerdictState::Explicit => return Ok(()),
    };
    Err(Problem::new(NO_SECOND_LOOK, why))
}

async fn has_image(conn: &mut Conn, id: &ScenarioId, key: &str) -> sqlx::Result<bool> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, bool>(HAS_IMAGE)
        .bind(id.as_str())
        .bind(key)
        .fetch_one(x)
        .await)
}

async fn put_request(
    tx: &mut Tx,
    id: &ScenarioId,
    key: &str,
    note: &str,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(PUT_REQUEST)
        .bind(id.as_str())
        .bind(key)
        .bind(note)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// The images of a draft for which a second look was asked.
pub(super) async fn list_asked(conn: &mut Conn, id: &ScenarioId) -> sqlx::Result<HashSet<String>> {
    let keys = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_ASKED)
        .bind(id.as_str())
        .fetch_all(x)
        .await)?;
    Ok(keys.into_iter().collect())
}

/// Whose image this is, if it was uploaded to a scenario.
///
/// # Errors
/// Database errors.
pub async fn find_author_of_image(conn: &mut Conn, key: &str) -> sqlx::Result<Option<UserId>> {
    let author = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_AUTHOR_OF_IMAGE)
        .bind(key)
        .fetch_optional(x)
        .await)?;
    Ok(author.map(UserId::trusted))
}
