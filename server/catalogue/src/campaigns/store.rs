//! SQL of campaigns.

use std::collections::{BTreeSet, HashMap};

use platform::db::{Conn, query_on, statements};
use platform::search::{self, Filters, Kind};
use sqlx::types::Json;

use super::CampaignId;
use super::model::{Blurb, CampaignInfo, Section};
use super::rules::{MAX_SECTIONS, SECTION_LIMIT};
use crate::scenarios::{ScenarioSummary, load_summaries, retain_matching};

statements! {
    FIND_CAMPAIGN = "select id, blurb_header, blurb_body, hero_links from campaigns where id = $1";
    LIST_SECTIONS = "
        select position, display_term, tag_id
        from campaign_sections
        where campaign_id = $1
        order by position
        limit $2";
    LIST_SECTION_SCENARIOS = "
        select scenario_id
        from campaign_section_scenarios
        where campaign_id = $1 and section_position = $2
        order by position
        limit $3";
}

pub(super) async fn find(conn: &mut Conn, id: &str) -> sqlx::Result<Option<CampaignInfo>> {
    let row: Option<(String, String, String, Json<Vec<String>>)> =
        query_on!(conn, |x: D| sqlx::query_as::<D, _>(FIND_CAMPAIGN)
            .bind(id)
            .fetch_optional(x)
            .await)?;
    Ok(row.map(|(id, header, body, hero_links)| CampaignInfo {
        id: CampaignId::trusted(id),
        display_blurb: Blurb { header, body },
        hero_links: hero_links.0,
    }))
}

/// The sections with those of their scenarios that pass the filters; leaves out sections without any.
pub(super) async fn list_sections(
    conn: &mut Conn,
    id: &str,
    filters: &Filters,
) -> sqlx::Result<Vec<Section>> {
    let rows: Vec<(i64, String, Option<String>)> =
        query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_SECTIONS)
            .bind(id)
            .bind(MAX_SECTIONS)
            .fetch_all(x)
            .await)?;
    let mut ids = Vec::with_capacity(rows.len());
    for (position, _, tag_id) in &rows {
        ids.push(match tag_id {
            Some(tag_id) => {
                let with_tag = Filters {
                    with_tags: vec![tag_id.clone()],
                    ..filters.clone()
                };
                search::matching_filters(conn, Kind::Scenario, &with_tag, SECTION_LIMIT).await?
            }
            None => {
                let chosen = list_chosen(conn, id, *position).await?;
                retain_matching(conn, filters, chosen).await?
            }
        });
    }
    // A scenario may be in several sections.
    let different: BTreeSet<&String> = ids.iter().flatten().collect();
    let summaries = load_summaries(
        conn,
        filters.audience,
        &different.into_iter().cloned().collect::<Vec<_>>(),
    )
    .await?;
    let by_id: HashMap<&str, &ScenarioSummary> = summaries
        .iter()
        .map(|scenario| (scenario.display.id.as_str(), scenario))
        .collect();
    let sections = rows
        .into_iter()
        .zip(ids)
        .map(|((_, display_term, _), ids)| Section {
            display_term,
            scenarios: ids
                .iter()
                .filter_map(|id| by_id.get(id.as_str()).copied().cloned())
                .collect(),
        });
    Ok(sections.filter(|section| !section.scenarios.is_empty()).collect())
}

/// The scenarios that were chosen for a section, in its order.
async fn list_chosen(conn: &mut Conn, id: &str, position: i64) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(
        LIST_SECTION_SCENARIOS
    )
    .bind(id)
    .bind(position)
    .bind(SECTION_LIMIT)
    .fetch_all(x)
    .await)
}
