//! The e-mails of identity: who gets which, and when. The queue holds what was requested; the text is composed when
//! it is sent.

mod kind;
mod links;
mod request;
mod texts;

use futures::FutureExt;
use futures::future::BoxFuture;
use kernel::Timestamp;
use kernel::ids::IdentityId;
use platform::db::Tx;
use platform::mail::{self, EmailMessage, QueuedEmail};
use platform::web::{ClientInfo, Problem};

pub(super) use kind::EmailKind;
pub(super) use links::OpenedLink;
pub(super) use request::request;

use super::attempts::count_email_request;
use super::rules::{EMAILS_BY_ACCOUNT, EMAILS_TO_RECIPIENT, EmailAddress, RESET_MILLIS, VERIFY_MILLIS};
use super::store;
use crate::AppState;

/// Queues an e-mail that anybody can request.
///
/// # Errors
/// 429 where too many are requested from this network address.
pub(super) async fn queue_requested(
    app: &AppState,
    tx: &mut Tx,
    client: &ClientInfo,
    kind: EmailKind,
    email: &EmailAddress,
) -> Result<(), Problem> {
    count_email_request(app, tx, client).await?;
    Ok(queue(app, tx, kind, &email.address, None).await?)
}

/// Queues an e-mail. Nothing is queued, and no error returned, where the recipient gets too many of this kind or
/// the account sends too many to other addresses: the answer must not reveal what was sent to others.
pub(super) async fn queue(
    app: &AppState,
    tx: &mut Tx,
    kind: EmailKind,
    recipient: &str,
    identity: Option<&str>,
) -> sqlx::Result<()> {
    let now = app.clock.now();
    if !is_within_limits(app, tx, kind, recipient, identity).await? {
        tracing::info!(kind = kind.as_str(), "an e-mail over the limit was not queued");
        return Ok(());
    }
    mail::queue(tx, &app.random.id(now), recipient, kind.as_str(), identity, now).await
}

/// Queues the notice that the deletion of somebody's account was asked for. Once the transaction is durable, the queue
/// wants to be told (`mail_queue`).
///
/// # Errors
/// Database errors.
pub async fn queue_deletion_notice(app: &AppState, tx: &mut Tx, identity: &IdentityId) -> sqlx::Result<()> {
    match store::identities::find_address(tx, identity).await? {
        Some(address) => {
            let kind = EmailKind::DeletionAsked;
            queue(app, tx, kind, &address, Some(identity.as_str())).await
        }
        None => Ok(()),
    }
}

/// Counts an e-mail against the limits of its recipient and of the account that sends it; false where one is
/// reached.
async fn is_within_limits(
    app: &AppState,
    tx: &mut Tx,
    kind: EmailKind,
    recipient: &str,
    identity: Option<&str>,
) -> sqlx::Result<bool> {
    let (secrets, now) = (app.identities.secrets(), app.clock.now());
    let key = EmailAddress::parse(recipient).map_or_else(|| recipient.to_owned(), |email| email.key);
    // By kind, so that requests for one kind do not keep another from the recipient.
    let bucket = secrets.bucket(EMAILS_TO_RECIPIENT.kind, &format!("{}:{key}", kind.as_str()));
    let mut is_within = store::attempts::count(tx, &bucket, &EMAILS_TO_RECIPIENT, now)
        .await?
        .is_ok();
    // The only e-mail that an account sends to an address other than its own.
    if let (EmailKind::ChangeEmail, Some(identity)) = (kind, identity) {
        let bucket = secrets.bucket(EMAILS_BY_ACCOUNT.kind, identity);
        is_within &= store::attempts::count(tx, &bucket, &EMAILS_BY_ACCOUNT, now)
            .await?
            .is_ok();
    }
    Ok(is_within)
}

/// Composes the e-mail of an order; none where there is nothing to send any more. For [`mail::work`].
pub fn compose<'a>(
    app: &'a AppState,
    order: &'a QueuedEmail,
) -> BoxFuture<'a, sqlx::Result<Option<EmailMessage>>> {
    compose_kind(app, order).boxed()
}

async fn compose_kind(app: &AppState, order: &QueuedEmail) -> sqlx::Result<Option<EmailMessage>> {
    let Some(kind) = EmailKind::from_stored(&order.kind) else {
        tracing::error!(kind = order.kind, "there is no e-mail of this kind");
        return Ok(None);
    };
    let Some(email) = EmailAddress::parse(&order.recipient) else {
        return Ok(None);
    };
    match kind {
        EmailKind::VerifyEmail => verify_email(app, order, &email).await,
        EmailKind::ResetPassword => reset_password(app, order, &email).await,
        EmailKind::ChangeEmail => change_email(app, order, &email).await,
        notice => Ok(Some(texts::notice(
            notice,
            &order.recipient,
            app.identities.origin(),
        ))),
    }
}

/// Whether an order has waited so long that its link, valid for `lifetime` milliseconds, is of no more use.
fn is_stale(app: &AppState, order: &QueuedEmail, lifetime: i64) -> bool {
    app.clock.now() > Timestamp(order.created_at).plus_millis(lifetime)
}

async fn verify_email(
    app: &AppState,
    order: &QueuedEmail,
    email: &EmailAddress,
) -> sqlx::Result<Option<EmailMessage>> {
    let (recipient, site) = (&order.recipient, app.identities.origin());
    let mut conn = app.db.read().await?;
    let known = store::identities::find_by_email(&mut conn, &email.key).await?;
    if known.is_some() {
        return Ok(Some(texts::known_address(recipient, site)));
    }
    let waiting = store::sign_ups::list(&mut conn, &email.key, app.clock.now(), 1).await?;
    drop(conn);
    if waiting.is_empty() || is_stale(app, order, VERIFY_MILLIS) {
        return Ok(None);
    }
    let link = links::create(app, EmailKind::VerifyEmail, email, None, VERIFY_MILLIS).await?;
    Ok(Some(texts::confirm_address(recipient, &link, site)))
}

async fn reset_password(
    app: &AppState,
    order: &QueuedEmail,
    email: &EmailAddress,
) -> sqlx::Result<Option<EmailMessage>> {
    let identity = store::identities::find_by_email(&mut app.db.read().await?, &email.key).await?;
    let Some(identity) = identity.filter(|_| !is_stale(app, order, RESET_MILLIS)) else {
        return Ok(None);
    };
    let own = Some(identity.id.clone());
    let link = links::create(
        app,
        EmailKind::ResetPassword,
        &identity.email(),
        own,
        RESET_MILLIS,
    )
    .await?;
    // To the address that the account has confirmed, not the spelling that was typed.
    Ok(Some(texts::reset_password(
        &identity.email,
        &link,
        app.identities.origin(),
    )))
}

async fn change_email(
    app: &AppState,
    order: &QueuedEmail,
    email: &EmailAddress,
) -> sqlx::Result<Option<EmailMessage>> {
    let (recipient, site) = (&order.recipient, app.identities.origin());
    let identity = order.subject.clone();
    let Some(identity) = identity.filter(|_| !is_stale(app, order, VERIFY_MILLIS)) else {
        return Ok(None);
    };
    let known = store::identities::find_by_email(&mut app.db.read().await?, &email.key).await?;
    if known.is_some() {
        return Ok(Some(texts::known_address(recipient, site)));
    }
    let link = links::create(app, EmailKind::ChangeEmail, email, Some(identity), VERIFY_MILLIS).await?;
    Ok(Some(texts::confirm_new_address(recipient, &link, site)))
}
