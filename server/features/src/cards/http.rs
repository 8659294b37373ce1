//! The calls of cards.

use axum::extract::State;
use kernel::ids::CardId;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{Card, CardList, CardSearchResults};
use super::store::{self, CardPosition};
use crate::scenarios::{find_forgivingly, read_cursor, read_filters, read_search_text};
use crate::search::{Filters, Kind, Position};
use crate::users;
use crate::web::{AppState, Json, Problem, Query, Refusals};

/// The routes of this slice.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_cards))
        .routes(routes!(view_card))
        .routes(routes!(search_cards))
        .routes(routes!(list_newest_cards))
        .routes(routes!(top_search_cards))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ListCardsParams {
    /// How many, 1 to 100; 20 unless told.
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// Only cards of this author: a name or an id.
    author: Option<String>,
}

/// Cards, the latest first.
#[utoipa::path(get, path = "/cards/cards", tag = "cards", params(ListCardsParams), responses((status = 200, body = Page<Card>), Refusals))]
async fn list_cards(State(app): State<AppState>, Query(params): Query<ListCardsParams>) -> Result<Json<Page<Card>>, Problem> {
    list(&app, params).await
}

/// The latest cards.
#[utoipa::path(get, path = "/cards/newest", tag = "cards", params(ListCardsParams), responses((status = 200, body = Page<Card>), Refusals))]
async fn list_newest_cards(State(app): State<AppState>, Query(params): Query<ListCardsParams>) -> Result<Json<Page<Card>>, Problem> {
    list(&app, params).await
}

async fn list(app: &AppState, params: ListCardsParams) -> Result<Json<Page<Card>>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let mut conn = app.db.read().await?;
    let author = match params.author.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        None => None,
        Some(name) => match users::find_id(&mut conn, name).await? {
            Some(id) => Some(id),
            None => return Ok(Json(Page { results: Vec::new(), next_cursor: None })),
        },
    };
    let list = format!("cards:{author:?}");
    let after = read_cursor(app, &list, params.cursor.as_deref())?.unwrap_or_else(CardPosition::start);
    let mut page = store::list_newest(&mut conn, author.as_ref(), after, limit + 1).await?;
    let more = page.len() > limit as usize;
    page.truncate(limit as usize);
    let next_cursor = page.last().filter(|_| more).map(|(_, position)| app.cursor_key.seal(&list, position));
    let ids: Vec<String> = page.into_iter().map(|(id, _)| id).collect();
    Ok(Json(Page { results: store::load(&mut conn, &ids).await?, next_cursor }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ViewCardParams {
    /// The card.
    id: CardId,
}

/// One card.
#[utoipa::path(get, path = "/cards/card", tag = "cards", params(ViewCardParams),
    responses((status = 200, body = Card), (status = 404, body = Problem, content_type = "application/problem+json"), Refusals))]
async fn view_card(State(app): State<AppState>, Query(params): Query<ViewCardParams>) -> Result<Json<Card>, Problem> {
    let mut conn = app.db.read().await?;
    let card = store::load(&mut conn, &[params.id.to_string()]).await?.pop();
    card.map(Json).ok_or_else(|| Problem::not_found("card"))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct SearchCardsParams {
    /// What to look for; empty finds all, the most popular first.
    q: Option<String>,
    /// Ids or slugs of tags that all must have.
    #[serde(default)]
    wl_tags: Vec<String>,
    /// Ids or slugs of tags that none may have.
    #[serde(default)]
    bl_tags: Vec<String>,
    /// How many, 1 to 100; 20 unless told.
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SearchPosition(Position, Option<String>);

/// Cards by text and tags; exact names first, typing errors forgiven.
#[utoipa::path(get, path = "/cards/search", tag = "cards", params(SearchCardsParams), responses((status = 200, body = CardSearchResults), Refusals))]
async fn search_cards(State(app): State<AppState>, Query(params): Query<SearchCardsParams>) -> Result<Json<CardSearchResults>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let text = read_search_text(params.q);
    let mut conn = app.db.read().await?;
    let Some(filters) = read_filters(&mut conn, &params.wl_tags, &params.bl_tags, None).await? else {
        return Ok(Json(CardSearchResults { results: Vec::new(), next_cursor: None, corrected_query: None }));
    };
    let list = format!("card-search:{text}:{filters:?}");
    let after: Option<SearchPosition> = read_cursor(&app, &list, params.cursor.as_deref())?;
    let found = find_forgivingly(&mut conn, Kind::Card, text, &filters, after.map(|at| (at.0, at.1)), limit).await?;
    let next_cursor = found.next.map(|position| app.cursor_key.seal(&list, &SearchPosition(position, found.corrected.clone())));
    Ok(Json(CardSearchResults { results: store::load(&mut conn, &found.ids).await?, next_cursor, corrected_query: found.corrected }))
}

/// What to find the best cards for.
#[derive(Debug, Deserialize, ToSchema)]
struct TopSearchRequest {
    /// What to look for; empty finds the most popular.
    q: Option<String>,
    /// How many, 1 to 100; 20 unless told.
    limit: Option<i64>,
}

/// The best cards for a text, in one go.
#[utoipa::path(post, path = "/card/topsearch", tag = "cards", request_body = TopSearchRequest,
    responses((status = 200, body = CardList), (status = 415, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"), Refusals))]
async fn top_search_cards(State(app): State<AppState>, Json(request): Json<TopSearchRequest>) -> Result<Json<CardList>, Problem> {
    let limit = clamp_limit(request.limit, MAX_LIMIT);
    let mut conn = app.db.read().await?;
    let found = find_forgivingly(&mut conn, Kind::Card, read_search_text(request.q), &Filters::default(), None, limit).await?;
    Ok(Json(CardList { results: store::load(&mut conn, &found.ids).await? }))
}
