//! The calls of cards.

use accounts::identity::{SignedIn, Viewer, ViewerAudience};
use accounts::tags::BlockedTags;
use accounts::users;
use axum::extract::State;
use kernel::Audience;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit, cut_page};
use platform::db::{Conn, Isolation};
use platform::search::{Kind, Position};
use platform::slice::calls::{Calls, Class, Keeps, Sent, Tag, Varies, Who, all, people, rule};
use platform::web::{AuthErrors, BodyErrors, CallerErrors, CommonErrors, Json, Problem, Query, read_cursor};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::model::{Card, CardList, CardSearchResults};
use super::store::{self, CardPosition, load_with_deleted};
use super::{CardId, opinions};
use crate::AppState;
use crate::scenarios::{self, find_forgivingly, read_filters, read_rating, read_search_text};

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(list_cards),
            rule(
                Who::Anybody,
                Class::Reads,
                Keeps::Until(&[Tag::List], Varies::ByPerson),
            ),
        )
        .tried("/cards/cards", Sent::Nothing, all(200))
        .call(
            routes!(view_card),
            rule(
                Who::Anybody,
                Class::Reads,
                Keeps::Until(&[Tag::List], Varies::ByPerson),
            ),
        )
        .tried("/cards/card?id=@card", Sent::Nothing, all(200))
        .call(
            routes!(search_cards),
            rule(
                Who::Anybody,
                Class::Search,
                Keeps::Until(&[Tag::List], Varies::ByPerson),
            ),
        )
        .tried("/cards/search", Sent::Nothing, all(200))
        .call(
            routes!(list_newest_cards),
            rule(
                Who::Anybody,
                Class::Reads,
                Keeps::Until(&[Tag::List], Varies::ByPerson),
            ),
        )
        .tried("/cards/newest", Sent::Nothing, all(200))
        .call(
            routes!(top_search_cards),
            rule(Who::Anybody, Class::Search, Keeps::Never),
        )
        .tried("/card/topsearch", Sent::Json("{}"), all(200))
        .call(
            routes!(rate_card),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried(
            "/cards/card/rate",
            Sent::Json(r#"{"cardId":"@card","rating":1}"#),
            people(200),
        )
        .call(
            routes!(list_liked_cards),
            rule(Who::SignedIn, Class::Reads, Keeps::Never),
        )
        .tried("/card/get-liked-cards", Sent::Nothing, people(200))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ListCardsParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// Only cards of this author: a name or an id.
    author: Option<String>,
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
    list(&app, &viewer, audience, params).await
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
    list(&app, &viewer, audience, params).await
}

async fn list(
    app: &AppState,
    viewer: &Viewer,
    audience: Audience,
    params: ListCardsParams,
) -> Result<Json<Page<Card>>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let mut conn = app.db.read().await?;
    let author = match params
        .author
        .as_deref()
        .map(str::trim)
        .filter(|name| !name.is_empty())
    {
        None => None,
        Some(name) => match users::find_id(&mut conn, name).await? {
            Some(id) => Some(id),
            None => {
                return Ok(Json(Page {
                    results: Vec::new(),
                    next_cursor: None,
                }));
            }
        },
    };
    let list = format!("cards:{author:?}");
    let after = read_cursor(app, &list, params.cursor.as_deref())?.unwrap_or_else(CardPosition::start);
    let page = store::list_newest(
        &mut conn,
        viewer.0.as_ref().map(|person| &person.user_id),
        audience,
        author.as_ref(),
        after,
        limit + 1,
    )
    .await?;
    let (ids, next) = cut_page(page, limit);
    let next_cursor = next.map(|position| app.cursor_key.seal(&list, &position));
    Ok(Json(Page {
        results: load(&mut conn, viewer, audience, &ids).await?,
        next_cursor,
    }))
}

/// The listed cards with these ids, marked with what the viewer thinks of them.
async fn load(
    conn: &mut Conn,
    viewer: &Viewer,
    audience: Audience,
    ids: &[String],
) -> Result<Vec<Card>, Problem> {
    let mut cards = store::load(conn, audience, ids).await?;
    if let Some(person) = &viewer.0 {
        opinions::mark(conn, &person.user_id, &mut cards).await?;
    }
    Ok(cards)
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
    let mut conn = app.db.read().await?;
    let card = load(&mut conn, &viewer, audience, &[params.id.to_string()])
        .await?
        .pop()
        .ok_or_else(|| Problem::not_found("card"))?;
    let (display, viewer) = (&card.display_data, viewer.0.as_ref());
    if audience.admits(display.rating)
        || viewer.is_some_and(|person| person.is_admin() || person.user_id == display.author)
    {
        return Ok(Json(card));
    }
    Err(Problem::new(
        scenarios::ADULT_ONLY,
        "Its author rates this card as suitable for adults only.",
    )
    .with_extension("rating", display.rating.as_str()))
}

