//! Tags that a new name may have been meant for.

use kernel::Audience;
use platform::db::{Conn, push_in_list, query_on};
use platform::search::rules::MAX_SEARCH_CHARS;
use platform::search::tokens::fold;
use platform::search::typing_errors;
use serde::Serialize;
use sqlx::QueryBuilder;
use utoipa::ToSchema;

use super::aliases::aliases_of;
use super::model::TagData;
use super::store::{self, TagRow, use_of};
use super::write::slug_of;

/// The most tags that are offered.
const MAX_NEAR: usize = 5;
/// The most tags that are compared, the most used first: a few milliseconds.
const MAX_COMPARED: i64 = 3_000;
/// By how many characters the name of a near tag differs in length: two typing errors, or an ending.
const MAX_LENGTH_DIFFERENCE: i64 = 2;

/// Why a tag is near.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Nearness {
    /// It is written almost the same.
    Spelling,
    /// One of the two is the plural of the other.
    Plural,
    /// It is another word for the same.
    Alias,
}

/// A tag that is near.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct NearTag {
    /// The tag.
    #[serde(flatten)]
    tag: TagData,
    /// Why it is near.
    reason: Nearness,
}

/// Tags that are near a name.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NearTags {
    /// The nearest first.
    results: Vec<NearTag>,
}

/// The used tags nearest to a name; none if the name is that of a tag.
///
/// # Errors
/// Database errors.
pub(super) async fn find(conn: &mut Conn, name: &str, audience: Audience) -> sqlx::Result<NearTags> {
    let name: String = name.chars().take(MAX_SEARCH_CHARS).collect();
    let slug = slug_of(&name);
    if slug.is_empty() || store::find(conn, &slug).await?.is_some() {
        return Ok(NearTags { results: Vec::new() });
    }
    let (key, aliases) = (joined(&fold(&name)), aliases_of(&slug));
    let rows = list_candidates(conn, &key, &aliases, audience).await?;
    let mut near: Vec<(Rank, TagRow)> = rows
        .into_iter()
        .filter_map(|row| Some((rank(&key, &aliases, &row)?, row)))
        .collect();
    // Stable: among equals the most used stay first.
    near.sort_by_key(|(rank, _)| *rank);
    near.truncate(MAX_NEAR);
    let near = near.into_iter().map(|((_, reason), row)| NearTag {
        tag: row.seen_by(audience),
        reason,
    });
    Ok(NearTags {
        results: near.collect(),
    })
}

/// Used tags that may be near, the most used first.
async fn list_candidates(
    conn: &mut Conn,
    key: &str,
    aliases: &[&str],
    audience: Audience,
) -> sqlx::Result<Vec<TagRow>> {
    let used = use_of(audience);
    let chars = i64::try_from(key.chars().count()).unwrap_or(i64::MAX - MAX_LENGTH_DIFFERENCE);
    query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(format!(
            "select id, slug, display_name, kind, explicit, scenario_count, explicit_count, extreme_count \
             from tags where {used} > 0 and (length(replace(search_key, ' ', '')) between "
        ));
        query
            .push_bind(chars - MAX_LENGTH_DIFFERENCE)
            .push(" and ")
            .push_bind(chars + MAX_LENGTH_DIFFERENCE);
        if !aliases.is_empty() {
            query.push(" or slug in ");
            push_in_list(&mut query, aliases.iter().map(|slug| (*slug).to_owned()));
        }
        query
            .push(format!(") order by {used} desc, id desc limit "))
            .push_bind(MAX_COMPARED);
        query.build_query_as::<TagRow>().fetch_all(x).await
    })
}

/// How near a tag is: the smaller, the nearer.
type Rank = (usize, Nearness);

fn rank(key: &str, aliases: &[&str], tag: &TagRow) -> Option<Rank> {
    let other = joined(&fold(&tag.display_name));
    if key == other {
        return Some((0, Nearness::Spelling));
    }
    if is_plural_of(key, &other) || is_plural_of(&other, key) {
        return Some((1, Nearness::Plural));
    }
    if aliases.contains(&tag.slug.as_str()) {
        return Some((1, Nearness::Alias));
    }
    typing_errors(key, &other).map(|errors| (1 + errors, Nearness::Spelling))
}

/// A folded name without spaces: hyphens and spaces make no difference.
fn joined(folded: &str) -> String {
    folded.replace(' ', "")
}

/// Whether a word may be the English plural of another: dogs, witches, cities, wolves.
fn is_plural_of(plural: &str, singular: &str) -> bool {
    let with = |ending: &str, replaced: &str| {
        let stem = singular.strip_suffix(replaced);
        !singular.is_empty() && stem.and_then(|stem| plural.strip_prefix(stem)) == Some(ending)
    };
    with("s", "") || with("es", "") || with("ies", "y") || with("ves", "f") || with("ves", "fe")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(typed: &str, tag: &str) -> Option<Nearness> {
        let slug = slug_of(tag);
        let row = TagRow {
            id: slug.clone(),
            slug,
            display_name: tag.to_owned(),
            kind: "other".to_owned(),
            explicit: false,
            scenario_count: 1,
            explicit_count: 0,
            extreme_count: 0,
        };
        let aliases = aliases_of(&slug_of(typed));
        rank(&joined(&fold(typed)), &aliases, &row).map(|(_, reason)| reason)
    }

    #[test]
    fn a_name_is_near_by_spelling_plural_or_alias() {
        use Nearness::{Alias, Plural, Spelling};
        for (typed, tag, expected) in [
            ("slowburn", "Slow burn", Some(Spelling)),
            ("Slow-Burn", "Slowburn", Some(Spelling)),
            ("dragno", "Dragon", Some(Spelling)),
            ("sience ficton", "Science fiction", Some(Spelling)),
            ("harbor", "Harbour", Some(Alias)),
            ("wich", "Witch", Some(Spelling)),
            ("dragons", "Dragon", Some(Plural)),
            ("Witch", "Witches", Some(Plural)),
            ("cities", "City", Some(Plural)),
            ("wolves", "Wolf", Some(Plural)),
            ("fairy-tales", "Fairy tale", Some(Plural)),
            ("sci-fi", "Science fiction", Some(Alias)),
            ("ocean", "Sea", Some(Alias)),
            // Short words have too many neighbours, and others are only alike.
            ("cat", "Car", None),
            ("dragon", "Wagon", None),
            ("ghost", "Gothic", None),
        ] {
            assert_eq!(reason(typed, tag), expected, "{typed} and {tag}");
        }
    }
}
