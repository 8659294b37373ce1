//! Looking after one's own credentials: password, address, devices.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use kernel::Timestamp;
use kernel::ids::IdentityId;
use platform::web::{BodyErrors, ClientInfo, CommonErrors, Json, Path, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::sign_in::{Verified, ask_for_mail, take_mail_budget};
use super::{
    EmailOnly, LoginAttempt, Session, SessionAnswer, WithCookies, email_field, expired_link, new_email_field,
    password_field, session_answer, session_view,
};
use crate::AppState;
use crate::identity::SessionId;
use crate::identity::admin::first_admin;
use crate::identity::authority::Authenticated;
use crate::identity::emails::{self, Kind as LetterKind};
use crate::identity::hasher::{Checked, Place};
use crate::identity::model::IdentityRef;
use crate::identity::rules::EmailAddress;
use crate::identity::secrets::secret_hash;
use crate::identity::sessions::{self, Entrance, note};
use crate::identity::store;
use crate::identity::store::identities::IdentityRow;
use crate::identity::store::mail_tokens::MailTokenRow;

/// Most devices listed.
const MAX_DEVICES: i64 = 100;

/// Asks for a letter by which a new password can be chosen. The answer is the same whether or not the address
/// has an account.
#[utoipa::path(
    post,
    path = "/auth/reset-password/request",
    tag = "identity",
    request_body = EmailOnly,
    responses(
        (status = 202, description = "If the address has an account, a letter is on its way."),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        BodyErrors,
        CommonErrors,
    ),
)]
pub(crate) async fn request_password_reset(
    State(app): State<AppState>,
    source: ClientInfo,
    Json(input): Json<EmailOnly>,
) -> Result<StatusCode, Problem> {
    let email = email_field("/email", &input.email)?;
    let mut tx = app.db.begin().await?;
    ask_for_mail(&app, &mut tx, &source, LetterKind::ResetPassword, &email).await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(StatusCode::ACCEPTED)
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PasswordReset {
    /// What the mailed link holds (`oobCode`).
    token: String,
    /// The new password.
    #[schema(min_length = 8, max_length = 256)]
    password: String,
}

/// Chooses a new password by a mailed link. All sessions end, and this browser is not signed in by it.
///
/// A link that is used, replaced or too old is answered 400 `INVALID_GRANT`.
#[utoipa::path(
    post,
    path = "/auth/reset-password",
    tag = "identity",
    request_body = PasswordReset,
    responses((status = 204, description = "The password is changed."), BodyErrors, CommonErrors),
)]
pub(crate) async fn reset_password(
    State(app): State<AppState>,
    source: ClientInfo,
    Json(input): Json<PasswordReset>,
) -> Result<StatusCode, Problem> {
    let (token_hash, now) = (secret_hash(&input.token), app.clock.now());
    let token = store::mail_tokens::find(&mut app.db.read().await?, &token_hash, now).await?;
    let token = token
        .filter(|token| token.purpose == LetterKind::ResetPassword.as_str())
        .ok_or_else(expired_link)?;
    let identity = token.identity_id.as_deref().ok_or_else(expired_link)?;
    password_field(
        "/password",
        &input.password,
        &EmailAddress {
            address: token.email.clone(),
            key: token.email_key.clone(),
        },
    )?;
    let hash = app
        .identities
        .hashing()?
        .hash(&app.random, &input.password)
        .await?;
    let mut tx = app.db.begin().await?;
    if !store::mail_tokens::consume(&mut tx, &token_hash, now).await? {
        return Err(expired_link());
    }
    store::identities::set_password(&mut tx, identity, &hash).await?;
    store::sessions::end_all(&mut tx, identity, now).await?;
    store::attempts::clear(&mut tx, &LoginAttempt::account_bucket(&app, &token.email_key)).await?;
    emails::order(
        &app,
        &mut tx,
        LetterKind::PasswordChanged,
        &token.email,
        Some(identity),
    )
    .await?;
    note(
        &mut tx,
        identity,
        "identity.password_reset",
        identity,
        &source,
        now,
    )
    .await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(StatusCode::NO_CONTENT)
}

/// The caller's identity, if this is its password. Counted as a guess like any other.
///
/// # Errors
/// 422 naming the field where it is not: a 401 would have the client refresh its token and guess once more.
pub(super) async fn verify_own_password(
    app: &AppState,
    source: &ClientInfo,
    caller: &IdentityRef,
    field: &str,
    password: &str,
) -> Result<(IdentityRow, LoginAttempt, Place), Problem> {
    let row = own_row(app, &caller.identity_id).await?;
    let Some(stored) = &row.password_hash else {
        return Err(Problem::invalid(
            field,
            "This account has no password yet. Set one with “Forgot password?” on the sign-in page.",
        ));
    };
    let hashing = app.identities.hashing()?;
    let guess = LoginAttempt::begin(app, source, &row.email_key).await?;
    if hashing.check(&app.random, password, Some(stored)).await? == Checked::Wrong {
        return Err(Problem::invalid(field, "The password is wrong."));
    }
    Ok((row, guess, hashing))
}

