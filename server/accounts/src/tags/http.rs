//! The calls of tags.

use axum::extract::State;
use kernel::paging::Page;
use platform::slice::calls::{Caching, Calls, Class, Sent, Tag, VaryBy, Who, all, rule};
use platform::web::{CallerErrors, CommonErrors, Json, Path, Problem, Query};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::routes;

use super::model::TagData;
use super::near::{self, NearTags};
use super::{actions, store};
use crate::AppState;
use crate::identity::ViewerAudience;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(search_tags),
            rule(
                Who::Anybody,
                Class::Search,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .trial("/tags/search?q=snow", Sent::Nothing, all(200))
        .call(
            routes!(find_near_tags),
            rule(
                Who::Anybody,
                Class::Search,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .beyond_spec("Before authors make a new tag, they are offered those that it may have been meant for.")
        .trial("/tags/near?name=snows", Sent::Nothing, all(200))
        .call(
            routes!(view_tag),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .trial("/tags/by-id/snow", Sent::Nothing, all(200))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchTagsParams {
    /// Part of a tag's name; empty lists the tags used most.
    q: Option<String>,
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
}

/// Tags by name, best match and most used first. They count the scenarios that the caller would find.
#[utoipa::path(
    get,
    path = "/tags/search",
    tag = "tags",
    params(SearchTagsParams),
    responses((status = 200, body = Page<TagData>), CallerErrors, CommonErrors),
)]
async fn search_tags(
    State(app): State<AppState>,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<SearchTagsParams>,
) -> Result<Json<Page<TagData>>, Problem> {
    let SearchTagsParams { q, limit, cursor } = params;
    let text = q.unwrap_or_default();
    actions::search(&app, audience, text.trim(), limit, cursor.as_deref())
        .await
        .map(Json)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct NearTagsParams {
    /// The name of a tag that may be new.
    name: String,
}

/// Up to five used tags that a new name may have been meant for, the nearest first: written almost the same,
/// in the plural or singular, or another word for it. None if there is a tag of this name.
#[utoipa::path(
    get,
    path = "/tags/near",
    tag = "tags",
    params(NearTagsParams),
    responses((status = 200, body = NearTags), CallerErrors, CommonErrors),
)]
async fn find_near_tags(
    State(app): State<AppState>,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<NearTagsParams>,
) -> Result<Json<NearTags>, Problem> {
    let mut conn = app.db.read().await?;
    Ok(Json(near::find(&mut conn, &params.name, audience).await?))
}

/// One tag, by its id or its slug.
#[utoipa::path(
    get,
    path = "/tags/by-id/{tagID}",
    tag = "tags",
    params(("tagID" = String, Path)),
    responses(
        (status = 200, body = TagData),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn view_tag(
    State(app): State<AppState>,
    ViewerAudience(audience): ViewerAudience,
    Path(tag_id): Path<String>,
) -> Result<Json<TagData>, Problem> {
    let mut conn = app.db.read().await?;
    let row = store::find(&mut conn, &tag_id)
        .await?
        .ok_or_else(|| Problem::not_found("tag"))?;
    Ok(Json(row.seen_by(audience)))
}
