//! The call that moves a guest's stories into an account.

use accounts::guests::Claim;
use accounts::identity::SignedIn;
use axum::extract::State;
use axum::http::HeaderMap;
use platform::db::Isolation;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{AuthErrors, CommonErrors, Json, Problem};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::AppState;
use crate::stories::actions;

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(link_user),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial("/user/link-user", Sent::GuestHeaders, people(200))
}

/// The result of moving a guest session.
#[derive(Debug, Serialize, ToSchema)]
struct Linked {
    /// Whether it belongs to the caller now; false if there was none, or none that can still be moved.
    linked: bool,
    /// How many stories came with it.
    stories: i64,
}

/// Moves a guest session with its stories into the caller's account: once, by one account. Afterwards the
/// guest's token is invalid.
#[utoipa::path(
    post,
    path = "/user/link-user",
    tag = "stories",
    params(
        ("guest-token" = String, Header, description = "The guest session."),
        ("device-hash" = String, Header, description = "32 hexadecimal digits in lower case."),
    ),
    responses(
        (status = 200, body = Linked),
        (
            status = 409,
            body = Problem,
            content_type = "application/problem+json",
            description = "Another account has it.",
        ),
        AuthErrors,
        CommonErrors,
    ),
)]
async fn link_user(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    headers: HeaderMap,
) -> Result<Json<Linked>, Problem> {
    let claim = Claim::read(&headers)?;
    let (app, person, claim) = (&app, &person, &claim);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(actions::take_over_guest(app, tx, person, claim))
    });
    let stories = use_case.await?;
    Ok(Json(Linked {
        linked: stories.is_some(),
        stories: stories.unwrap_or_default(),
    }))
}
