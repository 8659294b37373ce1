//! Resetting and changing the password.

use axum::extract::State;
use axum::http::StatusCode;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, all, people, rule};
use platform::web::{BodyErrors, ClientInfo, CommonErrors, Json, Problem};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::fields::{EmailOnly, email_field, password_field};
use super::responses::VerifyErrors;
use super::session::{Session, SessionAnswer, session_answer};
use crate::AppState;
use crate::identity::authority::Authenticated;
use crate::identity::emails::{self, EmailKind, OpenedLink};
use crate::identity::passwords;
use crate::identity::problems::expired_link;

/// The calls of this file.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(request_password_reset),
            rule(Who::Anybody, Class::Auth, Caching::Never),
        )
        .trial(
            "/auth/reset-password/request",
            Sent::Json(r#"{"email":"nobody@example.org"}"#),
            all(202),
        )
        .call(
            routes!(reset_password),
            rule(Who::Anybody, Class::Auth, Caching::Never),
        )
        .trial(
            "/auth/reset-password",
            Sent::Json(r#"{"token":"x","password":"staple battery 77"}"#),
            all(400),
        )
        .call(
            routes!(change_password),
            rule(Who::Authenticated, Class::Auth, Caching::Never),
        )
        .trial(
            "/auth/password",
            Sent::Json(r#"{"currentPassword":"wrong horse","newPassword":"staple battery 77"}"#),
            people(422),
        )
}

/// Requests an e-mail by which a new password can be chosen. The answer is the same whether or not the address
/// has an account.
#[utoipa::path(
    post,
    path = "/auth/reset-password/request",
    tag = "identity",
    request_body = EmailOnly,
    responses(
        (status = 202, description = "If the address has an account, an e-mail is on its way."),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        BodyErrors,
        CommonErrors,
    ),
)]
async fn request_password_reset(
    State(app): State<AppState>,
    client: ClientInfo,
    Json(input): Json<EmailOnly>,
) -> Result<StatusCode, Problem> {
    let email = email_field("/email", &input.email)?;
    emails::request(&app, &client, EmailKind::ResetPassword, &email).await?;
    Ok(StatusCode::ACCEPTED)
}

#[derive(Debug, Deserialize, ToSchema)]
struct PasswordReset {
    /// What the mailed link holds (`oobCode`).
    token: String,
    /// The new password.
    #[schema(min_length = 8, max_length = 256)]
    password: String,
}

/// Chooses a new password by a mailed link. All sessions end, and this browser is not signed in.
///
/// A link that was used or replaced, or has expired, is answered 400 `INVALID_GRANT`.
#[utoipa::path(
    post,
    path = "/auth/reset-password",
    tag = "identity",
    request_body = PasswordReset,
    responses((status = 204, description = "The password is changed."), BodyErrors, CommonErrors),
)]
async fn reset_password(
    State(app): State<AppState>,
    client: ClientInfo,
    Json(input): Json<PasswordReset>,
) -> Result<StatusCode, Problem> {
    let link = OpenedLink::find(&app, &input.token).await?;
    if !link.is_of(EmailKind::ResetPassword) {
        return Err(expired_link());
    }
    let identity = link.identity()?;
    password_field("/password", &input.password, &link.address())?;
    passwords::reset(&app, &client, &link, &identity, &input.password).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasswordChange {
    /// The password until now.
    current_password: String,
    /// The password from now on.
    #[schema(min_length = 8, max_length = 256)]
    new_password: String,
}

/// Changes the password. All sessions end; this browser gets a new one.
#[utoipa::path(
    post,
    path = "/auth/password",
    tag = "identity",
    request_body = PasswordChange,
    responses(
        (status = 200, body = Session),
        VerifyErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn change_password(
    State(app): State<AppState>,
    client: ClientInfo,
    Authenticated(caller): Authenticated,
    Json(input): Json<PasswordChange>,
) -> Result<SessionAnswer, Problem> {
    let identity = passwords::find_own_identity(&app, &caller.identity_id).await?;
    // A new password that is refused costs no attempt at the old one.
    password_field("/newPassword", &input.new_password, &identity.email())?;
    let (current, new) = (&input.current_password, &input.new_password);
    let opened = passwords::change(&app, &client, &caller, current, new).await?;
    session_answer(&app, &opened).await
}
