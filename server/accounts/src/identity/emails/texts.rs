//! The texts of the e-mails.

use platform::mail::{Content, EmailMessage};

use super::kind::EmailKind;

/// To confirm the address of a sign-up.
pub(super) fn confirm_address(recipient: &str, link: &str, site: &str) -> EmailMessage {
    EmailMessage::new(
        recipient,
        &Content {
            subject: "Confirm your email address",
            preview: "One last step to your account.",
            paragraphs: &[
                "Welcome to Dramatis!",
                "Please confirm that this address is yours. Then you can sign in and start your first story.",
            ],
            action: Some(("Confirm my address", link)),
            notes: &[
                "The link expires in 24 hours. Open it in the browser you signed up with; in any other you’ll be asked for your password.",
                "If you didn’t sign up, ignore this email: no account will be created.",
            ],
            site,
        },
    )
}

/// For a sign-up with an address that has an account: the browser gets the same answer as for any other, and only
/// the owner of the mailbox learns more.
pub(super) fn known_address(recipient: &str, site: &str) -> EmailMessage {
    let sign_in = format!("{site}/signin");
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
            site,
        },
    )
}

/// To choose a new password.
pub(super) fn reset_password(recipient: &str, link: &str, site: &str) -> EmailMessage {
    EmailMessage::new(
        recipient,
        &Content {
            subject: "Choose a new password",
            preview: "The link expires in 30 minutes.",
            paragraphs: &["Someone, probably you, asked to reset the password of your Dramatis account."],
            action: Some(("Choose a new password", link)),
            notes: &[
                "The link works once and expires in 30 minutes. A newer one replaces it.",
                "If this wasn’t you, ignore this email: your password won’t change.",
            ],
            site,
        },
    )
}

/// To confirm the address that an account is to move to.
pub(super) fn confirm_new_address(recipient: &str, link: &str, site: &str) -> EmailMessage {
    EmailMessage::new(
        recipient,
        &Content {
            subject: "Confirm your new email address",
            preview: "You’ll sign in with it from then on.",
            paragraphs: &[
                "Please confirm that this address is yours. From then on you’ll sign in with it and get our emails here.",
            ],
            action: Some(("Confirm new address", link)),
            notes: &[
                "The link expires in 24 hours. You’ll be signed out everywhere and can sign in again right away.",
                "If you didn’t ask for this, ignore this email: nothing will change.",
            ],
            site,
        },
    )
}

/// A notice of a change. Where somebody else made the change, the way out is the same: a new password.
pub(super) fn notice(kind: EmailKind, recipient: &str, site: &str) -> EmailMessage {
    let (subject, paragraph) = match kind {
        EmailKind::EmailChanged => (
            "Your email address was changed",
            "Your Dramatis account now has a different email address. You can no longer sign in with this one.",
        ),
        EmailKind::TotpOn => (
            "Two-factor authentication is on",
            "From now on you’ll need your password and a code from your authenticator app to sign in to Dramatis.",
        ),
        EmailKind::TotpOff => (
            "Two-factor authentication is off",
            "You now sign in to Dramatis with your password only.",
        ),
        EmailKind::ProviderLinked => (
            "A new sign-in method was added",
            "You can now sign in to your Dramatis account with another service that knows this address.",
        ),
        EmailKind::DeletionAsked => (
            "Your account will be deleted",
            "You asked us to delete your Dramatis account. It will be gone in 14 days, with everything in it. Until then you can sign in and choose “Keep my account” on your profile.",
        ),
        _ => (
            "Your password was changed",
            "The password of your Dramatis account was changed. You’ve been signed out on all devices.",
        ),
    };
    let reset = format!("{site}/signin");
    let otherwise = format!(
        "If it wasn’t you, choose a new password at {reset} right away and tell the operator of the site."
    );
    let content = Content {
        subject,
        preview: paragraph,
        paragraphs: &[paragraph, "If this was you, you don’t need to do anything."],
        action: None,
        notes: &[&otherwise],
        site,
    };
    EmailMessage::new(recipient, &content)
}
