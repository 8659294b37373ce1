//! A person's activity: counts, days and the latest actions.

use catalogue::scenarios::{DELETED, ScenarioSummary};
use jiff::civil::Date;
use kernel::ids::{UserId, id_from_parts};
use kernel::{Audience, DAY_MS, Timestamp};
use platform::db::{Conn, query_on, statements};
use serde::Serialize;
use utoipa::ToSchema;

/// Days that the dashboard shows, today included.
pub(super) const DAYS: i64 = 30;
/// Latest actions that the dashboard shows.
const MAX_RECENT: i64 = 20;
/// Own scenarios that the dashboard shows.
const MAX_OWN: i64 = 6;

/// Counts of what a person received and gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwnStats {
    /// Scenarios published.
    scenarios: i64,
    /// Loves received.
    loves: i64,
    /// People who follow them.
    followers: i64,
    /// People whom they follow.
    following: i64,
    /// Loves given.
    loves_given: i64,
    /// Ratings given.
    ratings_given: i64,
    /// Messages they wrote.
    messages: i64,
    /// Their stories.
    stories: i64,
}

/// One day's actions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct ActiveDay {
    /// The day, in UTC.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// Loves given.
    loves: i64,
    /// Ratings given.
    ratings: i64,
    /// People followed.
    follows: i64,
    /// Stories begun.
    stories: i64,
    /// Messages written.
    messages: i64,
}

/// The kind of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ActionKind {
    /// Loved a scenario.
    Love,
    /// Rated a scenario up.
    Like,
    /// Rated a scenario down.
    Dislike,
    /// Followed a person.
    Follow,
}

/// An action of a person.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct RecentAction {
    /// The kind.
    kind: ActionKind,
    /// The name of its target; "Deleted Card" if the target was deleted.
    title: String,
    /// The page of its target; null if it is no longer public.
    #[schema(required = true)]
    href: Option<String>,
    /// When it happened.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
}

/// A person's own activity.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Dashboard {
    /// Counts of everything.
    totals: OwnStats,
    /// The last 30 days, the earliest first.
    days: Vec<ActiveDay>,
    /// The latest actions.
    recent: Vec<RecentAction>,
    /// Their most loved scenarios.
    scenarios: Vec<ScenarioSummary>,
}

statements! {
    COUNT_ALL = "
        select (
            select count(*)
            from scenarios s
            where s.author_id = u.id and s.listed
        ) as scenarios, (
            select cast(coalesce(sum(s.love_count), 0) as bigint)
            from scenarios s
            where s.author_id = u.id and s.listed
        ) as loves, u.follower_count as followers, u.following_count as following, (
            select count(*)
            from loves l
            where l.user_id = u.id
        ) as loves_given, (
            select count(*)
            from ratings r
            where r.user_id = u.id
        ) as ratings_given, (
            select cast(coalesce(sum(t.said_count), 0) as bigint)
            from stories t
            where t.owner_kind = 'person' and t.owner_id = u.id
        ) as messages, (
            select count(*)
            from stories t
            where t.owner_kind = 'person' and t.owner_id = u.id and t.deleted_at is null
        ) as stories
        from users u
        where u.id = $1";
    COUNT_LOVES_BY_DAY = "
        select loved_at / 86400000 as day, count(*) as actions
        from loves
        where user_id = $1 and loved_at >= $2
        group by loved_at / 86400000";
    COUNT_RATINGS_BY_DAY = "
        select rated_at / 86400000 as day, count(*) as actions
        from ratings
        where user_id = $1 and rated_at >= $2
        group by rated_at / 86400000";
    COUNT_FOLLOWS_BY_DAY = "
        select followed_at / 86400000 as day, count(*) as actions
        from follows
        where follower_id = $1 and followed_at >= $2
        group by followed_at / 86400000";
    COUNT_STORIES_BY_DAY = "
        select created_at / 86400000 as day, count(*) as actions
        from stories
        where owner_kind = 'person' and owner_id = $1 and created_at >= $2
        group by created_at / 86400000";
    /// Ids of messages begin with their time, so the index of a story's messages finds the latest.
    COUNT_MESSAGES_BY_DAY = "
        select m.created_at / 86400000 as day, count(*) as actions
        from stories s
        join messages m on m.story_id = s.id
        where s.owner_kind = 'person'
          and s.owner_id = $1
          and m.author = 'user'
          and m.origin = 'said'
          and m.created_at >= $2
          and m.id >= $3
        group by m.created_at / 86400000";
    LIST_ACTIVITY = "
        select kind, id, title, open, removed, at
        from ( select 'love' as kind, s.id as id, s.display_name as title, s.listed as open, s.removed_at is not
            null as removed, l.loved_at as at from loves l join scenarios s on s.id = l.scenario_id where
            l.user_id = $1 union all select case when r.liked then 'like' else 'dislike' end as kind, s.id as
            id, s.display_name as title, s.listed as open, s.removed_at is not null as removed, r.rated_at as at
            from ratings r join scenarios s on s.id = r.scenario_id where r.user_id = $1 union all select
            'follow' as kind, u.id as id, u.username as title, true as open, false as removed, f.followed_at as
            at from follows f join users u on u.id = f.followee_id where f.follower_id = $1) actions
        order by at desc, id desc
        limit $2";
    LIST_OWN = "
        select id
        from scenarios
        where author_id = $1 and listed
        order by love_count desc, id desc
        limit $2";
}

