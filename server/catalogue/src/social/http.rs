//! The calls of follows.

use accounts::identity::SignedIn;
use axum::extract::State;
use kernel::ids::UserId;
use platform::slice::calls::{Caching, Calls, Class, Sent, Tag, VaryBy, Who, all, people, rule};
use platform::web::{AuthErrors, CommonErrors, Json, Path, Problem, Query};
use utoipa_axum::routes;

use super::actions::{self, FollowsParams};
use super::model::{FollowAnswer, FollowStatus, Follows};
use super::store::Side;
use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(check_own_follow),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/users/me/following/@elsewhere", Sent::Nothing, people(200))
        .call(
            routes!(check_follow),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .trial("/users/@owner/following/@elsewhere", Sent::Nothing, all(200))
        .call(
            routes!(follow_user),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial(
            "/users/me/follow/@owner",
            Sent::Nothing,
            [401, 401, 422, 200, 200, 200],
        )
        .call(
            routes!(unfollow_user),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial(
            "/users/me/follow/@owner",
            Sent::Nothing,
            [401, 401, 422, 200, 200, 200],
        )
        .call(
            routes!(list_own_following),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/users/me/following", Sent::Nothing, people(200))
        .call(
            routes!(list_own_followers),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/users/me/followers", Sent::Nothing, people(200))
        .call(
            routes!(list_following),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .trial("/users/@owner/following", Sent::Nothing, all(200))
        .call(
            routes!(list_followers),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .trial("/users/@owner/followers", Sent::Nothing, all(200))
        .call(
            routes!(list_followed_users),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/user/get-followed-users", Sent::Nothing, people(200))
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
    actions::check(&app, &person.user_id, &target).await.map(Json)
}

/// Whether one person follows another.
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
    actions::check(&app, &user, &target).await.map(Json)
}

/// Follows a person. Repeating the call changes nothing.
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
    actions::set(&app, &person.user_id, &target, true).await.map(Json)
}

/// Stops following a person. Repeating the call changes nothing.
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
    actions::set(&app, &person.user_id, &target, false)
        .await
        .map(Json)
}

/// The people the caller follows, the latest first.
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
    actions::list(&app, &person.user_id, Side::Following, params)
        .await
        .map(Json)
}

/// The caller's followers, the latest first.
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
    actions::list(&app, &person.user_id, Side::Followers, params)
        .await
        .map(Json)
}

/// The people a person follows, the latest first.
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
    actions::list(&app, &user, Side::Following, params)
        .await
        .map(Json)
}

/// A person's followers, the latest first.
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
    actions::list(&app, &user, Side::Followers, params)
        .await
        .map(Json)
}

/// The people the caller follows: the older name of the same list.
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
    actions::list(&app, &person.user_id, Side::Following, params)
        .await
        .map(Json)
}
