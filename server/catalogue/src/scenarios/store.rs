//! SQL of scenarios: one function per statement.

use accounts::tags::TaggedBy;
use futures::future::BoxFuture;
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::blobs::BlobKey;
use platform::db::{Conn, query_on, statements};
use platform::media::{FramedImage, media_url};

use super::ActorId;
use super::content_notes::ContentNote;
use super::model::{Actor, Love};
use super::rows::{AuthorRow, ScenarioRow};

/// The table that links scenarios with tags.
pub(super) const TAGGED: TaggedBy = TaggedBy {
    table: "scenario_tags",
    column: "scenario_id",
};

statements! {
    /// Uses the indexes of migration 0020; the expressions repeat theirs.
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
            s.removed_at is not null as removed, s.engram, s.interface, s.hidden, s.removed_at, s.unlisted,
            s.withdrawn_at,
            u.avatar as author_avatar, u.bio as author_bio, s.notes_disclosed, s.creator, s.sources
        from scenarios s
        join users u on u.id = s.author_id
        where s.id = $1";
    FIND_AUTHOR = "select avatar, bio from users where id = $1";
    LIST_ACTORS = "
        select id, name, role, description, avatar, avatar_frame, avatar_alt
        from scenario_actors
        where scenario_id = $1
        order by position";
    LIST_NOTES = "select note from scenario_notes where scenario_id = $1";
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

/// What a scenario of this person shows of them.
pub(super) async fn find_author(conn: &mut Conn, author: &str) -> sqlx::Result<AuthorRow> {
    let found = query_on!(conn, |x: D| sqlx::query_as::<D, AuthorRow>(FIND_AUTHOR)
        .bind(author)
        .fetch_optional(x)
        .await)?;
    Ok(found.unwrap_or_default())
}

#[derive(sqlx::FromRow)]
struct ActorRow {
    id: String,
    name: String,
    role: String,
    description: String,
    avatar: Option<String>,
    avatar_frame: Option<String>,
    avatar_alt: String,
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
        avatar: FramedImage::of_columns(row.avatar, row.avatar_frame).map(|image| image.url()),
        avatar_alt: row.avatar_alt,
    };
    Ok(rows.into_iter().map(to_actor).collect())
}

/// The content notes that the author gave, in the order of the catalogue.
pub(super) async fn list_notes(conn: &mut Conn, scenario_id: &str) -> sqlx::Result<Vec<ContentNote>> {
    let ids = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_NOTES)
        .bind(scenario_id)
        .fetch_all(x)
        .await)?;
    let mut notes: Vec<ContentNote> = ids.iter().filter_map(|id| ContentNote::of_id(id)).collect();
    notes.sort_unstable();
    Ok(notes)
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

/// The id of a listed scenario and the time of its last change, for sitemaps.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct SitemapRow {
    /// The scenario's id.
    pub id: String,
    /// When it last changed, in Unix milliseconds.
    pub updated_at: i64,
}

/// Up to `limit` listed scenarios that everybody may see, in id order after the id `after` ("": from the
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

/// Whether this image belongs to an explicit scenario or to an actor of one.
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