/// Checks that this is the caller's password, for other slices that do what cannot be undone. Counted as a
/// guess like any other.
///
/// # Errors
/// 422 naming the field where it is not, 429 after too many wrong ones.
pub async fn verify_password(
    app: &AppState,
    source: &ClientInfo,
    caller: &IdentityRef,
    field: &str,
    password: &str,
) -> Result<(), Problem> {
    let (_, guess, _) = verify_own_password(app, source, caller, field, password).await?;
    let mut tx = app.db.begin().await?;
    guess.succeeded(&mut tx).await?;
    Ok(tx.commit().await?)
}

pub(super) async fn own_row(app: &AppState, identity: &IdentityId) -> Result<IdentityRow, Problem> {
    let row = store::identities::find(&mut app.db.read().await?, identity.as_str()).await?;
    row.ok_or_else(|| Problem::internal("a session without an identity"))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasswordChange {
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
        (status = 401, body = Problem, content_type = "application/problem+json"),
        (status = 423, body = Problem, content_type = "application/problem+json"),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        BodyErrors,
        CommonErrors,
    ),
)]
pub(crate) async fn change_password(
    State(app): State<AppState>,
    source: ClientInfo,
    Authenticated(caller): Authenticated,
    Json(input): Json<PasswordChange>,
) -> Result<SessionAnswer, Problem> {
    // A password that is not taken is no guess at the old one.
    password_field(
        "/newPassword",
        &input.new_password,
        &own_row(&app, &caller.identity_id).await?.email(),
    )?;
    let (row, guess, hashing) = verify_own_password(
        &app,
        &source,
        &caller,
        "/currentPassword",
        &input.current_password,
    )
    .await?;
    let hash = hashing.hash(&app.random, &input.new_password).await?;
    drop(hashing);
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    guess.succeeded(&mut tx).await?;
    let with_totp = store::sessions::find(&mut tx, &caller.session_id)
        .await?
        .is_some_and(|session| session.totp_at.is_some());
    store::identities::set_password(&mut tx, &row.id, &hash).await?;
    store::sessions::end_all(&mut tx, &row.id, now).await?;
    store::mail_tokens::delete_of_identity(&mut tx, &row.id, LetterKind::ResetPassword.as_str()).await?;
    emails::order(
        &app,
        &mut tx,
        LetterKind::PasswordChanged,
        &row.email,
        Some(&row.id),
    )
    .await?;
    let opened = sessions::open(
        &app,
        &mut tx,
        &caller.identity_id,
        Entrance {
            action: "identity.password_changed",
            source: &source,
            with_totp,
        },
    )
    .await?;
    tx.commit().await?;
    app.mail_queue.notify();
    session_answer(&app, &opened).await
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EmailChange {
    /// The password.
    password: String,
    /// The new address.
    #[schema(example = "ann@example.org", max_length = 254)]
    new_email: String,
}

/// Asks for another e-mail address. It is changed by the link of the letter that goes there.
#[utoipa::path(
    post,
    path = "/auth/email",
    tag = "identity",
    request_body = EmailChange,
    responses(
        (status = 202, description = "A letter is on its way to the new address."),
        (status = 401, body = Problem, content_type = "application/problem+json"),
        (status = 423, body = Problem, content_type = "application/problem+json"),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        BodyErrors,
        CommonErrors,
    ),
)]
pub(crate) async fn change_email(
    State(app): State<AppState>,
    source: ClientInfo,
    Authenticated(caller): Authenticated,
    Json(input): Json<EmailChange>,
) -> Result<StatusCode, Problem> {
    let email = new_email_field("/newEmail", &input.new_email)?;
    let (row, guess, hashing) =
        verify_own_password(&app, &source, &caller, "/password", &input.password).await?;
    drop(hashing);
    let mut tx = app.db.begin().await?;
    guess.succeeded(&mut tx).await?;
    take_mail_budget(&app, &mut tx, &source).await?;
    emails::order(
        &app,
        &mut tx,
        LetterKind::ChangeEmail,
        &email.address,
        Some(&row.id),
    )
    .await?;
    note(
        &mut tx,
        &row.id,
        "identity.email_change_asked",
        &row.id,
        &source,
        app.clock.now(),
    )
    .await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(StatusCode::ACCEPTED)
}

