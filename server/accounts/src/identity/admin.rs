//! What only admins and the operator decide: who is an admin, and whose account is suspended.

use kernel::Timestamp;
use platform::audit;
use platform::db::{Conn, Tx};

use super::model::Account;
use super::rules::EmailAddress;
use super::store;
use crate::AppState;

/// Makes the record of the account that has confirmed the configured admin address an admin's. Called at start,
/// when a record is made, and when the account with that address signs in.
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

/// Rewrites the lookup keys of addresses that an earlier release folded differently. Called at start.
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

/// As [`appoint_first_admin`], if this is the configured address.
pub(super) async fn appoint_if_first_admin(app: &AppState, tx: &mut Tx, email_key: &str) -> sqlx::Result<()> {
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

/// The account with this e-mail address, name in links, record id or identity id.
///
/// # Errors
/// Database errors.
pub async fn find_account(conn: &mut Conn, called: &str) -> sqlx::Result<Option<Account>> {
    store::accounts::find_account(conn, called).await
}

/// A decision over an account.
#[derive(Debug, Clone, Copy)]
pub struct Decision<'a> {
    /// Who decides; none: somebody with the command line.
    pub actor: Option<&'a str>,
    /// Why, in their own words.
    pub reason: &'a str,
    /// The request it came with.
    pub request_id: Option<&'a str>,
    /// The address it came from.
    pub address: Option<&'a str>,
    /// When.
    pub at: Timestamp,
}

/// Suspends an account and ends its sessions: from now on, its tokens and signing in are answered 423. False, and
/// nothing is changed, where it is suspended already.
///
/// # Errors
/// Database errors.
pub async fn suspend(tx: &mut Tx, account: &Account, decision: &Decision<'_>) -> sqlx::Result<bool> {
    if !store::identities::suspend(tx, &account.identity_id, decision.reason, decision.at).await? {
        return Ok(false);
    }
    store::sessions::end_all(tx, &account.identity_id, decision.at).await?;
    audit_decision(tx, "identity.suspend", account, decision).await?;
    Ok(true)
}

/// Ends the suspension of an account, which can sign in again. False where it is not suspended.
///
/// # Errors
/// Database errors.
pub async fn reinstate(tx: &mut Tx, account: &Account, decision: &Decision<'_>) -> sqlx::Result<bool> {
    if !store::identities::reinstate(tx, &account.identity_id).await? {
        return Ok(false);
    }
    audit_decision(tx, "identity.reinstate", account, decision).await?;
    Ok(true)
}

async fn audit_decision(
    tx: &mut Tx,
    action: &str,
    account: &Account,
    decision: &Decision<'_>,
) -> sqlx::Result<()> {
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
