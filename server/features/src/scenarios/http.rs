//! The calls of scenarios.

use axum::extract::State;
use kernel::Audience;
use kernel::ids::{ScenarioId, UserId};
use kernel::paging::{MAX_LIMIT, MAX_SIMILAR_LIMIT, Page, clamp_limit, cut_page};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{Loves, Scenario, ScenarioSummary, SearchResults, SimilarScenarios};
use super::rules::{MAX_FILTER_TAGS, MAX_SKIP, clamp_explore_fraction};
use super::similar::{self, Subject};
use super::store::{self, Feed, FeedOrder};
use super::visible::{find_shown, read_shown};
use crate::db::Conn;
use crate::identity::Viewer;
use crate::search::rules::MAX_SEARCH_CHARS;
use crate::search::{self, Filters, Kind, Position};
use crate::tags::{self, Owner};
use crate::users;
use crate::web::{AppState, CallerRefusals, CommonErrors, Json, Path, Problem, Query, read_cursor};

/// The routes of this slice.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(view_scenario))
        .routes(routes!(list_similar_scenarios))
        .routes(routes!(list_newest_scenarios))
        .routes(routes!(search_scenarios))
        .routes(routes!(list_scenario_loves))
        .merge(super::engagement::router())
}

/// One scenario with everything a reader wants before starting.
#[utoipa::path(
    get,
    path = "/scenarios/scenario/{scenarioID}",
    tag = "scenarios",
    params(("scenarioID" = ScenarioId, Path)),
    responses(
        (status = 200, body = Scenario),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (status = 410, body = Problem, content_type = "application/problem+json"),
        CallerRefusals,
        CommonErrors,
    ),
)]
async fn view_scenario(
    State(app): State<AppState>,
    viewer: Viewer,
    audience: Audience,
    Path(id): Path<ScenarioId>,
) -> Result<Json<Scenario>, Problem> {
    let mut conn = app.db.read().await?;
    read_shown(&mut conn, &id, viewer.0.as_ref(), audience)
        .await
        .map(Json)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct SimilarParams {
    /// How many, 1 to 50; 20 unless told.
    limit: Option<i64>,
    /// Ids or slugs of tags that all must have.
    #[serde(default)]
    wl_tags: Vec<String>,
    /// Ids or slugs of tags that none may have.
    #[serde(default)]
    bl_tags: Vec<String>,
    /// Share of surprises, 0 to 1; 0.2 unless told.
    explore_fraction: Option<f64>,
}

/// Scenarios like this one, by tags and words, with some surprises.
#[utoipa::path(
    get,
    path = "/scenarios/similar/{scenarioID}",
    tag = "scenarios",
    params(("scenarioID" = ScenarioId, Path), SimilarParams),
    responses(
        (status = 200, body = SimilarScenarios),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (status = 410, body = Problem, content_type = "application/problem+json"),
        CallerRefusals,
        CommonErrors,
    ),
)]
async fn list_similar_scenarios(
    State(app): State<AppState>,
    viewer: Viewer,
    audience: Audience,
    Path(id): Path<ScenarioId>,
    Query(params): Query<SimilarParams>,
) -> Result<Json<SimilarScenarios>, Problem> {
    let limit = clamp_limit(params.limit, MAX_SIMILAR_LIMIT);
    let explore = clamp_explore_fraction(params.explore_fraction);
    let mut conn = app.db.read().await?;
    let Some(filters) = read_filters(
        &mut conn,
        &viewer,
        audience,
        &params.wl_tags,
        &params.bl_tags,
        None,
    )
    .await?
    else {
        return Ok(Json(SimilarScenarios { results: Vec::new() }));
    };
    let row = find_shown(&mut conn, &id, viewer.0.as_ref(), audience).await?;
    let tag_data = tags::data_of_many(&mut conn, Owner::Scenario, audience, &[id.to_string()])
        .await?
        .remove(id.as_str())
        .unwrap_or_default();
    let display = row.summary.display(tag_data);
    let subject = Subject {
        id: id.as_str(),
        words: format!("{} {}", display.display_name, display.tagline),
        tags: &display.tag_data,
    };
    let results = similar::find(&mut conn, &subject, &filters, limit, explore, app.clock.now()).await?;
    Ok(Json(SimilarScenarios { results }))
}

/// What every feed of scenarios takes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FeedParams {
    /// How many, 1 to 100; 20 unless told.
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// Ids or slugs of tags that all must have.
    #[serde(default)]
    wl_tags: Vec<String>,
    /// Ids or slugs of tags that none may have.
    #[serde(default)]
    bl_tags: Vec<String>,
}

