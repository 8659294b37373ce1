//! Passwords of accounts: verifying, changing and resetting them.

use kernel::ids::IdentityId;
use platform::web::{ClientInfo, Problem};

use super::attempts::{LoginAttempt, clear_login_attempts};
use super::audit_log::audit;
use super::emails::{self, EmailKind, OpenedLink};
use super::hasher::{Checked, HashingSlot};
use super::model::IdentityRef;
use super::problems::no_identity;
use super::sessions::{self, OpenedSession, SignInContext};
use super::store;
use super::store::identities::IdentityRow;
use crate::AppState;

/// A password that was right.
pub(super) struct VerifiedPassword {
    /// Whose it is.
    pub(super) identity: IdentityRow,
    /// The attempt that is still to be reported as succeeded, or refunded.
    pub(super) attempt: LoginAttempt,
}

/// Verifies the password of the caller. Counted as a login attempt.
///
/// # Errors
/// 422 naming the field where it is wrong: a 401 would have the client refresh its token and try again. 429 after
/// too many attempts.
pub(super) async fn verify_own(
    app: &AppState,
    client: &ClientInfo,
    caller: &IdentityRef,
    field: &str,
    password: &str,
) -> Result<VerifiedPassword, Problem> {
    let (verified, _) = verify_in_slot(app, client, caller, field, password).await?;
    Ok(verified)
}

/// As [`verify_own`], with the hashing slot so that the caller can hash another password.
async fn verify_in_slot(
    app: &AppState,
    client: &ClientInfo,
    caller: &IdentityRef,
    field: &str,
    password: &str,
) -> Result<(VerifiedPassword, HashingSlot), Problem> {
    let identity = find_own_identity(app, &caller.identity_id).await?;
    let Some(stored) = &identity.password_hash else {
        return Err(Problem::invalid(
            field,
            "This account has no password yet. Set one with “Forgot password?” on the sign-in page.",
        ));
    };
    let hashing = app.identities.hashing()?;
    let attempt = LoginAttempt::begin(app, client, &identity.email_key).await?;
    if hashing.check(&app.random, password, Some(stored)).await? == Checked::Wrong {
        return Err(Problem::invalid(field, "The password is wrong."));
    }
    Ok((VerifiedPassword { identity, attempt }, hashing))
}

/// Verifies the password of the caller, for slices that do what cannot be undone. Counted as a login attempt.
///
/// # Errors
/// 422 naming the field where it is wrong, 429 after too many attempts.
pub async fn verify_password(
    app: &AppState,
    client: &ClientInfo,
    caller: &IdentityRef,
    field: &str,
    password: &str,
) -> Result<(), Problem> {
    let verified = verify_own(app, client, caller, field, password).await?;
    let mut tx = app.db.begin().await?;
    verified.attempt.succeeded(&mut tx).await?;
    Ok(tx.commit().await?)
}

/// The identity of a caller.
pub(super) async fn find_own_identity(app: &AppState, identity: &IdentityId) -> Result<IdentityRow, Problem> {
    let row = store::identities::find(&mut app.db.read().await?, identity.as_str()).await?;
    row.ok_or_else(no_identity)
}

/// Sets a new password by a link of [`EmailKind::ResetPassword`]. All sessions end.
///
/// # Errors
/// 400 where the link was used meanwhile.
pub(super) async fn reset(
    app: &AppState,
    client: &ClientInfo,
    link: &OpenedLink,
    identity: &IdentityId,
    password: &str,
) -> Result<(), Problem> {
    let (now, email, identity) = (app.clock.now(), link.address(), identity.as_str());
    let hash = app.identities.hashing()?.hash(&app.random, password).await?;
    let mut tx = app.db.begin().await?;
    link.consume(&mut tx, now).await?;
    store::identities::set_password(&mut tx, identity, &hash).await?;
    store::sessions::end_all(&mut tx, identity, now).await?;
    clear_login_attempts(app, &mut tx, &email.key).await?;
    let kind = EmailKind::PasswordChanged;
    emails::queue(app, &mut tx, kind, &email.address, Some(identity)).await?;
    audit(
        &mut tx,
        identity,
        "identity.password_reset",
        identity,
        client,
        now,
    )
    .await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(())
}

/// Replaces the password of the caller. All sessions end, and the caller's browser gets a new one.
///
/// # Errors
/// As [`verify_own`], for the field `/currentPassword`.
pub(super) async fn change(
    app: &AppState,
    client: &ClientInfo,
    caller: &IdentityRef,
    current: &str,
    new: &str,
) -> Result<OpenedSession, Problem> {
    let (verified, hashing) = verify_in_slot(app, client, caller, "/currentPassword", current).await?;
    let VerifiedPassword { identity, attempt } = verified;
    let hash = hashing.hash(&app.random, new).await?;
    drop(hashing);
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    attempt.succeeded(&mut tx).await?;
    let with_totp = store::sessions::find(&mut tx, &caller.session_id)
        .await?
        .is_some_and(|session| session.totp_at.is_some());
    store::identities::set_password(&mut tx, &identity.id, &hash).await?;
    store::sessions::end_all(&mut tx, &identity.id, now).await?;
    let purpose = EmailKind::ResetPassword.as_str();
    store::mail_tokens::delete_of_identity(&mut tx, &identity.id, purpose).await?;
    let kind = EmailKind::PasswordChanged;
    emails::queue(app, &mut tx, kind, &identity.email, Some(&identity.id)).await?;
    let context = SignInContext {
        action: "identity.password_changed",
        client,
        with_totp,
    };
    let opened = sessions::open(app, &mut tx, &caller.identity_id, context).await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(opened)
}
