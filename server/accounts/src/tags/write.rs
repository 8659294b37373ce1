//! Writes tags, and gives them to what carries them.

use platform::db::{Tx, query_on, statements};

use super::model::TagKind;

statements! {
    UPSERT_TAG = "
        insert into tags (id, slug, display_name, search_key, kind, explicit, scenario_count)
        values ($1, $2, $3, $4, $5, $6, 0)
        on conflict (slug) do update set display_name = excluded.display_name, search_key = excluded.search_key,
            kind = excluded.kind, explicit = excluded.explicit
        returning id";
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
