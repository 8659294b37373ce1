//! SQL of scenarios: one function per statement, and the feeds that all lists are read through.

use std::collections::HashMap;

use accounts::tags::{self, TagData, TaggedBy};
use futures::future::BoxFuture;
use kernel::ids::UserId;
use kernel::{Audience, Rating, Timestamp};
use platform::blobs::BlobKey;
use platform::db::{
    Conn, JsonRows, JsonSql as _, bool_from_int, into_rows, push_in_list, query_on, statements,
};
use platform::media::media_url;
use platform::search::{self, Filters, Kind};
use serde::{Deserialize, Serialize};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::model::{
    Actor, AvatarMetric, DisplayData, Engram, Love, Pictures, ScenarioStats, ScenarioSummary, UserRatings,
};
use super::rules::{DELETED, UNTITLED};
use super::{ActorId, ScenarioId};

#[derive(sqlx::FromRow, Deserialize)]
pub(super) struct SummaryRow {
    id: String,
    author_id: String,
    authorname: String,
    display_name: String,
    tagline: String,
    pictures: Json<Pictures>,
    avatar_metrics: Json<Vec<AvatarMetric>>,
    #[serde(deserialize_with = "bool_from_int")]
    explicit: bool,
    #[serde(deserialize_with = "bool_from_int")]
    public: bool,
    chats_created: i64,
    favorites: i64,
    ratings: i64,
    messages_sent: i64,
    shekels_spent: i64,
    likes: i64,
    dislikes: i64,
    love_count: i64,
    created_at: i64,
    updated_at: i64,
    rating: String,
    #[serde(deserialize_with = "bool_from_int")]
    removed: bool,
}

impl SummaryRow {
    /// What is told of it: of one that was removed, no more than that it was there.
    fn told(self) -> Self {
        if !self.removed {
            return self;
        }
        Self {
            author_id: String::new(),
            authorname: String::new(),
            display_name: DELETED.to_owned(),
            tagline: String::new(),
            pictures: Json(Pictures::default()),
            avatar_metrics: Json(Vec::new()),
            explicit: false,
            chats_created: 0,
            favorites: 0,
            ratings: 0,
            messages_sent: 0,
            shekels_spent: 0,
            likes: 0,
            dislikes: 0,
            love_count: 0,
            ..self
        }
    }

    pub(super) fn stats(&self) -> ScenarioStats {
        ScenarioStats {
            chats_created: self.chats_created,
            favorites: self.favorites,
            ratings: self.ratings,
            messages_sent: self.messages_sent,
            shekels_spent: self.shekels_spent,
            user_ratings: UserRatings {
                likes: self.likes,
                dislikes: self.dislikes,
            },
            love_count: self.love_count,
        }
    }

    pub(super) fn display(self, tag_data: Vec<TagData>) -> DisplayData {
        DisplayData {
            avatar_urls: (&self.pictures.0).into(),
            id: ScenarioId::trusted(self.id),
            display_name: if self.display_name.trim().is_empty() {
                UNTITLED.to_owned()
            } else {
                self.display_name
            },
            tagline: self.tagline,
            author: UserId::trusted(self.author_id),
            authorname: self.authorname,
            created_on: Timestamp(self.created_at),
            updated_on: Timestamp(self.updated_at),
            tags: tag_data.iter().map(|tag| tag.id.to_string()).collect(),
            tag_data,
            avatar_metrics: self.avatar_metrics.0,
            explicit: self.explicit,
            rating: Rating::from_stored(&self.rating),
            public: self.public,
        }
    }
}

/// A whole scenario as stored.
#[derive(sqlx::FromRow)]
pub(super) struct ScenarioRow {
    #[sqlx(flatten)]
    pub(super) summary: SummaryRow,
    pub(super) engram: Json<Engram>,
    pub(super) interface: Option<Json<serde_json::Value>>,
    pub(super) hidden: bool,
    pub(super) removed_at: Option<i64>,
    pub(super) author_avatar: Option<String>,
    pub(super) author_bio: Option<String>,
}

impl ScenarioRow {
    /// For whom it is meant.
    pub(super) fn rating(&self) -> Rating {
        Rating::from_stored(&self.summary.rating)
    }

    /// Whether someone who is not its author may see it.
    pub(super) fn is_open(&self) -> bool {
        self.summary.public && !self.hidden && self.removed_at.is_none()
    }

    /// Whether this person wrote it.
    pub(super) fn is_by(&self, user: &UserId) -> bool {
        self.summary.author_id == user.as_str()
    }