/// The latest scenarios.
#[utoipa::path(
    get,
    path = "/scenarios/newest",
    tag = "scenarios",
    params(FeedParams),
    responses((status = 200, body = Page<ScenarioSummary>), CallerRefusals, CommonErrors),
)]
async fn list_newest_scenarios(
    State(app): State<AppState>,
    viewer: Viewer,
    audience: Audience,
    Query(params): Query<FeedParams>,
) -> Result<Json<Page<ScenarioSummary>>, Problem> {
    read_feed(&app, &viewer, audience, FeedOrder::Newest, params).await
}

/// A page of a feed, as every call that lists scenarios answers it.
pub(crate) async fn read_feed(
    app: &AppState,
    viewer: &Viewer,
    audience: Audience,
    order: FeedOrder,
    params: FeedParams,
) -> Result<Json<Page<ScenarioSummary>>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let mut conn = app.db.read().await?;
    let Some(filters) = read_filters(
        &mut conn,
        viewer,
        audience,
        &params.wl_tags,
        &params.bl_tags,
        None,
    )
    .await?
    else {
        return Ok(Json(Page {
            results: Vec::new(),
            next_cursor: None,
        }));
    };
    let list = format!("feed:{}:{filters:?}", order.name());
    let after = read_cursor(app, &list, params.cursor.as_deref())?;
    let (ids, next) = cut_page(
        store::page_of_feed(&mut conn, &Feed { order, filters }, after, limit + 1).await?,
        limit,
    );
    let next_cursor = next.map(|position| app.cursor_key.seal(&list, &position));
    Ok(Json(Page {
        results: store::load_summaries(&mut conn, audience, &ids).await?,
        next_cursor,
    }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct SearchParams {
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
    /// Only scenarios of this author: a name or an id.
    author: Option<String>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
}

/// Where a page of search results ended. Later pages go on with the text that the first page was found by.
#[derive(Debug, serde::Serialize, Deserialize)]
struct SearchPosition {
    #[serde(rename = "p")]
    position: Position,
    #[serde(rename = "c", skip_serializing_if = "Option::is_none", default)]
    corrected: Option<String>,
}

/// Scenarios by text, tags and author; exact names first, typing errors forgiven.
#[utoipa::path(
    get,
    path = "/scenarios/search",
    tag = "scenarios",
    params(SearchParams),
    responses((status = 200, body = SearchResults), CallerRefusals, CommonErrors),
)]
async fn search_scenarios(
    State(app): State<AppState>,
    viewer: Viewer,
    audience: Audience,
    Query(params): Query<SearchParams>,
) -> Result<Json<SearchResults>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let text = read_search_text(params.q);
    let mut conn = app.db.read().await?;
    let author = params
        .author
        .as_deref()
        .map(str::trim)
        .filter(|name| !name.is_empty());
    let Some(filters) = read_filters(
        &mut conn,
        &viewer,
        audience,
        &params.wl_tags,
        &params.bl_tags,
        author,
    )
    .await?
    else {
        return Ok(Json(SearchResults {
            results: Vec::new(),
            next_cursor: None,
            corrected_query: None,
        }));
    };
    let list = format!("search:{text}:{filters:?}");
    let after: Option<SearchPosition> = read_cursor(&app, &list, params.cursor.as_deref())?;
    let found = find_forgivingly(
        &mut conn,
        Kind::Scenario,
        text,
        &filters,
        after.map(|at| (at.position, at.corrected)),
        limit,
    )
    .await?;
    let next_cursor = found.next.map(|position| {
        app.cursor_key.seal(
            &list,
            &SearchPosition {
                position,
                corrected: found.corrected.clone(),
            },
        )
    });
    let results = store::load_summaries(&mut conn, audience, &found.ids).await?;
    Ok(Json(SearchResults {
        results,
        next_cursor,
        corrected_query: found.corrected,
    }))
}

/// A page of found ids.
pub(crate) struct FoundPage {
    pub(crate) ids: Vec<String>,
    /// Where the next page begins; none at the end.
    pub(crate) next: Option<Position>,
    /// What was searched for instead of the text as typed.
    pub(crate) corrected: Option<String>,
}

