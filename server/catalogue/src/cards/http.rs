//! The calls of cards.

use accounts::identity::{SignedIn, Viewer, ViewerAudience};
use accounts::tags::BlockedContent;
use axum::extract::State;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use platform::db::Isolation;
use platform::slice::calls::{Caching, Calls, Class, Sent, Tag, VaryBy, Who, all, people, rule};
use platform::web::{AuthErrors, BodyErrors, CallerErrors, CommonErrors, Json, Problem, Query};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::CardId;
use super::actions::{self, LikedCardsParams, ListCardsParams, SearchCardsParams};
use super::model::{Card, CardList, CardOpinion, CardSearchResults};
use crate::AppState;
use crate::scenarios::read_rating;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(list_cards),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Caller),
            ),
        )
        .trial("/cards/cards", Sent::Nothing, all(200))
        .call(
            routes!(view_card),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Caller),
            ),
        )
        .trial("/cards/card?id=@card", Sent::Nothing, all(200))
        .call(
            routes!(search_cards),
            rule(
                Who::Anybody,
                Class::Search,
                Caching::Until(&[Tag::List], VaryBy::Caller),
            ),
        )
        .trial("/cards/search", Sent::Nothing, all(200))
        .call(
            routes!(list_newest_cards),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Caller),
            ),
        )
        .trial("/cards/newest", Sent::Nothing, all(200))
        .call(
            routes!(top_search_cards),
            rule(Who::Anybody, Class::Search, Caching::Never),
        )
        .trial("/card/topsearch", Sent::Json("{}"), all(200))
        .call(
            routes!(rate_card),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial(
            "/cards/card/rate",
            Sent::Json(r#"{"cardId":"@card","rating":1}"#),
            people(200),
        )
        .call(
            routes!(list_liked_cards),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/card/get-liked-cards", Sent::Nothing, people(200))
}

/// Cards, the latest first.
#[utoipa::path(
    get,
    path = "/cards/cards",
    tag = "cards",
    params(ListCardsParams),
    responses((status = 200, body = Page<Card>), CallerErrors, CommonErrors),
)]
async fn list_cards(
    State(app): State<AppState>,
    viewer: Viewer,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<ListCardsParams>,
) -> Result<Json<Page<Card>>, Problem> {
    actions::list(&app, &viewer, audience, params).await.map(Json)
}

/// The latest cards.
#[utoipa::path(
    get,
    path = "/cards/newest",
    tag = "cards",
    params(ListCardsParams),
    responses((status = 200, body = Page<Card>), CallerErrors, CommonErrors),
)]
async fn list_newest_cards(
    State(app): State<AppState>,
    viewer: Viewer,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<ListCardsParams>,
) -> Result<Json<Page<Card>>, Problem> {
    actions::list(&app, &viewer, audience, params).await.map(Json)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ViewCardParams {
    /// The card.
    id: CardId,
}

/// One card.
#[utoipa::path(
    get,
    path = "/cards/card",
    tag = "cards",
    params(ViewCardParams),
    responses(
        (status = 200, body = Card),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn view_card(
    State(app): State<AppState>,
    viewer: Viewer,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<ViewCardParams>,
) -> Result<Json<Card>, Problem> {
    actions::view(&app, &viewer, audience, &params.id).await.map(Json)
}

/// Cards by text and tags; exact names first, with typing errors corrected.
#[utoipa::path(
    get,
    path = "/cards/search",
    tag = "cards",
    params(SearchCardsParams),
    responses((status = 200, body = CardSearchResults), CallerErrors, CommonErrors),
)]
async fn search_cards(
    State(app): State<AppState>,
    viewer: Viewer,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<SearchCardsParams>,
) -> Result<Json<CardSearchResults>, Problem> {
    actions::search(&app, &viewer, &blocked, audience, params)
        .await
        .map(Json)
}

/// The search text of the best cards.
#[derive(Debug, Deserialize, ToSchema)]
struct TopSearchRequest {
    /// The search text; empty finds the most popular.
    q: Option<String>,
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
}

/// The best cards for a text, without pages.
#[utoipa::path(
    post,
    path = "/card/topsearch",
    tag = "cards",
    request_body = TopSearchRequest,
    responses(
        (status = 200, body = CardList),
        (status = 415, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn top_search_cards(
    State(app): State<AppState>,
    viewer: Viewer,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Json(request): Json<TopSearchRequest>,
) -> Result<Json<CardList>, Problem> {
    let limit = clamp_limit(request.limit, MAX_LIMIT);
    let results = actions::find_best(&app, &viewer, &blocked, audience, request.q, limit).await?;
    Ok(Json(CardList { results }))
}

/// A rating of a card.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RateCardRequest {
    /// The card.
    card_id: CardId,
    /// 1: up, -1: down, 0: removes the rating.
    #[schema(minimum = -1, maximum = 1)]
    rating: i64,
}

/// Rates a card up or down, or removes the rating.
#[utoipa::path(
    post,
    path = "/cards/card/rate",
    tag = "cards",
    request_body = RateCardRequest,
    responses((status = 200, body = CardOpinion), AuthErrors, BodyErrors, CommonErrors),
)]
async fn rate_card(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Json(request): Json<RateCardRequest>,
) -> Result<Json<CardOpinion>, Problem> {
    let liked = read_rating(request.rating)?;
    let (card, user, now) = (&request.card_id, &person.user_id, app.clock.now());
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::rate(tx, user, card, liked, now))
    });
    let (likes, dislikes) = use_case.await?;
    Ok(Json(CardOpinion {
        rating: request.rating,
        likes,
        dislikes,
    }))
}

/// The cards the caller likes, the latest first. A card that was deleted since keeps its position in the list
/// as "Deleted Card".
#[utoipa::path(
    get,
    path = "/card/get-liked-cards",
    tag = "cards",
    params(LikedCardsParams),
    responses((status = 200, body = Page<Card>), AuthErrors, CommonErrors),
)]
async fn list_liked_cards(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Query(params): Query<LikedCardsParams>,
) -> Result<Json<Page<Card>>, Problem> {
    actions::list_liked(&app, &person, params).await.map(Json)
}