/// What a search for cards takes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchCardsParams {
    /// What to look for; empty finds all, the most popular first.
    q: Option<String>,
    /// Ids or slugs of tags that all must have.
    #[serde(default)]
    pub(crate) wl_tags: Vec<String>,
    /// Ids or slugs of tags that none may have.
    #[serde(default)]
    pub(crate) bl_tags: Vec<String>,
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SearchPosition(Position, Option<String>);

/// Cards by text and tags; exact names first, typing errors forgiven.
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
    blocked: BlockedTags,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<SearchCardsParams>,
) -> Result<Json<CardSearchResults>, Problem> {
    search(&app, &viewer, &blocked, audience, params).await.map(Json)
}

/// Cards by text and tags, without the tags that whoever asks has blocked.
///
/// # Errors
/// Too many tags, or a cursor that is not of this search.
pub(crate) async fn search(
    app: &AppState,
    viewer: &Viewer,
    blocked: &BlockedTags,
    audience: Audience,
    params: SearchCardsParams,
) -> Result<CardSearchResults, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let text = read_search_text(params.q);
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
        return Ok(CardSearchResults {
            results: Vec::new(),
            next_cursor: None,
            corrected_query: None,
        });
    };
    let list = format!("card-search:{text}:{filters:?}");
    let after: Option<SearchPosition> = read_cursor(app, &list, params.cursor.as_deref())?;
    let found = find_forgivingly(
        &mut conn,
        Kind::Card,
        text,
        &filters,
        after.map(|at| (at.0, at.1)),
        limit,
    )
    .await?;
    let next_cursor = found.next.map(|position| {
        app.cursor_key
            .seal(&list, &SearchPosition(position, found.corrected.clone()))
    });
    Ok(CardSearchResults {
        results: load(&mut conn, viewer, audience, &found.ids).await?,
        next_cursor,
        corrected_query: found.corrected,
    })
}

/// What to find the best cards for.
#[derive(Debug, Deserialize, ToSchema)]
struct TopSearchRequest {
    /// What to look for; empty finds the most popular.
    q: Option<String>,
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
}

/// The best cards for a text, in one go.
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
    blocked: BlockedTags,
    ViewerAudience(audience): ViewerAudience,
    Json(request): Json<TopSearchRequest>,
) -> Result<Json<CardList>, Problem> {
    let limit = clamp_limit(request.limit, MAX_LIMIT);
    let mut conn = app.db.read().await?;
    let filters = read_filters(&mut conn, &blocked, audience, &[], &[], None)
        .await?
        .unwrap_or_default();
    let found = find_forgivingly(
        &mut conn,
        Kind::Card,
        read_search_text(request.q),
        &filters,
        None,
        limit,
    )
    .await?;
    Ok(Json(CardList {
        results: load(&mut conn, &viewer, audience, &found.ids).await?,
    }))
}

/// What to rate, and how.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RateCardRequest {
    /// The card.
    card_id: CardId,
    /// 1 up, -1 down, 0 takes the rating back.
    #[schema(minimum = -1, maximum = 1)]
    rating: i64,
}

/// How a card stands after a rating.
#[derive(Debug, Serialize, ToSchema)]
struct CardOpinion {
    /// The caller's rating now.
    rating: i64,
    /// Everybody's thumbs up.
    likes: i64,
    /// Everybody's thumbs down.
    dislikes: i64,
}

/// Rates a card up or down, or takes that back.
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
    let (card, user, now) = (request.card_id.as_str(), &person.user_id, app.clock.now());
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(opinions::rate(tx, card, user, liked, now))
    });
    let (likes, dislikes) = use_case.await?.ok_or_else(|| Problem::not_found("card"))?;
    Ok(Json(CardOpinion {
        rating: request.rating,
        likes,
        dislikes,
    }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LikedCardsParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
}

/// The cards the caller likes, the latest first. One that was deleted since stays in its place as "Deleted
/// Card".
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
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let list = format!("liked-cards:{}", person.user_id);
    let after = read_cursor(&app, &list, params.cursor.as_deref())?.unwrap_or_else(CardPosition::start);
    let mut conn = app.db.read().await?;
    let audience = person.audience;
    let mut page = opinions::list_liked(&mut conn, &person.user_id, audience, after, limit + 1).await?;
    let more = page.len() > limit as usize;
    page.truncate(limit as usize);
    let next_cursor = page
        .last()
        .filter(|_| more)
        .map(|(_, position)| app.cursor_key.seal(&list, position));
    let ids: Vec<String> = page.into_iter().map(|(id, _)| id).collect();
    let mut results = load_with_deleted(&mut conn, audience, &ids).await?;
    opinions::mark(&mut conn, &person.user_id, &mut results).await?;
    Ok(Json(Page { results, next_cursor }))
}
