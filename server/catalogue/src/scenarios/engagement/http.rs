//! The calls by which readers love and rate scenarios.

use accounts::identity::SignedIn;
use axum::extract::State;
use kernel::paging::Page;
use platform::db::Isolation;
use platform::slice::calls::{Caching, Calls, Class, PRIVATE_TO_PEOPLE, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, Query};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::actions::{self, LovedParams, list_loved};
use super::model::{LoveAnswer, LoveQuota, OwnOpinion, RateAnswer};
use crate::AppState;
use crate::scenarios::model::ScenarioSummary;
use crate::scenarios::{ScenarioId, read_rating};

/// The routes of this part.
pub(crate) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(love_scenario),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial(
            "/scenarios/love",
            Sent::Json(r#"{"scenarioId":"@private"}"#),
            PRIVATE_TO_PEOPLE,
        )
        .call(
            routes!(view_love_quota),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/scenarios/love/quota", Sent::Nothing, people(200))
        .call(
            routes!(list_loved_scenarios),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/scenarios/love/loved", Sent::Nothing, people(200))
        .call(
            routes!(rate_scenario),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial(
            "/scenarios/rate",
            Sent::Json(r#"{"scenarioId":"@private","rating":1}"#),
            PRIVATE_TO_PEOPLE,
        )
        .call(
            routes!(view_own_opinion),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .beyond_spec("Kept pages are the same for everybody; what the reader thinks is read afterwards.")
        .trial("/scenarios/@private/mine", Sent::Nothing, PRIVATE_TO_PEOPLE)
}

/// Which scenario to love, or to stop loving.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoveRequest {
    /// The scenario.
    scenario_id: ScenarioId,
    /// false removes a love; true by default.
    #[serde(default = "yes")]
    #[schema(default = true)]
    loved: bool,
}

fn yes() -> bool {
    true
}

/// Loves a scenario, or removes the love. Repeating the call changes nothing.
#[utoipa::path(
    post,
    path = "/scenarios/love",
    tag = "scenarios",
    request_body = LoveRequest,
    responses(
        (status = 200, body = LoveAnswer),
        (status = 410, body = Problem, content_type = "application/problem+json"),
        (
            status = 429,
            body = Problem,
            content_type = "application/problem+json",
            description = "Today's loves are given.",
        ),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn love_scenario(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Json(request): Json<LoveRequest>,
) -> Result<Json<LoveAnswer>, Problem> {
    let (person, id, loved, now) = (&person, &request.scenario_id, request.loved, app.clock.now());
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::set_love(tx, person, id, loved, now))
    });
    let (answer, changed) = use_case.await?;
    if changed {
        app.changes.scenario(id.as_str());
    }
    Ok(Json(answer))
}

/// How many loves the caller has left today.
#[utoipa::path(
    get,
    path = "/scenarios/love/quota",
    tag = "scenarios",
    responses((status = 200, body = LoveQuota), AuthErrors, CommonErrors),
)]
async fn view_love_quota(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<Json<LoveQuota>, Problem> {
    let mut conn = app.db.read().await?;
    let quota = actions::read_quota(&mut conn, &person.user_id, app.clock.now()).await?;
    Ok(Json(quota))
}

/// The scenarios the caller loves, the latest love first. A scenario that was deleted since keeps its
/// position in the list as "Deleted Card".
#[utoipa::path(
    get,
    path = "/scenarios/love/loved",
    tag = "scenarios",
    params(LovedParams),
    responses((status = 200, body = Page<ScenarioSummary>), AuthErrors, CommonErrors),
)]
async fn list_loved_scenarios(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Query(params): Query<LovedParams>,
) -> Result<Json<Page<ScenarioSummary>>, Problem> {
    list_loved(&app, &person, params).await.map(Json)
}

/// A rating of a scenario.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RateRequest {
    /// The scenario.
    scenario_id: ScenarioId,
    /// 1: up, -1: down, 0: removes the rating.
    #[schema(minimum = -1, maximum = 1)]
    rating: i64,
}

/// Rates a scenario up or down, or removes the rating.
#[utoipa::path(
    post,
    path = "/scenarios/rate",
    tag = "scenarios",
    request_body = RateRequest,
    responses(
        (status = 200, body = RateAnswer),
        (status = 410, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn rate_scenario(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Json(request): Json<RateRequest>,
) -> Result<Json<RateAnswer>, Problem> {
    let liked = read_rating(request.rating)?;
    let (id, person, now) = (&request.scenario_id, &person, app.clock.now());
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::rate(tx, person, id, liked, now))
    });
    let user_ratings = use_case.await?;
    app.changes.scenario(id.as_str());
    Ok(Json(RateAnswer {
        rating: request.rating,
        user_ratings,
    }))
}

/// The caller's own love and rating of a scenario. Pages are the same for everybody and request this after
/// they are shown.
#[utoipa::path(
    get,
    path = "/scenarios/{scenarioId}/mine",
    tag = "scenarios",
    params(("scenarioId" = ScenarioId, Path)),
    responses(
        (status = 200, body = OwnOpinion),
        (status = 410, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn view_own_opinion(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<ScenarioId>,
) -> Result<Json<OwnOpinion>, Problem> {
    let mut conn = app.db.read().await?;
    actions::read_opinion(&mut conn, &person, &id).await.map(Json)
}
