//! Writing a card with all that belongs to it.

use accounts::tags::{StoredTag, replace_tags};
use kernel::{Rating, Timestamp};
use platform::db::{Tx, query_on, statements};
use platform::search::{Doc, Kind, index_doc};
use sqlx::types::Json;

use super::model::CardModel;
use crate::scenarios::{AvatarMetric, Pictures};

statements! {
    UPSERT_CARD = "
        insert into cards (id, author_id, display_name, tagline, description, author_notes, model, interface,
            pictures, avatar_metrics, explicit, public, hidden, listed, created_at, updated_at, rating)
        values ($1, $2, $3, $4, $5, $6, $7, null, $8, $9, false, true, false, true, $10, $10, $11)
        on conflict (id) do update set display_name = excluded.display_name, tagline = excluded.tagline,
            description = excluded.description, author_notes = excluded.author_notes, model = excluded.model,
            pictures = excluded.pictures, rating = excluded.rating";
    DELETE_CARD_TAGS = "delete from card_tags where card_id = $1";
    INSERT_CARD_TAG =
        "insert into card_tags (card_id, tag_id, position) values ($1, $2, $3) on conflict do nothing";
}

/// A card to be stored.
pub struct NewCard<'a> {
    /// Its id.
    pub id: &'a str,
    /// Whose it is.
    pub author_id: &'a str,
    /// The author’s name, by which it is found, too.
    pub authorname: &'a str,
    /// What it is called.
    pub name: &'a str,
    /// One line on it.
    pub tagline: &'a str,
    /// What everybody may read of it.
    pub description: &'a str,
    /// What the author says beside it.
    pub author_notes: &'a str,
    /// The character itself.
    pub model: CardModel,
    /// Cover and banner.
    pub pictures: Pictures,
    /// For whom it is.
    pub rating: Rating,
    /// Its tags, in the author’s order.
    pub tags: Vec<StoredTag>,
    /// Its place in search order.
    pub popularity: i64,
    /// Since when.
    pub created_at: Timestamp,
}

/// Stores a card, or brings its texts up to date, and indexes it.
///
/// # Errors
/// Database errors.
pub async fn put_card(tx: &mut Tx, new: &NewCard<'_>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let put = sqlx::query::<D>(UPSERT_CARD)
            .bind(new.id)
            .bind(new.author_id)
            .bind(new.name)
            .bind(new.tagline)
            .bind(new.description);
        let put = put
            .bind(new.author_notes)
            .bind(Json(&new.model))
            .bind(Json(&new.pictures))
            .bind(Json(Vec::<AvatarMetric>::new()));
        put.bind(new.created_at.0)
            .bind(new.rating.as_str())
            .execute(x)
            .await
            .map(drop)
    })?;
    replace_tags(tx, DELETE_CARD_TAGS, INSERT_CARD_TAG, new.id, &new.tags).await?;
    let doc = Doc {
        item_id: new.id,
        name: new.name,
        labels: new
            .tags
            .iter()
            .map(|tag| tag.name.as_str())
            .chain([new.authorname])
            .collect(),
        body: vec![new.tagline, new.description],
        tag_ids: new.tags.iter().map(|tag| tag.id.as_str()).collect(),
        author_id: new.author_id,
        rating: new.rating,
        popularity: new.popularity,
    };
    index_doc(tx, Kind::Card, &doc).await
}
