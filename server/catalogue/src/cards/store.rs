//! SQL of cards.

use std::collections::HashMap;

use accounts::tags::{self, TaggedBy};
use futures::future::BoxFuture;
use kernel::ids::UserId;
use kernel::{Audience, Rating, Timestamp};
use platform::blobs::BlobKey;
use platform::db::{
    Conn, JsonRows, JsonSql as _, bool_from_int, into_rows, push_in_list, query_on, statements,
};
use platform::image_judge::AvatarMetric;
use serde::{Deserialize, Serialize};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::CardId;
use super::model::{Card, CardDisplay, CardModel, CardModelV2, CardStats};
use crate::scenarios::{DELETED, ScenarioImages};

#[derive(Deserialize)]
struct CardRow {
    id: String,
    author_id: String,
    authorname: String,
    display_name: String,
    tagline: String,
    description: String,
    author_notes: String,
    model: Json<CardModel>,
    interface: Option<Json<serde_json::Value>>,
    pictures: Json<ScenarioImages>,
    avatar_metrics: Json<Vec<AvatarMetric>>,
    #[serde(deserialize_with = "bool_from_int")]
    explicit: bool,
    #[serde(deserialize_with = "bool_from_int")]
    public: bool,
    #[serde(deserialize_with = "bool_from_int")]
    hidden: bool,
    chats_created: i64,
    messages_sent: i64,
    likes: i64,
    dislikes: i64,
    created_at: i64,
    updated_at: i64,
    rating: String,
    #[serde(deserialize_with = "bool_from_int")]
    removed: bool,
}

/// Where a page of cards ended: the last row's time and id.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct CardPosition(pub(super) i64, pub(super) String);

impl CardPosition {
    /// Before the first row.
    pub(super) fn start() -> Self {
        Self(i64::MAX, "\u{10ffff}".to_owned())
    }
}

/// The table that links cards with tags.
pub(super) const TAGGED: TaggedBy = TaggedBy {
    table: "card_tags",
    column: "card_id",
};

statements! {
    /// Uses the indexes of migration 0020; the expressions repeat theirs.
    SHOWS_EXPLICIT = "
        select exists (
            select 1
            from cards
            where explicit and pictures ->> 'cover' = $1
        ) or exists (
            select 1
            from cards
            where explicit and pictures ->> 'banner' = $1
        )";
    LIST_NEWEST = "
        select c.id, c.created_at
        from cards c
        where c.listed and (c.created_at, c.id) < ($1,
            $2) and (c.rating in ('everyone', 'mature') or $5 = 'extreme' or ($5 = 'explicit' and c.rating <>
            'extreme')) and not exists (
                select 1
                from blocked_tags b
                join card_tags t on t.tag_id = b.tag_id
                where b.user_id = $4 and t.card_id = c.id
            )
        order by c.created_at desc, c.id desc
        limit $3";
    LIST_OF_AUTHOR = "
        select c.id, c.created_at
        from cards c
        where c.author_id = $6 and c.listed and (c.created_at, c.id) < ($1,
            $2) and (c.rating in ('everyone', 'mature') or $5 = 'extreme' or ($5 = 'explicit' and c.rating <>
            'extreme')) and not exists (
                select 1
                from blocked_tags b
                join card_tags t on t.tag_id = b.tag_id
                where b.user_id = $4 and t.card_id = c.id
            )
        order by c.created_at desc, c.id desc
        limit $3";
}

/// Up to `limit` ids of listed cards, the latest first, each with its position. Leaves out cards with tags
/// that `viewer` blocks, and those not rated for this audience.
pub(super) async fn list_newest(
    conn: &mut Conn,
    viewer: Option<&UserId>,
    audience: Audience,
    author: Option<&UserId>,
    after: CardPosition,
    limit: u32,
) -> sqlx::Result<Vec<(String, CardPosition)>> {
    let CardPosition(at, id) = after;
    let limit = i64::from(limit);
    let (viewer, audience) = (viewer.map_or("", UserId::as_str), audience.as_str());
    let rows: Vec<(String, i64)> = query_on!(conn, |x: D| match author {
        Some(author) =>
            sqlx::query_as::<D, _>(LIST_OF_AUTHOR)
                .bind(at)
                .bind(id)
                .bind(limit)
                .bind(viewer)
                .bind(audience)
                .bind(author.as_str())
                .fetch_all(x)
                .await,
        None =>
            sqlx::query_as::<D, _>(LIST_NEWEST)
                .bind(at)
                .bind(id)
                .bind(limit)
                .bind(viewer)
                .bind(audience)
                .fetch_all(x)
                .await,
    })?;
    Ok(rows
        .into_iter()
        .map(|(id, at)| (id.clone(), CardPosition(at, id)))
        .collect())
}

/// The card, if it is listed.
pub(super) async fn find_listed(conn: &mut Conn, id: &CardId) -> sqlx::Result<Option<Card>> {
    Ok(load(conn, Audience::Extreme, &[id.to_string()]).await?.pop())
}

