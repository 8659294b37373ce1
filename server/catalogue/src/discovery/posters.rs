//! The calls of lists on pages: scenarios, campaigns and cards, with posters as rows.

use accounts::identity::{SignedIn, Viewer, ViewerAudience};
use accounts::tags::{self, BlockedContent};
use axum::extract::State;
use kernel::Audience;
use kernel::paging::Page;
use platform::slice::calls::{Caching, Calls, Class, PRIVATE, Sent, Tag, VaryBy, Who, all, people, rule};
use platform::web::{AuthErrors, CallerErrors, CommonErrors, Json, Path, Problem, Query};
use utoipa_axum::routes;

use super::model::{CampaignPosters, CardPoster, PosterPage, ScenarioPoster, SimilarPosters};
use crate::AppState;
use crate::campaigns::{self, CampaignParams};
use crate::cards::{self, SearchCardsParams};
use crate::scenarios::{
    self, FeedOrder, FeedParams, LovedParams, ScenarioErrors, ScenarioId, ScenarioSummary, SearchParams,
    SimilarParams, find_similar, list_loved, read_feed,
};

const LIST: Caching = Caching::Until(&[Tag::List], VaryBy::BlockedContent);

/// The calls of posters.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(routes!(poster_newest), rule(Who::Anybody, Class::Reads, LIST))
        .beyond_spec("Pages list posters instead of whole summaries.")
        .trial("/posters/newest", Sent::Nothing, all(200))
        .call(routes!(poster_likes), rule(Who::Anybody, Class::Reads, LIST))
        .beyond_spec("Pages list posters instead of whole summaries.")
        .trial("/posters/likes", Sent::Nothing, all(200))
        .call(routes!(poster_trending), rule(Who::Anybody, Class::Reads, LIST))
        .beyond_spec("Pages list posters instead of whole summaries.")
        .trial("/posters/trending", Sent::Nothing, all(200))
        .call(routes!(poster_search), rule(Who::Anybody, Class::Search, LIST))
        .beyond_spec("Pages list posters instead of whole summaries.")
        .trial("/posters/search?q=open", Sent::Nothing, all(200))
        .call(
            routes!(poster_similar),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(
                    &[Tag::Path("scenario", "scenarioID"), Tag::List],
                    VaryBy::BlockedContent,
                ),
            ),
        )
        .beyond_spec("Pages list posters instead of whole summaries.")
        .trial("/posters/similar/@private", Sent::Nothing, PRIVATE)
        .trial("/posters/similar/@open", Sent::Nothing, all(200))
        .call(routes!(poster_campaign), rule(Who::Anybody, Class::Reads, LIST))
        .beyond_spec("Pages list posters instead of whole summaries.")
        .trial("/posters/campaign?campaign=spring", Sent::Nothing, all(200))
        .call(routes!(poster_cards), rule(Who::Anybody, Class::Search, LIST))
        .beyond_spec("Pages list posters instead of whole summaries.")
        .trial("/posters/cards", Sent::Nothing, all(200))
        .call(
            routes!(poster_loved),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("Pages list posters instead of whole summaries.")
        .trial("/posters/loved", Sent::Nothing, people(200))
}

fn posters(summaries: Vec<ScenarioSummary>) -> Vec<ScenarioPoster> {
    summaries.into_iter().map(ScenarioPoster::from).collect()
}

/// The tags of a list's filters. The list itself has refused too many of them.
async fn name_tags(
    app: &AppState,
    asked: &[String],
    audience: Audience,
) -> Result<Vec<tags::TagData>, Problem> {
    let mut conn = app.db.read().await?;
    Ok(tags::find_all(&mut conn, asked, audience).await?)
}

async fn feed(
    app: &AppState,
    blocked: &BlockedContent,
    audience: Audience,
    order: FeedOrder,
    params: FeedParams,
) -> Result<Json<PosterPage<ScenarioPoster>>, Problem> {
    let asked = [params.wl_tags.as_slice(), &params.bl_tags].concat();
    let page = read_feed(app, blocked, audience, order, params).await?;
    Ok(Json(PosterPage {
        results: posters(page.results),
        next_cursor: page.next_cursor,
        corrected_query: None,
        tags: name_tags(app, &asked, audience).await?,
    }))
}

/// Posters of the latest scenarios.
#[utoipa::path(
    get,
    path = "/posters/newest",
    tag = "discovery",
    params(FeedParams),
    responses((status = 200, body = PosterPage<ScenarioPoster>), CallerErrors, CommonErrors),
)]
async fn poster_newest(
    State(app): State<AppState>,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<FeedParams>,
) -> Result<Json<PosterPage<ScenarioPoster>>, Problem> {
    feed(&app, &blocked, audience, FeedOrder::Newest, params).await
}

