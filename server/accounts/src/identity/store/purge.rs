//! SQL that deletes what has ended: sign-ups, links, sign-ins, attempts and sessions.

use kernel::Timestamp;
use platform::db::{Tx, query_on, statements};

statements! {
    DELETE_OLD_SIGN_UPS = "delete from identity_sign_ups where expires_at < $1";
    DELETE_OLD_MAIL_TOKENS = "delete from identity_mail_tokens where expires_at < $1";
    DELETE_OLD_STATES = "delete from identity_oidc_states where expires_at < $1";
    DELETE_OLD_ATTEMPTS = "delete from identity_budgets where last_at < $1";
    DELETE_OLD_REFRESH = "
        delete from identity_refresh_tokens
        where session_id in (select id from identity_sessions where ended_at < $1 or expires_at < $1)";
    DELETE_OLD_SESSIONS = "delete from identity_sessions where ended_at < $1 or expires_at < $1";
}

/// Deletes what ended before this time.
pub(crate) async fn delete_ended(tx: &mut Tx, before: Timestamp) -> sqlx::Result<()> {
    for sql in [
        DELETE_OLD_SIGN_UPS,
        DELETE_OLD_MAIL_TOKENS,
        DELETE_OLD_STATES,
        DELETE_OLD_ATTEMPTS,
        DELETE_OLD_REFRESH,
        DELETE_OLD_SESSIONS,
    ] {
        query_on!(tx, |x: D| sqlx::query::<D>(sql)
            .bind(before.0)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}
