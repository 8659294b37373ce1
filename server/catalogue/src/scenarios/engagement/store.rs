//! SQL of loves and ratings.

use kernel::ids::UserId;
use kernel::{Audience, Timestamp};
use platform::db::{Conn, Tx, query_on, statements};
use serde::{Deserialize, Serialize};

use crate::scenarios::{RatingChange, RatingStatements};

statements! {
    INSERT_LOVE = "
        insert into loves (scenario_id, user_id, loved_at)
        values ($1, $2, $3)
        on conflict do nothing";
    DELETE_LOVE = "delete from loves where scenario_id = $1 and user_id = $2 returning loved_at";
    COUNT_LOVES_SINCE = "select count(*) from loves where user_id = $1 and loved_at >= $2";
    ADD_TO_LOVES =
        "update scenarios set love_count = love_count + $2 where id = $1 returning love_count, trend";
    SET_TREND = "update scenarios set trend = $2 where id = $1";
    READ_LOVES = "select love_count from scenarios where id = $1";
    LIST_LOVED = "
        select l.scenario_id, l.loved_at
        from loves l
        join scenarios s on s.id = l.scenario_id and (s.listed or (s.removed_at is not null and s.public and not
            s.hidden)) and (s.rating in ('everyone', 'mature') or $5 = 'extreme' or ($5 = 'explicit' and
            s.rating <> 'extreme'))
        where l.user_id = $1 and (l.loved_at, l.scenario_id) < ($2, $3)
        order by l.loved_at desc, l.scenario_id desc
        limit $4";
    LOCK_SCENARIO = "update scenarios set ratings = ratings where id = $1";
    FIND_RATING = "select liked from ratings where scenario_id = $1 and user_id = $2";
    PUT_RATING = "
        insert into ratings (scenario_id, user_id, liked, rated_at)
        values ($1, $2, $3, $4)
        on conflict (scenario_id, user_id) do update set liked = excluded.liked, rated_at = excluded.rated_at";
    DELETE_RATING = "delete from ratings where scenario_id = $1 and user_id = $2";
    ADD_TO_RATINGS = "
        update scenarios
        set ratings = ratings + $2, likes = likes + $3, dislikes = dislikes + $4
        where id = $1
        returning likes, dislikes";
    FIND_LOVE = "select loved_at from loves where scenario_id = $1 and user_id = $2";
}

/// The statements on this slice's own table.
pub(super) const RATINGS: RatingStatements = RatingStatements {
    find: FIND_RATING,
    put: PUT_RATING,
    delete: DELETE_RATING,
};

/// Adds a love; returns false if it exists.
pub(super) async fn insert_love(
    tx: &mut Tx,
    scenario: &str,
    user: &UserId,
    now: Timestamp,
) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_LOVE)
            .bind(scenario)
            .bind(user.as_str())
            .bind(now.0);
        insert.execute(x).await.map(|done| done.rows_affected() > 0)
    })
}

/// Deletes a love; returns when it was given, or `None` if there is none.
pub(super) async fn delete_love(
    tx: &mut Tx,
    scenario: &str,
    user: &UserId,
) -> sqlx::Result<Option<Timestamp>> {
    let loved_at = query_on!(tx, |x: D| sqlx::query_scalar::<D, i64>(DELETE_LOVE)
        .bind(scenario)
        .bind(user.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(loved_at.map(Timestamp))
}

/// Changes a scenario's count of loves, which locks its row; returns its trend.
pub(super) async fn add_to_loves(tx: &mut Tx, scenario: &str, by: i64) -> sqlx::Result<f64> {
    let (_, trend): (i64, f64) = query_on!(tx, |x: D| sqlx::query_as::<D, _>(ADD_TO_LOVES)
        .bind(scenario)
        .bind(by)
        .fetch_one(x)
        .await)?;
    Ok(trend)
}

/// Sets the trend of a scenario. The caller has locked its row.
pub(crate) async fn set_trend(tx: &mut Tx, scenario: &str, trend: f64) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_TREND)
        .bind(scenario)
        .bind(trend)
        .execute(x)
        .await
        .map(drop))
}

/// How many loves this person has given since a moment.
pub(super) async fn count_loves_since(conn: &mut Conn, user: &UserId, since: Timestamp) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_LOVES_SINCE)
        .bind(user.as_str())
        .bind(since.0)
        .fetch_one(x)
        .await)
}

/// How many people love a scenario.
pub(super) async fn read_loves(conn: &mut Conn, scenario: &str) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(READ_LOVES)
        .bind(scenario)
        .fetch_one(x)
        .await)
}

/// Where a page of a person's loves ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct LovedPosition(i64, String);

/// Ids of scenarios for this audience that this person loves, listed or removed, the latest first, each with
/// its position.
pub(super) async fn list_loved(
    conn: &mut Conn,
    user: &UserId,
    audience: Audience,
    after: Option<LovedPosition>,
    limit: u32,
) -> sqlx::Result<Vec<(String, LovedPosition)>> {
    let LovedPosition(at, id) = after.unwrap_or_else(|| LovedPosition(i64::MAX, "\u{10ffff}".to_owned()));
    let rows: Vec<(String, i64)> = query_on!(conn, |x: D| {
        let list = sqlx::query_as::<D, _>(LIST_LOVED)
            .bind(user.as_str())
            .bind(at)
            .bind(id)
            .bind(i64::from(limit));
        list.bind(audience.as_str()).fetch_all(x).await
    })?;
    Ok(rows
        .into_iter()
        .map(|(id, at)| (id.clone(), LovedPosition(at, id)))
        .collect())
}

/// Whether this person loves a scenario.
pub(super) async fn is_loved(conn: &mut Conn, scenario: &str, user: &UserId) -> sqlx::Result<bool> {
    let loved = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(FIND_LOVE)
        .bind(scenario)
        .bind(user.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(loved.is_some())
}

/// Locks a scenario's row until the end of the transaction.
pub(in crate::scenarios) async fn lock_scenario(tx: &mut Tx, scenario: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(LOCK_SCENARIO)
        .bind(scenario)
        .execute(x)
        .await
        .map(drop))
}

/// Changes a scenario's counts of ratings; returns its likes and dislikes after that.
pub(super) async fn add_to_ratings(
    tx: &mut Tx,
    scenario: &str,
    change: RatingChange,
) -> sqlx::Result<(i64, i64)> {
    query_on!(tx, |x: D| {
        let add = sqlx::query_as::<D, (i64, i64)>(ADD_TO_RATINGS)
            .bind(scenario)
            .bind(change.ratings)
            .bind(change.likes)
            .bind(change.dislikes);
        add.fetch_one(x).await
    })
}