/// Posters of the scenarios with the most loves.
#[utoipa::path(
    get,
    path = "/posters/likes",
    tag = "discovery",
    params(FeedParams),
    responses((status = 200, body = PosterPage<ScenarioPoster>), CallerErrors, CommonErrors),
)]
async fn poster_likes(
    State(app): State<AppState>,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<FeedParams>,
) -> Result<Json<PosterPage<ScenarioPoster>>, Problem> {
    feed(&app, &blocked, audience, FeedOrder::Likes, params).await
}

/// Posters of the most active scenarios.
#[utoipa::path(
    get,
    path = "/posters/trending",
    tag = "discovery",
    params(FeedParams),
    responses((status = 200, body = PosterPage<ScenarioPoster>), CallerErrors, CommonErrors),
)]
async fn poster_trending(
    State(app): State<AppState>,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<FeedParams>,
) -> Result<Json<PosterPage<ScenarioPoster>>, Problem> {
    feed(&app, &blocked, audience, FeedOrder::Trending, params).await
}

/// Posters of scenarios by text, tags and author; exact names first, with typing errors corrected.
#[utoipa::path(
    get,
    path = "/posters/search",
    tag = "discovery",
    params(SearchParams),
    responses((status = 200, body = PosterPage<ScenarioPoster>), CallerErrors, CommonErrors),
)]
async fn poster_search(
    State(app): State<AppState>,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<SearchParams>,
) -> Result<Json<PosterPage<ScenarioPoster>>, Problem> {
    let asked = [params.wl_tags.as_slice(), &params.bl_tags].concat();
    let found = scenarios::search(&app, &blocked, audience, params).await?;
    Ok(Json(PosterPage {
        results: posters(found.results),
        next_cursor: found.next_cursor,
        corrected_query: found.corrected_query,
        tags: name_tags(&app, &asked, audience).await?,
    }))
}

/// Posters of scenarios like this one, by tags and words, with some surprises.
#[utoipa::path(
    get,
    path = "/posters/similar/{scenarioID}",
    tag = "discovery",
    params(("scenarioID" = ScenarioId, Path), SimilarParams),
    responses(
        (status = 200, body = SimilarPosters),
        ScenarioErrors,
        CallerErrors,
        CommonErrors,
    ),
)]
async fn poster_similar(
    State(app): State<AppState>,
    viewer: Viewer,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Path(id): Path<ScenarioId>,
    Query(params): Query<SimilarParams>,
) -> Result<Json<SimilarPosters>, Problem> {
    let similar = find_similar(&app, &viewer, &blocked, audience, &id, params).await?;
    Ok(Json(SimilarPosters {
        results: posters(similar.results),
    }))
}

/// A whole campaign with posters: what the home page shows.
#[utoipa::path(
    get,
    path = "/posters/campaign",
    tag = "discovery",
    params(CampaignParams),
    responses(
        (status = 200, body = CampaignPosters),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn poster_campaign(
    State(app): State<AppState>,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<CampaignParams>,
) -> Result<Json<CampaignPosters>, Problem> {
    let content = campaigns::read_content(&app, &blocked, audience, params).await?;
    Ok(Json(content.into()))
}

/// Posters of cards by text and tags; exact names first, with typing errors corrected.
#[utoipa::path(
    get,
    path = "/posters/cards",
    tag = "discovery",
    params(SearchCardsParams),
    responses((status = 200, body = PosterPage<CardPoster>), CallerErrors, CommonErrors),
)]
async fn poster_cards(
    State(app): State<AppState>,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<SearchCardsParams>,
) -> Result<Json<PosterPage<CardPoster>>, Problem> {
    let asked = [params.wl_tags.as_slice(), &params.bl_tags].concat();
    // A poster is the same for every viewer.
    let found = cards::search(&app, &Viewer(None), &blocked, audience, params).await?;
    Ok(Json(PosterPage {
        results: found.results.into_iter().map(CardPoster::from).collect(),
        next_cursor: found.next_cursor,
        corrected_query: found.corrected_query,
        tags: name_tags(&app, &asked, audience).await?,
    }))
}

/// Posters of the scenarios the caller loves, the latest love first.
#[utoipa::path(
    get,
    path = "/posters/loved",
    tag = "discovery",
    params(LovedParams),
    responses((status = 200, body = Page<ScenarioPoster>), AuthErrors, CommonErrors),
)]
async fn poster_loved(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Query(params): Query<LovedParams>,
) -> Result<Json<Page<ScenarioPoster>>, Problem> {
    let page = list_loved(&app, &person, params).await?;
    Ok(Json(Page {
        results: posters(page.results),
        next_cursor: page.next_cursor,
    }))
}
