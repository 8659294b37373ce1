//! Writes tags, and gives them to what carries them.

use kernel::Audience;
use platform::db::{Conn, Tx, query_on, statements};

use super::model::{TagData, TagKind};
use super::store::{self, TagRow};

statements! {
    UPSERT_TAG = "
        insert into tags (id, slug, display_name, search_key, kind, explicit, scenario_count)
        values ($1, $2, $3, $4, $5, $6, 0)
        on conflict (slug) do update set display_name = excluded.display_name, search_key = excluded.search_key,
            kind = excluded.kind, explicit = excluded.explicit
        returning id";
    INSERT_TAG = "
        insert into tags (id, slug, display_name, search_key, kind, explicit, scenario_count)
        values ($1, $2, $3, $4, $5, false, 0)
        on conflict (slug) do update set slug = excluded.slug
        returning id, display_name";
    FIND_BY_SLUG = "select id, display_name from tags where slug = $1";
    CLEAR_TAG_COUNTS = "update tags set scenario_count = 0, explicit_count = 0, extreme_count = 0";
    ADD_TAG_COUNTS = "
        update tags
        set scenario_count = scenario_count + $2, explicit_count = explicit_count + $3,
            extreme_count = extreme_count + $4
        where id = $1";
}

/// A tag as stored: its id and its name.
#[derive(Debug, Clone)]
pub struct StoredTag {
    /// Which one.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// How many listed scenarios carry a tag, by who sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct TagCounts {
    /// Listed scenarios that everybody sees.
    pub everyone: i64,
    /// Those that only people who asked for explicit content see.
    pub explicit: i64,
    /// Those that only people who asked for extreme content see.
    pub extreme: i64,
}

impl TagCounts {
    /// The same counts below zero, to subtract them.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self {
            everyone: -self.everyone,
            explicit: -self.explicit,
            extreme: -self.extreme,
        }
    }
}

/// Stores a tag, or finds the one that has its slug.
///
/// # Errors
/// Database errors.
pub async fn put_tag(
    tx: &mut Tx,
    id: &str,
    slug: &str,
    name: &str,
    kind: TagKind,
    explicit: bool,
) -> sqlx::Result<StoredTag> {
    let key = platform::search::tokens::fold(name);
    let id = query_on!(tx, |x: D| {
        let put = sqlx::query_scalar::<D, String>(UPSERT_TAG)
            .bind(id)
            .bind(slug)
            .bind(name)
            .bind(key)
            .bind(kind.as_str())
            .bind(explicit);
        put.fetch_one(x).await
    })?;
    Ok(StoredTag {
        id,
        name: name.to_owned(),
    })
}

/// The tag of this name. Names that differ only in case, accents and signs are the same tag, which keeps the name
/// it got first. One that does not exist is stored under `new_id`; without a `new_id`, and for a name without letters
/// and digits: `None`.
///
/// # Errors
/// Database errors.
pub async fn find_or_put_tag(
    tx: &mut Tx,
    name: &str,
    new_id: Option<&str>,
) -> sqlx::Result<Option<StoredTag>> {
    let slug = slug_of(name);
    if slug.is_empty() {
        return Ok(None);
    }
    let found = match new_id {
        None => query_on!(tx, |x: D| sqlx::query_as::<D, (String, String)>(FIND_BY_SLUG)
            .bind(slug)
            .fetch_optional(x)
            .await)?,
        Some(id) => query_on!(tx, |x: D| {
            let insert = sqlx::query_as::<D, (String, String)>(INSERT_TAG)
                .bind(id)
                .bind(slug)
                .bind(name.trim())
                .bind(platform::search::tokens::fold(name))
                .bind(TagKind::Other.as_str());
            insert.fetch_optional(x).await
        })?,
    };
    Ok(found.map(|(id, name)| StoredTag { id, name }))
}

/// The tags that have these names, each once, as this audience sees them. One that does not exist is shown as
/// [`find_or_put_tag`] would store it; its slug is its id.
///
/// # Errors
/// Database errors.
pub async fn tags_of_names(
    conn: &mut Conn,
    names: &[String],
    audience: Audience,
) -> sqlx::Result<Vec<TagData>> {
    let mut tags: Vec<TagData> = Vec::new();
    for name in names {
        let slug = slug_of(name);
        if slug.is_empty() || tags.iter().any(|tag| tag.properties.slug == slug) {
            continue;
        }
        let found = store::find(conn, &slug).await?;
        let row = found.unwrap_or_else(|| TagRow {
            id: slug.clone(),
            slug,
            display_name: name.trim().to_owned(),
            kind: TagKind::Other.as_str().to_owned(),
            explicit: false,
            scenario_count: 0,
            explicit_count: 0,
            extreme_count: 0,
        });
        tags.push(row.seen_by(audience));
    }
    Ok(tags)
}

/// The name of a tag in addresses: folded words with dashes between them.
pub(super) fn slug_of(name: &str) -> String {
    let folded = platform::search::tokens::fold(name);
    let words = folded.split(|char: char| !char.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// Sets the counts of all tags to zero.
///
/// # Errors
/// Database errors.
pub async fn clear_counts(tx: &mut Tx) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(CLEAR_TAG_COUNTS)
        .execute(x)
        .await
        .map(drop))
}

/// Adds to the counts of a tag; subtracts where these are below zero.
///
/// # Errors
/// Database errors.
pub async fn add_counts(tx: &mut Tx, tag: &str, counts: TagCounts) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(ADD_TAG_COUNTS)
        .bind(tag)
        .bind(counts.everyone)
        .bind(counts.explicit)
        .bind(counts.extreme)
        .execute(x)
        .await
        .map(drop))
}

/// Replaces the tags of something with these, in this order. `delete` removes its tags (`$1`: its id),
/// `insert` adds one (its id, the tag's id, the place).
///
/// # Errors
/// Database errors.
pub async fn replace_tags(
    tx: &mut Tx,
    delete: &'static str,
    insert: &'static str,
    owner: &str,
    tags: &[StoredTag],
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(delete)
        .bind(owner)
        .execute(x)
        .await
        .map(drop))?;
    for (position, tag) in (0_i64..).zip(tags) {
        query_on!(tx, |x: D| sqlx::query::<D>(insert)
            .bind(owner)
            .bind(&tag.id)
            .bind(position)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::slug_of;

    #[test]
    fn a_slug_is_the_folded_words_of_a_name() {
        for (name, slug) in [
            ("Slow Burn", "slow-burn"),
            ("  Sci-Fi / Horror ", "sci-fi-horror"),
            ("Café", "cafe"),
            ("日本", "日本"),
            ("!?", ""),
        ] {
            assert_eq!(slug_of(name), slug, "{name}");
        }
    }
}
