//! Two-factor authentication: enrolling an authenticator, turning it on, and turning it off.

use axum::extract::State;
use axum::http::StatusCode;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{BodyErrors, ClientInfo, CommonErrors, Json, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::responses::{VerifyErrors, WrongCode};
use crate::AppState;
use crate::identity::authority::Authenticated;
use crate::identity::two_factor;

/// The calls of this file.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(enrol_totp),
            rule(Who::Authenticated, Class::Auth, Caching::Never),
        )
        .trial(
            "/auth/totp/enrol",
            Sent::Json(r#"{"password":"wrong horse"}"#),
            people(422),
        )
        .call(
            routes!(confirm_totp),
            rule(Who::Authenticated, Class::Auth, Caching::Never),
        )
        .trial(
            "/auth/totp/confirm",
            Sent::Json(r#"{"code":"123456"}"#),
            people(409),
        )
        .call(
            routes!(remove_totp),
            rule(Who::Authenticated, Class::Auth, Caching::Never),
        )
        .trial(
            "/auth/totp/remove",
            Sent::Json(r#"{"password":"wrong horse","code":"123456"}"#),
            people(422),
        )
}

#[derive(Debug, Deserialize, ToSchema)]
struct TotpEnrolment {
    /// The password.
    password: String,
}

/// What an authenticator needs to know.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TotpSecret {
    /// The secret in base32, to be typed.
    secret: String,
    /// The same as an address, to be shown as a QR code.
    otpauth_uri: String,
}

/// Begins to set up an authenticator. Codes are asked for only after one was confirmed.
#[utoipa::path(
    post,
    path = "/auth/totp/enrol",
    tag = "identity",
    request_body = TotpEnrolment,
    responses(
        (status = 200, body = TotpSecret),
        (
            status = 409,
            description = "One is set up already.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        VerifyErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn enrol_totp(
    State(app): State<AppState>,
    client: ClientInfo,
    Authenticated(caller): Authenticated,
    Json(input): Json<TotpEnrolment>,
) -> Result<Json<TotpSecret>, Problem> {
    let authenticator = two_factor::enrol(&app, &client, &caller, &input.password).await?;
    Ok(Json(TotpSecret {
        secret: authenticator.secret().to_base32(),
        otpauth_uri: authenticator.to_url().map_err(Problem::internal)?,
    }))
}

#[derive(Debug, Deserialize, ToSchema)]
struct TotpCode {
    /// The code that the authenticator shows.
    #[schema(example = "123456")]
    code: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecoveryCodes {
    /// Codes for when the authenticator is lost, each valid once. They are shown only this time.
    recovery_codes: Vec<String>,
}

/// Confirms the authenticator by a code of it. From now on, signing in asks for one.
#[utoipa::path(
    post,
    path = "/auth/totp/confirm",
    tag = "identity",
    request_body = TotpCode,
    responses(
        (status = 200, body = RecoveryCodes),
        WrongCode,
        (
            status = 409,
            description = "None is being set up.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        VerifyErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn confirm_totp(
    State(app): State<AppState>,
    client: ClientInfo,
    Authenticated(caller): Authenticated,
    Json(input): Json<TotpCode>,
) -> Result<Json<RecoveryCodes>, Problem> {
    let recovery_codes = two_factor::turn_on(&app, &client, &caller, &input.code).await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

#[derive(Debug, Deserialize, ToSchema)]
struct TotpRemoval {
    /// The password.
    password: String,
    /// A code of the authenticator, or a recovery code.
    code: String,
}

/// Removes the authenticator. Signing in no longer asks for a code.
#[utoipa::path(
    post,
    path = "/auth/totp/remove",
    tag = "identity",
    request_body = TotpRemoval,
    responses(
        (status = 204, description = "It is removed."),
        WrongCode,
        (
            status = 409,
            description = "None is set up.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        VerifyErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn remove_totp(
    State(app): State<AppState>,
    client: ClientInfo,
    Authenticated(caller): Authenticated,
    Json(input): Json<TotpRemoval>,
) -> Result<StatusCode, Problem> {
    two_factor::turn_off(&app, &client, &caller, &input.password, &input.code).await?;
    Ok(StatusCode::NO_CONTENT)
}
