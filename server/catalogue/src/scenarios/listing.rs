//! What all calls that list scenarios or cards share: parameters, filters and feeds.

use std::collections::BTreeSet;

use accounts::tags::{self, BlockedContent};
use accounts::users;
use kernel::Audience;
use kernel::ids::UserId;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use platform::db::Conn;
use platform::search::Filters;
use platform::web::{Problem, cut_to_page, read_cursor};
use serde::Deserialize;
use utoipa::IntoParams;

use super::content_notes::ContentNote;
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
    /// Ids of content notes that no result may have.
    #[serde(default)]
    bl_notes: Vec<String>,
}

/// What a list is filtered by, as the caller gives it.
#[derive(Debug, Clone, Copy, Default)]
pub struct RequestedFilters<'a> {
    /// Ids or slugs of tags that every result must have.
    pub with_tags: &'a [String],
    /// Ids or slugs of tags that no result may have.
    pub without_tags: &'a [String],
    /// Ids of content notes that no result may have.
    pub without_notes: &'a [String],
    /// The author: a name or an id.
    pub author: Option<&'a str>,
}

/// A page of a feed, as every call that lists scenarios returns it.
pub async fn read_feed(
    app: &AppState,
    blocked: &BlockedContent,
    audience: Audience,
    order: FeedOrder,
    params: FeedParams,
) -> Result<Page<ScenarioSummary>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let mut conn = app.db.read().await?;
    let wanted = RequestedFilters {
        with_tags: &params.wl_tags,
        without_tags: &params.bl_tags,
        without_notes: &params.bl_notes,
        author: None,
    };
    let Some(filters) = read_filters(&mut conn, blocked, audience, wanted).await? else {
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

/// The filters of these parameters, without what the caller has blocked and without what is not rated for
/// this audience. `None` if they can match nothing, because a tag or the author does not exist.
pub async fn read_filters(
    conn: &mut Conn,
    blocked: &BlockedContent,
    audience: Audience,
    wanted: RequestedFilters<'_>,
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
    let without_notes = read_notes(wanted.without_notes, blocked)?;
    let author = wanted.author;
    let (wanted, unwanted) = (named(wanted.with_tags), named(wanted.without_tags));
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
    without_tags.extend_from_slice(blocked.tags());
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
        without_notes,
        author: author.as_ref().map(UserId::to_string),
        audience,
    }))
}

/// The ids of these content notes and of those that the caller has blocked, each once.
fn read_notes(unwanted: &[String], blocked: &BlockedContent) -> Result<Vec<String>, Problem> {
    let mut notes: BTreeSet<&str> = blocked.notes().iter().map(String::as_str).collect();
    for id in unwanted.iter().map(|id| id.trim()).filter(|id| !id.is_empty()) {
        let note = ContentNote::of_id(id).ok_or_else(|| {
            let message = format!("There is no content note “{id}”.");
            Problem::bad_request(message).with_field("blNotes", "unknown")
        })?;
        notes.insert(note.id());
    }
    Ok(notes.into_iter().map(str::to_owned).collect())
}
