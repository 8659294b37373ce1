//! Signing in with a password, staying signed in, and signing out.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use kernel::ErrorCode;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, all, people, rule};
use platform::web::{AuthError, BodyErrors, ClientInfo, CommonErrors, Json, Problem};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::answers::WithCookies;
use super::responses::{SignInErrors, SignedOutErrors};
use super::session::{Identity, Session, SessionAnswer, identity_view, session_answer};
use crate::AppState;
use crate::identity::authority::Authenticated;
use crate::identity::cookies::CookieKind;
use crate::identity::problems::no_identity;
use crate::identity::rules::EmailAddress;
use crate::identity::secrets::secret_hash;
use crate::identity::{sessions, sign_in, sign_out, store};

/// The calls of this file.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(routes!(sign_in), rule(Who::Anybody, Class::Auth, Caching::Never))
        .trial(
            "/auth/sign-in",
            Sent::Json(r#"{"email":"nobody@example.org","password":"wrong horse"}"#),
            all(401),
        )
        .call(routes!(refresh), rule(Who::Anybody, Class::Auth, Caching::Never))
        .trial("/auth/refresh", Sent::Nothing, all(401))
        .call(routes!(sign_out), rule(Who::Anybody, Class::Auth, Caching::Never))
        .trial("/auth/sign-out", Sent::Nothing, all(204))
        .call(
            routes!(sign_out_everywhere),
            rule(Who::Authenticated, Class::Auth, Caching::Never),
        )
        .trial("/auth/sign-out-everywhere", Sent::Nothing, people(204))
        .call(
            routes!(own_identity),
            rule(Who::Authenticated, Class::Reads, Caching::Never),
        )
        .trial("/auth/identity", Sent::Nothing, people(200))
}

#[derive(Debug, Deserialize, ToSchema)]
struct SignIn {
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
        SignInErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn sign_in(
    State(app): State<AppState>,
    client: ClientInfo,
    Json(input): Json<SignIn>,
) -> Result<SessionAnswer, Problem> {
    // An invalid address is treated as an account that does not exist.
    let email = EmailAddress::parse(&input.email).unwrap_or_else(|| EmailAddress {
        address: String::new(),
        key: secret_hash(&input.email),
    });
    let code = input.code.as_deref();
    let opened = sign_in::with_password(&app, &client, &email, &input.password, code).await?;
    session_answer(&app, &opened).await
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
            description = "No cookie, or one that is no longer valid",
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
async fn refresh(
    State(app): State<AppState>,
    client: ClientInfo,
    headers: HeaderMap,
) -> Result<SessionAnswer, WithCookies<Problem>> {
    let token = app.identities.cookie(&headers, CookieKind::Refresh);
    let token =
        token.ok_or_else(|| WithCookies::unchanged(Problem::unauthenticated(AuthError::MissingToken)))?;
    let answer = async { session_answer(&app, &sessions::refresh(&app, &token, &client).await?).await };
    answer.await.map_err(|problem| match problem.code() {
        // The cookie is of no more use.
        ErrorCode::UNAUTHENTICATED => WithCookies::removed(&app, problem),
        _ => WithCookies::unchanged(problem),
    })
}

/// Signs this browser out. The answer is the same where it was not signed in.
#[utoipa::path(
    post,
    path = "/auth/sign-out",
    tag = "identity",
    responses((status = 204, description = "Signed out"), CommonErrors),
)]
async fn sign_out(
    State(app): State<AppState>,
    client: ClientInfo,
    caller: Result<Authenticated, Problem>,
    headers: HeaderMap,
) -> Result<WithCookies<StatusCode>, Problem> {
    let token = app.identities.cookie(&headers, CookieKind::Refresh);
    let caller = caller.ok().map(|Authenticated(caller)| caller);
    sign_out::this_browser(&app, &client, token.as_deref(), caller).await?;
    Ok(WithCookies::removed(&app, StatusCode::NO_CONTENT))
}

/// Signs all browsers and devices out, this one included.
#[utoipa::path(
    post,
    path = "/auth/sign-out-everywhere",
    tag = "identity",
    responses(
        (status = 204, description = "Signed out everywhere"),
        SignedOutErrors,
        CommonErrors,
    ),
)]
async fn sign_out_everywhere(
    State(app): State<AppState>,
    client: ClientInfo,
    Authenticated(caller): Authenticated,
) -> Result<WithCookies<StatusCode>, Problem> {
    sign_out::everywhere(&app, &client, &caller.identity_id).await?;
    Ok(WithCookies::removed(&app, StatusCode::NO_CONTENT))
}

/// The caller's own credentials, without their secrets.
#[utoipa::path(
    get,
    path = "/auth/identity",
    tag = "identity",
    responses(
        (status = 200, description = "The credentials", body = Identity),
        SignedOutErrors,
        CommonErrors,
    ),
)]
async fn own_identity(
    State(app): State<AppState>,
    Authenticated(caller): Authenticated,
) -> Result<Json<Identity>, Problem> {
    let mut conn = app.db.read().await?;
    let row = store::identities::find(&mut conn, caller.identity_id.as_str()).await?;
    let row = row.ok_or_else(no_identity)?;
    Ok(Json(identity_view(&app, &mut conn, &row).await?))
}
