//! Forgetting an identity: its credentials, sessions, links and letters.

use kernel::ids::IdentityId;

use crate::db::{Tx, query_on};

/// What is done, in this order, with `$1` for the identity's id: those that refer to others first.
pub(crate) const ERASE: &[&str] = &[
    "
        delete from mails
        where recipient in (select email from identities where id = $1) or subject = $1",
    "
        delete from identity_sign_ups
        where email_key in (select email_key from identities where id = $1)",
    "
        delete from identity_mail_tokens
        where identity_id = $1 or email_key in (select email_key from identities where id = $1)",
    "
        delete from identity_refresh_tokens
        where session_id in (select id from identity_sessions where identity_id = $1)",
    "delete from identity_sessions where identity_id = $1",
    "delete from identity_recovery_codes where identity_id = $1",
    "delete from identity_oidc_states where identity_id = $1",
    "delete from identity_links where identity_id = $1",
    "delete from identities where id = $1",
];

/// Deletes everything that identity knows of somebody whose record is gone.
///
/// # Errors
/// What the engine reports, also where a record still belongs to the identity.
pub(crate) async fn erase(tx: &mut Tx, identity: &IdentityId) -> sqlx::Result<()> {
    for text in ERASE {
        query_on!(tx, |x: D| sqlx::query::<D>(*text)
            .bind(identity.as_str())
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}
