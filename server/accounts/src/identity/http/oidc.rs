//! Signing in through another provider.

use axum::extract::State;
use axum::http::HeaderMap;
use kernel::ids::IdentityId;
use platform::db::Tx;
use platform::web::{BodyErrors, ClientInfo, CommonErrors, Json, Path, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{LoginAttempt, Provider, Session, WithCookies, session_view};
use crate::AppState;
use crate::identity::admin::first_admin;
use crate::identity::authority::suspended;
use crate::identity::cookies::Kind as Cookie;
use crate::identity::emails::{self, Kind as LetterKind};
use crate::identity::errors;
use crate::identity::oidc::{ProviderSettings, Stranger, stale};
use crate::identity::rules::{EmailAddress, OIDC_SIGN_IN_MILLIS, own_page};
use crate::identity::secrets::secret_hash;
use crate::identity::sessions::{self, Entrance, Opened, note};
use crate::identity::store;
use crate::identity::store::identities::IdentityRow;
use crate::identity::store::oidc::StateRow;
use crate::identity::totp;

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Providers {
    /// In the operator's order.
    providers: Vec<Provider>,
}

/// The providers through which one can sign in.
#[utoipa::path(
    get,
    path = "/auth/providers",
    tag = "identity",
    responses((status = 200, body = Providers), CommonErrors),
)]
pub(crate) async fn list_providers(State(app): State<AppState>) -> Json<Providers> {
    let providers = app.identities.sign_on().providers().iter();
    Json(Providers {
        providers: providers
            .map(|provider| Provider {
                id: provider.id.clone(),
                display_name: provider.name.clone(),
            })
            .collect(),
    })
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignOnStart {
    /// The page to come back to: one of our own, as a root-relative address.
    #[schema(example = "/profile", max_length = 512)]
    return_to: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignOnAddress {
    /// Where the browser goes to sign in.
    authorization_url: String,
}

/// Begins to sign in through a provider. The sign-in is bound to this browser by a cookie.
#[utoipa::path(
    post,
    path = "/auth/oidc/{provider}/start",
    tag = "identity",
    params(("provider" = String, Path)),
    request_body = SignOnStart,
    responses(
        (status = 200, body = SignOnAddress),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (
            status = 502,
            description = "The provider is away.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        BodyErrors,
        CommonErrors,
    ),
)]
pub(crate) async fn start_sign_on(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(input): Json<SignOnStart>,
) -> Result<WithCookies<Json<SignOnAddress>>, Problem> {
    let provider = app
        .identities
        .sign_on()
        .find(&id)
        .ok_or_else(|| Problem::not_found("provider"))?;
    let foreign = || Problem::invalid("/returnTo", "Only our own pages can be come back to.");
    let return_to = input
        .return_to
        .as_deref()
        .map(|page| own_page(page).ok_or_else(foreign))
        .transpose()?;
    let state = app.random.token();
    let url = app
        .identities
        .sign_on()
        .authorization_url(provider, &app.identities, &state)
        .await?;
    // Kept where there is one, so that two tabs may sign in at the same time.
    let browser = app
        .identities
        .cookie(&headers, Cookie::SignOn)
        .unwrap_or_else(|| app.random.token());
    let now = app.clock.now();
    let row = StateRow {
        provider: provider.id.clone(),
        return_to,
        identity_id: None,
    };
    let mut tx = app.db.begin().await?;
    store::oidc::insert_state(
        &mut tx,
        &secret_hash(&state),
        &secret_hash(&browser),
        &row,
        now.plus_millis(OIDC_SIGN_IN_MILLIS),
    )
    .await?;
    tx.commit().await?;
    let cookies = vec![app.identities.set_cookie(Cookie::SignOn, &browser)];
    Ok(WithCookies {
        cookies,
        body: Json(SignOnAddress {
            authorization_url: url.to_string(),
        }),
    })
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SignOnReturn {
    /// As the provider gave it back.
    state: String,
    /// What the provider gave.
    code: String,
    /// Who says so (RFC 9207), where the provider told.
    iss: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignOnSession {
    #[serde(flatten)]
    session: Session,
    /// The page to come back to.
    #[schema(required = true)]
    return_to: Option<String>,
}

/// Ends signing in through a provider, in the browser that began it.
///
/// Whoever the provider knows under the same subject as before is the same person. Somebody new is taken for
/// the owner of an account only where the provider vouches for the address and the account has proved it.
/// What is used, too old, or begun in another browser is answered 400 `INVALID_GRANT`. Where the account has
/// an authenticator, the answer is 403 `TOTP_REQUIRED`, and `/auth/oidc/confirm` opens the session.
#[utoipa::path(
    post,
    path = "/auth/oidc/callback",
    tag = "identity",
    request_body = SignOnReturn,
    responses(
        (status = 200, body = SignOnSession),
        (
            status = 403,
            description = "The provider does not vouch for the address, or a code is needed.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (status = 423, body = Problem, content_type = "application/problem+json"),
        (
            status = 502,
            description = "The provider is away.",
            body = Problem,
            content_type = "application/problem+json",
        ),
        BodyErrors,
        CommonErrors,
    ),
)]
pub(crate) async fn end_sign_on(
    State(app): State<AppState>,
    source: ClientInfo,
    headers: HeaderMap,
    Json(input): Json<SignOnReturn>,
) -> Result<WithCookies<Json<SignOnSession>>, Problem> {
    let browser = app
        .identities
        .cookie(&headers, Cookie::SignOn)
        .ok_or_else(stale)?;
    let mut tx = app.db.begin().await?;
    let mut row = store::oidc::consume_state(
        &mut tx,
        &secret_hash(&input.state),
        &secret_hash(&browser),
        app.clock.now(),
    )
    .await?
    .ok_or_else(stale)?;
    // Used up from here on, whatever comes of it.
    tx.commit().await?;
    let sign_on = app.identities.sign_on();
    let provider = sign_on.find(&row.provider).ok_or_else(stale)?;
    if input.iss.as_deref().is_some_and(|iss| iss != provider.issuer) {
        return Err(stale());
    }
    let stranger = sign_on
        .redeem(provider, &app.identities, &input.state, &input.code)
        .await?;
    let mut tx = app.db.begin().await?;
    let identity = find_or_link(&app, &mut tx, &source, provider, &stranger).await?;
    if identity.suspended_at.is_some() {
        return Err(suspended());
    }
    if identity.totp_since.is_some() {
        // Back under its state, which only this browser can show: the provider is not asked twice.
        row.identity_id = Some(identity.id);
        let expires_at = app.clock.now().plus_millis(OIDC_SIGN_IN_MILLIS);
        store::oidc::insert_state(
            &mut tx,
            &secret_hash(&input.state),
            &secret_hash(&browser),
            &row,
            expires_at,
        )
        .await?;
        tx.commit().await?;
        app.mail_queue.notify();
        return Err(totp::code_required());
    }
    let opened = open(&app, &mut tx, &source, &identity, false).await?;
    tx.commit().await?;
    app.mail_queue.notify();
    answer(&app, &opened, row.return_to).await
}

async fn open(
    app: &AppState,
    tx: &mut Tx,
    source: &ClientInfo,
    identity: &IdentityRow,
    with_totp: bool,
) -> Result<Opened, Problem> {
    first_admin(app, tx, &identity.email_key).await?;
    sessions::open(
        app,
        tx,
        &identity.identity_id(),
        Entrance {
            action: "identity.sign_in",
            source,
            with_totp,
        },
    )
    .await
}

async fn answer(
    app: &AppState,
    opened: &Opened,
    return_to: Option<String>,
) -> Result<WithCookies<Json<SignOnSession>>, Problem> {
    let session = session_view(app, opened).await?;
    Ok(WithCookies::of(
        app,
        opened,
        Json(SignOnSession { session, return_to }),
    ))
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SignOnCode {
    /// The state with which the provider led back.
    state: String,
    /// A code of the authenticator, or a recovery code.
    #[schema(example = "123456")]
    code: String,
}

/// Ends signing in through a provider where the account asks for a code of its authenticator.
///
/// In the browser that began it, within ten minutes, and once; what is used, too old, or begun in another
/// browser is answered 400 `INVALID_GRANT`. A wrong code uses nothing up but one of the account's guesses.
#[utoipa::path(
    post,
    path = "/auth/oidc/confirm",
    tag = "identity",
    request_body = SignOnCode,
    responses(
        (status = 200, body = SignOnSession),
        (
            status = 403,
            description = "The code is wrong.",
            body = Problem,
            content_type = "application/problem+json",
        ),
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
pub(crate) async fn confirm_sign_on(
    State(app): State<AppState>,
    source: ClientInfo,
    headers: HeaderMap,
    Json(input): Json<SignOnCode>,
) -> Result<WithCookies<Json<SignOnSession>>, Problem> {
    let browser = secret_hash(
        &app.identities
            .cookie(&headers, Cookie::SignOn)
            .ok_or_else(stale)?,
    );
    let (state, now) = (secret_hash(&input.state), app.clock.now());
    let mut conn = app.db.read().await?;
    let row = store::oidc::find_named_state(&mut conn, &state, &browser, now)
        .await?
        .ok_or_else(stale)?;
    let identity = store::identities::find(&mut conn, row.identity_id.as_deref().unwrap_or_default())
        .await?
        .ok_or_else(stale)?;
    drop(conn);
    if identity.suspended_at.is_some() {
        return Err(suspended());
    }
    if identity.totp_since.is_none() {
        // Taken away meanwhile: what the provider said was not to open anything without it.
        return Err(stale());
    }
    let guess = LoginAttempt::begin(&app, &source, &identity.email_key).await?;
    let mut tx = app.db.begin().await?;
    if !totp::take_code(&app, &mut tx, &identity, &input.code).await? {
        return Err(totp::wrong_code());
    }
    if !store::oidc::consume_named_state(&mut tx, &state, &browser, now).await? {
        return Err(stale());
    }
    guess.succeeded(&mut tx).await?;
    let opened = open(&app, &mut tx, &source, &identity, true).await?;
    tx.commit().await?;
    answer(&app, &opened, row.return_to).await
}

/// The identity of somebody whom the provider has named; linked now if it was not yet.
async fn find_or_link(
    app: &AppState,
    tx: &mut Tx,
    source: &ClientInfo,
    provider: &ProviderSettings,
    stranger: &Stranger,
) -> Result<IdentityRow, Problem> {
    match store::oidc::find_linked(tx, &stranger.issuer, &stranger.subject).await? {
        Some(identity) => Ok(identity),
        None => link(app, tx, source, provider, stranger).await,
    }
}

async fn link(
    app: &AppState,
    tx: &mut Tx,
    source: &ClientInfo,
    provider: &ProviderSettings,
    stranger: &Stranger,
) -> Result<IdentityRow, Problem> {
    let now = app.clock.now();
    let refused = |why: &str| Problem::new(errors::EMAIL_NOT_VERIFIED, format!("{} {why}", provider.name));
    let unconfirmed = || {
        refused("hasn’t confirmed your email address. Confirm it there first, or sign up with a password.")
    };
    let email = &stranger
        .email
        .as_deref()
        .and_then(EmailAddress::parse)
        .ok_or_else(unconfirmed)?;
    let (identity, is_new) = match store::identities::find_by_email(tx, &email.key).await? {
        Some(identity) => (identity, false),
        None => {
            email.check_new().map_err(|_| refused("knows you by an address that is easily taken for another one. Sign up with a password instead."))?;
            let id = IdentityId::trusted(app.random.id(now));
            // Lost to another request for the same address: that one's identity is committed by now, and is
            // read here.
            let is_new = store::identities::insert(tx, id.as_str(), email, None, now).await?;
            (
                store::identities::find_by_email(tx, &email.key)
                    .await?
                    .ok_or_else(Problem::contended)?,
                is_new,
            )
        }
    };
    if identity.email_verified_at.is_none() {
        return Err(Problem::new(
            errors::EMAIL_NOT_VERIFIED,
            "Confirm your email address first: open the link we sent you.",
        ));
    }
    if identity.suspended_at.is_some() {
        return Err(suspended());
    }
    if !store::oidc::insert_link(
        tx,
        &stranger.issuer,
        &stranger.subject,
        &identity.id,
        &provider.id,
        now,
    )
    .await?
    {
        // The same person came in twice at once, and the other request has linked them. An identity made here
        // for another address of theirs must not stay.
        let linked = if is_new {
            None
        } else {
            store::oidc::find_linked(tx, &stranger.issuer, &stranger.subject).await?
        };
        return linked.ok_or_else(Problem::contended);
    }
    if is_new {
        // Sign-ups that waited for this address came too late; their links lead to nothing now.
        store::sign_ups::delete_of_email(tx, &email.key).await?;
        store::mail_tokens::delete_of_email(tx, &email.key, LetterKind::VerifyEmail.as_str()).await?;
        note(tx, &identity.id, "identity.created", &identity.id, source, now).await?;
    } else {
        emails::order(
            app,
            tx,
            LetterKind::ProviderLinked,
            &identity.email,
            Some(&identity.id),
        )
        .await?;
    }
    note(
        tx,
        &identity.id,
        "identity.provider_linked",
        &identity.id,
        source,
        now,
    )
    .await?;
    Ok(identity)
}

#[cfg(test)]
mod tests {
    use platform::both_engines;
    use platform::db::query_on;

    use super::*;

    // The provider is left out: each request is at the point where it has said who they are.
    both_engines!(eight_first_sign_ins_at_once_are_one_person, async |app| {
        let provider = &ProviderSettings {
            id: "oidc".to_owned(),
            name: "The Provider".to_owned(),
            issuer: "https://id.example".to_owned(),
            client_id: "dramatis".to_owned(),
            client_secret: None,
        };
        let stranger = &Stranger {
            issuer: provider.issuer.clone(),
            subject: "s1".to_owned(),
            email: Some("new@example.org".to_owned()),
        };
        let (state, source) = (&app.state, &ClientInfo::default());
        let sign_ins = (0..8).map(|_| async move {
            let mut tx = state.db.begin().await?;
            let identity = find_or_link(state, &mut tx, source, provider, stranger).await?;
            open(state, &mut tx, source, &identity, false).await?;
            tx.commit().await?;
            Ok::<_, Problem>(identity.id)
        });
        let answers: Result<Vec<_>, _> = futures::future::join_all(sign_ins).await.into_iter().collect();
        let ids = answers.expect("all of them are let in");
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
        let mut conn = state.db.read().await.expect("a connection");
        for (sql, expected) in [
            ("select count(*) from identities", 1_i64),
            ("select count(*) from identity_links", 1),
            ("select count(*) from identity_sessions", 8),
            (
                "select count(*) from audit_log where action = 'identity.created'",
                1,
            ),
            (
                "select count(*) from audit_log where action = 'identity.provider_linked'",
                1,
            ),
            ("select count(*) from mails", 0),
        ] {
            let found = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(sql).fetch_one(x).await)
                .expect("a count");
            assert_eq!(found, expected, "{sql}");
        }
    });
}
