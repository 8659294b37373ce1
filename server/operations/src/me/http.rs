//! The calls of a person's own record.

use accounts::identity::{self, Authenticated, SignedIn};
use accounts::users::gone_meanwhile;
use accounts::users::rules::{MAX_ORIGIN_CHARS, check_text};
use axum::extract::State;
use axum::http::StatusCode;
use platform::db::Isolation;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Problem};
use utoipa_axum::routes;

use super::actions::{self, load};
use super::model::{Me, NewRecord, ProfileUpdate};
use crate::AppState;

/// The calls of this slice.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(create_user),
            rule(Who::Authenticated, Class::Writes, Caching::Never),
        )
        .trial("/users/", Sent::Json("{}"), people(200))
        .call(
            routes!(view_me),
            rule(Who::SignedIn, Class::Reads, Caching::Never),
        )
        .trial("/users/me", Sent::Nothing, people(200))
        .call(
            routes!(update_me),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial("/users/me", Sent::Json(r#"{"userBio":"Hello."}"#), people(200))
        .trial("/users/me", Sent::Json(r#"{"role":0}"#), people(422))
}

/// Creates the caller's record, or finds the existing one: 201 the first time, 200 from then on.
#[utoipa::path(
    post,
    path = "/users/",
    tag = "me",
    request_body = NewRecord,
    responses(
        (status = 201, body = Me, description = "The record was made."),
        (status = 200, body = Me, description = "There was one already."),
        (status = 401, body = Problem, content_type = "application/problem+json"),
        (status = 423, body = Problem, content_type = "application/problem+json"),
        BodyErrors,
        CommonErrors,
    ),
)]
async fn create_user(
    State(app): State<AppState>,
    Authenticated(caller): Authenticated,
    Json(new): Json<NewRecord>,
) -> Result<(StatusCode, Json<Me>), Problem> {
    check_origin(&new)?;
    let (app, caller, new) = (&app, &caller, &new);
    let made = app
        .db
        .transact(Isolation::Money, |tx| {
            Box::pin(actions::create_record(app, tx, caller, new))
        })
        .await?;
    let mut conn = app.db.read().await?;
    let id = identity::find_record_of(&mut conn, &caller.identity_id)
        .await?
        .ok_or_else(gone_meanwhile)?;
    let me = load(&mut conn, &id).await?;
    Ok((if made { StatusCode::CREATED } else { StatusCode::OK }, Json(me)))
}

fn check_origin(new: &NewRecord) -> Result<(), Problem> {
    for (field, text) in [
        ("/campaign", &new.campaign),
        ("/exID", &new.experiment_id),
        ("/grID", &new.group_id),
    ] {
        if text
            .as_deref()
            .is_some_and(|text| check_text(text, MAX_ORIGIN_CHARS).is_err())
        {
            return Err(Problem::invalid(field, "Use at most 64 plain characters."));
        }
    }
    Ok(())
}

/// The caller's own record.
#[utoipa::path(
    get,
    path = "/users/me",
    tag = "me",
    responses((status = 200, body = Me), AuthErrors, CommonErrors),
)]
async fn view_me(State(app): State<AppState>, SignedIn(person): SignedIn) -> Result<Json<Me>, Problem> {
    let mut conn = app.db.read().await?;
    Ok(Json(load(&mut conn, &person.user_id).await?))
}

/// Changes the caller's own record. Absent fields stay as they are; unknown fields are refused.
#[utoipa::path(
    patch,
    path = "/users/me",
    tag = "me",
    request_body = ProfileUpdate,
    responses(
        (status = 200, body = Me),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "The name is taken.",
        ),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn update_me(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Json(update): Json<ProfileUpdate>,
) -> Result<Json<Me>, Problem> {
    let (id, update) = (&person.user_id, &update);
    let seen = app
        .db
        .transact(Isolation::Ordinary, |tx| {
            Box::pin(actions::update_record(tx, id, update.clone()))
        })
        .await?;
    if seen.itself {
        app.changes.user(id.as_str());
    }
    if seen.in_lists {
        app.changes.lists();
    }
    let mut conn = app.db.read().await?;
    Ok(Json(load(&mut conn, id).await?))
}
