//! The use cases of image reviews.

use std::collections::HashMap;

use accounts::identity::Person;
use kernel::Timestamp;
use kernel::ids::UserId;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use platform::audit;
use platform::blobs::BlobKey;
use platform::image_judge::{self, Verdict, verdicts_of};
use platform::media::media_url;
use platform::web::{Problem, cut_to_page, read_cursor};
use serde::Deserialize;
use utoipa::IntoParams;

use super::model::ImageReview;
use super::store::{self, ReviewRow};
use crate::AppState;
use crate::authoring::{self, shown_title};
use crate::scenarios::ScenarioId;

/// The name of the list, for its cursors.
const LIST: &str = "image-reviews";

/// Parameters of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReviewsParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// The images whose authors wait for a second look, the longest waiting first.
///
/// # Errors
/// 400 for a cursor of another list.
pub(super) async fn list(app: &AppState, params: ReviewsParams) -> Result<Page<ImageReview>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let after = read_cursor(app, LIST, params.cursor.as_deref())?;
    let mut conn = app.db.read().await?;
    let rows = store::list_waiting(&mut conn, after, limit + 1).await?;
    let (rows, next_cursor) = cut_to_page(app, LIST, rows, limit);
    let keys: Vec<&str> = rows.iter().map(|row| row.key.as_str()).collect();
    let mut verdicts = verdicts_of(&mut conn, &keys).await?;
    let results = rows
        .into_iter()
        .filter_map(|row| review(row, &mut verdicts))
        .collect();
    Ok(Page { results, next_cursor })
}

/// `None` if the image was deleted meanwhile.
fn review(row: ReviewRow, verdicts: &mut HashMap<String, Verdict>) -> Option<ImageReview> {
    let Verdict { state, metrics, .. } = verdicts.remove(&row.key)?;
    Some(ImageReview {
        url: media_url(&row.key),
        image: row.key,
        verdict: state,
        metrics,
        scenario_id: ScenarioId::trusted(row.draft_id),
        title: shown_title(&row.title).to_owned(),
        author: UserId::trusted(row.author_id),
        authorname: row.authorname,
        note: row.note,
        asked_on: Timestamp(row.asked_at),
    })
}

/// Decides whether an image is explicit, or with `None` withdraws the decision on it. `event` is what the audit
/// log is told of who decides and why.
///
/// # Errors
/// 404 if there is no such uploaded image, 409 if it is the admin's own.
pub(super) async fn decide(
    app: &AppState,
    admin: &Person,
    image: &str,
    explicit: Option<bool>,
    event: &audit::Event<'_>,
) -> Result<(), Problem> {
    let no_image = || Problem::not_found("image");
    let key = BlobKey::parse(image).map_err(|_| no_image())?;
    let mut conn = app.db.read().await?;
    let author = authoring::find_author_of_image(&mut conn, key.as_str()).await?;
    drop(conn);
    if author.is_some_and(|author| author == admin.user_id) {
        return Err(Problem::new(
            kernel::ErrorCode::CONFLICT,
            "This is your own picture. Another admin can decide.",
        ));
    }
    match image_judge::decide(app, key.as_str(), explicit, event).await? {
        true => Ok(()),
        false => Err(no_image()),
    }
}
