//! The use cases of loves and ratings.

use accounts::identity::Person;
use accounts::users;
use kernel::Timestamp;
use kernel::ids::UserId;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use platform::db::{Conn, Tx};
use platform::web::{Problem, cut_to_page, read_cursor};
use serde::Deserialize;
use utoipa::IntoParams;

use super::model::{LoveAnswer, LoveQuota, OwnOpinion};
use super::rules::{LOVES_A_DAY, day_start, next_day, secs_to_next_day};
use super::store;
use crate::AppState;
use crate::scenarios::model::{ScenarioSummary, UserRatings};
use crate::scenarios::summaries::load_summaries_and_deleted;
use crate::scenarios::trend::{WEIGHT_LOVE, add_event, remove_event};
use crate::scenarios::visible::find_visible;
use crate::scenarios::{ScenarioId, errors};

/// Adds or removes a love. Returns the scenario's counts after that, and whether anything changed.
///
/// # Errors
/// The errors of reading the scenario, and 429 if the person has no loves left today.
pub(super) async fn set_love(
    tx: &mut Tx,
    person: &Person,
    scenario: &ScenarioId,
    loved: bool,
    now: Timestamp,
) -> Result<(LoveAnswer, bool), Problem> {
    let (user, id) = (&person.user_id, scenario.as_str());
    users::lock_user_row(tx, user).await?;
    find_visible(tx, scenario, Some(person)).await?;
    let changed = if loved {
        love(tx, id, user, now).await?
    } else {
        unlove(tx, id, user).await?
    };
    let quota = read_quota(tx, user, now).await?;
    if changed && loved && quota.used > quota.limit {
        // The error rolls the love back.
        let detail = format!("You’ve given all {LOVES_A_DAY} of today’s loves. You’ll get more tomorrow.");
        return Err(Problem::new(errors::LOVE_QUOTA_REACHED, detail).with_retry_after(secs_to_next_day(now)));
    }
    let love_count = store::read_loves(tx, id).await?;
    let answer = LoveAnswer {
        loved,
        love_count,
        quota,
    };
    Ok((answer, changed))
}

/// Adds a love; returns false if this person already loves the scenario.
async fn love(tx: &mut Tx, scenario: &str, user: &UserId, now: Timestamp) -> sqlx::Result<bool> {
    let is_new = store::insert_love(tx, scenario, user, now).await?;
    if is_new {
        let trend = store::add_to_loves(tx, scenario, 1).await?;
        store::set_trend(tx, scenario, add_event(trend, now, WEIGHT_LOVE)).await?;
    }
    Ok(is_new)
}

/// Removes a love and its share of the trend; returns false if there is none.
async fn unlove(tx: &mut Tx, scenario: &str, user: &UserId) -> sqlx::Result<bool> {
    let Some(loved_at) = store::delete_love(tx, scenario, user).await? else {
        return Ok(false);
    };
    let trend = store::add_to_loves(tx, scenario, -1).await?;
    store::set_trend(tx, scenario, remove_event(trend, loved_at, WEIGHT_LOVE)).await?;
    Ok(true)
}

/// How many loves this person has left today.
///
/// # Errors
/// Database errors.
pub(super) async fn read_quota(conn: &mut Conn, user: &UserId, now: Timestamp) -> Result<LoveQuota, Problem> {
    let used = store::count_loves_since(conn, user, day_start(now)).await?;
    Ok(LoveQuota {
        limit: LOVES_A_DAY,
        used,
        remaining: (LOVES_A_DAY - used).max(0),
        resets_on: next_day(now),
    })
}

/// Parameters of the list of loved scenarios.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LovedParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// The scenarios this person loves, the latest love first.
///
/// # Errors
/// A cursor of another list.
pub(crate) async fn list_loved(
    app: &AppState,
    person: &Person,
    params: LovedParams,
) -> Result<Page<ScenarioSummary>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let list = format!("loved:{}", person.user_id);
    let after = read_cursor(app, &list, params.cursor.as_deref())?;
    let mut conn = app.db.read().await?;
    let page = store::list_loved(&mut conn, &person.user_id, person.audience, after, limit + 1).await?;
    let (ids, next_cursor) = cut_to_page(app, &list, page, limit);
    Ok(Page {
        results: load_summaries_and_deleted(&mut conn, person.audience, &ids).await?,
        next_cursor,
    })
}

/// Sets or removes a rating; returns the counts of all ratings after that.
///
/// # Errors
/// The errors of reading the scenario.
pub(super) async fn rate(
    tx: &mut Tx,
    person: &Person,
    scenario: &ScenarioId,
    liked: Option<bool>,
    now: Timestamp,
) -> Result<UserRatings, Problem> {
    find_visible(tx, scenario, Some(person)).await?;
    let (user, id) = (&person.user_id, scenario.as_str());
    // The lock keeps the counts in step with the rating that is read here.
    store::lock_scenario(tx, id).await?;
    let change = store::RATINGS.set(tx, id, user, liked, now).await?;
    let (likes, dislikes) = store::add_to_ratings(tx, id, change).await?;
    Ok(UserRatings { likes, dislikes })
}

/// This person's love and rating of a scenario.
///
/// # Errors
/// The errors of reading the scenario.
pub(super) async fn read_opinion(
    conn: &mut Conn,
    person: &Person,
    scenario: &ScenarioId,
) -> Result<OwnOpinion, Problem> {
    find_visible(conn, scenario, Some(person)).await?;
    let loved = store::is_loved(conn, scenario.as_str(), &person.user_id).await?;
    let rating = match store::RATINGS
        .find(conn, scenario.as_str(), &person.user_id)
        .await?
    {
        Some(true) => 1,
        Some(false) => -1,
        None => 0,
    };
    Ok(OwnOpinion { loved, rating })
}
