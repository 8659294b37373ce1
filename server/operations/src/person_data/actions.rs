//! What people do about their own record: request its deletion, and cancel that.

use accounts::identity::{self, IdentityRef, Person};
use accounts::users::{self, PublishedWork, gone_meanwhile};
use kernel::Timestamp;
use platform::audit::{self, Event};
use platform::db::Tx;
use platform::web::{ClientInfo, Problem};

use super::rules::FRESH_SIGN_IN_MS;
use crate::AppState;

/// Checks that the caller is the owner: by their password, or because they have just signed in.
///
/// # Errors
/// 422 otherwise, 429 after too many wrong passwords.
pub(super) async fn verify_owner(
    app: &AppState,
    person: &Person,
    client: &ClientInfo,
    password: Option<&str>,
) -> Result<(), Problem> {
    if let Some(password) = password {
        let caller = IdentityRef {
            identity_id: person.identity_id.clone(),
            session_id: person.session_id.clone(),
        };
        return identity::verify_password(app, client, &caller, "/password", password).await;
    }
    let mut conn = app.db.read().await?;
    let (signed_in_at, has_password) = identity::find_sign_in(&mut conn, &person.session_id)
        .await?
        .ok_or_else(gone_meanwhile)?;
    if app.clock.now().0 - signed_in_at <= FRESH_SIGN_IN_MS {
        return Ok(());
    }
    Err(match has_password {
        true => Problem::invalid("/password", "Enter the password to confirm."),
        false => Problem::invalid("/password", "Sign in again to confirm, then ask once more."),
    })
}

/// Requests the deletion of a person's record, and writes to them the first time. Returns when it is due.
///
/// # Errors
/// 404 if the record is gone.
pub(super) async fn request_deletion(
    app: &AppState,
    tx: &mut Tx,
    person: &Person,
    client: &ClientInfo,
    work: Option<PublishedWork>,
) -> Result<Timestamp, Problem> {
    let asked = users::ask_deletion(tx, &person.user_id, work, app.clock.now())
        .await?
        .ok_or_else(gone_meanwhile)?;
    if asked.is_new {
        identity::queue_deletion_notice(app, tx, &person.identity_id).await?;
    }
    audit(app, tx, person, client, "users.ask_deletion").await?;
    Ok(asked.due)
}

/// Cancels the deletion of a person's record.
///
/// # Errors
/// Database errors.
pub(super) async fn cancel_deletion(
    app: &AppState,
    tx: &mut Tx,
    person: &Person,
    client: &ClientInfo,
) -> Result<(), Problem> {
    users::cancel_deletion(tx, &person.user_id).await?;
    Ok(audit(app, tx, person, client, "users.cancel_deletion").await?)
}

async fn audit(
    app: &AppState,
    tx: &mut Tx,
    person: &Person,
    client: &ClientInfo,
    action: &str,
) -> sqlx::Result<()> {
    let address = client.address();
    let event = Event {
        actor: Some(person.user_id.as_str()),
        action,
        subject: person.user_id.as_str(),
        request_id: client.request_id(),
        address: Some(&address),
        at: app.clock.now(),
        ..Event::default()
    };
    audit::record(tx, &event).await
}
