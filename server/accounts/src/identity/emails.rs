//! The letters of identity: who gets which, and the links in them. A link is made when its letter is written,
//! and only the digest of what it holds is stored.

use futures::FutureExt;
use futures::future::BoxFuture;
use kernel::Timestamp;
use platform::db::Tx;
use platform::mail::{self, Content, EmailMessage, QueuedEmail};

use super::rules::{EMAILS_BY_ACCOUNT, EMAILS_TO_RECIPIENT, EmailAddress, RESET_MILLIS, VERIFY_MILLIS};
use super::secrets::secret_hash;
use super::store;
use super::store::mail_tokens::MailTokenRow;
use crate::AppState;

/// What a letter is for. The first three carry a link that opens something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    VerifyEmail,
    ResetPassword,
    ChangeEmail,
    PasswordChanged,
    EmailChanged,
    TotpOn,
    TotpOff,
    ProviderLinked,
}

impl Kind {
    const ALL: [Self; 8] = [
        Self::VerifyEmail,
        Self::ResetPassword,
        Self::ChangeEmail,
        Self::PasswordChanged,
        Self::EmailChanged,
        Self::TotpOn,
        Self::TotpOff,
        Self::ProviderLinked,
    ];

    /// The name in the queue; also the `mode` of the link, and the purpose of its token.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::VerifyEmail => "verifyEmail",
            Self::ResetPassword => "resetPassword",
            Self::ChangeEmail => "changeEmail",
            Self::PasswordChanged => "passwordChanged",
            Self::EmailChanged => "emailChanged",
            Self::TotpOn => "totpOn",
            Self::TotpOff => "totpOff",
            Self::ProviderLinked => "providerLinked",
        }
    }
}

/// Orders a letter. A recipient who gets too many of a kind gets no more of it, and whoever would write to
/// too many strangers writes to no more; nobody is told, for the answer must not say what was written to
/// others.
pub(super) async fn order(
    app: &AppState,
    tx: &mut Tx,
    kind: Kind,
    recipient: &str,
    identity: Option<&str>,
) -> sqlx::Result<()> {
    let (secrets, now) = (app.identities.secrets(), app.clock.now());
    let key = EmailAddress::parse(recipient).map_or_else(|| recipient.to_owned(), |email| email.key);
    // Of one kind, so that asking for one letter does not keep another from anybody.
    let target = secrets.bucket(EMAILS_TO_RECIPIENT.kind, &format!("{}:{key}", kind.as_str()));
    let mut is_within = store::attempts::count(tx, &target, &EMAILS_TO_RECIPIENT, now)
        .await?
        .is_ok();
    // The only letter by which an account writes to an address that is not its own.
    if let (Kind::ChangeEmail, Some(identity)) = (kind, identity) {
        let account = secrets.bucket(EMAILS_BY_ACCOUNT.kind, identity);
        is_within &= store::attempts::count(tx, &account, &EMAILS_BY_ACCOUNT, now)
            .await?
            .is_ok();
    }
    if !is_within {
        tracing::info!(kind = kind.as_str(), "a letter too many was not written");
        return Ok(());
    }
    mail::queue(tx, &app.random.id(now), recipient, kind.as_str(), identity, now).await
}

/// Writes the letter of an order. For [`mail::work`].
pub fn compose<'a>(
    app: &'a AppState,
    order: &'a QueuedEmail,
) -> BoxFuture<'a, sqlx::Result<Option<EmailMessage>>> {
    write(app, order).boxed()
}

async fn write(app: &AppState, order: &QueuedEmail) -> sqlx::Result<Option<EmailMessage>> {
    let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.as_str() == order.kind) else {
        tracing::error!(kind = order.kind, "nobody knows how to write this letter");
        return Ok(None);
    };
    let Some(email) = EmailAddress::parse(&order.recipient) else {
        return Ok(None);
    };
    match kind {
        Kind::VerifyEmail => verify_email(app, order, &email).await,
        Kind::ResetPassword => reset_password(app, order, &email).await,
        Kind::ChangeEmail => change_email(app, order, &email).await,
        notice => Ok(Some(self::notice(app, notice, &order.recipient))),
    }
}

/// The link of a letter; what it holds is good from now on, for so long.
async fn link(app: &AppState, kind: Kind, row: MailTokenRow, lifetime: i64) -> sqlx::Result<String> {
    let now = app.clock.now();
    let token = app.random.token();
    let mut tx = app.db.begin().await?;
    if kind == Kind::ResetPassword {
        // A newer letter makes the older ones useless.
        store::mail_tokens::delete_of_email(&mut tx, &row.email_key, kind.as_str()).await?;
    }
    if let (Kind::ChangeEmail, Some(identity)) = (kind, &row.identity_id) {
        store::mail_tokens::delete_of_identity(&mut tx, identity, kind.as_str()).await?;
    }
    store::mail_tokens::insert(
        &mut tx,
        &secret_hash(&token),
        &row,
        now,
        now.plus_millis(lifetime),
    )
    .await?;
    tx.commit().await?;
    Ok(format!(
        "{}/__/auth/handler?mode={}&oobCode={token}",
        app.identities.origin(),
        kind.as_str()
    ))
}

fn token_row(kind: Kind, email: &EmailAddress, identity: Option<String>) -> MailTokenRow {
    MailTokenRow {
        purpose: kind.as_str().to_owned(),
        email: email.address.clone(),
        email_key: email.key.clone(),
        identity_id: identity,
    }
}

/// Longest wait of an order before a link is of no use to whoever asked for it, in milliseconds.
fn is_stale(app: &AppState, order: &QueuedEmail, lifetime: i64) -> bool {
    app.clock.now() > Timestamp(order.created_at).plus_millis(lifetime)
}

