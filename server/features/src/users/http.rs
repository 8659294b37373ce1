//! The calls of users that need no account.

use axum::extract::State;
use kernel::ids::UserId;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::PublicUser;
use super::store;
use crate::web::{AppState, Json, Path, Problem, Refusals};

/// The routes of this slice.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(view_user_by_authorname)).routes(routes!(view_user))
}

/// The public side of the person with this name, whatever its case.
#[utoipa::path(get, path = "/users/user/by-authorname/{authorname}", tag = "users", params(("authorname" = String, Path)),
    responses((status = 200, body = PublicUser), (status = 404, body = Problem, content_type = "application/problem+json"), Refusals))]
async fn view_user_by_authorname(State(app): State<AppState>, Path(authorname): Path<String>) -> Result<Json<PublicUser>, Problem> {
    view(&app, &authorname).await
}

/// The public side of the person with this id.
#[utoipa::path(get, path = "/users/user/{userID}", tag = "users", params(("userID" = UserId, Path)),
    responses((status = 200, body = PublicUser), (status = 404, body = Problem, content_type = "application/problem+json"), Refusals))]
async fn view_user(State(app): State<AppState>, Path(id): Path<UserId>) -> Result<Json<PublicUser>, Problem> {
    view(&app, id.as_str()).await
}

async fn view(app: &AppState, id_or_name: &str) -> Result<Json<PublicUser>, Problem> {
    let mut conn = app.db.read().await?;
    // Never "user not found": by those words the client would recognise that *its own* record is missing (spec section 8).
    let missing = || Problem::not_found("author");
    let id = store::find_id(&mut conn, id_or_name).await?.ok_or_else(missing)?;
    Ok(Json(store::find_public(&mut conn, &id).await?.ok_or_else(missing)?))
}