/// Finds rows by text; where the first page would be empty, by what was probably meant.
pub(crate) async fn find_forgivingly(
    conn: &mut Conn,
    kind: Kind,
    text: String,
    filters: &Filters,
    after: Option<(Position, Option<String>)>,
    limit: u32,
) -> Result<FoundPage, Problem> {
    let (position, mut corrected) =
        after.map_or((None, None), |(position, corrected)| (Some(position), corrected));
    let mut found = search::find(
        conn,
        kind,
        corrected.as_deref().unwrap_or(&text),
        filters,
        position,
        limit + 1,
    )
    .await?;
    if found.is_empty() && position.is_none() {
        // First what was probably meant, then less of it.
        let meant = search::correct(conn, kind, &text).await?;
        if let Some(meant) = &meant {
            found = search::find(conn, kind, meant, filters, None, limit + 1).await?;
        }
        corrected = meant;
        if found.is_empty() {
            corrected = search::loosen(conn, kind, corrected.as_deref().unwrap_or(&text), filters).await?;
            if let Some(less) = &corrected {
                found = search::find(conn, kind, less, filters, None, limit + 1).await?;
            }
        }
    }
    let (ids, next) = cut_page(
        found.into_iter().map(|row| (row.item_id, row.position)).collect(),
        limit,
    );
    Ok(FoundPage { ids, next, corrected })
}

/// The search text as it is used: trimmed, and no longer than anybody types.
pub(crate) fn read_search_text(q: Option<String>) -> String {
    q.unwrap_or_default()
        .trim()
        .chars()
        .take(MAX_SEARCH_CHARS)
        .collect()
}

/// The filters that these parameters mean, with the tags that this viewer blocks and without what is not for
/// this audience; none if they can match nothing (an unknown tag or author is asked for).
pub(crate) async fn read_filters(
    conn: &mut Conn,
    viewer: &Viewer,
    audience: Audience,
    wl_tags: &[String],
    bl_tags: &[String],
    author: Option<&str>,
) -> Result<Option<Filters>, Problem> {
    let named = |tags: &[String]| -> Vec<String> {
        let mut names: Vec<String> = tags
            .iter()
            .map(|tag| tag.trim().to_owned())
            .filter(|tag| !tag.is_empty())
            .collect();
        names.sort();
        names.dedup();
        names
    };
    let (wanted, unwanted) = (named(wl_tags), named(bl_tags));
    for (name, list) in [("wlTags", &wanted), ("blTags", &unwanted)] {
        if list.len() > MAX_FILTER_TAGS {
            return Err(
                Problem::bad_request(format!("At most {MAX_FILTER_TAGS} tags can be given."))
                    .with_field(name, "too many"),
            );
        }
    }
    let mut with_tags = tags::resolve(conn, &wanted).await?;
    if with_tags.len() < wanted.len() {
        return Ok(None);
    }
    let mut without_tags = tags::resolve(conn, &unwanted).await?;
    if let Some(person) = &viewer.0 {
        without_tags.extend(tags::ids_blocked_by(conn, &person.user_id).await?);
    }
    with_tags.sort();
    without_tags.sort();
    without_tags.dedup();
    let author = match author {
        None => None,
        Some(name) => match users::find_id(conn, name).await? {
            Some(id) => Some(id),
            None => return Ok(None),
        },
    };
    Ok(Some(Filters {
        with_tags,
        without_tags,
        author: author.as_ref().map(UserId::to_string),
        audience,
    }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LovesParams {
    /// How many, 1 to 100; 20 unless told.
    limit: Option<i64>,
    /// How many to pass over, 0 to 1,000.
    skip: Option<i64>,
}

/// Who loves a scenario, the latest first.
#[utoipa::path(
    get,
    path = "/scenarios/{scenarioId}/loves",
    tag = "scenarios",
    params(("scenarioId" = ScenarioId, Path), LovesParams),
    responses(
        (status = 200, body = Loves),
        (status = 403, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (status = 410, body = Problem, content_type = "application/problem+json"),
        CallerRefusals,
        CommonErrors,
    ),
)]
async fn list_scenario_loves(
    State(app): State<AppState>,
    viewer: Viewer,
    audience: Audience,
    Path(id): Path<ScenarioId>,
    Query(params): Query<LovesParams>,
) -> Result<Json<Loves>, Problem> {
    let limit = i64::from(clamp_limit(params.limit, MAX_LIMIT));
    let skip = params.skip.unwrap_or(0).clamp(0, MAX_SKIP);
    let mut conn = app.db.read().await?;
    let count = find_shown(&mut conn, &id, viewer.0.as_ref(), audience)
        .await?
        .summary
        .stats()
        .love_count;
    let results = store::list_loves(&mut conn, id.as_str(), limit, skip).await?;
    Ok(Json(Loves { count, results }))
}

/// What a rating of 1, -1 or 0 means.
pub(crate) fn read_rating(rating: i64) -> Result<Option<bool>, Problem> {
    match rating {
        1 => Ok(Some(true)),
        -1 => Ok(Some(false)),
        0 => Ok(None),
        _ => Err(Problem::invalid("/rating", "A rating is 1, -1 or 0.")),
    }
}