async fn verify_email(
    app: &AppState,
    order: &QueuedEmail,
    email: &EmailAddress,
) -> sqlx::Result<Option<EmailMessage>> {
    let mut conn = app.db.read().await?;
    if store::identities::find_by_email(&mut conn, &email.key)
        .await?
        .is_some()
    {
        return Ok(Some(known_address(app, &order.recipient)));
    }
    let waits = !store::sign_ups::list(&mut conn, &email.key, app.clock.now(), 1)
        .await?
        .is_empty();
    drop(conn);
    if !waits || is_stale(app, order, VERIFY_MILLIS) {
        return Ok(None);
    }
    let link = link(
        app,
        Kind::VerifyEmail,
        token_row(Kind::VerifyEmail, email, None),
        VERIFY_MILLIS,
    )
    .await?;
    Ok(Some(EmailMessage::new(
        &order.recipient,
        &Content {
            subject: "Confirm your email address",
            preview: "One last step to your account.",
            paragraphs: &[
                "Welcome to Dramatis!",
                "Please confirm that this address is yours. Then you can sign in and start your first story.",
            ],
            action: Some(("Confirm my address", &link)),
            notes: &[
                "The link expires in 24 hours. Open it in the browser you signed up with; in any other you’ll be asked for your password.",
                "If you didn’t sign up, ignore this email: no account will be created.",
            ],
            site: app.identities.origin(),
        },
    )))
}

/// For whoever signs up with an address that has an account: the answer in the browser is the same as ever,
/// and only the owner of the mailbox learns more.
fn known_address(app: &AppState, recipient: &str) -> EmailMessage {
    let sign_in = format!("{}/signin", app.identities.origin());
    EmailMessage::new(
        recipient,
        &Content {
            subject: "You already have an account",
            preview: "Someone, probably you, tried to sign up again.",
            paragraphs: &[
                "Someone, probably you, tried to sign up with this address. It already has an account, so nothing was changed.",
                "Sign in as usual. If you’ve forgotten your password, you can choose a new one there.",
            ],
            action: Some(("Sign in", &sign_in)),
            notes: &["If this wasn’t you, you don’t need to do anything."],
            site: app.identities.origin(),
        },
    )
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
    let link = link(
        app,
        Kind::ResetPassword,
        token_row(Kind::ResetPassword, &identity.email(), Some(identity.id.clone())),
        RESET_MILLIS,
    )
    .await?;
    // To the address that the account has proved, whatever spelling of it was typed.
    Ok(Some(EmailMessage::new(
        &identity.email,
        &Content {
            subject: "Choose a new password",
            preview: "The link expires in 30 minutes.",
            paragraphs: &["Someone, probably you, asked to reset the password of your Dramatis account."],
            action: Some(("Choose a new password", &link)),
            notes: &[
                "The link works once and expires in 30 minutes. A newer one replaces it.",
                "If this wasn’t you, ignore this email: your password won’t change.",
            ],
            site: app.identities.origin(),
        },
    )))
}

async fn change_email(
    app: &AppState,
    order: &QueuedEmail,
    email: &EmailAddress,
) -> sqlx::Result<Option<EmailMessage>> {
    let Some(identity) = order
        .subject
        .clone()
        .filter(|_| !is_stale(app, order, VERIFY_MILLIS))
    else {
        return Ok(None);
    };
    if store::identities::find_by_email(&mut app.db.read().await?, &email.key)
        .await?
        .is_some()
    {
        return Ok(Some(known_address(app, &order.recipient)));
    }
    let link = link(
        app,
        Kind::ChangeEmail,
        token_row(Kind::ChangeEmail, email, Some(identity)),
        VERIFY_MILLIS,
    )
    .await?;
    Ok(Some(EmailMessage::new(
        &order.recipient,
        &Content {
            subject: "Confirm your new email address",
            preview: "You’ll sign in with it from then on.",
            paragraphs: &[
                "Please confirm that this address is yours. From then on you’ll sign in with it and get our emails here.",
            ],
            action: Some(("Confirm new address", &link)),
            notes: &[
                "The link expires in 24 hours. You’ll be signed out everywhere and can sign in again right away.",
                "If you didn’t ask for this, ignore this email: nothing will change.",
            ],
            site: app.identities.origin(),
        },
    )))
}

/// Letters that only tell of something. Where it was somebody else, the way out is the same: a new password.
fn notice(app: &AppState, kind: Kind, recipient: &str) -> EmailMessage {
    let (subject, paragraph) = match kind {
        Kind::EmailChanged => (
            "Your email address was changed",
            "Your Dramatis account now has a different email address. You can no longer sign in with this one.",
        ),
        Kind::TotpOn => (
            "Two-factor authentication is on",
            "From now on you’ll need your password and a code from your authenticator app to sign in to Dramatis.",
        ),
        Kind::TotpOff => (
            "Two-factor authentication is off",
            "You now sign in to Dramatis with your password only.",
        ),
        Kind::ProviderLinked => (
            "A new sign-in method was added",
            "You can now sign in to your Dramatis account with another service that knows this address.",
        ),
        _ => (
            "Your password was changed",
            "The password of your Dramatis account was changed. You’ve been signed out on all devices.",
        ),
    };
    let reset = format!("{}/signin", app.identities.origin());
    let otherwise = format!(
        "If it wasn’t you, choose a new password at {reset} right away and tell the operator of the site."
    );
    let content = Content {
        subject,
        preview: paragraph,
        paragraphs: &[paragraph, "If this was you, you don’t need to do anything."],
        action: None,
        notes: &[&otherwise],
        site: app.identities.origin(),
    };
    EmailMessage::new(recipient, &content)
}
