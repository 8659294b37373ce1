//! The calls of follows.

use accounts::identity::SignedIn;
use axum::extract::State;
use kernel::Timestamp;
use kernel::ids::UserId;
use kernel::paging::{MAX_LIMIT, clamp_limit};
use platform::db::{Conn, Isolation, Tx};
use platform::media::media_url;
use platform::slice::calls::{Calls, Class, Keeps, Sent, Tag, Varies, Who, all, people, rule};
use platform::web::{AuthErrors, CommonErrors, Json, Path, Problem, Query, read_cursor};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::store::{self, FollowRow, Side};
use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(check_own_follow),
            rule(Who::SignedIn, Class::Reads, Keeps::Never),
        )
        .tried("/users/me/following/@elsewhere", Sent::Nothing, people(200))
        .call(
            routes!(check_follow),
            rule(
                Who::Anybody,
                Class::Reads,
                Keeps::Until(&[Tag::List], Varies::ByAudience),
            ),
        )
        .tried("/users/@owner/following/@elsewhere", Sent::Nothing, all(200))
        .call(
            routes!(follow_user),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried(
            "/users/me/follow/@owner",
            Sent::Nothing,
            [401, 401, 422, 200, 200, 200],
        )
        .call(
            routes!(unfollow_user),
            rule(Who::SignedIn, Class::Writes, Keeps::Never),
        )
        .tried(
            "/users/me/follow/@owner",
            Sent::Nothing,
            [401, 401, 422, 200, 200, 200],
        )
        .call(
            routes!(list_own_following),
            rule(Who::SignedIn, Class::Reads, Keeps::Never),
        )
        .tried("/users/me/following", Sent::Nothing, people(200))
        .call(
            routes!(list_own_followers),
            rule(Who::SignedIn, Class::Reads, Keeps::Never),
        )
        .tried("/users/me/followers", Sent::Nothing, people(200))
        .call(
            routes!(list_following),
            rule(
                Who::Anybody,
                Class::Reads,
                Keeps::Until(&[Tag::List], Varies::ByAudience),
            ),
        )
        .tried("/users/@owner/following", Sent::Nothing, all(200))
        .call(
            routes!(list_followers),
            rule(
                Who::Anybody,
                Class::Reads,
                Keeps::Until(&[Tag::List], Varies::ByAudience),
            ),
        )
        .tried("/users/@owner/followers", Sent::Nothing, all(200))
        .call(
            routes!(list_followed_users),
            rule(Who::SignedIn, Class::Reads, Keeps::Never),
        )
        .tried("/user/get-followed-users", Sent::Nothing, people(200))
}

/// Whether somebody follows somebody.
#[derive(Debug, Serialize, ToSchema)]
struct FollowStatus {
    /// Whether they do.
    following: bool,
}

/// How a person stands after a follow began or ended.
#[derive(Debug, Serialize, ToSchema)]
struct FollowAnswer {
    /// Whether the caller follows them now.
    following: bool,
    /// How many do.
    followers: i64,
}

/// A page of people at the other end of somebody's follows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Follows {
    /// How many there are in all.
    count: i64,
    /// The latest first.
    results: Vec<Follow>,
    /// Pass as `cursor` to get the next page; null at the end.
    #[schema(required = true)]
    next_cursor: Option<String>,
}

/// One of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Follow {
    /// The person.
    #[serde(rename = "userID")]
    user_id: UserId,
    /// The name in links and search.
    authorname: String,
    /// The name to show.
    username: String,
    /// Portrait.
    #[serde(rename = "avatar_url")]
    #[schema(required = true)]
    avatar_url: Option<String>,
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    followed_on: Timestamp,
}

impl From<FollowRow> for Follow {
    fn from(row: FollowRow) -> Self {
        Self {
            user_id: UserId::trusted(row.id),
            authorname: row.authorname,
            username: row.username,
            avatar_url: row.avatar.as_deref().map(media_url),
            followed_on: Timestamp(row.followed_at),
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FollowsParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
}

/// Never "user not found": by those words the client would recognise that *its own* record is missing (spec
/// section 8).
fn nobody() -> Problem {
    Problem::not_found("author")
}

/// Whether the caller follows this person.
#[utoipa::path(
    get,
    path = "/users/me/following/{targetId}",
    tag = "social",
    params(("targetId" = UserId, Path)),
    responses((status = 200, body = FollowStatus), AuthErrors, CommonErrors),
)]
async fn check_own_follow(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(target): Path<UserId>,
) -> Result<Json<FollowStatus>, Problem> {
    check(&app, &person.user_id, &target).await
}

/// Whether the one person follows the other.
#[utoipa::path(
    get,
    path = "/users/{userId}/following/{targetId}",
    tag = "social",
    params(("userId" = UserId, Path), ("targetId" = UserId, Path)),
    responses(
        (status = 200, body = FollowStatus),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CommonErrors,
    ),
)]
async fn check_follow(
    State(app): State<AppState>,
    Path((user, target)): Path<(UserId, UserId)>,
) -> Result<Json<FollowStatus>, Problem> {
    check(&app, &user, &target).await
}