    /// Whether it was open to all before it was removed, so that its absence may be told.
    pub(super) fn was_removed(&self) -> bool {
        self.removed_at.is_some() && self.summary.public && !self.hidden
    }

    pub(super) fn cover(&self) -> Option<String> {
        self.summary.pictures.cover.as_deref().map(media_url)
    }
}

/// By which a scenario carries tags.
pub(super) const TAGGED: TaggedBy = TaggedBy {
    table: "scenario_tags",
    column: "scenario_id",
};

statements! {
    /// By the indexes of migration 0020; the expressions are written as they are there.
    SHOWS_EXPLICIT = "
        select exists (
            select 1
            from scenarios
            where explicit and pictures ->> 'cover' = $1
        ) or exists (
            select 1
            from scenarios
            where explicit and pictures ->> 'banner' = $1
        ) or exists (
            select 1
            from scenario_actors a
            join scenarios s on s.id = a.scenario_id
            where a.avatar = $1 and s.explicit
        )";
    FIND_SCENARIO = "
        select s.id, s.author_id, u.authorname, s.display_name, s.tagline, s.pictures, s.avatar_metrics,
            s.explicit, s.public, s.chats_created, s.favorites, s.ratings, s.messages_sent, s.shekels_spent,
            s.likes, s.dislikes, s.love_count, s.created_at, s.updated_at, s.rating,
            s.removed_at is not null as removed, s.engram, s.interface, s.hidden, s.removed_at,
            u.avatar as author_avatar, u.bio as author_bio
        from scenarios s
        join users u on u.id = s.author_id
        where s.id = $1";
    LIST_ACTORS = "
        select id, name, role, description, avatar
        from scenario_actors
        where scenario_id = $1
        order by position";
    LIST_LOVES = "
        select l.user_id, u.authorname, u.avatar, l.loved_at
        from loves l
        join users u on u.id = l.user_id
        where l.scenario_id = $1
        order by l.loved_at desc, l.user_id desc
        limit $2
        offset $3";
    LIST_AFTER = "
        select id, updated_at
        from scenarios
        where listed and rating in ('everyone', 'mature') and id > $1
        order by id
        limit $2";
}

pub(super) async fn find(conn: &mut Conn, id: &str) -> sqlx::Result<Option<ScenarioRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, ScenarioRow>(FIND_SCENARIO)
        .bind(id)
        .fetch_optional(x)
        .await)
}

#[derive(sqlx::FromRow)]
struct ActorRow {
    id: String,
    name: String,
    role: String,
    description: String,
    avatar: Option<String>,
}

pub(super) async fn list_actors(conn: &mut Conn, scenario_id: &str) -> sqlx::Result<Vec<Actor>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, ActorRow>(LIST_ACTORS)
        .bind(scenario_id)
        .fetch_all(x)
        .await)?;
    let to_actor = |row: ActorRow| Actor {
        actor_id: ActorId::trusted(row.id),
        name: row.name,
        role: row.role,
        description: row.description,
        avatar: row.avatar.as_deref().map(media_url),
    };
    Ok(rows.into_iter().map(to_actor).collect())
}

pub(super) async fn list_loves(
    conn: &mut Conn,
    scenario_id: &str,
    limit: i64,
    skip: i64,
) -> sqlx::Result<Vec<Love>> {
    let rows: Vec<(String, String, Option<String>, i64)> =
        query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_LOVES)
            .bind(scenario_id)
            .bind(limit)
            .bind(skip)
            .fetch_all(x)
            .await)?;
    let to_love = |(user_id, authorname, avatar, loved_at): (String, String, Option<String>, i64)| Love {
        user_id: UserId::trusted(user_id),
        authorname,
        avatar_url: avatar.as_deref().map(media_url),
        loved_on: Timestamp(loved_at),
    };
    Ok(rows.into_iter().map(to_love).collect())
}

/// A listed scenario's id with the time of its last change, for sitemaps.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct SitemapRow {
    /// The scenario's id.
    pub id: String,
    /// When it last changed, in Unix milliseconds.
    pub updated_at: i64,
}

/// Up to `limit` listed scenarios that everybody sees, in id order after the id `after` ("" for the
/// beginning).
///
/// # Errors
/// Database errors.
pub async fn list_after(conn: &mut Conn, after: &str, limit: i64) -> sqlx::Result<Vec<SitemapRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, SitemapRow>(LIST_AFTER)
        .bind(after)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// The condition by which rows are for this audience, for the column `rating` of a table named `s`.
