//! SQL of tags.

use std::collections::HashMap;

use kernel::Audience;
use platform::db::{
    Conn, JsonRows, JsonSql as _, bool_from_int, into_rows, push_in_list, query_on, statements,
};
use serde::{Deserialize, Serialize};
use sqlx::QueryBuilder;

use super::TagId;
use super::model::{TagData, TagKind, TagProperties};

#[derive(sqlx::FromRow)]
struct FoundTag {
    #[sqlx(flatten)]
    tag: TagRow,
    begins: i64,
}

/// A tag as stored.
#[derive(Debug, Clone, sqlx::FromRow, Deserialize)]
pub(crate) struct TagRow {
    pub id: String,
    pub slug: String,
    pub display_name: String,
    pub kind: String,
    #[serde(deserialize_with = "bool_from_int")]
    pub explicit: bool,
    /// Listed scenarios that everybody sees.
    pub scenario_count: i64,
    /// Those that only people who asked for explicit content see.
    pub(crate) explicit_count: i64,
    /// Those that only people who asked for extreme content see.
    pub(crate) extreme_count: i64,
}

impl TagRow {
    fn used_by(&self, audience: Audience) -> i64 {
        match audience {
            Audience::Everyone => self.scenario_count,
            Audience::Explicit => self.scenario_count + self.explicit_count,
            Audience::Extreme => self.scenario_count + self.explicit_count + self.extreme_count,
        }
    }

    /// The tag as this audience sees it: it counts only what they would find.
    pub(crate) fn seen_by(self, audience: Audience) -> TagData {
        TagData {
            scenario_count: self.used_by(audience),
            id: TagId::trusted(self.id),
            display_name: self.display_name,
            properties: TagProperties {
                slug: self.slug,
                kind: TagKind::from_stored(&self.kind),
                explicit: self.explicit,
            },
        }
    }
}

statements! {
    FIND_TAG = "
        select id, slug, display_name, kind, explicit, scenario_count, explicit_count, extreme_count
        from tags
        where id = $1 or slug = $1";
}

/// The tag with this id or slug.
pub(super) async fn find(conn: &mut Conn, id_or_slug: &str) -> sqlx::Result<Option<TagRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, TagRow>(FIND_TAG)
        .bind(id_or_slug)
        .fetch_optional(x)
        .await)
}

/// Where a page of tags ended: whether the last one's name begins with the text, how often it is used, and
/// its id.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct TagPosition(i64, i64, String);

/// How often a tag is used, as this audience counts it. Written as in the indexes of migration 0026.
pub(super) fn use_of(audience: Audience) -> &'static str {
    match audience {
        Audience::Everyone => "scenario_count",
        Audience::Explicit => "(scenario_count + explicit_count)",
        Audience::Extreme => "(scenario_count + explicit_count + extreme_count)",
    }
}

/// Up to `limit` tags after `after`, each with its position: those whose folded name begins with `folded`,
/// then those that hold it elsewhere, each by use. An empty text lists all. Tags that no scenario carries
/// which this audience would find are left out.
pub(super) async fn search(
    conn: &mut Conn,
    folded: &str,
    audience: Audience,
    after: Option<TagPosition>,
    limit: u32,
) -> sqlx::Result<Vec<(TagRow, TagPosition)>> {
    // Greater than any id, because ids are ASCII.
    let TagPosition(after_begins, after_use, after_id) =
        after.unwrap_or_else(|| TagPosition(1, i64::MAX, "\u{10ffff}".to_owned()));
    let literal: String = folded
        .chars()
        .flat_map(|c| {
            if matches!(c, '%' | '_' | '!') {
                vec!['!', c]
            } else {
                vec![c]
            }
        })
        .collect();
    let used = use_of(audience);
    let rows: Vec<(TagRow, i64)> = query_on!(conn, |x: D| {
        let columns = "id, slug, display_name, kind, explicit, scenario_count, explicit_count, extreme_count";
        let mut query = QueryBuilder::<D>::new(format!("select {columns}, "));
        if folded.is_empty() {
            // Every name begins with the empty text. With the constant the order is that of an index.
            query
                .push(format!(
                    "cast(1 as bigint) as begins from tags where {used} > 0 and ({used}, id) < ("
                ))
                .push_bind(after_use)
                .push(", ")
                .push_bind(after_id);
            query.push(format!(") order by {used} desc, id desc"));
        } else {
            query.push(format!(
                "begins from (select {columns}, {used} as used, cast(case when search_key like "
            ));
            query
                .push_bind(format!("{literal}%"))
                .push(" escape '!' then 1 else 0 end as bigint) as begins from tags where ")
                .push(used)
                .push(" > 0 and search_key like ");
            query
                .push_bind(format!("%{literal}%"))
                .push(" escape '!') t where (begins, used, id) < (")
                .push_bind(after_begins);
            query
                .push(", ")
                .push_bind(after_use)
                .push(", ")
                .push_bind(after_id)
                .push(") order by begins desc, used desc, id desc");
        }
        query.push(" limit ").push_bind(i64::from(limit));
        let rows = query.build_query_as::<FoundTag>().fetch_all(x).await?;
        Ok::<_, sqlx::Error>(rows.into_iter().map(|found| (found.tag, found.begins)).collect())
    })?;
    let positioned = rows.into_iter().map(|(row, begins)| {
        let position = TagPosition(begins, row.used_by(audience), row.id.clone());
        (row, position)
    });
    Ok(positioned.collect())
}