async fn check(app: &AppState, user: &UserId, target: &UserId) -> Result<Json<FollowStatus>, Problem> {
    let mut conn = app.db.read().await?;
    for one in [user, target] {
        store::read_counts(&mut conn, one).await?.ok_or_else(nobody)?;
    }
    Ok(Json(FollowStatus {
        following: store::follows(&mut conn, user, target).await?,
    }))
}

/// Follows a person. Doing it twice changes nothing.
#[utoipa::path(
    post,
    path = "/users/me/follow/{targetId}",
    tag = "social",
    params(("targetId" = UserId, Path)),
    responses(
        (status = 200, body = FollowAnswer),
        (status = 422, body = Problem, content_type = "application/problem+json", description = "Oneself."),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn follow_user(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(target): Path<UserId>,
) -> Result<Json<FollowAnswer>, Problem> {
    set(&app, &person.user_id, &target, true).await
}

/// Follows a person no more. Doing it twice changes nothing.
#[utoipa::path(
    delete,
    path = "/users/me/follow/{targetId}",
    tag = "social",
    params(("targetId" = UserId, Path)),
    responses(
        (status = 200, body = FollowAnswer),
        (status = 422, body = Problem, content_type = "application/problem+json", description = "Oneself."),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn unfollow_user(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Path(target): Path<UserId>,
) -> Result<Json<FollowAnswer>, Problem> {
    set(&app, &person.user_id, &target, false).await
}

async fn set(
    app: &AppState,
    user: &UserId,
    target: &UserId,
    follow: bool,
) -> Result<Json<FollowAnswer>, Problem> {
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
    Ok(Json(FollowAnswer {
        following: follow,
        followers,
    }))
}

/// Whether anything changed, and how many follow the target then.
async fn set_follow(
    tx: &mut Tx,
    user: &UserId,
    target: &UserId,
    follow: bool,
    now: Timestamp,
) -> Result<(bool, i64), Problem> {
    store::read_counts(tx, target).await?.ok_or_else(nobody)?;
    let changed = store::set_follow(tx, user, target, follow, now).await?;
    let (followers, _) = store::read_counts(tx, target).await?.ok_or_else(nobody)?;
    Ok((changed, followers))
}

/// Whom the caller follows, the latest first.
#[utoipa::path(
    get,
    path = "/users/me/following",
    tag = "social",
    params(FollowsParams),
    responses((status = 200, body = Follows), AuthErrors, CommonErrors),
)]
async fn list_own_following(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Query(params): Query<FollowsParams>,
) -> Result<Json<Follows>, Problem> {
    list(&app, &person.user_id, Side::Following, params).await
}

/// Who follows the caller, the latest first.
#[utoipa::path(
    get,
    path = "/users/me/followers",
    tag = "social",
    params(FollowsParams),
    responses((status = 200, body = Follows), AuthErrors, CommonErrors),
)]
async fn list_own_followers(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Query(params): Query<FollowsParams>,
) -> Result<Json<Follows>, Problem> {
    list(&app, &person.user_id, Side::Followers, params).await
}

/// Whom a person follows, the latest first.
#[utoipa::path(
    get,
    path = "/users/{userId}/following",
    tag = "social",
    params(("userId" = UserId, Path), FollowsParams),
    responses(
        (status = 200, body = Follows),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CommonErrors,
    ),
)]
async fn list_following(
    State(app): State<AppState>,
    Path(user): Path<UserId>,
    Query(params): Query<FollowsParams>,
) -> Result<Json<Follows>, Problem> {
    list(&app, &user, Side::Following, params).await
}

/// Who follows a person, the latest first.
#[utoipa::path(
    get,
    path = "/users/{userId}/followers",
    tag = "social",
    params(("userId" = UserId, Path), FollowsParams),
    responses(
        (status = 200, body = Follows),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CommonErrors,
    ),
)]
async fn list_followers(
    State(app): State<AppState>,
    Path(user): Path<UserId>,
    Query(params): Query<FollowsParams>,
) -> Result<Json<Follows>, Problem> {
    list(&app, &user, Side::Followers, params).await
}

/// Whom the caller follows: the older name of the same list.
#[utoipa::path(
    get,
    path = "/user/get-followed-users",
    tag = "social",
    params(FollowsParams),
    responses((status = 200, body = Follows), AuthErrors, CommonErrors),
)]
async fn list_followed_users(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Query(params): Query<FollowsParams>,
) -> Result<Json<Follows>, Problem> {
    list(&app, &person.user_id, Side::Following, params).await
}

async fn list(
    app: &AppState,
    user: &UserId,
    side: Side,
    params: FollowsParams,
) -> Result<Json<Follows>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let name = format!("follows:{side:?}:{user}");
    let after = read_cursor(app, &name, params.cursor.as_deref())?;
    let mut conn: Conn = app.db.read().await?;
    let (followers, following) = store::read_counts(&mut conn, user).await?.ok_or_else(nobody)?;
    let mut page = store::list(&mut conn, user, side, after, limit + 1).await?;
    let more = page.len() > limit as usize;
    page.truncate(limit as usize);
    let next_cursor = page
        .last()
        .filter(|_| more)
        .map(|row| app.cursor_key.seal(&name, &row.position()));
    let count = if side == Side::Following {
        following
    } else {
        followers
    };
    Ok(Json(Follows {
        count,
        results: page.into_iter().map(Follow::from).collect(),
        next_cursor,
    }))
}
