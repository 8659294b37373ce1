//! SQL of follows.

use accounts::users::FORMER_AUTHOR;
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};
use serde::{Deserialize, Serialize};

statements! {
    INSERT_FOLLOW = "
        insert into follows (follower_id, followee_id, followed_at)
        values ($1, $2, $3)
        on conflict do nothing";
    DELETE_FOLLOW = "delete from follows where follower_id = $1 and followee_id = $2";
    FIND_FOLLOW = "select followed_at from follows where follower_id = $1 and followee_id = $2";
    READ_COUNTS = "select follower_count, following_count from users where id = $1";
    LIST_FOLLOWING = "
        select u.id, u.authorname, u.username, u.avatar, f.followed_at
        from follows f
        join users u on u.id = f.followee_id
        where f.follower_id = $1 and (f.followed_at, f.followee_id) < ($2, $3)
        order by f.followed_at desc, f.followee_id desc
        limit $4";
    LIST_FOLLOWERS = "
        select u.id, u.authorname, u.username, u.avatar, f.followed_at
        from follows f
        join users u on u.id = f.follower_id
        where f.followee_id = $1 and (f.followed_at, f.follower_id) < ($2, $3)
        order by f.followed_at desc, f.follower_id desc
        limit $4";
}

/// Adds a follow; returns false if it exists.
pub(super) async fn insert(
    tx: &mut Tx,
    follower: &UserId,
    followee: &UserId,
    now: Timestamp,
) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_FOLLOW)
            .bind(follower.as_str())
            .bind(followee.as_str())
            .bind(now.0);
        insert.execute(x).await.map(|done| done.rows_affected() > 0)
    })
}

/// Deletes a follow; returns false if there is none.
pub(super) async fn delete(tx: &mut Tx, follower: &UserId, followee: &UserId) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| {
        let delete = sqlx::query::<D>(DELETE_FOLLOW)
            .bind(follower.as_str())
            .bind(followee.as_str());
        delete.execute(x).await.map(|done| done.rows_affected() > 0)
    })
}

/// Whether the first person follows the second.
pub(super) async fn follows(conn: &mut Conn, follower: &UserId, followee: &UserId) -> sqlx::Result<bool> {
    let at = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(FIND_FOLLOW)
        .bind(follower.as_str())
        .bind(followee.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(at.is_some())
}

/// How many people follow this person, and how many they follow; `None` if there is no such person. The
/// former author is nobody whom people could follow.
pub(super) async fn read_counts(conn: &mut Conn, user: &UserId) -> sqlx::Result<Option<(i64, i64)>> {
    if user.as_str() == FORMER_AUTHOR {
        return Ok(None);
    }
    query_on!(conn, |x: D| sqlx::query_as::<D, (i64, i64)>(READ_COUNTS)
        .bind(user.as_str())
        .fetch_optional(x)
        .await)
}

/// A direction of follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// Whom they follow.
    Following,
    /// Who follows them.
    Followers,
}

/// Where a page of follows ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct FollowPosition(i64, String);

/// A follow, with the person at its other end.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct FollowRow {
    pub(super) id: String,
    pub(super) authorname: String,
    pub(super) username: String,
    pub(super) avatar: Option<String>,
    pub(super) followed_at: i64,
}

/// Up to `limit` follows of a person, the latest first, each with its position.
pub(super) async fn list(
    conn: &mut Conn,
    user: &UserId,
    side: Side,
    after: Option<FollowPosition>,
    limit: u32,
) -> sqlx::Result<Vec<(FollowRow, FollowPosition)>> {
    let FollowPosition(at, id) = after.unwrap_or_else(|| FollowPosition(i64::MAX, "\u{10ffff}".to_owned()));
    let text = match side {
        Side::Following => LIST_FOLLOWING,
        Side::Followers => LIST_FOLLOWERS,
    };
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, FollowRow>(text)
        .bind(user.as_str())
        .bind(at)
        .bind(id)
        .bind(i64::from(limit))
        .fetch_all(x)
        .await)?;
    let positioned = |row: FollowRow| {
        let position = FollowPosition(row.followed_at, row.id.clone());
        (row, position)
    };
    Ok(rows.into_iter().map(positioned).collect())
}