/// The ids of the tags with these ids or slugs; unknown ones are left out.
///
/// # Errors
/// Database errors.
pub async fn resolve(conn: &mut Conn, ids_or_slugs: &[String]) -> sqlx::Result<Vec<String>> {
    if ids_or_slugs.is_empty() {
        return Ok(Vec::new());
    }
    query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new("select id from tags where id in ");
        push_in_list(&mut query, ids_or_slugs);
        query.push(" or slug in ");
        push_in_list(&mut query, ids_or_slugs);
        query.build_query_scalar::<String>().fetch_all(x).await
    })
}

/// The id of the tag with this id or slug.
///
/// # Errors
/// Database errors.
pub async fn resolve_one(conn: &mut Conn, id_or_slug: &str) -> sqlx::Result<Option<String>> {
    Ok(find(conn, id_or_slug).await?.map(|row| row.id))
}

/// The tags with these ids or slugs, in their order, as this audience sees them; unknown ones are left out.
///
/// # Errors
/// Database errors.
pub async fn find_all(
    conn: &mut Conn,
    ids_or_slugs: &[String],
    audience: Audience,
) -> sqlx::Result<Vec<TagData>> {
    let mut found = Vec::new();
    for id_or_slug in ids_or_slugs {
        found.extend(find(conn, id_or_slug).await?.map(|row| row.seen_by(audience)));
    }
    Ok(found)
}

/// The table by which something carries tags.
#[derive(Debug, Clone, Copy)]
pub struct TaggedBy {
    /// Its name.
    pub table: &'static str,
    /// The column of what carries them.
    pub column: &'static str,
}

/// The tags of many things at once, each in its author's order.
///
/// # Errors
/// Database errors.
pub async fn data_of_many(
    conn: &mut Conn,
    by: TaggedBy,
    audience: Audience,
    ids: &[String],
) -> sqlx::Result<HashMap<String, Vec<TagData>>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let TaggedBy { table, column } = by;
    let list = query_on!(conn, |x: D| {
        let (rows, array) = (D::ROWS, D::ARRAY);
        let mut query = QueryBuilder::<D>::new(format!(
            "select {rows}({array}(o.{column}, {array}(t.id, t.slug, t.display_name, t.kind, cast(t.explicit as int), t.scenario_count, \
             t.explicit_count, t.extreme_count)) \
             order by o.{column}, o.position) from {table} o join tags t on t.id = o.tag_id where o.{column} in "
        ));
        push_in_list(&mut query, ids);
        query
            .build_query_scalar::<JsonRows<(String, TagRow)>>()
            .fetch_one(x)
            .await
    })?;
    let mut by_owner: HashMap<String, Vec<TagData>> = HashMap::new();
    for (owner, tag) in into_rows(list) {
        by_owner.entry(owner).or_default().push(tag.seen_by(audience));
    }
    Ok(by_owner)
}
