//! Who runs the installation, and who is not let in any more.

use kernel::Timestamp;
use platform::audit;
use platform::db::{Conn, Tx};

use super::model::Account;
use super::rules::EmailAddress;
use super::store;
use crate::AppState;

/// Gives the record of whoever has proved the configured admin address the role of an admin. Called at start,
/// when a record is made, and when somebody with that address signs in; does nothing for anybody else.
///
/// # Errors
/// Database errors.
pub async fn appoint_first_admin(app: &AppState, tx: &mut Tx) -> sqlx::Result<()> {
    let Some(EmailAddress { key, .. }) = app.identities.admin_email() else {
        return Ok(());
    };
    let Some(user_id) = store::accounts::appoint_admin(tx, key).await? else {
        return Ok(());
    };
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

/// Sets right by what addresses are found, after a release that folded them otherwise. Called at start.
///
/// # Errors
/// Database errors.
pub async fn rekey_addresses(tx: &mut Tx) -> sqlx::Result<()> {
    let (written, taken) = store::identities::rekey(tx).await?;
    if written > 0 {
        tracing::info!(written, "addresses are found by their exact spelling from now on");
    }
    if taken > 0 {
        tracing::warn!(
            taken,
            "accounts whose address is another account's, too, are not found by it"
        );
    }
    Ok(())
}

/// The same, where this is the address of whoever signs in.
pub(super) async fn first_admin(app: &AppState, tx: &mut Tx, email_key: &str) -> sqlx::Result<()> {
    if app
        .identities
        .admin_email()
        .is_some_and(|email| email.key == email_key)
    {
        appoint_first_admin(app, tx).await
    } else {
        Ok(())
    }
}

/// The account with this e-mail address, this name in links, or this id, of its record or its credentials.
///
/// # Errors
/// Database errors.
pub async fn find_account(conn: &mut Conn, called: &str) -> sqlx::Result<Option<Account>> {
    store::accounts::find_account(conn, called).await
}

/// Who decides over an account, and why.
#[derive(Debug, Clone, Copy)]
pub struct Decision<'a> {
    /// Who; none: whoever has the command line.
    pub actor: Option<&'a str>,
    /// Why, in their own words.
    pub reason: &'a str,
    /// The request it came with.
    pub request_id: Option<&'a str>,
    /// Where that came from.
    pub address: Option<&'a str>,
    /// When.
    pub at: Timestamp,
}

/// Suspends an account and ends its sessions: every call with what they had, signing in included, is answered
/// 423 from now on. False where it is suspended already: then nothing happens.
///
/// # Errors
/// Database errors.
pub async fn suspend(tx: &mut Tx, account: &Account, decision: &Decision<'_>) -> sqlx::Result<bool> {
    if !store::identities::suspend(tx, &account.identity_id, decision.reason, decision.at).await? {
        return Ok(false);
    }
    store::sessions::end_all(tx, &account.identity_id, decision.at).await?;
    note(tx, "identity.suspend", account, decision).await?;
    Ok(true)
}

/// Lets a suspended account in again; it signs in anew. False where it is not suspended.
///
/// # Errors
/// Database errors.
pub async fn reinstate(tx: &mut Tx, account: &Account, decision: &Decision<'_>) -> sqlx::Result<bool> {
    if !store::identities::reinstate(tx, &account.identity_id).await? {
        return Ok(false);
    }
    note(tx, "identity.reinstate", account, decision).await?;
    Ok(true)
}

async fn note(tx: &mut Tx, action: &str, account: &Account, decision: &Decision<'_>) -> sqlx::Result<()> {
    let event = audit::Event {
        actor: decision.actor,
        action,
        subject: account.user_id.as_deref().unwrap_or(&account.identity_id),
        reason: Some(decision.reason),
        request_id: decision.request_id,
        address: decision.address,
        at: decision.at,
        ..audit::Event::default()
    };
    audit::record(tx, &event).await
}
