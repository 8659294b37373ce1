//! Signing in through another provider: beginning it, finishing it in the same browser, and confirming it with a
//! code where the account has an authenticator.

use kernel::Timestamp;
use kernel::ids::IdentityId;
use platform::db::Tx;
use platform::web::{ClientInfo, Problem};
use url::Url;

use super::admin::appoint_if_first_admin;
use super::attempts::LoginAttempt;
use super::audit_log::audit;
use super::emails::{self, EmailKind};
use super::errors;
use super::oidc::{ProviderSettings, ProviderUser};
use super::problems::{code_required, expired_sign_in, suspended, unconfirmed_address, wrong_code};
use super::rules::{EmailAddress, OIDC_SIGN_IN_MILLIS};
use super::secrets::secret_hash;
use super::sessions::{self, OpenedSession, SignInContext};
use super::sign_up;
use super::store;
use super::store::identities::IdentityRow;
use super::store::oidc::StateRow;
use super::totp;
use crate::AppState;

/// A sign-in that was finished.
pub(super) struct Finished {
    pub(super) session: OpenedSession,
    /// The page to come back to.
    pub(super) return_to: Option<String>,
}

/// A sign-in that was begun.
pub(super) struct Begun {
    /// Where the browser goes.
    pub(super) url: Url,
    /// The value of the cookie that binds the sign-in to the browser.
    pub(super) browser: String,
}

/// Begins a sign-in that only this browser can finish. `browser` is the value of its cookie, if it has one: it is
/// kept, so that two tabs may sign in at the same time.
///
/// # Errors
/// 404 for an unknown provider, 502 where the provider does not answer as it should.
pub(super) async fn begin(
    app: &AppState,
    provider: &ProviderSettings,
    browser: Option<String>,
    return_to: Option<String>,
) -> Result<Begun, Problem> {
    let state = app.random.token();
    let url = app.identities.oidc().authorization_url(provider, &state).await?;
    let browser = browser.unwrap_or_else(|| app.random.token());
    let row = StateRow {
        provider: provider.id.clone(),
        return_to,
        identity_id: None,
    };
    let expires_at = app.clock.now().plus_millis(OIDC_SIGN_IN_MILLIS);
    let (state_hash, browser_hash) = (secret_hash(&state), secret_hash(&browser));
    let mut tx = app.db.begin().await?;
    store::oidc::insert_state(&mut tx, &state_hash, &browser_hash, &row, expires_at).await?;
    tx.commit().await?;
    Ok(Begun { url, browser })
}

/// What the provider sent the browser back with.
pub(super) struct Callback<'a> {
    pub(super) state: &'a str,
    pub(super) code: &'a str,
    /// The issuer (RFC 9207), where the provider sends it.
    pub(super) issuer: Option<&'a str>,
}

/// Finishes a sign-in in the browser that began it.
///
/// # Errors
/// 400 where it was used, has expired or belongs to another browser; 403 where a code is needed, or the provider does
/// not vouch for the address; 423 for a suspended account; 502 where the provider does not answer as it should.
pub(super) async fn finish(
    app: &AppState,
    client: &ClientInfo,
    browser: &str,
    callback: Callback<'_>,
) -> Result<Finished, Problem> {
    let (state, browser) = (secret_hash(callback.state), secret_hash(browser));
    let mut row = consume_state(app, &state, &browser).await?;
    let oidc = app.identities.oidc();
    let provider = oidc.find(&row.provider).ok_or_else(expired_sign_in)?;
    if callback.issuer.is_some_and(|issuer| issuer != provider.issuer) {
        return Err(expired_sign_in());
    }
    let user = oidc.redeem(provider, callback.state, callback.code).await?;
    let mut tx = app.db.begin().await?;
    let identity = find_or_link(app, &mut tx, client, provider, &user).await?;
    if identity.suspended_at.is_some() {
        return Err(suspended());
    }
    if identity.totp_since.is_some() {
        // Stored under its state again, which only this browser can show: the provider is not asked twice.
        row.identity_id = Some(identity.id);
        let expires_at = app.clock.now().plus_millis(OIDC_SIGN_IN_MILLIS);
        store::oidc::insert_state(&mut tx, &state, &browser, &row, expires_at).await?;
        tx.commit().await?;
        app.mail_queue.notify();
        return Err(code_required());
    }
    let session = open(app, &mut tx, client, &identity, false).await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(Finished {
        session,
        return_to: row.return_to,
    })
}