/// The listed cards with these ids, in this order, with the tags that this audience may see.
pub(super) async fn load(conn: &mut Conn, audience: Audience, ids: &[String]) -> sqlx::Result<Vec<Card>> {
    load_where(conn, audience, ids, "c.listed").await
}

/// The same, with removed cards as [`DELETED`].
pub(super) async fn load_with_deleted(
    conn: &mut Conn,
    audience: Audience,
    ids: &[String],
) -> sqlx::Result<Vec<Card>> {
    load_where(
        conn,
        audience,
        ids,
        "(c.listed or (c.removed_at is not null and c.public and not c.hidden))",
    )
    .await
}

async fn load_where(
    conn: &mut Conn,
    audience: Audience,
    ids: &[String],
    condition: &str,
) -> sqlx::Result<Vec<Card>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let list = query_on!(conn, |x: D| {
        let (rows, array) = (D::ROWS, D::ARRAY);
        let [model, interface, pictures, metrics] =
            ["c.model", "c.interface", "c.pictures", "c.avatar_metrics"].map(D::json);
        let mut query = QueryBuilder::<D>::new(format!(
            "select {rows}({array}(c.id, c.author_id, u.authorname, c.display_name, c.tagline, c.description, c.author_notes, {model}, {interface}, \
             {pictures}, {metrics}, cast(c.explicit as int), cast(c.public as int), cast(c.hidden as int), c.chats_created, c.messages_sent, c.likes, \
             c.dislikes, c.created_at, c.updated_at, c.rating, cast(c.removed_at is not null as int))) from cards c join users u on u.id = c.author_id \
             where {condition} and c.id in "
        ));
        push_in_list(&mut query, ids);
        query.build_query_scalar::<JsonRows<CardRow>>().fetch_one(x).await
    })?;
    let mut tags = tags::data_of_many(conn, TAGGED, audience, ids).await?;
    let mut by_id: HashMap<String, Card> = HashMap::new();
    for row in into_rows(list) {
        let tag_data = tags.remove(&row.id).unwrap_or_default();
        let card = if row.removed {
            row.into_deleted()
        } else {
            row.into_card(tag_data)
        };
        by_id.insert(card.id.to_string(), card);
    }
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

impl CardRow {
    fn into_card(self, tag_data: Vec<tags::TagData>) -> Card {
        Card {
            id: CardId::trusted(self.id),
            interface: self.interface.map(|json| json.0),
            card_model: self.model.0,
            display_data: CardDisplay {
                display_name: self.display_name,
                author: UserId::trusted(self.author_id),
                authorname: self.authorname,
                created_on: Timestamp(self.created_at),
                updated_on: Timestamp(self.updated_at),
                description: self.description,
                author_notes: self.author_notes,
                tagline: self.tagline,
                tags: tag_data.iter().map(|tag| tag.id.to_string()).collect(),
                tag_data,
                avatar: self.pictures.cover_url(),
                avatar_urls: (&self.pictures.0).into(),
                public: self.public,
                hidden: self.hidden,
                avatar_metrics: self.avatar_metrics.0,
                explicit: self.explicit,
                rating: Rating::from_stored(&self.rating),
            },
            card_stats: CardStats {
                chats_created: self.chats_created,
                likes: self.likes,
                dislikes: self.dislikes,
                messages_sent: self.messages_sent,
            },
            liked: false,
            disliked: false,
            deleted: false,
        }
    }

    /// A removed card: only its existence remains.
    fn into_deleted(self) -> Card {
        let model = CardModelV2 {
            format: 0,
            name: DELETED.to_owned(),
            description: String::new(),
            personality: String::new(),
            scenario: String::new(),
            messages: Vec::new(),
            mes_example: String::new(),
        };
        let rest = Self {
            author_id: String::new(),
            authorname: String::new(),
            display_name: DELETED.to_owned(),
            tagline: String::new(),
            description: String::new(),
            author_notes: String::new(),
            model: Json(CardModel::V2(model)),
            interface: None,
            pictures: Json(ScenarioImages::default()),
            avatar_metrics: Json(Vec::new()),
            explicit: false,
            chats_created: 0,
            messages_sent: 0,
            likes: 0,
            dislikes: 0,
            ..self
        };
        Card {
            deleted: true,
            ..rest.into_card(Vec::new())
        }
    }
}

/// Which of these cards were public until they were deleted.
///
/// # Errors
/// Database errors.
pub async fn list_deleted(conn: &mut Conn, ids: &[&str]) -> sqlx::Result<Vec<String>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select id from cards where removed_at is not null and public and not hidden and id in ",
        );
        push_in_list(&mut query, ids.iter().copied());
        query.build_query_scalar::<String>().fetch_all(x).await
    })
}

/// Whether this image belongs to an explicit card.
///
/// # Errors
/// Database errors.
pub fn shows_explicit<'a>(conn: &'a mut Conn, key: &'a BlobKey) -> BoxFuture<'a, sqlx::Result<bool>> {
    Box::pin(async move {
        query_on!(conn, |x: D| sqlx::query_scalar::<D, bool>(SHOWS_EXPLICIT)
            .bind(key.as_str())
            .fetch_one(x)
            .await)
    })
}
