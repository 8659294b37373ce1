//! The calls of tags.

use axum::extract::State;
use kernel::paging::{MAX_LIMIT, clamp_limit};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{TagData, TagList};
use super::store;
use crate::search::rules::MAX_SEARCH_CHARS;
use crate::search::tokens::fold;
use crate::web::{AppState, Json, Path, Problem, Query, Refusals};

/// The routes of this slice.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(search_tags)).routes(routes!(view_tag))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchTagsParams {
    /// Part of a tag's name; empty lists the tags used most.
    q: Option<String>,
    /// How many, 1 to 100; 20 unless told.
    limit: Option<i64>,
}

/// Tags by name, best match and most used first.
#[utoipa::path(get, path = "/tags/search", tag = "tags", params(SearchTagsParams), responses((status = 200, body = TagList), Refusals))]
async fn search_tags(State(app): State<AppState>, Query(params): Query<SearchTagsParams>) -> Result<Json<TagList>, Problem> {
    let limit = i64::from(clamp_limit(params.limit, MAX_LIMIT));
    let text: String = params.q.unwrap_or_default().trim().chars().take(MAX_SEARCH_CHARS).collect();
    let folded = fold(&text);
    let mut conn = app.db.read().await?;
    let rows = if folded.is_empty() { store::list_most_used(&mut conn, limit).await? } else { store::search(&mut conn, &folded, limit).await? };
    Ok(Json(TagList { results: rows.into_iter().map(TagData::from).collect() }))
}

/// One tag, by its id or its slug.
#[utoipa::path(get, path = "/tags/by-id/{tagID}", tag = "tags", params(("tagID" = String, Path)),
    responses((status = 200, body = TagData), (status = 404, body = Problem, content_type = "application/problem+json"), Refusals))]
async fn view_tag(State(app): State<AppState>, Path(tag_id): Path<String>) -> Result<Json<TagData>, Problem> {
    let mut conn = app.db.read().await?;
    let row = store::find(&mut conn, &tag_id).await?.ok_or_else(|| Problem::not_found("tag"))?;
    Ok(Json(row.into()))
}
