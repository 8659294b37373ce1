//! The use cases of follows.

use accounts::users;
use kernel::Timestamp;
use kernel::ids::UserId;
use kernel::paging::{MAX_LIMIT, clamp_limit};
use platform::db::{Conn, Isolation, Tx};
use platform::web::{Problem, cut_to_page, read_cursor};
use serde::Deserialize;
use utoipa::IntoParams;

use super::model::{Follow, FollowAnswer, FollowStatus, Follows};
use super::store::{self, Side};
use crate::AppState;

/// Parameters of a list of follows.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FollowsParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// Never "user not found": a client takes those words to mean that *its own* record is missing (spec section
/// 8).
fn author_not_found() -> Problem {
    Problem::not_found("author")
}

/// Whether the first person follows the second.
///
/// # Errors
/// 404 if one of them does not exist.
pub(super) async fn check(app: &AppState, user: &UserId, target: &UserId) -> Result<FollowStatus, Problem> {
    let mut conn = app.db.read().await?;
    for one in [user, target] {
        store::read_counts(&mut conn, one)
            .await?
            .ok_or_else(author_not_found)?;
    }
    Ok(FollowStatus {
        following: store::follows(&mut conn, user, target).await?,
    })
}

/// Begins or ends a follow.
///
/// # Errors
/// 404 if there is no such person, 422 for oneself.
pub(super) async fn set(
    app: &AppState,
    user: &UserId,
    target: &UserId,
    follow: bool,
) -> Result<FollowAnswer, Problem> {
    if user == target {
        return Err(Problem::invalid("targetId", "You can’t follow yourself."));
    }
    let now = app.clock.now();
    let use_case = app
        .db
        .transact(Isolation::Ordinary, |tx: &mut platform::db::Scope<'_>| {
            Box::pin(set_follow(tx, user, target, follow, now))
        });
    let (changed, followers) = use_case.await?;
    if changed {
        app.changes.user(user.as_str());
        app.changes.user(target.as_str());
    }
    Ok(FollowAnswer {
        following: follow,
        followers,
    })
}

/// Returns whether anything changed, and the number of the target's followers after that.
async fn set_follow(
    tx: &mut Tx,
    user: &UserId,
    target: &UserId,
    follow: bool,
    now: Timestamp,
) -> Result<(bool, i64), Problem> {
    store::read_counts(tx, target)
        .await?
        .ok_or_else(author_not_found)?;
    let changed = if follow {
        store::insert(tx, user, target, now).await?
    } else {
        store::delete(tx, user, target).await?
    };
    if changed {
        let by = if follow { 1 } else { -1 };
        users::add_to_follow_counts(tx, vec![(target.clone(), by, 0), (user.clone(), 0, by)]).await?;
    }
    let (followers, _) = store::read_counts(tx, target)
        .await?
        .ok_or_else(author_not_found)?;
    Ok((changed, followers))
}

/// One side of a person's follows, the latest first.
///
/// # Errors
/// 404 if there is no such person, and a cursor of another list.
pub(super) async fn list(
    app: &AppState,
    user: &UserId,
    side: Side,
    params: FollowsParams,
) -> Result<Follows, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let name = format!("follows:{side:?}:{user}");
    let after = read_cursor(app, &name, params.cursor.as_deref())?;
    let mut conn: Conn = app.db.read().await?;
    let (followers, following) = store::read_counts(&mut conn, user)
        .await?
        .ok_or_else(author_not_found)?;
    let page = store::list(&mut conn, user, side, after, limit + 1).await?;
    let (page, next_cursor) = cut_to_page(app, &name, page, limit);
    let count = if side == Side::Following {
        following
    } else {
        followers
    };
    Ok(Follows {
        count,
        results: page.into_iter().map(Follow::from).collect(),
        next_cursor,
    })
}
