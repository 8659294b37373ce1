//! Two-factor authentication of an account: enrolling an authenticator, turning it on, and turning it off.

use kernel::ErrorCode;
use platform::web::{ClientInfo, Problem};
use totp_rs::Totp;

use super::attempts::LoginAttempt;
use super::audit_log::audit;
use super::emails::{self, EmailKind};
use super::model::IdentityRef;
use super::passwords::{VerifiedPassword, find_own_identity, verify_own};
use super::problems::wrong_code;
use super::{store, totp};
use crate::AppState;

/// Stores the secret of a new authenticator. It is used only after [`turn_on`].
///
/// # Errors
/// As [`verify_own`], for the field `/password`; 409 where one is on already.
pub(super) async fn enrol(
    app: &AppState,
    client: &ClientInfo,
    caller: &IdentityRef,
    password: &str,
) -> Result<Totp, Problem> {
    let VerifiedPassword { identity, attempt } =
        verify_own(app, client, caller, "/password", password).await?;
    let (sealed, authenticator) = totp::new_secret(app, &identity)?;
    let mut tx = app.db.begin().await?;
    attempt.succeeded(&mut tx).await?;
    let is_new = store::totp::set_secret(&mut tx, &identity.id, &sealed).await?;
    tx.commit().await?;
    if is_new {
        Ok(authenticator)
    } else {
        Err(conflict(
            "Two-factor authentication is already on. Turn it off first.",
        ))
    }
}

/// Turns the authenticator on by a code of it. Returns the recovery codes.
///
/// # Errors
/// 403 for a wrong code, 409 where none was enrolled or one is on already, 429 after too many attempts.
pub(super) async fn turn_on(
    app: &AppState,
    client: &ClientInfo,
    caller: &IdentityRef,
    code: &str,
) -> Result<Vec<String>, Problem> {
    let not_enrolled = || conflict("Two-factor authentication isn’t being set up.");
    let row = find_own_identity(app, &caller.identity_id).await?;
    if row.totp_since.is_some() || row.totp_secret.is_none() {
        return Err(not_enrolled());
    }
    let attempt = LoginAttempt::begin(app, client, &row.email_key).await?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    if !totp::consume_own_code(app, &mut tx, &row, code).await? {
        return Err(wrong_code());
    }
    if !store::totp::confirm(&mut tx, &row.id, now).await? {
        return Err(not_enrolled());
    }
    attempt.succeeded(&mut tx).await?;
    let codes = totp::recovery_codes(app);
    let hashes: Vec<String> = codes.iter().map(|code| totp::recovery_hash(code)).collect();
    store::totp::set_recovery_codes(&mut tx, &row.id, &hashes).await?;
    store::sessions::set_totp(&mut tx, &caller.session_id, now).await?;
    emails::queue(app, &mut tx, EmailKind::TotpOn, &row.email, Some(&row.id)).await?;
    audit(&mut tx, &row.id, "identity.totp_on", &row.id, client, now).await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(codes)
}

/// Turns the authenticator off, by the password and a code.
///
/// # Errors
/// As [`verify_own`], for the field `/password`; 403 for a wrong code, 409 where it is off.
pub(super) async fn turn_off(
    app: &AppState,
    client: &ClientInfo,
    caller: &IdentityRef,
    password: &str,
    code: &str,
) -> Result<(), Problem> {
    let verified = verify_own(app, client, caller, "/password", password).await?;
    let VerifiedPassword {
        identity: row,
        attempt,
    } = verified;
    if row.totp_since.is_none() {
        attempt.refund(app).await?;
        return Err(conflict("Two-factor authentication is off."));
    }
    let mut tx = app.db.begin().await?;
    if !totp::consume_code(app, &mut tx, &row, code).await? {
        return Err(wrong_code());
    }
    attempt.succeeded(&mut tx).await?;
    store::totp::remove(&mut tx, &row.id).await?;
    emails::queue(app, &mut tx, EmailKind::TotpOff, &row.email, Some(&row.id)).await?;
    let now = app.clock.now();
    audit(&mut tx, &row.id, "identity.totp_off", &row.id, client, now).await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(())
}

fn conflict(why: &str) -> Problem {
    Problem::new(ErrorCode::CONFLICT, why)
}