fn rated_for(audience: Audience) -> &'static str {
    match audience {
        Audience::Everyone => " and s.rating in ('everyone', 'mature')",
        Audience::Explicit => " and s.rating <> 'extreme'",
        Audience::Extreme => "",
    }
}

/// What is listed, and what was until it was removed.
pub(super) const LISTED_OR_REMOVED: &str =
    "(s.listed or (s.removed_at is not null and s.public and not s.hidden))";

/// The summaries of these scenarios in this order. Ids of scenarios that are gone, not listed or not for this
/// audience are passed over.
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

/// The same, with those that were removed: they are there as [`DELETED`].
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
    let mut tags = tags::data_of_many(conn, TAGGED, audience, ids).await?;
    let mut by_id: HashMap<String, ScenarioSummary> = into_rows(list)
        .into_iter()
        .map(|row| {
            let (deleted, row) = (row.removed, row.told());
            let (id, scenario_stats) = (row.id.clone(), row.stats());
            let tag_data = tags.remove(&id).filter(|_| !deleted).unwrap_or_default();
            (
                id,
                ScenarioSummary {
                    display: row.display(tag_data),
                    scenario_stats,
                    recommendation_metadata: None,
                    deleted,
                },
            )
        })
        .collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// The order of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedOrder {
    /// Latest published first.
    Newest,
    /// Most loved first.
    Likes,
    /// Most active of late first (`scenarios::trend`).
    Trending,
}

impl FeedOrder {
    /// The feed's name, also in its cursors.
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
}

/// Where a page of a feed ended: the last row's sort value (bits of the number, where it is a fraction) and
/// id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedPosition(i64, String);

/// What to read of a feed.
#[derive(Debug, Clone)]
pub struct Feed {
    /// In which order.
    pub order: FeedOrder,
    /// Which scenarios.
    pub filters: Filters,
}

/// Up to this many scenarios pass a filter, they are looked up by id and sorted; beyond, they are so common
/// that reading the order's index and testing each row finds a page quickly.
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
    // Greater than any id: ids are ASCII.
    let start = || {
        FeedPosition(
            if feed.order == FeedOrder::Trending {
                f64::MAX.to_bits() as i64
            } else {
                i64::MAX
            },
            "\u{10ffff}".to_owned(),
        )
    };
    let FeedPosition(after_key, after_id) = after.unwrap_or_else(start);
    let filters = &feed.filters;
    let few = if filters.with_tags.is_empty() && filters.author.is_none() {
        None
    } else {
        let ids = search::matching_filters(conn, Kind::Scenario, filters, MAX_SORTED + 1).await?;
        (ids.len() as i64 <= MAX_SORTED).then_some(ids)
    };
    if few.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Vec::new());
    }
    let fractional = feed.order == FeedOrder::Trending;
    let limit = i64::from(limit);
    query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new("select s.id, s.");
        let column = feed.order.column();
        query
            .push(column)
            .push(" as sort_key from scenarios s where s.listed")
            .push(rated_for(filters.audience))
            .push(" and (s.")
            .push(column)
            .push(", s.id) < (");
        if fractional {
            query.push_bind(f64::from_bits(after_key as u64));
        } else {
            query.push_bind(after_key);
        }
        query.push(", ").push_bind(after_id).push(")");
        if let Some(ids) = few {
            query.push(" and s.id in ");
            push_in_list(&mut query, ids);
        } else {
            for tag in &filters.with_tags {
                query.push(" and exists (select 1 from scenario_tags w where w.scenario_id = s.id and w.tag_id = ").push_bind(tag.clone()).push(")");
            }
            if !filters.without_tags.is_empty() {
                query.push(" and not exists (select 1 from scenario_tags w where w.scenario_id = s.id and w.tag_id in ");
                push_in_list(&mut query, &filters.without_tags);
                query.push(")");
            }
            if let Some(author) = &filters.author {
                query.push(" and s.author_id = ").push_bind(author.clone());
            }
        }
        query
            .push(" order by s.")
            .push(column)
            .push(" desc, s.id desc limit ")
            .push_bind(limit);
        let rows = if fractional {
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

fn positioned(rows: Vec<(String, i64)>) -> Vec<(String, FeedPosition)> {
    rows.into_iter()
        .map(|(id, key)| (id.clone(), FeedPosition(key, id)))
        .collect()
}

/// Whether an explicit scenario, or an actor of one, has this picture.
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
