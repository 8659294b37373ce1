//! Signing up, in and out.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use kernel::ErrorCode;
use kernel::ids::IdentityId;
use platform::db::{Isolation, Tx};
use platform::web::{AuthError, BodyErrors, ClientInfo, CommonErrors, Json, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    EmailOnly, Identity, LoginAttempt, Session, SessionAnswer, WithCookies, email_field, expired_link,
    identity_view, new_email_field, password_field, session_answer, session_view, sign_in_failed,
};
use crate::AppState;
use crate::identity::admin::first_admin;
use crate::identity::authority::{Authenticated, suspended};
use crate::identity::cookies::Kind as Cookie;
use crate::identity::emails::{self, Kind as LetterKind};
use crate::identity::errors;
use crate::identity::hasher::Checked;
use crate::identity::rules::{EMAILS_BY_ADDRESS, EmailAddress, MAX_SIGN_UPS_TRIED, VERIFY_MILLIS};
use crate::identity::secrets::secret_hash;
use crate::identity::sessions::{self, Entrance, Opened, note, too_many};
use crate::identity::store;
use crate::identity::store::identities::IdentityRow;
use crate::identity::store::mail_tokens::MailTokenRow;
use crate::identity::store::sign_ups::SignUpRow;
use crate::identity::totp;

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SignUp {
    /// The e-mail address.
    #[schema(example = "ann@example.org", max_length = 254)]
    email: String,
    /// The password: 8 to 256 characters, and none that is guessed first.
    #[schema(min_length = 8, max_length = 256)]
    password: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SignUpTicket {
    /// Shows, together with the mailed link, that this is the browser of the sign-up.
    ticket: String,
}

/// Signs up.
///
/// The answer is the same whether or not the address has an account; its owner learns by letter. The account
/// comes into being when the mailed link is confirmed by the browser of this sign-up, or with its password.
#[utoipa::path(
    post,
    path = "/auth/sign-up",
    tag = "identity",
    request_body = SignUp,
    responses(
        (status = 202, description = "A letter is on its way", body = SignUpTicket),
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
pub(super) async fn sign_up(
    State(app): State<AppState>,
    source: ClientInfo,
    Json(input): Json<SignUp>,
) -> Result<(StatusCode, Json<SignUpTicket>), Problem> {
    let email = new_email_field("/email", &input.email)?;
    password_field("/password", &input.password, &email)?;
    let password_hash = app
        .identities
        .hashing()?
        .hash(&app.random, &input.password)
        .await?;
    let now = app.clock.now();
    let ticket = app.random.token();
    let row = SignUpRow {
        email: email.address.clone(),
        email_key: email.key.clone(),
        password_hash,
        ticket_hash: secret_hash(&ticket),
    };
    let mut tx = app.db.begin().await?;
    ask_for_mail(&app, &mut tx, &source, LetterKind::VerifyEmail, &email).await?;
    store::sign_ups::insert(
        &mut tx,
        &app.random.id(now),
        &row,
        now,
        now.plus_millis(VERIFY_MILLIS),
    )
    .await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok((StatusCode::ACCEPTED, Json(SignUpTicket { ticket })))
}

/// Counts a letter that is asked for from this network address, at whomever; 429 where there were too many.
pub(super) async fn take_mail_budget(
    app: &AppState,
    tx: &mut Tx,
    source: &ClientInfo,
) -> Result<(), Problem> {
    let network = app
        .identities
        .secrets()
        .bucket(EMAILS_BY_ADDRESS.kind, &source.network());
    store::attempts::count(tx, &network, &EMAILS_BY_ADDRESS, app.clock.now())
        .await?
        .map_err(too_many)
}

/// Orders a letter that anybody can ask for. Whoever asks too often is told to wait.
pub(super) async fn ask_for_mail(
    app: &AppState,
    tx: &mut Tx,
    source: &ClientInfo,
    kind: LetterKind,
    email: &EmailAddress,
) -> Result<(), Problem> {
    take_mail_budget(app, tx, source).await?;
    Ok(emails::order(app, tx, kind, &email.address, None).await?)
}

/// Sends the letter that confirms an address once more, if a sign-up waits for it. The answer is always the
/// same.
#[utoipa::path(
    post,
    path = "/auth/verify-email/resend",
    tag = "identity",
    request_body = EmailOnly,
    responses(
        (status = 202, description = "If a sign-up waits, a letter is on its way"),
        (
            status = 429,
            description = "Too many letters asked for",
            body = Problem,
            content_type = "application/problem+json",
        ),
        BodyErrors,
        CommonErrors,
    ),
)]
pub(crate) async fn resend_verification(
    State(app): State<AppState>,
    source: ClientInfo,
    Json(input): Json<EmailOnly>,
) -> Result<StatusCode, Problem> {
    let email = email_field("/email", &input.email)?;
    let mut tx = app.db.begin().await?;
    ask_for_mail(&app, &mut tx, &source, LetterKind::VerifyEmail, &email).await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(StatusCode::ACCEPTED)
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct VerifyEmail {
    /// What the mailed link holds (`oobCode`).
    token: String,
    /// The ticket of the sign-up, if this is its browser.
    ticket: Option<String>,
    /// The password of the sign-up, if it is not.
    password: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Verified {
    /// The session, where this browser is signed in by it.
    #[schema(required = true)]
    session: Option<Session>,
}

/// Confirms an address by its mailed link.
///
/// A link alone opens nothing: somebody else may have signed up with this address, and their password must
/// not become that of the owner's account. So the browser shows the ticket of its sign-up, or the password. A
/// link that confirms a change of address needs neither; it ends all sessions, and gives a new one to a
/// browser that was signed in. A link that is used, replaced or too old is answered 400 `INVALID_GRANT`.
#[utoipa::path(
    post,
    path = "/auth/verify-email",
    tag = "identity",
    request_body = VerifyEmail,
    responses(
        (status = 200, description = "Confirmed", body = Verified),
        (
            status = 401,
            description = "The password is not that of the sign-up",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 423,
            description = "The account is suspended",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 429,
            description = "Too many tries",
            body = Problem,
            content_type = "application/problem+json",
        ),
        BodyErrors,
        CommonErrors,
    ),
)]
pub(crate) async fn verify_email(
    State(app): State<AppState>,
    source: ClientInfo,
    headers: HeaderMap,
    Json(input): Json<VerifyEmail>,
) -> Result<WithCookies<Json<Verified>>, Problem> {
    let token_hash = secret_hash(&input.token);
    let token = store::mail_tokens::find(&mut app.db.read().await?, &token_hash, app.clock.now())
        .await?
        .ok_or_else(expired_link)?;
    if token.purpose == LetterKind::ChangeEmail.as_str() {
        return super::account::confirm_change(&app, &source, &headers, &token_hash, token).await;
    }
    if token.purpose != LetterKind::VerifyEmail.as_str() {
        return Err(expired_link());
    }
    let opened = confirm_sign_up(&app, &source, &token_hash, &token, &input).await?;
    let session = session_view(&app, &opened).await?;
    Ok(WithCookies::of(
        &app,
        &opened,
        Json(Verified {
            session: Some(session),
        }),
    ))
}

