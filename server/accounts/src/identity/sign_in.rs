//! Signing in with e-mail address and password.

use platform::web::{ClientInfo, Problem};

use super::admin::appoint_if_first_admin;
use super::attempts::LoginAttempt;
use super::hasher::{Checked, HashingSlot};
use super::problems::{code_required, sign_in_failed, suspended, unconfirmed_address, wrong_code};
use super::rules::EmailAddress;
use super::sessions::{self, OpenedSession, SignInContext};
use super::store::identities::IdentityRow;
use super::store::sign_ups::SignUpRow;
use super::{store, totp};
use crate::AppState;

/// Signs in with address and password, and with a code of the authenticator where the account has one.
///
/// # Errors
/// 401 for a wrong password, 403 for an address that is not confirmed or a missing or wrong code, 423 for a suspended
/// account, 429 after too many attempts, 503 where too many passwords are being hashed.
pub(super) async fn with_password(
    app: &AppState,
    client: &ClientInfo,
    email: &EmailAddress,
    password: &str,
    code: Option<&str>,
) -> Result<OpenedSession, Problem> {
    let hashing = app.identities.hashing()?;
    let attempt = LoginAttempt::begin(app, client, &email.key).await?;
    let mut conn = app.db.read().await?;
    let identity = store::identities::find_by_email(&mut conn, &email.key).await?;
    let waiting = store::sign_ups::list(&mut conn, &email.key, app.clock.now(), 1).await?;
    drop(conn);
    let stored = identity.as_ref().and_then(|row| row.password_hash.as_deref());
    let checked = hashing.check(&app.random, password, stored).await?;
    let (Checked::Right { better }, Some(identity)) = (checked, identity) else {
        return Err(refuse(app, &hashing, &attempt, waiting.first(), password).await?);
    };
    drop(hashing);
    if let Some(problem) = sign_in_refusal(&identity, code) {
        attempt.refund(app).await?;
        return Err(problem);
    }
    open(app, client, &attempt, &identity, code, better).await
}

/// The refusal of a password that opens no account. Somebody who has signed up with this address and password gets
/// the same answer in the same time whether or not the address has an account: otherwise signing up and in would
/// reveal which addresses have one.
async fn refuse(
    app: &AppState,
    hashing: &HashingSlot,
    attempt: &LoginAttempt,
    waiting: Option<&SignUpRow>,
    password: &str,
) -> Result<Problem, Problem> {
    let Some(row) = waiting else {
        return Ok(sign_in_failed());
    };
    let checked = hashing
        .check(&app.random, password, Some(&row.password_hash))
        .await?;
    if checked == Checked::Wrong {
        return Ok(sign_in_failed());
    }
    attempt.refund(app).await?;
    Ok(unconfirmed_address())
}

/// What keeps the right password from opening a session.
fn sign_in_refusal(identity: &IdentityRow, code: Option<&str>) -> Option<Problem> {
    if identity.suspended_at.is_some() {
        return Some(suspended());
    }
    (identity.totp_since.is_some() && code.is_none()).then(code_required)
}

async fn open(
    app: &AppState,
    client: &ClientInfo,
    attempt: &LoginAttempt,
    identity: &IdentityRow,
    code: Option<&str>,
    better_hash: Option<String>,
) -> Result<OpenedSession, Problem> {
    let mut tx = app.db.begin().await?;
    let with_totp = match (identity.totp_since, code) {
        (Some(_), Some(code)) if totp::consume_code(app, &mut tx, identity, code).await? => true,
        (Some(_), _) => return Err(wrong_code()),
        (None, _) => false,
    };
    attempt.succeeded(&mut tx).await?;
    if let Some(hash) = better_hash {
        store::identities::set_password(&mut tx, &identity.id, &hash).await?;
    }
    appoint_if_first_admin(app, &mut tx, &identity.email_key).await?;
    let context = SignInContext {
        action: "identity.sign_in",
        client,
        with_totp,
    };
    let opened = sessions::open(app, &mut tx, &identity.identity_id(), context).await?;
    tx.commit().await?;
    Ok(opened)
}
