//! The calls of scenarios.

use accounts::identity::{Viewer, ViewerAudience};
use accounts::tags::BlockedContent;
use axum::extract::State;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use platform::slice::calls::{Caching, Calls, Class, PRIVATE, Sent, Tag, VaryBy, Who, all, rule};
use platform::web::{CallerErrors, CommonErrors, Json, Path, Problem, Query};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::routes;

use super::ScenarioId;
use super::actions::{self, SimilarParams};
use super::errors::ScenarioErrors;
use super::feed::FeedOrder;
use super::listing::{FeedParams, read_feed};
use super::model::{ContentNoteList, Loves, Scenario, ScenarioSummary, SearchResults, SimilarScenarios};
use super::rules::MAX_SKIP;
use super::store;
use super::text_search::SearchParams;
use super::visible::{find_admitted, read_admitted};
use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(view_scenario),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(
                    &[
                        Tag::Path("scenario", "scenarioID"),
                        Tag::Body("user", "/authorship/author"),
                    ],
                    VaryBy::Audience,
                ),
            ),
        )
        .trial("/scenarios/scenario/@private", Sent::Nothing, PRIVATE)
        .trial("/scenarios/scenario/@open", Sent::Nothing, all(200))
        .call(
            routes!(list_similar_scenarios),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(
                    &[Tag::Path("scenario", "scenarioID"), Tag::List],
                    VaryBy::BlockedContent,
                ),
            ),
        )
        .trial("/scenarios/similar/@private", Sent::Nothing, PRIVATE)
        .call(
            routes!(list_newest_scenarios),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::BlockedContent),
            ),
        )
        .trial("/scenarios/newest", Sent::Nothing, all(200))
        .call(
            routes!(search_scenarios),
            rule(
                Who::Anybody,
                Class::Search,
                Caching::Until(&[Tag::List], VaryBy::BlockedContent),
            ),
        )
        .trial("/scenarios/search?q=open", Sent::Nothing, all(200))
        .call(
            routes!(list_scenario_loves),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::Path("scenario", "scenarioId")], VaryBy::Audience),
            ),
        )
        .trial("/scenarios/@private/loves", Sent::Nothing, PRIVATE)
        .call(
            routes!(list_content_notes),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .beyond_spec("Readers choose the content notes that their lists leave out.")
        .trial("/content-notes", Sent::Nothing, all(200))
        .and(super::engagement::calls())
}

/// One scenario with everything a reader wants before starting.
#[utoipa::path(
    get,
    path = "/scenarios/scenario/{scenarioID}",
    tag = "scenarios",
    params(("scenarioID" = ScenarioId, Path)),
    responses(
        (status = 200, body = Scenario),
        ScenarioErrors,
        CallerErrors,
        CommonErrors,
    ),
)]
async fn view_scenario(
    State(app): State<AppState>,
    viewer: Viewer,
    ViewerAudience(audience): ViewerAudience,
    Path(id): Path<ScenarioId>,
) -> Result<Json<Scenario>, Problem> {
    let mut conn = app.db.read().await?;
    read_admitted(&mut conn, &id, viewer.0.as_ref(), audience)
        .await
        .map(Json)
}

/// Scenarios like this one, by tags and words, with some surprises.
#[utoipa::path(
    get,
    path = "/scenarios/similar/{scenarioID}",
    tag = "scenarios",
    params(("scenarioID" = ScenarioId, Path), SimilarParams),
    responses(
        (status = 200, body = SimilarScenarios),
        ScenarioErrors,
        CallerErrors,
        CommonErrors,
    ),
)]
async fn list_similar_scenarios(
    State(app): State<AppState>,
    viewer: Viewer,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Path(id): Path<ScenarioId>,
    Query(params): Query<SimilarParams>,
) -> Result<Json<SimilarScenarios>, Problem> {
    actions::find_similar(&app, &viewer, &blocked, audience, &id, params)
        .await
        .map(Json)
}

/// The latest scenarios.
#[utoipa::path(
    get,
    path = "/scenarios/newest",
    tag = "scenarios",
    params(FeedParams),
    responses((status = 200, body = Page<ScenarioSummary>), CallerErrors, CommonErrors),
)]
async fn list_newest_scenarios(
    State(app): State<AppState>,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<FeedParams>,
) -> Result<Json<Page<ScenarioSummary>>, Problem> {
    read_feed(&app, &blocked, audience, FeedOrder::Newest, params)
        .await
        .map(Json)
}

/// Scenarios by text, tags and author; exact names first, with typing errors corrected.
#[utoipa::path(
    get,
    path = "/scenarios/search",
    tag = "scenarios",
    params(SearchParams),
    responses((status = 200, body = SearchResults), CallerErrors, CommonErrors),
)]
async fn search_scenarios(
    State(app): State<AppState>,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<SearchParams>,
) -> Result<Json<SearchResults>, Problem> {
    actions::search(&app, &blocked, audience, params).await.map(Json)
}

/// The fixed catalogue of content notes, in the order in which forms show them.
#[utoipa::path(
    get,
    path = "/content-notes",
    tag = "scenarios",
    responses((status = 200, body = ContentNoteList), CommonErrors),
)]
async fn list_content_notes() -> Json<ContentNoteList> {
    Json(ContentNoteList::all())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LovesParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// How many to skip, 0 to 1,000.
    skip: Option<i64>,
}

/// The people who love a scenario, the latest first.
#[utoipa::path(
    get,
    path = "/scenarios/{scenarioId}/loves",
    tag = "scenarios",
    params(("scenarioId" = ScenarioId, Path), LovesParams),
    responses(
        (status = 200, body = Loves),
        ScenarioErrors,
        CallerErrors,
        CommonErrors,
    ),
)]
async fn list_scenario_loves(
    State(app): State<AppState>,
    viewer: Viewer,
    ViewerAudience(audience): ViewerAudience,
    Path(id): Path<ScenarioId>,
    Query(params): Query<LovesParams>,
) -> Result<Json<Loves>, Problem> {
    let limit = i64::from(clamp_limit(params.limit, MAX_LIMIT));
    let skip = params.skip.unwrap_or(0).clamp(0, MAX_SKIP);
    let mut conn = app.db.read().await?;
    let count = find_admitted(&mut conn, &id, viewer.0.as_ref(), audience)
        .await?
        .summary
        .stats()
        .love_count;
    let results = store::list_loves(&mut conn, id.as_str(), limit, skip).await?;
    Ok(Json(Loves { count, results }))
}
