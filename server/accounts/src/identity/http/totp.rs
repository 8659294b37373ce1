//! Setting up an authenticator, and taking it away.

use axum::extract::State;
use axum::http::StatusCode;
use kernel::ErrorCode;
use platform::web::{BodyErrors, ClientInfo, CommonErrors, Json, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::LoginAttempt;
use super::account::{own_row, verify_own_password};
use crate::AppState;
use crate::identity::authority::Authenticated;
use crate::identity::emails::{self, Kind as LetterKind};
use crate::identity::sessions::note;
use crate::identity::{store, totp};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TotpEnrolment {
    /// The password.
    password: String,
}

/// What an authenticator needs to know.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TotpSecret {
    /// The secret in base32, to be typed.
    secret: String,
    /// The same as an address, to be shown as a QR code.
    otpauth_uri: String,
}

/// Begins to set up an authenticator. It is asked for only after a code of it was confirmed.
#[utoipa::path(
    post,
    path = "/auth/totp/enrol",
    tag = "identity",
    request_body = TotpEnrolment,
    responses(
        (status = 200, body = TotpSecret),
        (status = 401, body = Problem, content_type = "application/problem+json"),
        (
            status = 409,
            description = "One is set up already.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (status = 423, body = Problem, content_type = "application/problem+json"),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        BodyErrors,
        CommonErrors,
    ),
)]
pub(crate) async fn enrol_totp(
    State(app): State<AppState>,
    source: ClientInfo,
    Authenticated(caller): Authenticated,
    Json(input): Json<TotpEnrolment>,
) -> Result<Json<TotpSecret>, Problem> {
    let (row, guess, hashing) =
        verify_own_password(&app, &source, &caller, "/password", &input.password).await?;
    drop(hashing);
    let (sealed, authenticator) = totp::new_secret(&app, &row)?;
    let mut tx = app.db.begin().await?;
    guess.succeeded(&mut tx).await?;
    let is_new = store::totp::set_secret(&mut tx, &row.id, &sealed).await?;
    tx.commit().await?;
    if !is_new {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            "Two-factor authentication is already on. Turn it off first.",
        ));
    }
    Ok(Json(TotpSecret {
        secret: authenticator.secret().to_base32(),
        otpauth_uri: authenticator.to_url().map_err(Problem::internal)?,
    }))
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TotpCode {
    /// The code that the authenticator shows.
    #[schema(example = "123456")]
    code: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecoveryCodes {
    /// Codes for the day the authenticator is lost, each good once. They are shown this one time.
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
        (status = 401, body = Problem, content_type = "application/problem+json"),
        (
            status = 403,
            description = "The code is wrong.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 409,
            description = "None is being set up.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (status = 423, body = Problem, content_type = "application/problem+json"),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        BodyErrors,
        CommonErrors,
    ),
)]
pub(crate) async fn confirm_totp(
    State(app): State<AppState>,
    source: ClientInfo,
    Authenticated(caller): Authenticated,
    Json(input): Json<TotpCode>,
) -> Result<Json<RecoveryCodes>, Problem> {
    let row = own_row(&app, &caller.identity_id).await?;
    if row.totp_since.is_some() || row.totp_secret.is_none() {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            "Two-factor authentication isn’t being set up.",
        ));
    }
    let guess = LoginAttempt::begin(&app, &source, &row.email_key).await?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    if !totp::take_own_code(&app, &mut tx, &row, &input.code).await? {
        return Err(totp::wrong_code());
    }
    if !store::totp::confirm(&mut tx, &row.id, now).await? {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            "Two-factor authentication isn’t being set up.",
        ));
    }
    guess.succeeded(&mut tx).await?;
    let codes = totp::recovery_codes(&app);
    let hashes: Vec<String> = codes.iter().map(|code| totp::recovery_hash(code)).collect();
    store::totp::set_recovery_codes(&mut tx, &row.id, &hashes).await?;
    store::sessions::set_totp(&mut tx, &caller.session_id, now).await?;
    emails::order(&app, &mut tx, LetterKind::TotpOn, &row.email, Some(&row.id)).await?;
    note(&mut tx, &row.id, "identity.totp_on", &row.id, &source, now).await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(Json(RecoveryCodes {
        recovery_codes: codes,
    }))
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TotpRemoval {
    /// The password.
    password: String,
    /// A code of the authenticator, or a recovery code.
    code: String,
}

/// Takes the authenticator away. Signing in asks for no code again.
#[utoipa::path(
    post,
    path = "/auth/totp/remove",
    tag = "identity",
    request_body = TotpRemoval,
    responses(
        (status = 204, description = "It is removed."),
        (status = 401, body = Problem, content_type = "application/problem+json"),
        (
            status = 403,
            description = "The code is wrong.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 409,
            description = "None is set up.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (status = 423, body = Problem, content_type = "application/problem+json"),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        BodyErrors,
        CommonErrors,
    ),
)]
pub(crate) async fn remove_totp(
    State(app): State<AppState>,
    source: ClientInfo,
    Authenticated(caller): Authenticated,
    Json(input): Json<TotpRemoval>,
) -> Result<StatusCode, Problem> {
    let (row, guess, hashing) =
        verify_own_password(&app, &source, &caller, "/password", &input.password).await?;
    drop(hashing);
    if row.totp_since.is_none() {
        guess.refund(&app).await?;
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            "Two-factor authentication is off.",
        ));
    }
    let mut tx = app.db.begin().await?;
    if !totp::take_code(&app, &mut tx, &row, &input.code).await? {
        return Err(totp::wrong_code());
    }
    guess.succeeded(&mut tx).await?;
    store::totp::remove(&mut tx, &row.id).await?;
    emails::order(&app, &mut tx, LetterKind::TotpOff, &row.email, Some(&row.id)).await?;
    note(
        &mut tx,
        &row.id,
        "identity.totp_off",
        &row.id,
        &source,
        app.clock.now(),
    )
    .await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(StatusCode::NO_CONTENT)
}
