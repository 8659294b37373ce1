//! The calls of profiles.

use accounts::identity::ViewerAudience;
use accounts::users;
use axum::extract::State;
use kernel::Audience;
use kernel::ids::UserId;
use platform::slice::calls::{Caching, Calls, Class, Sent, Tag, VaryBy, Who, all, rule};
use platform::web::{CallerErrors, CommonErrors, Json, Path, Problem};
use utoipa_axum::routes;

use super::model::PublicUser;
use super::store;
use crate::AppState;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(view_user_by_authorname),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .trial("/users/user/by-authorname/elsewhere", Sent::Nothing, all(200))
        .call(
            routes!(view_user),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::Path("user", "userID")], VaryBy::Audience),
            ),
        )
        .beyond_spec("The public user page has an id in its address, and by-authorname needs a name.")
        .trial("/users/user/@owner", Sent::Nothing, all(200))
}

/// The public profile of the person with this name, in any case.
#[utoipa::path(
    get,
    path = "/users/user/by-authorname/{authorname}",
    tag = "profiles",
    params(("authorname" = String, Path)),
    responses(
        (status = 200, body = PublicUser),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn view_user_by_authorname(
    State(app): State<AppState>,
    ViewerAudience(audience): ViewerAudience,
    Path(authorname): Path<String>,
) -> Result<Json<PublicUser>, Problem> {
    view(&app, audience, &authorname).await
}

/// The public profile of the person with this id.
#[utoipa::path(
    get,
    path = "/users/user/{userID}",
    tag = "profiles",
    params(("userID" = UserId, Path)),
    responses(
        (status = 200, body = PublicUser),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        CallerErrors,
        CommonErrors,
    ),
)]
async fn view_user(
    State(app): State<AppState>,
    ViewerAudience(audience): ViewerAudience,
    Path(id): Path<UserId>,
) -> Result<Json<PublicUser>, Problem> {
    view(&app, audience, id.as_str()).await
}

async fn view(app: &AppState, audience: Audience, id_or_name: &str) -> Result<Json<PublicUser>, Problem> {
    let mut conn = app.db.read().await?;
    // Never "user not found": a client takes those words to mean that *its own* record is missing (spec
    // section 8).
    let missing = || Problem::not_found("author");
    let id = users::find_id(&mut conn, id_or_name).await?.ok_or_else(missing)?;
    Ok(Json(
        store::find_public(&mut conn, &id, audience)
            .await?
            .ok_or_else(missing)?,
    ))
}
