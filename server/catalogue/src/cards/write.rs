//! Writes a card with its tags and search entry.

use accounts::tags::{StoredTag, replace_tags};
use kernel::{Rating, Timestamp};
use platform::db::{Tx, query_on, statements};
use platform::image_judge::AvatarMetric;
use platform::search::{Doc, Kind, index_doc};
use sqlx::types::Json;

use super::model::CardModel;
use crate::scenarios::ScenarioImages;

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

/// A new card.
pub struct NewCard<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its author.
    pub author_id: &'a str,
    /// The author’s name; search finds the card by it, too.
    pub authorname: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its tagline.
    pub tagline: &'a str,
    /// What everybody may read about the character.
    pub description: &'a str,
    /// The author's note.
    pub author_notes: &'a str,
    /// The character itself.
    pub model: CardModel,
    /// Cover and banner.
    pub pictures: ScenarioImages,
    /// Its rating.
    pub rating: Rating,
    /// Its tags, in the author’s order.
    pub tags: Vec<StoredTag>,
    /// Its popularity, for the order of search results.
    pub popularity: i64,
    /// When it was created.
    pub created_at: Timestamp,
}

/// Stores a card, or updates its texts, and indexes it.
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
        notes: Vec::new(),
        tag_ids: new.tags.iter().map(|tag| tag.id.as_str()).collect(),
        author_id: new.author_id,
        rating: new.rating,
        popularity: new.popularity,
    };
    index_doc(tx, Kind::Card, &doc).await
}
