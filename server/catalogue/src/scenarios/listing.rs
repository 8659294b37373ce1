//! What all calls that list scenarios or cards share: parameters, filters and feeds.

use accounts::tags::{self, BlockedTags};
use accounts::users;
use kernel::Audience;
use kernel::ids::UserId;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use platform::db::Conn;
use platform::search::Filters;
use platform::web::{Problem, cut_to_page, read_cursor};
use serde::Deserialize;
use utoipa::IntoParams;

use super::feed::{Feed, FeedOrder, page_of_feed};
use super::model::ScenarioSummary;
use super::rules::MAX_FILTER_TAGS;
use super::summaries::load_summaries;
use crate::AppState;

/// Parameters of every feed of scenarios.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct FeedParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
    /// Ids or slugs of tags that every result must have.
    #[serde(default)]
    pub wl_tags: Vec<String>,
    /// Ids or slugs of tags that no result may have.
    #[serde(default)]
    pub bl_tags: Vec<String>,
}

/// A page of a feed, as every call that lists scenarios returns it.
pub async fn read_feed(
    app: &AppState,
    blocked: &BlockedTags,
    audience: Audience,
    order: FeedOrder,
    params: FeedParams,
) -> Result<Page<ScenarioSummary>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let mut conn = app.db.read().await?;
    let Some(filters) = read_filters(
        &mut conn,
        blocked,
        audience,
        &params.wl_tags,
        &params.bl_tags,
        None,
    )
    .await?
    else {
        return Ok(Page {
            results: Vec::new(),
            next_cursor: None,
        });
    };
    let list = format!("feed:{}:{filters:?}", order.name());
    let after = read_cursor(app, &list, params.cursor.as_deref())?;
    let page = page_of_feed(&mut conn, &Feed { order, filters }, after, limit + 1).await?;
    let (ids, next_cursor) = cut_to_page(app, &list, page, limit);
    Ok(Page {
        results: load_summaries(&mut conn, audience, &ids).await?,
        next_cursor,
    })
}

/// The filters of these parameters, without the tags that the caller has blocked and without what is not
/// rated for this audience. `None` if they can match nothing, because a tag or the author does not exist.
pub async fn read_filters(
    conn: &mut Conn,
    blocked: &BlockedTags,
    audience: Audience,
    wl_tags: &[String],
    bl_tags: &[String],
    author: Option<&str>,
) -> Result<Option<Filters>, Problem> {
    let named = |tags: &[String]| -> Vec<String> {
        let mut names: Vec<String> = tags
            .iter()
            .map(|tag| tag.trim().to_owned())
            .filter(|tag| !tag.is_empty())
            .collect();
        names.sort();
        names.dedup();
        names
    };
    let (wanted, unwanted) = (named(wl_tags), named(bl_tags));
    for (name, list) in [("wlTags", &wanted), ("blTags", &unwanted)] {
        if list.len() > MAX_FILTER_TAGS {
            return Err(
                Problem::bad_request(format!("At most {MAX_FILTER_TAGS} tags can be given."))
                    .with_field(name, "too many"),
            );
        }
    }
    let mut with_tags = tags::resolve(conn, &wanted).await?;
    if with_tags.len() < wanted.len() {
        return Ok(None);
    }
    let mut without_tags = tags::resolve(conn, &unwanted).await?;
    without_tags.extend_from_slice(blocked.ids());
    with_tags.sort();
    without_tags.sort();
    without_tags.dedup();
    let author = match author {
        None => None,
        Some(name) => match users::find_id(conn, name).await? {
            Some(id) => Some(id),
            None => return Ok(None),
        },
    };
    Ok(Some(Filters {
        with_tags,
        without_tags,
        author: author.as_ref().map(UserId::to_string),
        audience,
    }))
}
