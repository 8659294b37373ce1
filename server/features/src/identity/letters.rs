//! The letters of identity: who gets which, and the links in them. A link is made when its letter is written, and only the
//! digest of what it holds is stored.

use futures::FutureExt;
use futures::future::BoxFuture;
use kernel::Timestamp;

use super::rules::{Email, RESET_MILLIS, VERIFY_MILLIS};
use super::secrets::secret_hash;
use super::store::{self, MailTokenRow};
use crate::db::Tx;
use crate::mail::{self, Content, Letter, Order};
use crate::web::AppState;

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

/// Orders a letter.
pub(super) async fn order(app: &AppState, tx: &mut Tx, kind: Kind, recipient: &str, identity: Option<&str>) -> sqlx::Result<()> {
    let now = app.clock.now();
    mail::queue(tx, &app.random.id(now), recipient, kind.as_str(), identity, now).await
}

/// Writes the letter of an order. For [`mail::work`].
pub fn compose<'a>(app: &'a AppState, order: &'a Order) -> BoxFuture<'a, sqlx::Result<Option<Letter>>> {
    write(app, order).boxed()
}

async fn write(app: &AppState, order: &Order) -> sqlx::Result<Option<Letter>> {
    let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.as_str() == order.kind) else {
        tracing::error!(kind = order.kind, "nobody knows how to write this letter");
        return Ok(None);
    };
    let Some(email) = Email::parse(&order.recipient) else { return Ok(None) };
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
        store::delete_mail_tokens_of_email(&mut tx, &row.email_key, kind.as_str()).await?;
    }
    if let (Kind::ChangeEmail, Some(identity)) = (kind, &row.identity_id) {
        store::delete_mail_tokens_of_identity(&mut tx, identity, kind.as_str()).await?;
    }
    store::insert_mail_token(&mut tx, &secret_hash(&token), &row, now, now.plus_millis(lifetime)).await?;
    tx.commit().await?;
    Ok(format!("{}/__/auth/handler?mode={}&oobCode={token}", app.identities.origin(), kind.as_str()))
}

fn token_row(kind: Kind, email: &Email, identity: Option<String>) -> MailTokenRow {
    MailTokenRow { purpose: kind.as_str().to_owned(), email: email.address.clone(), email_key: email.key.clone(), identity_id: identity }
}

/// Longest wait of an order before a link is of no use to whoever asked for it, in milliseconds.
fn is_stale(app: &AppState, order: &Order, lifetime: i64) -> bool {
    app.clock.now() > Timestamp(order.created_at).plus_millis(lifetime)
}

async fn verify_email(app: &AppState, order: &Order, email: &Email) -> sqlx::Result<Option<Letter>> {
    let mut conn = app.db.read().await?;
    if store::find_identity_by_email(&mut conn, &email.key).await?.is_some() {
        return Ok(Some(known_address(app, &order.recipient)));
    }
    let waits = !store::list_sign_ups(&mut conn, &email.key, app.clock.now(), 1).await?.is_empty();
    drop(conn);
    if !waits || is_stale(app, order, VERIFY_MILLIS) {
        return Ok(None);
    }
    let link = link(app, Kind::VerifyEmail, token_row(Kind::VerifyEmail, email, None), VERIFY_MILLIS).await?;
    Ok(Some(Letter::new(
        &order.recipient,
        &Content {
            subject: "Confirm your e-mail address",
            preview: "One step, and the stage is yours.",
            paragraphs: &["Welcome to Dramatis!", "Please confirm that this address is yours. After that you can sign in and begin your first story."],
            action: Some(("Confirm my address", &link)),
            notes: &[
                "The link is good for one day. Open it in the browser in which you signed up; in any other you will be asked for your password.",
                "If you did not sign up, ignore this letter: without you no account comes into being.",
            ],
            site: app.identities.origin(),
        },
    )))
}