impl Verified {
    /// This browser is signed in by it, or not.
    pub(super) fn with(session: Option<Session>) -> Self {
        Self { session }
    }
}

async fn confirm_sign_up(
    app: &AppState,
    source: &ClientInfo,
    token_hash: &str,
    token: &MailTokenRow,
    input: &VerifyEmail,
) -> Result<Opened, Problem> {
    let now = app.clock.now();
    let (row, guess) = own_sign_up(app, source, token, input).await?;
    let email = EmailAddress {
        address: row.email,
        key: row.email_key,
    };
    let identity = IdentityId::trusted(app.random.id(now));
    let (email, hash, guess, identity) = (&email, &row.password_hash, &guess, &identity);
    // Two links of one address wait for each other: whoever is given up by the engine tries again and finds
    // the address taken.
    let confirmed = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            if !store::mail_tokens::consume(tx, token_hash, now).await?
                || !store::identities::insert(tx, identity.as_str(), email, Some(hash), now).await?
            {
                return Err(expired_link());
            }
            store::sign_ups::delete_of_email(tx, &email.key).await?;
            store::mail_tokens::delete_of_email(tx, &email.key, LetterKind::VerifyEmail.as_str()).await?;
            if let Some(guess) = guess {
                guess.succeeded(tx).await?;
            }
            note(
                tx,
                identity.as_str(),
                "identity.created",
                identity.as_str(),
                source,
                now,
            )
            .await?;
            sessions::open(
                app,
                tx,
                identity,
                Entrance {
                    action: "identity.sign_in",
                    source,
                    with_totp: false,
                },
            )
            .await
        })
    });
    confirmed.await
}

