//! Signing up.

use axum::extract::State;
use axum::http::StatusCode;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, all, rule};
use platform::web::{BodyErrors, ClientInfo, CommonErrors, Json, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::fields::{EmailOnly, email_field, new_email_field, password_field};
use crate::AppState;
use crate::identity::emails::{self, EmailKind};
use crate::identity::sign_up;

/// The calls of this file.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(routes!(sign_up), rule(Who::Anybody, Class::Auth, Caching::Never))
        .trial(
            "/auth/sign-up",
            Sent::Json(r#"{"email":"fresh@example.org","password":"staple battery 77"}"#),
            all(202),
        )
        .call(
            routes!(resend_verification),
            rule(Who::Anybody, Class::Auth, Caching::Never),
        )
        .trial(
            "/auth/verify-email/resend",
            Sent::Json(r#"{"email":"nobody@example.org"}"#),
            all(202),
        )
}

#[derive(Debug, Deserialize, ToSchema)]
struct SignUp {
    /// The e-mail address.
    #[schema(example = "ann@example.org", max_length = 254)]
    email: String,
    /// The password: 8 to 256 characters, and not one that is easily guessed.
    #[schema(min_length = 8, max_length = 256)]
    password: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct SignUpTicket {
    /// Shows, together with the mailed link, that this is the browser of the sign-up.
    ticket: String,
}

/// Signs up.
///
/// The answer is the same whether or not the address has an account; its owner learns it by e-mail. The
/// account is created when the mailed link is confirmed by the browser of this sign-up, or with its password.
#[utoipa::path(
    post,
    path = "/auth/sign-up",
    tag = "identity",
    request_body = SignUp,
    responses(
        (status = 202, description = "An e-mail is on its way", body = SignUpTicket),
        (
            status = 429,
            description = "Too many sign-ups from this address",
            body = Problem,
            content_type = "application/problem+json",
        ),
        BodyErrors,
        CommonErrors,
    ),
)]
async fn sign_up(
    State(app): State<AppState>,
    client: ClientInfo,
    Json(input): Json<SignUp>,
) -> Result<(StatusCode, Json<SignUpTicket>), Problem> {
    let email = new_email_field("/email", &input.email)?;
    password_field("/password", &input.password, &email)?;
    let ticket = sign_up::request(&app, &client, &email, &input.password).await?;
    Ok((StatusCode::ACCEPTED, Json(SignUpTicket { ticket })))
}

/// Sends the e-mail that confirms an address once more, if a sign-up waits for it. The answer is always the
/// same.
#[utoipa::path(
    post,
    path = "/auth/verify-email/resend",
    tag = "identity",
    request_body = EmailOnly,
    responses(
        (status = 202, description = "If a sign-up waits, an e-mail is on its way"),
        (
            status = 429,
            description = "Too many e-mails requested",
            body = Problem,
            content_type = "application/problem+json",
        ),
        BodyErrors,
        CommonErrors,
    ),
)]
async fn resend_verification(
    State(app): State<AppState>,
    client: ClientInfo,
    Json(input): Json<EmailOnly>,
) -> Result<StatusCode, Problem> {
    let email = email_field("/email", &input.email)?;
    emails::request(&app, &client, EmailKind::VerifyEmail, &email).await?;
    Ok(StatusCode::ACCEPTED)
}