/// Consumes a pending sign-in; it stays consumed, also after a failure.
async fn consume_state(app: &AppState, state: &str, browser: &str) -> Result<StateRow, Problem> {
    let mut tx = app.db.begin().await?;
    let row = store::oidc::consume_state(&mut tx, state, browser, app.clock.now()).await?;
    let row = row.ok_or_else(expired_sign_in)?;
    tx.commit().await?;
    Ok(row)
}

/// Finishes a sign-in that lacks only a code of the authenticator, in the browser that began it.
///
/// # Errors
/// 400 where it was used, has expired or belongs to another browser; 403 for a wrong code, 423 for a suspended account,
/// 429 after too many attempts.
pub(super) async fn confirm(
    app: &AppState,
    client: &ClientInfo,
    browser: &str,
    state: &str,
    code: &str,
) -> Result<Finished, Problem> {
    let (state, browser, now) = (secret_hash(state), secret_hash(browser), app.clock.now());
    let (row, identity) = find_named(app, &state, &browser, now).await?;
    if identity.suspended_at.is_some() {
        return Err(suspended());
    }
    if identity.totp_since.is_none() {
        // Turned off meanwhile: the provider's answer was not meant to sign anybody in without it.
        return Err(expired_sign_in());
    }
    let attempt = LoginAttempt::begin(app, client, &identity.email_key).await?;
    let mut tx = app.db.begin().await?;
    if !totp::consume_code(app, &mut tx, &identity, code).await? {
        return Err(wrong_code());
    }
    if !store::oidc::consume_named_state(&mut tx, &state, &browser, now).await? {
        return Err(expired_sign_in());
    }
    attempt.succeeded(&mut tx).await?;
    let session = open(app, &mut tx, client, &identity, true).await?;
    tx.commit().await?;
    Ok(Finished {
        session,
        return_to: row.return_to,
    })
}

/// A sign-in that lacks only a code, with the identity that the provider has named.
async fn find_named(
    app: &AppState,
    state: &str,
    browser: &str,
    now: Timestamp,
) -> Result<(StateRow, IdentityRow), Problem> {
    let mut conn = app.db.read().await?;
    let row = store::oidc::find_named_state(&mut conn, state, browser, now)
        .await?
        .ok_or_else(expired_sign_in)?;
    let id = row.identity_id.as_deref().unwrap_or_default();
    let identity = store::identities::find(&mut conn, id).await?;
    Ok((row, identity.ok_or_else(expired_sign_in)?))
}

async fn open(
    app: &AppState,
    tx: &mut Tx,
    client: &ClientInfo,
    identity: &IdentityRow,
    with_totp: bool,
) -> Result<OpenedSession, Problem> {
    appoint_if_first_admin(app, tx, &identity.email_key).await?;
    let context = SignInContext {
        action: "identity.sign_in",
        client,
        with_totp,
    };
    sessions::open(app, tx, &identity.identity_id(), context).await
}

/// The identity of a user of the provider; linked now if it was not yet.
async fn find_or_link(
    app: &AppState,
    tx: &mut Tx,
    client: &ClientInfo,
    provider: &ProviderSettings,
    user: &ProviderUser,
) -> Result<IdentityRow, Problem> {
    match store::oidc::find_linked(tx, &user.issuer, &user.subject).await? {
        Some(identity) => Ok(identity),
        None => link(app, tx, client, provider, user).await,
    }
}