/// The end of a change of address: the mailed link was opened.
pub(super) async fn confirm_change(
    app: &AppState,
    source: &ClientInfo,
    headers: &HeaderMap,
    token_hash: &str,
    token: MailTokenRow,
) -> Result<WithCookies<Json<Verified>>, Problem> {
    let now = app.clock.now();
    let identity = IdentityId::trusted(token.identity_id.ok_or_else(expired_link)?);
    let email = EmailAddress {
        address: token.email,
        key: token.email_key,
    };
    let mut tx = app.db.begin().await?;
    let row = store::identities::find(&mut tx, identity.as_str())
        .await?
        .ok_or_else(expired_link)?;
    let taken = store::identities::find_by_email(&mut tx, &email.key)
        .await?
        .is_some_and(|other| other.id != row.id);
    if taken || !store::mail_tokens::consume(&mut tx, token_hash, now).await? {
        return Err(expired_link());
    }
    let browser = own_browser(app, &mut tx, headers, identity.as_str(), now).await?;
    let written = store::identities::set_email(&mut tx, identity.as_str(), &email, now).await;
    // Several may move to one address at the same time; the unique key lets one have it.
    if written.as_ref().is_err_and(|error| {
        error
            .as_database_error()
            .is_some_and(sqlx::error::DatabaseError::is_unique_violation)
    }) {
        return Err(expired_link());
    }
    written?;
    store::sessions::end_all(&mut tx, identity.as_str(), now).await?;
    store::mail_tokens::delete_of_identity(&mut tx, identity.as_str(), LetterKind::ResetPassword.as_str())
        .await?;
    store::sign_ups::delete_of_email(&mut tx, &email.key).await?;
    emails::order(app, &mut tx, LetterKind::EmailChanged, &row.email, Some(&row.id)).await?;
    note(
        &mut tx,
        identity.as_str(),
        "identity.email_changed",
        identity.as_str(),
        source,
        now,
    )
    .await?;
    first_admin(app, &mut tx, &email.key).await?;
    let opened = match browser {
        Some(with_totp) if row.suspended_at.is_none() => Some(
            sessions::open(
                app,
                &mut tx,
                &identity,
                Entrance {
                    action: "identity.sign_in",
                    source,
                    with_totp,
                },
            )
            .await?,
        ),
        _ => None,
    };
    tx.commit().await?;
    app.mail_queue.notify();
    match opened {
        None => Ok(WithCookies::none(app, Json(Verified::with(None)))),
        Some(opened) => {
            let session = session_view(app, &opened).await?;
            Ok(WithCookies::of(app, &opened, Json(Verified::with(Some(session)))))
        }
    }
}

/// Whether this browser is signed in as this identity: none if not, else whether with a code of its
/// authenticator.
async fn own_browser(
    app: &AppState,
    conn: &mut platform::db::Conn,
    headers: &HeaderMap,
    identity: &str,
    now: Timestamp,
) -> Result<Option<bool>, Problem> {
    let Some(cookie) = app.identities.session_cookie(headers) else {
        return Ok(None);
    };
    let session = store::sessions::find_by_cookie(conn, &secret_hash(&cookie)).await?;
    Ok(session
        .filter(|session| session.identity_id == identity && session.is_live(now))
        .map(|session| session.totp_at.is_some()))
}

/// A browser or device that is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Device {
    /// Its id.
    id: SessionId,
    /// Whether it is this one.
    current: bool,
    /// What it is, for people: "Firefox on Linux".
    label: String,
    /// The address it was last seen at; `unknown` where that is not known.
    address: String,
    /// When it was signed in.
    #[schema(value_type = String, format = DateTime)]
    created_on: Timestamp,
    /// When it was last seen.
    #[schema(value_type = String, format = DateTime)]
    last_seen_on: Timestamp,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Devices {
    /// The last seen first.
    results: Vec<Device>,
}

/// The browsers and devices that are signed in as the caller.
#[utoipa::path(
    get,
    path = "/auth/devices",
    tag = "identity",
    responses(
        (status = 200, body = Devices),
        (status = 401, body = Problem, content_type = "application/problem+json"),
        (status = 423, body = Problem, content_type = "application/problem+json"),
        CommonErrors,
    ),
)]
pub(crate) async fn list_devices(
    State(app): State<AppState>,
    Authenticated(caller): Authenticated,
) -> Result<Json<Devices>, Problem> {
    let rows = store::sessions::list_devices(
        &mut app.db.read().await?,
        &caller.identity_id,
        app.clock.now(),
        MAX_DEVICES,
    )
    .await?;
    let device = |row: store::sessions::DeviceRow| Device {
        current: row.id == caller.session_id.as_str(),
        id: SessionId::trusted(row.id),
        label: row.label,
        address: row.address,
        created_on: Timestamp(row.created_at),
        last_seen_on: Timestamp(row.last_seen_at),
    };
    Ok(Json(Devices {
        results: rows.into_iter().map(device).collect(),
    }))
}

/// Signs one of the caller's browsers or devices out.
#[utoipa::path(
    delete,
    path = "/auth/devices/{id}",
    tag = "identity",
    params(("id" = SessionId, Path)),
    responses(
        (status = 204, description = "It is signed out."),
        (status = 401, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (status = 423, body = Problem, content_type = "application/problem+json"),
        CommonErrors,
    ),
)]
pub(crate) async fn remove_device(
    State(app): State<AppState>,
    source: ClientInfo,
    Authenticated(caller): Authenticated,
    Path(id): Path<SessionId>,
) -> Result<StatusCode, Problem> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    if !store::sessions::end_own(&mut tx, &id, &caller.identity_id, now).await? {
        return Err(Problem::not_found("device"));
    }
    note(
        &mut tx,
        caller.identity_id.as_str(),
        "identity.device_removed",
        id.as_str(),
        &source,
        now,
    )
    .await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