/// For whoever signs up with an address that has an account: the answer in the browser is the same as ever, and only the
/// owner of the mailbox learns more.
fn known_address(app: &AppState, recipient: &str) -> Letter {
    let sign_in = format!("{}/signin", app.identities.origin());
    Letter::new(
        recipient,
        &Content {
            subject: "You have an account already",
            preview: "Somebody, probably you, tried to sign up again.",
            paragraphs: &[
                "Somebody, probably you, tried to sign up with this address. It has an account already, so nothing was changed.",
                "Sign in as usual. If the password slipped your mind, you can choose a new one there.",
            ],
            action: Some(("Sign in", &sign_in)),
            notes: &["If it was not you, there is nothing you need to do."],
            site: app.identities.origin(),
        },
    )
}

async fn reset_password(app: &AppState, order: &Order, email: &Email) -> sqlx::Result<Option<Letter>> {
    let identity = store::find_identity_by_email(&mut app.db.read().await?, &email.key).await?;
    let Some(identity) = identity.filter(|_| !is_stale(app, order, RESET_MILLIS)) else { return Ok(None) };
    let link = link(app, Kind::ResetPassword, token_row(Kind::ResetPassword, email, Some(identity.id)), RESET_MILLIS).await?;
    Ok(Some(Letter::new(
        &order.recipient,
        &Content {
            subject: "Choose a new password",
            preview: "The link is good for 30 minutes.",
            paragraphs: &["Somebody, probably you, asked for a new password for your account at Dramatis."],
            action: Some(("Choose a new password", &link)),
            notes: &[
                "The link is good for 30 minutes, and once. A newer letter like this one makes it useless.",
                "If it was not you, ignore this letter: your password stays as it is.",
            ],
            site: app.identities.origin(),
        },
    )))
}

async fn change_email(app: &AppState, order: &Order, email: &Email) -> sqlx::Result<Option<Letter>> {
    let Some(identity) = order.subject.clone().filter(|_| !is_stale(app, order, VERIFY_MILLIS)) else { return Ok(None) };
    if store::find_identity_by_email(&mut app.db.read().await?, &email.key).await?.is_some() {
        return Ok(Some(known_address(app, &order.recipient)));
    }
    let link = link(app, Kind::ChangeEmail, token_row(Kind::ChangeEmail, email, Some(identity)), VERIFY_MILLIS).await?;
    Ok(Some(Letter::new(
        &order.recipient,
        &Content {
            subject: "Confirm your new e-mail address",
            preview: "From then on you sign in with it.",
            paragraphs: &["Please confirm that this address is yours. From then on you sign in with it, and letters come here."],
            action: Some(("Confirm the new address", &link)),
            notes: &[
                "The link is good for one day. You will be signed out everywhere and can sign in again at once.",
                "If you did not ask for this, ignore this letter: nothing is changed.",
            ],
            site: app.identities.origin(),
        },
    )))
}

/// Letters that only tell of something. Where it was somebody else, the way out is the same: a new password.
fn notice(app: &AppState, kind: Kind, recipient: &str) -> Letter {
    let (subject, paragraph) = match kind {
        Kind::EmailChanged => ("Your e-mail address was changed", "Your account at Dramatis has another e-mail address now. This one opens it no longer."),
        Kind::TotpOn => ("Your authenticator is set up", "From now on, signing in to Dramatis with your password also asks for a code of your authenticator."),
        Kind::TotpOff => ("Your authenticator was removed", "Signing in to Dramatis asks for your password alone again."),
        Kind::ProviderLinked => {
            ("There is a new way to sign in", "Your account at Dramatis can now be opened through another provider that knows this address.")
        }
        _ => ("Your password was changed", "The password of your account at Dramatis was changed. All devices were signed out."),
    };
    let reset = format!("{}/signin", app.identities.origin());
    let otherwise = format!("If it was not you: choose a new password at {reset} at once, and write to us.");
    let content = Content {
        subject,
        preview: paragraph,
        paragraphs: &[paragraph, "If that was you, all is well."],
        action: None,
        notes: &[&otherwise],
        site: app.identities.origin(),
    };
    Letter::new(recipient, &content)
}
