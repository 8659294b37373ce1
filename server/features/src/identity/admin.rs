//! Who runs the installation, and who is not let in any more.

use kernel::ids::IdentityId;

use super::rules::Email;
use super::store;
use crate::audit;
use crate::db::Tx;
use crate::web::AppState;

/// Gives the record of whoever has proved the configured admin address the role of an admin. Called at start, when a record
/// is made, and when somebody with that address signs in; does nothing for anybody else.
///
/// # Errors
/// What the engine reports.
pub async fn appoint_first_admin(app: &AppState, tx: &mut Tx) -> sqlx::Result<()> {
    let Some(Email { key, .. }) = app.identities.admin_email() else { return Ok(()) };
    let Some(user_id) = store::appoint_admin(tx, key).await? else { return Ok(()) };
    let after = serde_json::json!({"role": "ADMIN"});
    let event = audit::Event {
        action: "identity.admin_appointed",
        subject: &user_id,
        reason: Some("DRAMATIS_ADMIN_EMAIL"),
        after: Some(&after),
        at: app.clock.now(),
        ..audit::Event::default()
    };
    audit::record(tx, &event).await
}

/// The same, where this is the address of whoever signs in.
pub(super) async fn first_admin(app: &AppState, tx: &mut Tx, email_key: &str) -> sqlx::Result<()> {
    if app.identities.admin_email().is_some_and(|email| email.key == email_key) { appoint_first_admin(app, tx).await } else { Ok(()) }
}

/// Suspends an account: every call of its sessions, signing in included, is answered 423 from now on. The caller writes who
/// did it, and why, into the audit log.
///
/// # Errors
/// What the engine reports.
pub async fn suspend(app: &AppState, tx: &mut Tx, identity: &IdentityId, reason: &str) -> sqlx::Result<bool> {
    store::set_suspended(tx, identity.as_str(), Some(app.clock.now()), Some(reason)).await
}

/// Lets a suspended account in again.
///
/// # Errors
/// What the engine reports.
pub async fn reinstate(tx: &mut Tx, identity: &IdentityId) -> sqlx::Result<bool> {
    store::set_suspended(tx, identity.as_str(), None, None).await
}
