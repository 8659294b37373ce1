//! SQL of tags.

use std::collections::HashMap;

use kernel::ids::TagId;
use serde::Deserialize;
use sqlx::QueryBuilder;

use super::model::{TagData, TagKind, TagProperties};
use crate::db::{Conn, List, Listed as _, on, rows_of, truth};

/// A tag as stored.
#[derive(Debug, Clone, sqlx::FromRow, Deserialize)]
pub(crate) struct TagRow {
    pub(crate) id: String,
    pub(crate) slug: String,
    pub(crate) display_name: String,
    pub(crate) kind: String,
    #[serde(deserialize_with = "truth")]
    pub(crate) explicit: bool,
    pub(crate) scenario_count: i64,
}

impl From<TagRow> for TagData {
    fn from(row: TagRow) -> Self {
        Self {
            id: TagId::trusted(row.id),
            display_name: row.display_name,
            scenario_count: row.scenario_count,
            properties: TagProperties { slug: row.slug, kind: TagKind::from_stored(&row.kind), explicit: row.explicit },
        }
    }
}

pub(crate) const FIND_TAG: &str = "select id, slug, display_name, kind, explicit, scenario_count from tags where id = $1 or slug = $1";
pub(crate) const LIST_MOST_USED: &str =
    "select id, slug, display_name, kind, explicit, scenario_count from tags order by scenario_count desc, id desc limit $1";
/// Names that begin with the text, then names that hold it, each by use. `$1` and `$2` are folded LIKE patterns.
pub(crate) const SEARCH_TAGS: &str = "select id, slug, display_name, kind, explicit, scenario_count from tags \
     where search_key like $1 escape '!' or search_key like $2 escape '!' \
     order by case when search_key like $1 escape '!' then 0 else 1 end, scenario_count desc, id desc limit $3";

/// The tag with this id or slug.
pub(super) async fn find(conn: &mut Conn, id_or_slug: &str) -> sqlx::Result<Option<TagRow>> {
    on!(conn, |x: D| sqlx::query_as::<D, TagRow>(FIND_TAG).bind(id_or_slug).fetch_optional(x).await)
}

/// The tags used most.
pub(super) async fn list_most_used(conn: &mut Conn, limit: i64) -> sqlx::Result<Vec<TagRow>> {
    on!(conn, |x: D| sqlx::query_as::<D, TagRow>(LIST_MOST_USED).bind(limit).fetch_all(x).await)
}

/// Tags whose folded name begins with or holds `folded`.
pub(super) async fn search(conn: &mut Conn, folded: &str, limit: i64) -> sqlx::Result<Vec<TagRow>> {
    let literal: String = folded.chars().flat_map(|c| if matches!(c, '%' | '_' | '!') { vec!['!', c] } else { vec![c] }).collect();
    let (begins, holds) = (format!("{literal}%"), format!("%{literal}%"));
    on!(conn, |x: D| sqlx::query_as::<D, TagRow>(SEARCH_TAGS).bind(begins).bind(holds).bind(limit).fetch_all(x).await)
}

/// The ids of the tags with these ids or slugs; unknown ones are left out.
pub(crate) async fn resolve(conn: &mut Conn, ids_or_slugs: &[String]) -> sqlx::Result<Vec<String>> {
    if ids_or_slugs.is_empty() {
        return Ok(Vec::new());
    }
    on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new("select id from tags where id in (");
        let mut list = query.separated(", ");
        for text in ids_or_slugs {
            list.push_bind(text.clone());
        }
        query.push(") or slug in (");
        let mut list = query.separated(", ");
        for text in ids_or_slugs {
            list.push_bind(text.clone());
        }
        query.push(")");
        query.build_query_scalar::<String>().fetch_all(x).await
    })
}

/// The id of the tag with this id or slug.
pub(crate) async fn resolve_one(conn: &mut Conn, id_or_slug: &str) -> sqlx::Result<Option<String>> {
    Ok(find(conn, id_or_slug).await?.map(|row| row.id))
}

/// What carries tags.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Owner {
    Scenario,
    Card,
}

/// The tags of many things at once, each in its author's order.
pub(crate) async fn data_of_many(conn: &mut Conn, owner: Owner, ids: &[String]) -> sqlx::Result<HashMap<String, Vec<TagData>>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let (table, column) = match owner {
        Owner::Scenario => ("scenario_tags", "scenario_id"),
        Owner::Card => ("card_tags", "card_id"),
    };
    let list = on!(conn, |x: D| {
        let (rows, array) = (D::ROWS, D::ARRAY);
        let mut query = QueryBuilder::<D>::new(format!(
            "select {rows}({array}(o.{column}, {array}(t.id, t.slug, t.display_name, t.kind, cast(t.explicit as int), t.scenario_count)) \
             order by o.{column}, o.position) from {table} o join tags t on t.id = o.tag_id where o.{column} in ("
        ));
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(id.clone());
        }
        query.push(")");
        query.build_query_scalar::<List<(String, TagRow)>>().fetch_one(x).await
    })?;
    let mut by_owner: HashMap<String, Vec<TagData>> = HashMap::new();
    for (owner, tag) in rows_of(list) {
        by_owner.entry(owner).or_default().push(tag.into());
    }
    Ok(by_owner)
}