/// The sign-up of whoever holds this link: that of their ticket, or that of their password.
async fn own_sign_up(
    app: &AppState,
    source: &ClientInfo,
    token: &MailTokenRow,
    input: &VerifyEmail,
) -> Result<(SignUpRow, Option<LoginAttempt>), Problem> {
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    if let Some(ticket) = &input.ticket
        && let Some(row) =
            store::sign_ups::find_by_ticket(&mut conn, &secret_hash(ticket), &token.email_key, now).await?
    {
        return Ok((row, None));
    }
    let rows = store::sign_ups::list(&mut conn, &token.email_key, now, MAX_SIGN_UPS_TRIED).await?;
    drop(conn);
    if rows.is_empty() {
        // Another link confirmed it meanwhile.
        return Err(expired_link());
    }
    let Some(password) = &input.password else {
        return Err(Problem::new(
            errors::VERIFICATION_NEEDS_PASSWORD,
            "Enter the password that you chose when you signed up.",
        ));
    };
    let hashing = app.identities.hashing()?;
    let guess = LoginAttempt::begin(app, source, &token.email_key).await?;
    for row in rows {
        if hashing
            .check(&app.random, password, Some(&row.password_hash))
            .await?
            != Checked::Wrong
        {
            return Ok((row, Some(guess)));
        }
    }
    Err(sign_in_failed())
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SignIn {
    /// The e-mail address.
    #[schema(example = "ann@example.org", max_length = 254)]
    email: String,
    /// The password.
    password: String,
    /// A code of the authenticator, or a recovery code, where the account asks for one.
    code: Option<String>,
}

/// Signs in with e-mail address and password.
#[utoipa::path(
    post,
    path = "/auth/sign-in",
    tag = "identity",
    request_body = SignIn,
    responses(
        (status = 200, description = "Signed in", body = Session),
        (
            status = 401,
            description = "The address or the password is wrong",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 403,
            description = "The password is right, but the address is not confirmed yet, or a code is needed",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 423,
            description = "The account is suspended",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 429,
            description = "Too many tries",
            body = Problem,
            content_type = "application/problem+json",
        ),
        BodyErrors,
        CommonErrors,
    ),
)]
pub(super) async fn sign_in(
    State(app): State<AppState>,
    source: ClientInfo,
    Json(input): Json<SignIn>,
) -> Result<SessionAnswer, Problem> {
    // What cannot be an address is an account that does not exist.
    let email = EmailAddress::parse(&input.email).unwrap_or_else(|| EmailAddress {
        address: String::new(),
        key: secret_hash(&input.email),
    });
    let hashing = app.identities.hashing()?;
    let guess = LoginAttempt::begin(&app, &source, &email.key).await?;
    let mut conn = app.db.read().await?;
    let identity = store::identities::find_by_email(&mut conn, &email.key).await?;
    let waiting = store::sign_ups::list(&mut conn, &email.key, app.clock.now(), 1).await?;
    drop(conn);
    let stored = identity.as_ref().and_then(|row| row.password_hash.as_deref());
    let checked = hashing.check(&app.random, &input.password, stored).await?;
    let (Checked::Right { better }, Some(identity)) = (checked, identity) else {
        // Whoever signed up with this address and this password is told the same in the same time, whether or
        // not it has an account: else signing up and in would tell whose addresses are known here.
        let Some(row) = waiting.first() else {
            return Err(sign_in_failed());
        };
        if hashing
            .check(&app.random, &input.password, Some(&row.password_hash))
            .await?
            == Checked::Wrong
        {
            return Err(sign_in_failed());
        }
        guess.refund(&app).await?;
        return Err(Problem::new(
            errors::EMAIL_NOT_VERIFIED,
            "Confirm your email address first: open the link we sent you.",
        ));
    };
    drop(hashing);
    if identity.suspended_at.is_some() {
        guess.refund(&app).await?;
        return Err(suspended());
    }
    if identity.totp_since.is_some() && input.code.is_none() {
        guess.refund(&app).await?;
        return Err(totp::code_required());
    }
    let opened = open_with_password(&app, &source, &guess, &identity, input.code.as_deref(), better).await?;
    session_answer(&app, &opened).await
}

async fn open_with_password(
    app: &AppState,
    source: &ClientInfo,
    guess: &LoginAttempt,
    identity: &IdentityRow,
    code: Option<&str>,
    better: Option<String>,
) -> Result<Opened, Problem> {
    let mut tx = app.db.begin().await?;
    let with_totp = match (identity.totp_since, code) {
        (Some(_), Some(code)) if totp::take_code(app, &mut tx, identity, code).await? => true,
        (Some(_), _) => return Err(totp::wrong_code()),
        (None, _) => false,
    };
    guess.succeeded(&mut tx).await?;
    if let Some(hash) = better {
        store::identities::set_password(&mut tx, &identity.id, &hash).await?;
    }
    first_admin(app, &mut tx, &identity.email_key).await?;
    let opened = sessions::open(
        app,
        &mut tx,
        &identity.identity_id(),
        Entrance {
            action: "identity.sign_in",
            source,
            with_totp,
        },
    )
    .await?;
    tx.commit().await?;
    Ok(opened)
}

