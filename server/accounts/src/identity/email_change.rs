//! Moving an account to another e-mail address: requesting it, and confirming it by the mailed link.

use kernel::Timestamp;
use kernel::ids::IdentityId;
use platform::db::{Conn, Tx};
use platform::web::{ClientInfo, Problem};

use super::admin::appoint_if_first_admin;
use super::attempts::count_email_request;
use super::audit_log::audit;
use super::emails::{self, EmailKind, OpenedLink};
use super::model::IdentityRef;
use super::passwords::{VerifiedPassword, verify_own};
use super::problems::expired_link;
use super::rules::EmailAddress;
use super::secrets::secret_hash;
use super::sessions::{self, OpenedSession, SignInContext};
use super::store;
use super::store::identities::IdentityRow;
use crate::AppState;

/// Queues the e-mail that confirms the new address of the caller's account.
///
/// # Errors
/// As [`verify_own`], for the field `/password`; 429 after too many requests from this network address.
pub(super) async fn request(
    app: &AppState,
    client: &ClientInfo,
    caller: &IdentityRef,
    password: &str,
    email: &EmailAddress,
) -> Result<(), Problem> {
    let VerifiedPassword { identity, attempt } =
        verify_own(app, client, caller, "/password", password).await?;
    let (id, now) = (identity.id.as_str(), app.clock.now());
    let mut tx = app.db.begin().await?;
    attempt.succeeded(&mut tx).await?;
    count_email_request(app, &mut tx, client).await?;
    emails::queue(app, &mut tx, EmailKind::ChangeEmail, &email.address, Some(id)).await?;
    audit(&mut tx, id, "identity.email_change_asked", id, client, now).await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(())
}

/// Moves the account of a link of [`EmailKind::ChangeEmail`] to the address that the link was sent to. All sessions
/// end; a browser that was signed in, as its session cookie shows, gets a new one.
///
/// # Errors
/// 400 where the link was used meanwhile, or another account has the address.
pub(super) async fn confirm(
    app: &AppState,
    client: &ClientInfo,
    session_cookie: Option<&str>,
    link: &OpenedLink,
) -> Result<Option<OpenedSession>, Problem> {
    let now = app.clock.now();
    let (id, email) = (link.identity()?, link.address());
    let mut tx = app.db.begin().await?;
    let old = find_movable(&mut tx, &id, &email).await?;
    link.consume(&mut tx, now).await?;
    let browser = find_browser(&mut tx, session_cookie, &id, now).await?;
    move_to(&mut tx, &id, &email, now).await?;
    let kind = EmailKind::EmailChanged;
    emails::queue(app, &mut tx, kind, &old.email, Some(&old.id)).await?;
    audit(&mut tx, &old.id, "identity.email_changed", &old.id, client, now).await?;
    appoint_if_first_admin(app, &mut tx, &email.key).await?;
    let opened = match browser {
        Some(with_totp) if old.suspended_at.is_none() => {
            let context = SignInContext {
                action: "identity.sign_in",
                client,
                with_totp,
            };
            Some(sessions::open(app, &mut tx, &id, context).await?)
        }
        _ => None,
    };
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(opened)
}

/// The identity, if no other one has the address.
async fn find_movable(tx: &mut Tx, id: &IdentityId, email: &EmailAddress) -> Result<IdentityRow, Problem> {
    let identity = store::identities::find(tx, id.as_str())
        .await?
        .ok_or_else(expired_link)?;
    let owner = store::identities::find_by_email(tx, &email.key).await?;
    if owner.is_some_and(|other| other.id != identity.id) {
        return Err(expired_link());
    }
    Ok(identity)
}

/// Whether this browser is signed in as this identity: none if not, else whether with a code of its authenticator.
async fn find_browser(
    conn: &mut Conn,
    session_cookie: Option<&str>,
    identity: &IdentityId,
    now: Timestamp,
) -> sqlx::Result<Option<bool>> {
    let Some(cookie) = session_cookie else {
        return Ok(None);
    };
    let session = store::sessions::find_by_cookie(conn, &secret_hash(cookie)).await?;
    Ok(session
        .filter(|session| session.identity_id == identity.as_str() && session.is_live(now))
        .map(|session| session.totp_at.is_some()))
}

/// Sets the address, and ends what belonged to the old one: sessions, links, and sign-ups with the new address.
async fn move_to(
    tx: &mut Tx,
    identity: &IdentityId,
    email: &EmailAddress,
    now: Timestamp,
) -> Result<(), Problem> {
    let id = identity.as_str();
    let written = store::identities::set_email(tx, id, email, now).await;
    // Several may move to one address at the same time; the unique key lets one have it.
    if written.as_ref().is_err_and(|error| {
        error
            .as_database_error()
            .is_some_and(sqlx::error::DatabaseError::is_unique_violation)
    }) {
        return Err(expired_link());
    }
    written?;
    store::sessions::end_all(tx, id, now).await?;
    store::mail_tokens::delete_of_identity(tx, id, EmailKind::ResetPassword.as_str()).await?;
    store::sign_ups::delete_of_email(tx, &email.key).await?;
    Ok(())
}
