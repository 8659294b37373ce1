//! Erasing an identity: its credentials, sessions, links and e-mails.

use futures::future::BoxFuture;
use platform::db::{Tx, query_on, statements};
use platform::mail;
use platform::slice::{DeletedAccount, Step};

statements! {
    FIND_EMAIL_OF = "select email from identities where id = $1";
    DELETE_SIGN_UPS = "
        delete from identity_sign_ups
        where email_key in (select email_key from identities where id = $1)";
    DELETE_MAIL_TOKENS = "
        delete from identity_mail_tokens
        where identity_id = $1 or email_key in (select email_key from identities where id = $1)";
    DELETE_REFRESH_TOKENS = "
        delete from identity_refresh_tokens
        where session_id in (select id from identity_sessions where identity_id = $1)";
    DELETE_SESSIONS = "delete from identity_sessions where identity_id = $1";
    DELETE_RECOVERY_CODES = "delete from identity_recovery_codes where identity_id = $1";
    DELETE_OIDC_STATES = "delete from identity_oidc_states where identity_id = $1";
    DELETE_LINKS = "delete from identity_links where identity_id = $1";
    DELETE_IDENTITY = "delete from identities where id = $1";
}

/// The steps, in this order: rows that refer to others first.
pub(super) const STEPS: &[Step] = &[
    Step::Run(purge_emails),
    Step::Identity(DELETE_SIGN_UPS),
    Step::Identity(DELETE_MAIL_TOKENS),
    Step::Identity(DELETE_REFRESH_TOKENS),
    Step::Identity(DELETE_SESSIONS),
    Step::Identity(DELETE_RECOVERY_CODES),
    Step::Identity(DELETE_OIDC_STATES),
    Step::Identity(DELETE_LINKS),
    Step::Identity(DELETE_IDENTITY),
];

fn purge_emails<'a>(tx: &'a mut Tx, account: &'a DeletedAccount) -> BoxFuture<'a, sqlx::Result<()>> {
    Box::pin(async move {
        let Some(identity) = &account.identity else {
            return Ok(());
        };
        let address = query_on!(tx, |x: D| sqlx::query_scalar::<D, String>(FIND_EMAIL_OF)
            .bind(identity.as_str())
            .fetch_optional(x)
            .await)?;
        mail::purge(tx, address.as_deref().unwrap_or_default(), identity.as_str()).await
    })
}