/// The next access token, for the refresh cookie. It answers with a new cookie; requests with the same cookie
/// within ten seconds all get the same one.
#[utoipa::path(
    post,
    path = "/auth/refresh",
    tag = "identity",
    responses(
        (status = 200, description = "Signed in still", body = Session),
        (
            status = 401,
            description = "No cookie, or one that is not good any more",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 423,
            description = "The account is suspended",
            body = Problem,
            content_type = "application/problem+json",
        ),
        CommonErrors,
    ),
)]
pub(super) async fn refresh(
    State(app): State<AppState>,
    source: ClientInfo,
    headers: HeaderMap,
) -> Result<SessionAnswer, WithCookies<Problem>> {
    let token = app
        .identities
        .cookie(&headers, Cookie::Refresh)
        .ok_or_else(|| WithCookies {
            cookies: Vec::new(),
            body: Problem::unauthenticated(AuthError::MissingToken),
        })?;
    let answer = async { session_answer(&app, &sessions::refresh(&app, &token, &source).await?).await };
    answer.await.map_err(|problem| match problem.code() {
        // The cookie is of no use to anybody any more.
        ErrorCode::UNAUTHENTICATED => WithCookies::none(&app, problem),
        _ => WithCookies {
            cookies: Vec::new(),
            body: problem,
        },
    })
}

/// Signs this browser out. It is signed out also where it was not signed in.
#[utoipa::path(
    post,
    path = "/auth/sign-out",
    tag = "identity",
    responses((status = 204, description = "Signed out"), CommonErrors),
)]
pub(crate) async fn sign_out(
    State(app): State<AppState>,
    source: ClientInfo,
    caller: Result<Authenticated, Problem>,
    headers: HeaderMap,
) -> Result<WithCookies<StatusCode>, Problem> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let by_cookie = match app.identities.cookie(&headers, Cookie::Refresh) {
        Some(token) => store::refresh_tokens::find(&mut tx, &secret_hash(&token))
            .await?
            .map(|row| (row.identity_id, row.session_id)),
        None => None,
    };
    let by_token = caller
        .ok()
        .map(|Authenticated(caller)| (caller.identity_id.to_string(), caller.session_id.to_string()));
    for (identity, session) in by_cookie.into_iter().chain(by_token) {
        store::sessions::end(&mut tx, &session, now).await?;
        note(&mut tx, &identity, "identity.sign_out", &session, &source, now).await?;
    }
    tx.commit().await?;
    Ok(WithCookies::none(&app, StatusCode::NO_CONTENT))
}

/// Signs all browsers and devices out, this one included.
#[utoipa::path(
    post,
    path = "/auth/sign-out-everywhere",
    tag = "identity",
    responses(
        (status = 204, description = "Signed out everywhere"),
        (
            status = 401,
            description = "Nobody is signed in",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 423,
            description = "The account is suspended",
            body = Problem,
            content_type = "application/problem+json",
        ),
        CommonErrors,
    ),
)]
pub(crate) async fn sign_out_everywhere(
    State(app): State<AppState>,
    source: ClientInfo,
    Authenticated(caller): Authenticated,
) -> Result<WithCookies<StatusCode>, Problem> {
    let now = app.clock.now();
    let identity = caller.identity_id.as_str();
    let mut tx = app.db.begin().await?;
    store::sessions::end_all(&mut tx, identity, now).await?;
    note(
        &mut tx,
        identity,
        "identity.sign_out_everywhere",
        identity,
        &source,
        now,
    )
    .await?;
    tx.commit().await?;
    Ok(WithCookies::none(&app, StatusCode::NO_CONTENT))
}

/// The caller's own credentials, as far as they are anybody's business.
#[utoipa::path(
    get,
    path = "/auth/identity",
    tag = "identity",
    responses(
        (status = 200, description = "The credentials", body = Identity),
        (
            status = 401,
            description = "Nobody is signed in",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 423,
            description = "The account is suspended",
            body = Problem,
            content_type = "application/problem+json",
        ),
        CommonErrors,
    ),
)]
pub(crate) async fn own_identity(
    State(app): State<AppState>,
    Authenticated(caller): Authenticated,
) -> Result<Json<Identity>, Problem> {
    let mut conn = app.db.read().await?;
    let row = store::identities::find(&mut conn, caller.identity_id.as_str())
        .await?
        .ok_or_else(|| Problem::internal("a session without an identity"))?;
    Ok(Json(identity_view(&app, &mut conn, &row).await?))
}