/// Links a user of the provider to the identity with the address that the provider vouches for; a new one if
/// there is none.
async fn link(
    app: &AppState,
    tx: &mut Tx,
    client: &ClientInfo,
    provider: &ProviderSettings,
    user: &ProviderUser,
) -> Result<IdentityRow, Problem> {
    let now = app.clock.now();
    let email = &vouched_address(provider, user)?;
    let (identity, is_new) = find_or_create(app, tx, provider, email, now).await?;
    if identity.email_verified_at.is_none() {
        return Err(unconfirmed_address());
    }
    if identity.suspended_at.is_some() {
        return Err(suspended());
    }
    let id = &identity.id;
    if !store::oidc::insert_link(tx, &user.issuer, &user.subject, id, &provider.id, now).await? {
        return find_linked_meanwhile(tx, user, is_new).await;
    }
    if is_new {
        // Sign-ups that waited for this address are too late; their links are useless now.
        sign_up::end_all(tx, &email.key).await?;
        audit(tx, id, "identity.created", id, client, now).await?;
    } else {
        let kind = EmailKind::ProviderLinked;
        emails::queue(app, tx, kind, &identity.email, Some(id)).await?;
    }
    audit(tx, id, "identity.provider_linked", id, client, now).await?;
    Ok(identity)
}

fn refused(provider: &ProviderSettings, why: &str) -> Problem {
    Problem::new(errors::EMAIL_NOT_VERIFIED, format!("{} {why}", provider.name))
}

/// The address of a user that the provider vouches for.
fn vouched_address(provider: &ProviderSettings, user: &ProviderUser) -> Result<EmailAddress, Problem> {
    let email = user.email.as_deref().and_then(EmailAddress::parse);
    email.ok_or_else(|| {
        refused(
            provider,
            "hasn’t confirmed your email address. Confirm it there first, or sign up with a password.",
        )
    })
}

/// The identity with this address, and whether it was made just now.
async fn find_or_create(
    app: &AppState,
    tx: &mut Tx,
    provider: &ProviderSettings,
    email: &EmailAddress,
    now: Timestamp,
) -> Result<(IdentityRow, bool), Problem> {
    if let Some(identity) = store::identities::find_by_email(tx, &email.key).await? {
        return Ok((identity, false));
    }
    email.check_new().map_err(|_| {
        refused(
            provider,
            "knows you by an address that is easily taken for another one. Sign up with a password instead.",
        )
    })?;
    let id = IdentityId::trusted(app.random.id(now));
    // Lost to another request for the same address: that one's identity is committed by now, and is read here.
    let is_new = store::identities::insert(tx, id.as_str(), email, None, now).await?;
    let identity = store::identities::find_by_email(tx, &email.key).await?;
    Ok((identity.ok_or_else(Problem::contended)?, is_new))
}

/// The identity to which another request of the same user has linked them at the same time. An identity made here for
/// another address of theirs must not stay.
async fn find_linked_meanwhile(
    tx: &mut Tx,
    user: &ProviderUser,
    is_new: bool,
) -> Result<IdentityRow, Problem> {
    let linked = if is_new {
        None
    } else {
        store::oidc::find_linked(tx, &user.issuer, &user.subject).await?
    };
    linked.ok_or_else(Problem::contended)
}

#[cfg(test)]
mod tests {
    use platform::both_engines;
    use platform::db::query_on;

    use super::*;

    // The provider is not called: each request is at the point where it has identified the user.
    both_engines!(eight_first_sign_ins_at_once_are_one_person, async |app| {
        let provider = &ProviderSettings {
            id: "oidc".to_owned(),
            name: "The Provider".to_owned(),
            issuer: "https://id.example".to_owned(),
            client_id: "dramatis".to_owned(),
            client_secret: None,
        };
        let user = &ProviderUser {
            issuer: provider.issuer.clone(),
            subject: "s1".to_owned(),
            email: Some("new@example.org".to_owned()),
        };
        let (state, client) = (&app.state, &ClientInfo::default());
        let sign_ins = (0..8).map(|_| async move {
            let mut tx = state.db.begin().await?;
            let identity = find_or_link(state, &mut tx, client, provider, user).await?;
            open(state, &mut tx, client, &identity, false).await?;
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
