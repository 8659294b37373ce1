//! Signing in through another provider.

use axum::extract::State;
use axum::http::HeaderMap;
use platform::slice::calls::{Caching, Calls, Class, Sent, Tag, VaryBy, Who, all, rule};
use platform::web::{BodyErrors, ClientInfo, CommonErrors, Json, Path, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::answers::WithCookies;
use super::responses::WrongCode;
use super::session::{Provider, Session, session_view};
use crate::AppState;
use crate::identity::cookies::CookieKind;
use crate::identity::oidc_sign_in::{self, Begun, Callback, Finished};
use crate::identity::problems::expired_sign_in;
use crate::identity::rules::same_site_path;

/// The calls of this file.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(list_providers),
            rule(
                Who::Anybody,
                Class::Reads,
                Caching::Until(&[Tag::List], VaryBy::Audience),
            ),
        )
        .trial("/auth/providers", Sent::Nothing, all(200))
        .call(
            routes!(start_oidc),
            rule(Who::Anybody, Class::Auth, Caching::Never),
        )
        .trial("/auth/oidc/nobody/start", Sent::Json("{}"), all(404))
        .call(
            routes!(finish_oidc),
            rule(Who::Anybody, Class::Auth, Caching::Never),
        )
        .trial(
            "/auth/oidc/callback",
            Sent::Json(r#"{"state":"x","code":"y"}"#),
            all(400),
        )
        .call(
            routes!(confirm_oidc),
            rule(Who::Anybody, Class::Auth, Caching::Never),
        )
        .trial(
            "/auth/oidc/confirm",
            Sent::Json(r#"{"state":"x","code":"123456"}"#),
            all(400),
        )
}

#[derive(Debug, Serialize, ToSchema)]
struct Providers {
    /// In the operator's order.
    providers: Vec<Provider>,
}

/// The providers through which people can sign in.
#[utoipa::path(
    get,
    path = "/auth/providers",
    tag = "identity",
    responses((status = 200, body = Providers), CommonErrors),
)]
async fn list_providers(State(app): State<AppState>) -> Json<Providers> {
    let providers = app.identities.oidc().providers().iter();
    let providers = providers.map(|provider| Provider {
        id: provider.id.clone(),
        display_name: provider.name.clone(),
    });
    Json(Providers {
        providers: providers.collect(),
    })
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OidcStart {
    /// The page to come back to: a page of this site, as a root-relative address.
    #[schema(example = "/profile", max_length = 512)]
    return_to: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OidcAddress {
    /// Where the browser goes to sign in.
    authorization_url: String,
}

/// Begins to sign in through a provider. The sign-in is bound to this browser by a cookie.
#[utoipa::path(
    post,
    path = "/auth/oidc/{provider}/start",
    tag = "identity",
    params(("provider" = String, Path)),
    request_body = OidcStart,
    responses(
        (status = 200, body = OidcAddress),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (
            status = 502,
            description = "The provider does not answer as it should.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        BodyErrors,
        CommonErrors,
    ),
)]
async fn start_oidc(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(input): Json<OidcStart>,
) -> Result<WithCookies<Json<OidcAddress>>, Problem> {
    let provider = app.identities.oidc().find(&id);
    let provider = provider.ok_or_else(|| Problem::not_found("provider"))?;
    let return_to = input.return_to.as_deref().map(page_field).transpose()?;
    let browser = app.identities.cookie(&headers, CookieKind::Oidc);
    let Begun { url, browser } = oidc_sign_in::begin(&app, provider, browser, return_to).await?;
    let cookie = app.identities.set_cookie(CookieKind::Oidc, &browser);
    let body = Json(OidcAddress {
        authorization_url: url.to_string(),
    });
    Ok(WithCookies::one(cookie, body))
}

/// The page to come back to, or 422.
fn page_field(page: &str) -> Result<String, Problem> {
    same_site_path(page)
        .ok_or_else(|| Problem::invalid("/returnTo", "Only our own pages can be come back to."))
}

#[derive(Debug, Deserialize, ToSchema)]
struct OidcReturn {
    /// As the provider returned it.
    state: String,
    /// The code that the provider issued.
    code: String,
    /// The issuer (RFC 9207), where the provider sends it.
    iss: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OidcSession {
    #[serde(flatten)]
    session: Session,
    /// The page to come back to.
    #[schema(required = true)]
    return_to: Option<String>,
}

/// Finishes signing in through a provider, in the browser that began it.
///
/// A user of the provider with the same subject as before is the same person. A new one gets an existing
/// account only where the provider vouches for the address and the account has confirmed it. A sign-in that was
/// used, has expired, or was begun in another browser is answered 400 `INVALID_GRANT`. Where the account has an
/// authenticator, the answer is 403 `TOTP_REQUIRED`, and `/auth/oidc/confirm` opens the session.
#[utoipa::path(
    post,
    path = "/auth/oidc/callback",
    tag = "identity",
    request_body = OidcReturn,
    responses(
        (status = 200, body = OidcSession),
        (
            status = 403,
            description = "The provider does not vouch for the address, or a code is needed.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (status = 423, body = Problem, content_type = "application/problem+json"),
        (
            status = 502,
            description = "The provider does not answer as it should.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        BodyErrors,
        CommonErrors,
    ),
)]
async fn finish_oidc(
    State(app): State<AppState>,
    client: ClientInfo,
    headers: HeaderMap,
    Json(input): Json<OidcReturn>,
) -> Result<WithCookies<Json<OidcSession>>, Problem> {
    let callback = Callback {
        state: &input.state,
        code: &input.code,
        issuer: input.iss.as_deref(),
    };
    let finished = oidc_sign_in::finish(&app, &client, &browser(&app, &headers)?, callback).await?;
    answer(&app, finished).await
}

/// The cookie of the browser that began, or 400.
fn browser(app: &AppState, headers: &HeaderMap) -> Result<String, Problem> {
    let cookie = app.identities.cookie(headers, CookieKind::Oidc);
    cookie.ok_or_else(expired_sign_in)
}

async fn answer(app: &AppState, finished: Finished) -> Result<WithCookies<Json<OidcSession>>, Problem> {
    let Finished {
        session: opened,
        return_to,
    } = finished;
    let session = session_view(app, &opened).await?;
    Ok(WithCookies::of(
        app,
        &opened,
        Json(OidcSession { session, return_to }),
    ))
}

#[derive(Debug, Deserialize, ToSchema)]
struct OidcCode {
    /// The state that the provider returned.
    state: String,
    /// A code of the authenticator, or a recovery code.
    #[schema(example = "123456")]
    code: String,
}

/// Finishes signing in through a provider where the account asks for a code of its authenticator.
///
/// In the browser that began it, within ten minutes, and once. A sign-in that was used, has expired, or was
/// begun in another browser is answered 400 `INVALID_GRANT`. A wrong code costs only one of the account's
/// attempts.
#[utoipa::path(
    post,
    path = "/auth/oidc/confirm",
    tag = "identity",
    request_body = OidcCode,
    responses(
        (status = 200, body = OidcSession),
        WrongCode,
        (status = 423, body = Problem, content_type = "application/problem+json"),
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
async fn confirm_oidc(
    State(app): State<AppState>,
    client: ClientInfo,
    headers: HeaderMap,
    Json(input): Json<OidcCode>,
) -> Result<WithCookies<Json<OidcSession>>, Problem> {
    let browser = browser(&app, &headers)?;
    let finished = oidc_sign_in::confirm(&app, &client, &browser, &input.state, &input.code).await?;
    answer(&app, finished).await
}
