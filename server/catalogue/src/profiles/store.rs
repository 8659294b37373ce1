//! SQL of profiles.

use accounts::users::{FORMER_AUTHOR, portrait};
use kernel::ids::UserId;
use kernel::{Audience, Timestamp};
use platform::db::{Conn, query_on, statements};
use platform::media::media_url;

use super::model::{PublicStats, PublicUser};

#[derive(sqlx::FromRow)]
struct UserRow {
    id: String,
    authorname: String,
    username: String,
    bio: Option<String>,
    avatar: Option<String>,
    joined_at: i64,
}

statements! {
    FIND_PUBLIC = "select id, authorname, username, bio, avatar, joined_at from users where id = $1";
    READ_PUBLIC_STATS = "
        select u.follower_count, u.following_count, count(s.id) as scenarios, cast(coalesce(sum(s.love_count),
            0) as bigint) as loves, cast(coalesce(sum(s.chats_created), 0) as bigint) as chats,
            cast(coalesce(sum(s.messages_sent), 0) as bigint) as messages
        from users u
        left join scenarios s on s.author_id = u.id and s.listed and (s.rating in ('everyone', 'mature') or $2 =
            'extreme' or ($2 = 'explicit' and s.rating <> 'extreme'))
        where u.id = $1
        group by u.id, u.follower_count, u.following_count";
    LIST_AFTER = "
        select u.id, max(s.updated_at) as updated_at
        from users u
        join scenarios s on s.author_id = u.id and s.listed and s.rating in ('everyone', 'mature')
        where u.id > $1 and u.id <> $3
        group by u.id
        order by u.id
        limit $2";
}

#[derive(sqlx::FromRow)]
struct StatsRow {
    follower_count: i64,
    following_count: i64,
    scenarios: i64,
    loves: i64,
    chats: i64,
    messages: i64,
}

/// The counts over those of a person's listed scenarios that this audience may see, and of their followers.
///
/// # Errors
/// Database errors.
pub async fn read_public_stats(
    conn: &mut Conn,
    id: &UserId,
    audience: Audience,
) -> sqlx::Result<Option<PublicStats>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, StatsRow>(READ_PUBLIC_STATS)
        .bind(id.as_str())
        .bind(audience.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(row.map(|row| PublicStats {
        scenarios: row.scenarios,
        loves: row.loves,
        chats: row.chats,
        messages: row.messages,
        followers: row.follower_count,
        following: row.following_count,
    }))
}

/// A person's public profile.
///
/// # Errors
/// Database errors.
pub async fn find_public(
    conn: &mut Conn,
    id: &UserId,
    audience: Audience,
) -> sqlx::Result<Option<PublicUser>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, UserRow>(FIND_PUBLIC)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    let Some((row, stats)) = row.zip(read_public_stats(conn, id, audience).await?) else {
        return Ok(None);
    };
    Ok(Some(PublicUser {
        user_id: UserId::trusted(row.id),
        authorname: row.authorname,
        username: row.username,
        user_bio: row.bio,
        avatar_urls: portrait(row.avatar.as_deref()),
        avatar_url: row.avatar.as_deref().map(media_url),
        joined_on: Timestamp(row.joined_at),
        stats,
    }))
}

/// An author with listed scenarios, for sitemaps.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedUser {
    /// The person's id.
    pub id: String,
    /// When one of their listed scenarios last changed, in Unix milliseconds.
    pub updated_at: i64,
}

/// Up to `limit` authors of listed scenarios that everybody may see, in id order after the id `after` ("":
/// from the beginning).
///
/// # Errors
/// Database errors.
pub async fn list_after(conn: &mut Conn, after: &str, limit: i64) -> sqlx::Result<Vec<ListedUser>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, ListedUser>(LIST_AFTER)
        .bind(after)
        .bind(limit)
        .bind(FORMER_AUTHOR)
        .fetch_all(x)
        .await)
}