/// Counts of what a person received and gave.
pub(super) async fn count_all(conn: &mut Conn, user: &UserId) -> sqlx::Result<Option<OwnStats>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, OwnStats>(COUNT_ALL)
        .bind(user.as_str())
        .fetch_optional(x)
        .await)
}

/// A person's dashboard as of `now`; `None` if there is no such person.
pub(super) async fn dashboard(
    conn: &mut Conn,
    user: &UserId,
    now: Timestamp,
) -> sqlx::Result<Option<Dashboard>> {
    let Some(totals) = count_all(conn, user).await? else {
        return Ok(None);
    };
    let ids = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_OWN)
        .bind(user.as_str())
        .bind(MAX_OWN)
        .fetch_all(x)
        .await)?;
    let scenarios = catalogue::scenarios::load_summaries(conn, Audience::Extreme, &ids).await?;
    Ok(Some(Dashboard {
        totals,
        days: days(conn, user, now).await?,
        recent: recent(conn, user).await?,
        scenarios,
    }))
}

async fn days(conn: &mut Conn, user: &UserId, now: Timestamp) -> sqlx::Result<Vec<ActiveDay>> {
    let today = now.0.div_euclid(DAY_MS);
    let first = today - DAYS + 1;
    let mut days: Vec<ActiveDay> = (first..=today).map(empty_day).collect();
    for (text, field) in [
        (
            COUNT_LOVES_BY_DAY,
            (|day| &mut day.loves) as fn(&mut ActiveDay) -> &mut i64,
        ),
        (COUNT_RATINGS_BY_DAY, |day| &mut day.ratings),
        (COUNT_FOLLOWS_BY_DAY, |day| &mut day.follows),
        (COUNT_STORIES_BY_DAY, |day| &mut day.stories),
        (COUNT_MESSAGES_BY_DAY, |day| &mut day.messages),
    ] {
        let since = first * DAY_MS;
        let first_id = id_from_parts(Timestamp(since), &[0; 10]);
        let rows: Vec<(i64, i64)> = query_on!(conn, |x: D| {
            let query = sqlx::query_as::<D, _>(text).bind(user.as_str()).bind(since);
            let query = if text == COUNT_MESSAGES_BY_DAY {
                query.bind(first_id)
            } else {
                query
            };
            query.fetch_all(x).await
        })?;
        for (day, actions) in rows {
            if let Some(day) = usize::try_from(day - first)
                .ok()
                .and_then(|place| days.get_mut(place))
            {
                *field(day) = actions;
            }
        }
    }
    Ok(days)
}

/// A day without activity, by its number since the epoch.
fn empty_day(number: i64) -> ActiveDay {
    let instant = jiff::Timestamp::from_millisecond(number * DAY_MS).unwrap_or_default();
    let date = instant.to_zoned(jiff::tz::TimeZone::UTC).date();
    ActiveDay {
        date,
        loves: 0,
        ratings: 0,
        follows: 0,
        stories: 0,
        messages: 0,
    }
}

#[derive(sqlx::FromRow)]
struct ActionRow {
    kind: String,
    id: String,
    title: String,
    open: bool,
    removed: bool,
    at: i64,
}

async fn recent(conn: &mut Conn, user: &UserId) -> sqlx::Result<Vec<RecentAction>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, ActionRow>(LIST_ACTIVITY)
        .bind(user.as_str())
        .bind(MAX_RECENT)
        .fetch_all(x)
        .await)?;
    let action = |row: ActionRow| {
        let (kind, screen) = match row.kind.as_str() {
            "love" => (ActionKind::Love, "scenario"),
            "like" => (ActionKind::Like, "scenario"),
            "dislike" => (ActionKind::Dislike, "scenario"),
            _ => (ActionKind::Follow, "user"),
        };
        RecentAction {
            kind,
            href: row.open.then(|| format!("/{screen}/{}", row.id)),
            title: if row.removed {
                DELETED.to_owned()
            } else {
                row.title
            },
            at: Timestamp(row.at),
        }
    };
    Ok(rows.into_iter().map(action).collect())
}
