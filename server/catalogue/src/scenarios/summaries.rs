//! Summaries of scenarios for lists.

use std::collections::HashMap;

use accounts::tags;
use kernel::Audience;
use platform::db::{Conn, JsonRows, JsonSql as _, into_rows, push_in_list, query_on};
use sqlx::QueryBuilder;

use super::conditions::{LISTED_OR_REMOVED, rated_for};
use super::model::ScenarioSummary;
use super::rows::SummaryRow;
use super::store::TAGGED;

/// The summaries of these scenarios, in this order. Skips scenarios that do not exist, are not listed or are
/// not rated for this audience.
///
/// # Errors
/// Database errors.
pub async fn load_summaries(
    conn: &mut Conn,
    audience: Audience,
    ids: &[String],
) -> sqlx::Result<Vec<ScenarioSummary>> {
    load(conn, audience, ids, "s.listed").await
}

/// The same, with removed scenarios as [`DELETED`](super::DELETED).
pub(super) async fn load_summaries_and_deleted(
    conn: &mut Conn,
    audience: Audience,
    ids: &[String],
) -> sqlx::Result<Vec<ScenarioSummary>> {
    load(conn, audience, ids, LISTED_OR_REMOVED).await
}

async fn load(
    conn: &mut Conn,
    audience: Audience,
    ids: &[String],
    which: &str,
) -> sqlx::Result<Vec<ScenarioSummary>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = load_rows(conn, audience, ids, which).await?;
    let mut tags = tags::data_of_many(conn, TAGGED, audience, ids).await?;
    let mut by_id: HashMap<String, ScenarioSummary> = HashMap::new();
    for row in rows {
        let deleted = row.removed;
        let row = row.redacted();
        let (id, scenario_stats) = (row.id.clone(), row.stats());
        let tag_data = tags.remove(&id).filter(|_| !deleted).unwrap_or_default();
        let summary = ScenarioSummary {
            display: row.display(tag_data),
            scenario_stats,
            recommendation_metadata: None,
            deleted,
        };
        by_id.insert(id, summary);
    }
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

async fn load_rows(
    conn: &mut Conn,
    audience: Audience,
    ids: &[String],
    which: &str,
) -> sqlx::Result<Vec<SummaryRow>> {
    let list = query_on!(conn, |x: D| {
        let (rows, array, pictures, metrics) = (
            D::ROWS,
            D::ARRAY,
            D::json("s.pictures"),
            D::json("s.avatar_metrics"),
        );
        let mut query = QueryBuilder::<D>::new(format!(
            "select {rows}({array}(s.id, s.author_id, u.authorname, s.display_name, s.tagline, {pictures}, {metrics}, cast(s.explicit as int), \
             cast(s.public as int), s.chats_created, s.favorites, s.ratings, s.messages_sent, s.shekels_spent, s.likes, s.dislikes, s.love_count, \
             s.created_at, s.updated_at, s.rating, cast(s.removed_at is not null as int))) from scenarios s join users u on u.id = s.author_id \
             where {which}{} and s.id in ",
            rated_for(audience)
        ));
        push_in_list(&mut query, ids);
        query
            .build_query_scalar::<JsonRows<SummaryRow>>()
            .fetch_one(x)
            .await
    })?;
    Ok(into_rows(list))
}
