//! What the calls of identity share: the session and identity on the wire, and answers with cookies.

mod account;
mod oidc;
mod sign_in;
mod standing;
mod totp;

use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use kernel::Role;
use platform::db::{Conn, Tx};
use platform::slice::calls::{Calls, Class, Keeps, Sent, Tag, Varies, Who, all, people, rule};
use platform::web::{ClientInfo, Json, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::cookies::Kind;
use super::keys::ACCESS_TOKEN_SECS;
use super::rules::{ACCOUNT_ATTEMPTS, ADDRESS_ATTEMPTS, EmailAddress, check_password};
use super::sessions::{Opened, too_many};
use super::store;
use super::store::identities::IdentityRow;
use crate::AppState;
use crate::identity::errors;

pub use account::verify_password;

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(sign_in::sign_up),
            rule(Who::Anybody, Class::Auth, Keeps::Never),
        )
        .tried(
            "/auth/sign-up",
            Sent::Json(r#"{"email":"fresh@example.org","password":"staple battery 77"}"#),
            all(202),
        )
        .call(
            routes!(sign_in::verify_email),
            rule(Who::Anybody, Class::Auth, Keeps::Never),
        )
        .tried("/auth/verify-email", Sent::Json(r#"{"token":"x"}"#), all(400))
        .call(
            routes!(sign_in::resend_verification),
            rule(Who::Anybody, Class::Auth, Keeps::Never),
        )
        .tried(
            "/auth/verify-email/resend",
            Sent::Json(r#"{"email":"nobody@example.org"}"#),
            all(202),
        )
        .call(
            routes!(sign_in::sign_in),
            rule(Who::Anybody, Class::Auth, Keeps::Never),
        )
        .tried(
            "/auth/sign-in",
            Sent::Json(r#"{"email":"nobody@example.org","password":"wrong horse"}"#),
            all(401),
        )
        .call(
            routes!(sign_in::refresh),
            rule(Who::Anybody, Class::Auth, Keeps::Never),
        )
        .tried("/auth/refresh", Sent::Nothing, all(401))
        .call(
            routes!(sign_in::sign_out),
            rule(Who::Anybody, Class::Auth, Keeps::Never),
        )
        .tried("/auth/sign-out", Sent::Nothing, all(204))
        .call(
            routes!(sign_in::sign_out_everywhere),
            rule(Who::Authenticated, Class::Auth, Keeps::Never),
        )
        .tried("/auth/sign-out-everywhere", Sent::Nothing, people(204))
        .call(
            routes!(sign_in::own_identity),
            rule(Who::Authenticated, Class::Reads, Keeps::Never),
        )
        .tried("/auth/identity", Sent::Nothing, people(200))
        .call(
            routes!(account::request_password_reset),
            rule(Who::Anybody, Class::Auth, Keeps::Never),
        )
        .tried(
            "/auth/reset-password/request",
            Sent::Json(r#"{"email":"nobody@example.org"}"#),
            all(202),
        )
        .call(
            routes!(account::reset_password),
            rule(Who::Anybody, Class::Auth, Keeps::Never),
        )
        .tried(
            "/auth/reset-password",
            Sent::Json(r#"{"token":"x","password":"staple battery 77"}"#),
            all(400),
        )
        .call(
            routes!(account::change_password),
            rule(Who::Authenticated, Class::Auth, Keeps::Never),
        )
        .tried(
            "/auth/password",
            Sent::Json(r#"{"currentPassword":"wrong horse","newPassword":"staple battery 77"}"#),
            people(422),
        )
        .call(
            routes!(account::change_email),
            rule(Who::Authenticated, Class::Auth, Keeps::Never),
        )
        .tried(
            "/auth/email",
            Sent::Json(r#"{"password":"wrong horse","newEmail":"new@example.org"}"#),
            people(422),
        )
        .call(
            routes!(account::list_devices),
            rule(Who::Authenticated, Class::Reads, Keeps::Never),
        )
        .tried("/auth/devices", Sent::Nothing, people(200))
        .call(
            routes!(account::remove_device),
            rule(Who::Authenticated, Class::Auth, Keeps::Never),
        )
        .tried(
            "/auth/devices/@session",
            Sent::Nothing,
            [401, 401, 204, 404, 404, 404],
        )
        .call(
            routes!(oidc::list_providers),
            rule(
                Who::Anybody,
                Class::Reads,
                Keeps::Until(&[Tag::List], Varies::ByAudience),
            ),
        )
        .tried("/auth/providers", Sent::Nothing, all(200))
        .call(
            routes!(oidc::start_sign_on),
            rule(Who::Anybody, Class::Auth, Keeps::Never),
        )
        .tried("/auth/oidc/nobody/start", Sent::Json("{}"), all(404))
        .call(
            routes!(oidc::end_sign_on),
            rule(Who::Anybody, Class::Auth, Keeps::Never),
        )
        .tried(
            "/auth/oidc/callback",
            Sent::Json(r#"{"state":"x","code":"y"}"#),
            all(400),
        )
        .call(
            routes!(oidc::confirm_sign_on),
            rule(Who::Anybody, Class::Auth, Keeps::Never),
        )
        .tried(
            "/auth/oidc/confirm",
            Sent::Json(r#"{"state":"x","code":"123456"}"#),
            all(400),
        )
        .call(
            routes!(standing::suspend_user),
            rule(Who::Admin, Class::Writes, Keeps::Never),
        )
        .tried(
            "/admin/users/@owner/suspend",
            Sent::Json(r#"{"reason":"spam"}"#),
            [401, 401, 403, 403, 403, 200],
        )
        .call(
            routes!(standing::reinstate_user),
            rule(Who::Admin, Class::Writes, Keeps::Never),
        )
        .tried(
            "/admin/users/@owner/reinstate",
            Sent::Json(r#"{"reason":"a mistake"}"#),
            [401, 401, 403, 403, 403, 200],
        )
        .call(
            routes!(totp::enrol_totp),
            rule(Who::Authenticated, Class::Auth, Keeps::Never),
        )
        .tried(
            "/auth/totp/enrol",
            Sent::Json(r#"{"password":"wrong horse"}"#),
            people(422),
        )
        .call(
            routes!(totp::confirm_totp),
            rule(Who::Authenticated, Class::Auth, Keeps::Never),
        )
        .tried(
            "/auth/totp/confirm",
            Sent::Json(r#"{"code":"123456"}"#),
            people(409),
        )
        .call(
            routes!(totp::remove_totp),
            rule(Who::Authenticated, Class::Auth, Keeps::Never),
        )
        .tried(
            "/auth/totp/remove",
            Sent::Json(r#"{"password":"wrong horse","code":"123456"}"#),
            people(422),
        )
}

/// A way to sign in other than a password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Provider {
    /// Its id in addresses.
    id: String,
    /// What people call it.
    display_name: String,
}

/// A person's credentials.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Identity {
    /// Their id.
    id: String,
    /// Their e-mail address.
    email: String,
    /// Whether it is proved that the address is theirs.
    email_verified: bool,
    /// Whether signing in asks for a code of their authenticator.
    totp_enabled: bool,
    /// Whether their role asks for one.
    totp_required: bool,
    /// Whether they can sign in with a password.
    has_password: bool,
    /// The providers by which they can sign in.
    providers: Vec<Provider>,
}

/// What a browser gets when somebody signs in.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuthSession)]
pub(super) struct Session {
    /// Sent with every call, as `Authorization: Bearer …`.
    access_token: String,
    /// For how many seconds it is good.
    expires_in: i64,
    /// Whose it is.
    identity: Identity,
    /// Whether they have a record; `POST /users/` makes one.
    has_record: bool,
}

/// Reads an identity as its owner sees it.
async fn identity_view(app: &AppState, conn: &mut Conn, row: &IdentityRow) -> Result<Identity, Problem> {
    let role = Role::from_stored(store::accounts::find_role(conn, &row.id).await?);
    let links = store::oidc::list_links(conn, &row.id).await?;
    Ok(Identity {
        id: row.id.clone(),
        email: row.email.clone(),
        email_verified: row.email_verified_at.is_some(),
        totp_enabled: row.totp_since.is_some(),
        totp_required: app.identities.admin_totp() && role == Role::Admin,
        has_password: row.password_hash.is_some(),
        providers: links.into_iter().map(|id| provider_view(app, id)).collect(),
    })
}

fn provider_view(app: &AppState, id: String) -> Provider {
    // One that is not set up any more is called by its id.
    let display_name = app
        .identities
        .sign_on()
        .find(&id)
        .map_or_else(|| id.clone(), |provider| provider.name.clone());
    Provider { id, display_name }
}

/// The session on the wire.
async fn session_view(app: &AppState, opened: &Opened) -> Result<Session, Problem> {
    let mut conn = app.db.read().await?;
    let row = store::identities::find(&mut conn, opened.identity_id.as_str())
        .await?
        .ok_or_else(|| Problem::internal("a session without an identity"))?;
    let identity = identity_view(app, &mut conn, &row).await?;
    let has_record = store::accounts::find_record_of(&mut conn, &opened.identity_id)
        .await?
        .is_some();
    Ok(Session {
        access_token: opened.access_token.clone(),
        expires_in: ACCESS_TOKEN_SECS,
        identity,
        has_record,
    })
}

/// An answer that gives the browser cookies, or takes them away. It is kept nowhere.
pub(super) struct WithCookies<T> {
    cookies: Vec<HeaderValue>,
    body: T,
}

impl<T> WithCookies<T> {
    /// The cookies of this session.
    fn of(app: &AppState, opened: &Opened, body: T) -> Self {
        let session = opened
            .cookie
            .iter()
            .map(|cookie| app.identities.set_cookie(Kind::Session, cookie));
        let refresh = app.identities.set_cookie(Kind::Refresh, &opened.refresh);
        Self {
            cookies: session.chain([refresh]).collect(),
            body,
        }
    }

    /// No cookies any more.
    fn none(app: &AppState, body: T) -> Self {
        Self {
            cookies: [Kind::Session, Kind::Refresh]
                .map(|kind| app.identities.drop_cookie(kind))
                .to_vec(),
            body,
        }
    }
}

impl<T: IntoResponse> IntoResponse for WithCookies<T> {
    fn into_response(self) -> Response {
        let mut headers = HeaderMap::new();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        for cookie in self.cookies {
            headers.append(SET_COOKIE, cookie);
        }
        (headers, self.body).into_response()
    }
}

type SessionAnswer = WithCookies<Json<Session>>;

async fn session_answer(app: &AppState, opened: &Opened) -> Result<SessionAnswer, Problem> {
    let session = session_view(app, opened).await?;
    Ok(WithCookies::of(app, opened, Json(session)))
}

/// A guess at a secret of an account, counted before it is looked at, against the account and against the
/// address it comes from (reliability A-5). Both counts stand in the database, so they hold for all processes
/// together.
struct LoginAttempt {
    account: String,
    address: String,
}

impl LoginAttempt {
    /// Counts one guess.
    ///
    /// # Errors
    /// 429 where either budget is used up. The answer is the same whether or not the account exists.
    async fn begin(app: &AppState, source: &ClientInfo, account: &str) -> Result<Self, Problem> {
        let address = app
            .identities
            .secrets()
            .bucket(ADDRESS_ATTEMPTS.kind, &source.network());
        let guess = Self {
            account: Self::account_bucket(app, account),
            address,
        };
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        store::attempts::count(&mut tx, &guess.address, &ADDRESS_ATTEMPTS, now)
            .await?
            .map_err(too_many)?;
        store::attempts::count(&mut tx, &guess.account, &ACCOUNT_ATTEMPTS, now)
            .await?
            .map_err(too_many)?;
        tx.commit().await?;
        Ok(guess)
    }

    /// The name of the budget of an account, which need not exist.
    fn account_bucket(app: &AppState, email_key: &str) -> String {
        app.identities.secrets().bucket(ACCOUNT_ATTEMPTS.kind, email_key)
    }

    /// It was right: the account's budget is whole again, and the address has lost nothing.
    async fn succeeded(&self, tx: &mut Tx) -> sqlx::Result<()> {
        // Address before account, as in `begin`: who locks rows in another order waits for those who wait for
        // them.
        store::attempts::refund(tx, &self.address, &ADDRESS_ATTEMPTS).await?;
        store::attempts::clear(tx, &self.account).await
    }

    /// It was right, but did not open anything. It has cost nothing, and what was guessed before still
    /// counts: otherwise whoever knows the password could guess codes for ever.
    async fn refund(&self, app: &AppState) -> Result<(), Problem> {
        let mut tx = app.db.begin().await?;
        store::attempts::refund(&mut tx, &self.address, &ADDRESS_ATTEMPTS).await?;
        store::attempts::refund(&mut tx, &self.account, &ACCOUNT_ATTEMPTS).await?;
        Ok(tx.commit().await?)
    }
}

/// The address in a field, or 422.
fn email_field(pointer: &str, text: &str) -> Result<EmailAddress, Problem> {
    EmailAddress::parse(text).ok_or_else(|| Problem::invalid(pointer, "This isn’t an email address."))
}

/// An address in a field that an account is to begin with or to move to, or 422.
fn new_email_field(pointer: &str, text: &str) -> Result<EmailAddress, Problem> {
    let email = email_field(pointer, text)?;
    email
        .check_new()
        .map_err(|lookalike| Problem::invalid(pointer, lookalike.to_string()))?;
    Ok(email)
}

/// Whether the password in a field may be chosen, or 422.
fn password_field(pointer: &str, password: &str, email: &EmailAddress) -> Result<(), Problem> {
    check_password(password, email).map_err(|weak| Problem::invalid(pointer, weak.to_string()))
}

/// 400: a link that is used, replaced, or too old (A-7).
fn expired_link() -> Problem {
    Problem::new(errors::INVALID_GRANT, "This link has expired. Request a new one.")
}

/// 401, in the same bytes whatever was wrong (A-6).
fn sign_in_failed() -> Problem {
    Problem::new(
        errors::SIGN_IN_FAILED,
        "The email address or the password is wrong.",
    )
}

/// A body that holds nothing but an address.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct EmailOnly {
    /// The e-mail address.
    #[schema(example = "ann@example.org", max_length = 254)]
    email: String,
}
