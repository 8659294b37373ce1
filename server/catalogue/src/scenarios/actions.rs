//! Use cases of finding scenarios, shared by all calls that list them.

use accounts::identity::Viewer;
use accounts::tags::{self, BlockedContent};
use kernel::Audience;
use kernel::paging::{MAX_SIMILAR_LIMIT, clamp_limit};
use platform::search::Kind;
use platform::web::Problem;
use serde::Deserialize;
use utoipa::IntoParams;

use super::ScenarioId;
use super::listing::{RequestedFilters, read_filters};
use super::model::{SearchResults, SimilarScenarios};
use super::rules::clamp_explore_fraction;
use super::similar::{self, Subject};
use super::store::TAGGED;
use super::summaries::load_summaries;
use super::text_search::{SearchParams, find_page};
use super::visible::find_admitted;
use crate::AppState;

/// Parameters of the call for similar scenarios.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SimilarParams {
    /// How many, 1 to 50; 20 by default.
    limit: Option<i64>,
    /// Ids or slugs of tags that every result must have.
    #[serde(default)]
    wl_tags: Vec<String>,
    /// Ids or slugs of tags that no result may have.
    #[serde(default)]
    bl_tags: Vec<String>,
    /// Ids of content notes that no result may have.
    #[serde(default)]
    bl_notes: Vec<String>,
    /// Share of surprises, 0 to 1; 0.2 by default.
    explore_fraction: Option<f64>,
}

/// Scenarios similar to this one, without what the caller has blocked.
///
/// # Errors
/// The errors of reading the scenario, and too many tags.
pub(crate) async fn find_similar(
    app: &AppState,
    viewer: &Viewer,
    blocked: &BlockedContent,
    audience: Audience,
    id: &ScenarioId,
    params: SimilarParams,
) -> Result<SimilarScenarios, Problem> {
    let limit = clamp_limit(params.limit, MAX_SIMILAR_LIMIT);
    let explore = clamp_explore_fraction(params.explore_fraction);
    let mut conn = app.db.read().await?;
    let wanted = RequestedFilters {
        with_tags: &params.wl_tags,
        without_tags: &params.bl_tags,
        without_notes: &params.bl_notes,
        author: None,
    };
    let Some(filters) = read_filters(&mut conn, blocked, audience, wanted).await? else {
        return Ok(SimilarScenarios { results: Vec::new() });
    };
    let row = find_admitted(&mut conn, id, viewer.0.as_ref(), audience).await?;
    let tag_data = tags::data_of_many(&mut conn, TAGGED, audience, &[id.to_string()])
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
    Ok(SimilarScenarios { results })
}

/// Finds scenarios by text, tags and author, without what the caller has blocked.
///
/// # Errors
/// Too many tags, or a cursor of another search.
pub(crate) async fn search(
    app: &AppState,
    blocked: &BlockedContent,
    audience: Audience,
    params: SearchParams,
) -> Result<SearchResults, Problem> {
    let mut conn = app.db.read().await?;
    let found = find_page(app, &mut conn, Kind::Scenario, blocked, audience, params).await?;
    Ok(SearchResults {
        results: load_summaries(&mut conn, audience, &found.ids).await?,
        next_cursor: found.next_cursor,
        corrected_query: found.corrected,
    })
}
