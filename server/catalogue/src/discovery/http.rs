//! The calls of discovery.

use accounts::identity::ViewerAudience;
use accounts::tags::BlockedContent;
use axum::extract::State;
use kernel::paging::Page;
use platform::slice::calls::{Caching, Calls, Class, Sent, Tag, VaryBy, Who, all, rule};
use platform::web::{CallerErrors, CommonErrors, Json, Problem, Query};
use utoipa_axum::routes;

use crate::AppState;
use crate::scenarios::{FeedOrder, FeedParams, ScenarioSummary, read_feed};

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(discover_newest),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::BlockedContent),
            ),
        )
        .trial("/discovery/newest", Sent::Nothing, all(200))
        .call(
            routes!(discover_likes),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::BlockedContent),
            ),
        )
        .trial("/discovery/likes", Sent::Nothing, all(200))
        .call(
            routes!(discover_trending),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::BlockedContent),
            ),
        )
        .trial("/discovery/trending", Sent::Nothing, all(200))
        .and(super::posters::calls())
}

/// The latest scenarios.
#[utoipa::path(
    get,
    path = "/discovery/newest",
    tag = "discovery",
    params(FeedParams),
    responses((status = 200, body = Page<ScenarioSummary>), CallerErrors, CommonErrors),
)]
async fn discover_newest(
    State(app): State<AppState>,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<FeedParams>,
) -> Result<Json<Page<ScenarioSummary>>, Problem> {
    read_feed(&app, &blocked, audience, FeedOrder::Newest, params)
        .await
        .map(Json)
}

/// The scenarios with the most loves.
#[utoipa::path(
    get,
    path = "/discovery/likes",
    tag = "discovery",
    params(FeedParams),
    responses((status = 200, body = Page<ScenarioSummary>), CallerErrors, CommonErrors),
)]
async fn discover_likes(
    State(app): State<AppState>,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<FeedParams>,
) -> Result<Json<Page<ScenarioSummary>>, Problem> {
    read_feed(&app, &blocked, audience, FeedOrder::Likes, params)
        .await
        .map(Json)
}

/// The most active scenarios; activity counts half after two days.
#[utoipa::path(
    get,
    path = "/discovery/trending",
    tag = "discovery",
    params(FeedParams),
    responses((status = 200, body = Page<ScenarioSummary>), CallerErrors, CommonErrors),
)]
async fn discover_trending(
    State(app): State<AppState>,
    blocked: BlockedContent,
    ViewerAudience(audience): ViewerAudience,
    Query(params): Query<FeedParams>,
) -> Result<Json<Page<ScenarioSummary>>, Problem> {
    read_feed(&app, &blocked, audience, FeedOrder::Trending, params)
        .await
        .map(Json)
}
