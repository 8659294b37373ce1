//! Feeds of scenarios: how every list is read page by page.

use std::collections::HashSet;

use platform::db::{Conn, push_in_list, query_on};
use platform::search::{self, Filters, Kind};
use serde::{Deserialize, Serialize};
use sqlx::{Database, Encode, QueryBuilder, Type};

use super::conditions::rated_for;

/// The order of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedOrder {
    /// Latest published first.
    Newest,
    /// Most loved first.
    Likes,
    /// Most active recently first (`scenarios::trend`).
    Trending,
}

impl FeedOrder {
    /// The feed's name, which its cursors contain.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Likes => "likes",
            Self::Trending => "trending",
        }
    }

    fn column(self) -> &'static str {
        match self {
            Self::Newest => "created_at",
            Self::Likes => "love_count",
            Self::Trending => "trend",
        }
    }

    /// Whether its sort values are fractions.
    fn is_fractional(self) -> bool {
        self == Self::Trending
    }

    /// Before the first row.
    fn start(self) -> FeedPosition {
        let key = if self.is_fractional() {
            f64::MAX.to_bits() as i64
        } else {
            i64::MAX
        };
        // Greater than any id: ids are ASCII.
        FeedPosition(key, "\u{10ffff}".to_owned())
    }
}

/// Where a page of a feed ended: the sort value (the bits of the number, if it is a fraction) and the id of
/// the last row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedPosition(i64, String);

/// Which feed to read.
#[derive(Debug, Clone)]
pub struct Feed {
    /// In which order.
    pub order: FeedOrder,
    /// Which scenarios.
    pub filters: Filters,
}

/// If at most this many scenarios pass a filter, they are looked up by id and sorted. If more pass, they are
/// so common that reading the index of the order and testing each row finds a page quickly.
const MAX_SORTED: i64 = 300;

/// Up to `limit` ids of a feed after `after`, each with its position.
///
/// # Errors
/// Database errors.
pub async fn page_of_feed(
    conn: &mut Conn,
    feed: &Feed,
    after: Option<FeedPosition>,
    limit: u32,
) -> sqlx::Result<Vec<(String, FeedPosition)>> {
    let Feed { order, filters } = feed;
    let FeedPosition(after_key, after_id) = after.unwrap_or_else(|| order.start());
    let few = find_few(conn, filters).await?;
    if few.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Vec::new());
    }
    let column = order.column();
    query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new("select s.id, s.");
        query
            .push(column)
            .push(" as sort_key from scenarios s where s.listed")
            .push(rated_for(filters.audience))
            .push(" and (s.")
            .push(column)
            .push(", s.id) < (");
        if order.is_fractional() {
            query.push_bind(f64::from_bits(after_key as u64));
        } else {
            query.push_bind(after_key);
        }
        query.push(", ").push_bind(after_id).push(")");
        match &few {
            Some(ids) => {
                query.push(" and s.id in ");
                push_in_list(&mut query, ids);
            }
            None => push_filters(&mut query, filters),
        }
        query
            .push(" order by s.")
            .push(column)
            .push(" desc, s.id desc limit ")
            .push_bind(i64::from(limit));
        let rows = if order.is_fractional() {
            let rows = query.build_query_as::<(String, f64)>().fetch_all(x).await?;
            rows.into_iter()
                .map(|(id, key)| (id, key.to_bits() as i64))
                .collect()
        } else {
            query.build_query_as::<(String, i64)>().fetch_all(x).await?
        };
        Ok(positioned(rows))
    })
}

/// The scenarios that pass the filters, if the filters select anything and at most [`MAX_SORTED`] pass.
async fn find_few(conn: &mut Conn, filters: &Filters) -> sqlx::Result<Option<Vec<String>>> {
    if filters.with_tags.is_empty() && filters.author.is_none() {
        return Ok(None);
    }
    let ids = search::matching_filters(conn, Kind::Scenario, filters, MAX_SORTED + 1).await?;
    Ok((ids.len() as i64 <= MAX_SORTED).then_some(ids))
}

/// Adds a condition on the scenario `s`: it is listed, rated for the audience, and passes the filters.
pub(crate) fn push_listed<D>(query: &mut QueryBuilder<D>, filters: &Filters)
where
    D: Database,
    for<'t> String: Encode<'t, D> + Type<D>,
{
    query.push("s.listed").push(rated_for(filters.audience));
    push_filters(query, filters);
}

fn push_filters<D>(query: &mut QueryBuilder<D>, filters: &Filters)
where
    D: Database,
    for<'t> String: Encode<'t, D> + Type<D>,
{
    for tag in &filters.with_tags {
        query
            .push(" and exists (select 1 from scenario_tags w where w.scenario_id = s.id and w.tag_id = ")
            .push_bind(tag.clone())
            .push(")");
    }
    if !filters.without_tags.is_empty() {
        query.push(
            " and not exists (select 1 from scenario_tags w where w.scenario_id = s.id and w.tag_id in ",
        );
        push_in_list(query, filters.without_tags.iter().cloned());
        query.push(")");
    }
    if !filters.without_notes.is_empty() {
        query.push(
            " and not exists (select 1 from scenario_notes n where n.scenario_id = s.id and n.note in ",
        );
        push_in_list(query, filters.without_notes.iter().cloned());
        query.push(")");
    }
    if let Some(author) = &filters.author {
        query.push(" and s.author_id = ").push_bind(author.clone());
    }
}

/// Those of these scenarios that pass the filters, in the same order.
///
/// # Errors
/// Database errors.
pub async fn retain_matching(
    conn: &mut Conn,
    filters: &Filters,
    mut ids: Vec<String>,
) -> sqlx::Result<Vec<String>> {
    if ids.is_empty() {
        return Ok(ids);
    }
    let matching: HashSet<String> = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new("select s.id from scenarios s where ");
        push_listed(&mut query, filters);
        query.push(" and s.id in ");
        push_in_list(&mut query, &ids);
        query.build_query_scalar::<String>().fetch_all(x).await
    })?
    .into_iter()
    .collect();
    ids.retain(|id| matching.contains(id));
    Ok(ids)
}

fn positioned(rows: Vec<(String, i64)>) -> Vec<(String, FeedPosition)> {
    rows.into_iter()
        .map(|(id, key)| (id.clone(), FeedPosition(key, id)))
        .collect()
}
