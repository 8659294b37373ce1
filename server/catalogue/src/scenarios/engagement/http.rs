//! The calls by which readers say what they think of scenarios.

use accounts::identity::{Person, SignedIn};
use accounts::users;
use axum::extract::State;
use kernel::Timestamp;
use kernel::ids::UserId;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use platform::db::{Conn, Isolation, Tx};
use platform::slice::calls::{Calls, Class, Keeps, PRIVATE_TO_PEOPLE, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Path, Problem, Query, read_cursor};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::rules::{LOVES_A_DAY, day_start, next_day, secs_to_next_day};
use super::store;
use crate::AppState;
use crate::scenarios::model::{ScenarioSummary, UserRatings};
use crate::scenarios::store::load_summaries_and_deleted;
use crate::scenarios::visible::find_visible;
use crate::scenarios::{ScenarioId, errors, read_rating};

/// The routes of this part.
pub(crate) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(love_scenario),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried(
            "/scenarios/love",
            Sent::Json(r#"{"scenarioId":"@private"}"#),
            PRIVATE_TO_PEOPLE,
        )
        .call(
            routes!(view_love_quota),
            rule(Who::SignedIn, Class::Reads, Keeps::Never),
        )
        .tried("/scenarios/love/quota", Sent::Nothing, people(200))
        .call(
            routes!(list_loved_scenarios),
            rule(Who::SignedIn, Class::Reads, Keeps::Never),
        )
        .tried("/scenarios/love/loved", Sent::Nothing, people(200))
        .call(
            routes!(rate_scenario),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried(
            "/scenarios/rate",
            Sent::Json(r#"{"scenarioId":"@private","rating":1}"#),
            PRIVATE_TO_PEOPLE,
        )
        .call(
            routes!(view_own_opinion),
            rule(Who::SignedIn, Class::Reads, Keeps::Never),
        )
        .tried("/scenarios/@private/mine", Sent::Nothing, PRIVATE_TO_PEOPLE)
}

/// What to love, or to love no more.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoveRequest {
    /// The scenario.
    scenario_id: ScenarioId,
    /// false takes a love back; true by default.
    #[serde(default = "yes")]
    #[schema(default = true)]
    loved: bool,
}

fn yes() -> bool {
    true
}

/// How many loves are left today.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoveQuota {
    /// Loves of one day.
    limit: i64,
    /// Loves given today and not taken back.
    used: i64,
    /// Loves left.
    remaining: i64,
    /// When there are new ones.
    #[schema(value_type = String, format = DateTime)]
    resets_on: Timestamp,
}

/// How a scenario stands after a love was given or taken back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoveAnswer {
    /// Whether the caller loves it now.
    loved: bool,
    /// How many do.
    love_count: i64,
    /// The caller's loves of today.
    quota: LoveQuota,
}

/// Loves a scenario, or takes that back. Doing it twice changes nothing.
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
    let (app, person, request) = (&app, &person, &request);
    let (answer, changed) = app
        .db
        .transact(Isolation::Ordinary, |tx| {
            Box::pin(give_love(app, tx, person, request))
        })
        .await?;
    if changed {
        app.changes.scenario(request.scenario_id.as_str());
    }
    Ok(Json(answer))
}

/// How it stands afterwards, and whether anything changed.
async fn give_love(
    app: &AppState,
    tx: &mut Tx,
    person: &Person,
    request: &LoveRequest,
) -> Result<(LoveAnswer, bool), Problem> {
    let (user, id) = (&person.user_id, request.scenario_id.as_str());
    let now = app.clock.now();
    users::lock_user_row(tx, user).await?;
    find_visible(tx, &request.scenario_id, Some(person)).await?;
    let changed = if request.loved {
        store::love(tx, id, user, now).await?
    } else {
        store::unlove(tx, id, user).await?
    };
    let quota = read_quota(tx, user, now).await?;
    if changed && request.loved && quota.used > quota.limit {
        // The refusal takes the love back.
        let detail = format!("You’ve given all {LOVES_A_DAY} of today’s loves. You’ll get more tomorrow.");
        return Err(Problem::new(errors::LOVE_QUOTA_REACHED, detail).with_retry_after(secs_to_next_day(now)));
    }
    let love_count = store::read_loves(tx, id).await?;
    Ok((
        LoveAnswer {
            loved: request.loved,
            love_count,
            quota,
        },
        changed,
    ))
}

async fn read_quota(conn: &mut Conn, user: &UserId, now: Timestamp) -> Result<LoveQuota, Problem> {
    let used = store::count_loves_since(conn, user, day_start(now)).await?;
    Ok(LoveQuota {
        limit: LOVES_A_DAY,
        used,
        remaining: (LOVES_A_DAY - used).max(0),
        resets_on: next_day(now),
    })
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
    Ok(Json(
        read_quota(&mut conn, &person.user_id, app.clock.now()).await?,
    ))
}

/// What the list of loved scenarios takes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LovedParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
}

/// The scenarios the caller loves, the latest love first. One that was deleted since stays in its place as
/// "Deleted Card".
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

/// The scenarios this person loves, the latest love first.
///
/// # Errors
/// A cursor that is not of this list.
pub(crate) async fn list_loved(
    app: &AppState,
    person: &Person,
    params: LovedParams,
) -> Result<Page<ScenarioSummary>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let list = format!("loved:{}", person.user_id);
    let after = read_cursor(app, &list, params.cursor.as_deref())?;
    let mut conn = app.db.read().await?;
    let mut page = store::list_loved(&mut conn, &person.user_id, person.audience, after, limit + 1).await?;
    let more = page.len() > limit as usize;
    page.truncate(limit as usize);
    let next_cursor = page
        .last()
        .filter(|_| more)
        .map(|(_, position)| app.cursor_key.seal(&list, position));
    let ids: Vec<String> = page.into_iter().map(|(id, _)| id).collect();
    Ok(Page {
        results: load_summaries_and_deleted(&mut conn, person.audience, &ids).await?,
        next_cursor,
    })
}

/// What to rate, and how.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RateRequest {
    /// The scenario.
    scenario_id: ScenarioId,
    /// 1 up, -1 down, 0 takes the rating back.
    #[schema(minimum = -1, maximum = 1)]
    rating: i64,
}

/// How a scenario stands after a rating.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RateAnswer {
    /// The caller's rating now.
    rating: i64,
    /// Everybody's.
    user_ratings: UserRatings,
}

/// Rates a scenario up or down, or takes that back.
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
        Box::pin(async move {
            find_visible(tx, id, Some(person)).await?;
            Ok::<_, Problem>(store::rate(tx, id.as_str(), &person.user_id, liked, now).await?)
        })
    });
    let (likes, dislikes) = use_case.await?;
    app.changes.scenario(request.scenario_id.as_str());
    Ok(Json(RateAnswer {
        rating: request.rating,
        user_ratings: UserRatings { likes, dislikes },
    }))
}

/// What the caller thinks of a scenario.
#[derive(Debug, Serialize, ToSchema)]
struct OwnOpinion {
    /// Whether they love it.
    loved: bool,
    /// 1 up, -1 down, 0 not rated.
    rating: i64,
}

/// What the caller thinks of a scenario: pages are the same for everybody, and ask this when they have been
/// shown.
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
    find_visible(&mut conn, &id, Some(&person)).await?;
    let loved = store::is_loved(&mut conn, id.as_str(), &person.user_id).await?;
    let rating = match store::find_rating(&mut conn, id.as_str(), &person.user_id).await? {
        Some(true) => 1,
        Some(false) => -1,
        None => 0,
    };
    Ok(Json(OwnOpinion { loved, rating }))
}
