//! Signing up: storing a sign-up, and making the account once its address is confirmed.

use kernel::Timestamp;
use kernel::ids::IdentityId;
use platform::db::{Isolation, Tx};
use platform::web::{ClientInfo, Problem};

use super::attempts::LoginAttempt;
use super::audit_log::audit;
use super::emails::{self, EmailKind, OpenedLink};
use super::errors;
use super::hasher::Checked;
use super::problems::{expired_link, sign_in_failed};
use super::rules::{EmailAddress, MAX_SIGN_UPS_TRIED, VERIFY_MILLIS};
use super::secrets::secret_hash;
use super::sessions::{self, OpenedSession, SignInContext};
use super::store;
use super::store::sign_ups::SignUpRow;
use crate::AppState;

/// Stores a sign-up and queues the e-mail that confirms its address. Returns the ticket by which this browser is
/// recognised when the link is opened.
pub(super) async fn request(
    app: &AppState,
    client: &ClientInfo,
    email: &EmailAddress,
    password: &str,
) -> Result<String, Problem> {
    let password_hash = app.identities.hashing()?.hash(&app.random, password).await?;
    let now = app.clock.now();
    let ticket = app.random.token();
    let row = SignUpRow {
        email: email.address.clone(),
        email_key: email.key.clone(),
        password_hash,
        ticket_hash: secret_hash(&ticket),
    };
    let mut tx = app.db.begin().await?;
    emails::queue_requested(app, &mut tx, client, EmailKind::VerifyEmail, email).await?;
    let expires_at = now.plus_millis(VERIFY_MILLIS);
    store::sign_ups::insert(&mut tx, &app.random.id(now), &row, now, expires_at).await?;
    tx.commit().await?;
    app.mail_queue.notify();
    Ok(ticket)
}

/// What a browser shows, beside the link, to prove that the sign-up is its own.
pub(super) struct Proof<'a> {
    /// The ticket of the sign-up.
    pub(super) ticket: Option<&'a str>,
    /// The password of the sign-up.
    pub(super) password: Option<&'a str>,
}

/// Makes the account of the sign-up that the browser has proved to be its own, and signs it in.
///
/// # Errors
/// 400 for a link that was used meanwhile or an address that has an account now, 401 for a wrong password, 422
/// where there is neither ticket nor password, 429 after too many wrong passwords.
pub(super) async fn confirm(
    app: &AppState,
    client: &ClientInfo,
    link: &OpenedLink,
    proof: Proof<'_>,
) -> Result<OpenedSession, Problem> {
    let now = app.clock.now();
    let (sign_up, attempt) = find_own(app, client, link.email_key(), proof, now).await?;
    let identity = IdentityId::trusted(app.random.id(now));
    let (sign_up, attempt, identity) = (&sign_up, &attempt, &identity);
    // Two links of one address wait for each other: if the database aborts one, it is tried again and finds the
    // address taken.
    let confirmed = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            link.consume(tx, now).await?;
            create_identity(tx, identity, sign_up, now).await?;
            if let Some(attempt) = attempt {
                attempt.succeeded(tx).await?;
            }
            let id = identity.as_str();
            audit(tx, id, "identity.created", id, client, now).await?;
            let context = SignInContext {
                action: "identity.sign_in",
                client,
                with_totp: false,
            };
            sessions::open(app, tx, identity, context).await
        })
    });
    confirmed.await
}

/// Makes the identity of a sign-up. All other sign-ups of its address end, and so do their links.
async fn create_identity(
    tx: &mut Tx,
    identity: &IdentityId,
    sign_up: &SignUpRow,
    now: Timestamp,
) -> Result<(), Problem> {
    let email = &EmailAddress {
        address: sign_up.email.clone(),
        key: sign_up.email_key.clone(),
    };
    let hash = Some(sign_up.password_hash.as_str());
    if !store::identities::insert(tx, identity.as_str(), email, hash, now).await? {
        return Err(expired_link());
    }
    end_all(tx, &email.key).await?;
    Ok(())
}

/// Deletes all sign-ups of an address and their links.
pub(super) async fn end_all(tx: &mut Tx, email_key: &str) -> sqlx::Result<()> {
    store::sign_ups::delete_of_email(tx, email_key).await?;
    store::mail_tokens::delete_of_email(tx, email_key, EmailKind::VerifyEmail.as_str()).await
}

/// The sign-up with this ticket, or else the one with this password.
async fn find_own(
    app: &AppState,
    client: &ClientInfo,
    email_key: &str,
    proof: Proof<'_>,
    now: Timestamp,
) -> Result<(SignUpRow, Option<LoginAttempt>), Problem> {
    let mut conn = app.db.read().await?;
    if let Some(ticket) = proof.ticket
        && let Some(row) =
            store::sign_ups::find_by_ticket(&mut conn, &secret_hash(ticket), email_key, now).await?
    {
        return Ok((row, None));
    }
    let rows = store::sign_ups::list(&mut conn, email_key, now, MAX_SIGN_UPS_TRIED).await?;
    drop(conn);
    if rows.is_empty() {
        // Another link confirmed it meanwhile.
        return Err(expired_link());
    }
    let password = proof.password.ok_or_else(|| {
        Problem::new(
            errors::VERIFICATION_NEEDS_PASSWORD,
            "Enter the password that you chose when you signed up.",
        )
    })?;
    let hashing = app.identities.hashing()?;
    let attempt = LoginAttempt::begin(app, client, email_key).await?;
    for row in rows {
        let checked = hashing
            .check(&app.random, password, Some(&row.password_hash))
            .await?;
        if checked != Checked::Wrong {
            return Ok((row, Some(attempt)));
        }
    }
    Err(sign_in_failed())
}
