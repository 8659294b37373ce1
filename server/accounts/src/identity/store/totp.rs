//! SQL of authenticators: the secret of an identity, the codes it has used, its recovery codes.

use kernel::Timestamp;
use platform::db::{Tx, query_on, statements};

statements! {
    SET_TOTP_SECRET = "
        update identities
        set totp_secret = $2, totp_since = null, totp_step = null
        where id = $1 and totp_since is null";
    CONFIRM_TOTP = "
        update identities
        set totp_since = $2
        where id = $1 and totp_since is null and totp_secret is not null";
    REMOVE_TOTP =
        "update identities set totp_secret = null, totp_since = null, totp_step = null where id = $1";
    CONSUME_TOTP_STEP =
        "update identities set totp_step = $2 where id = $1 and (totp_step is null or totp_step < $2)";
    INSERT_RECOVERY_CODE = "insert into identity_recovery_codes (identity_id, code_hash) values ($1, $2)";
    CONSUME_RECOVERY_CODE = "
        update identity_recovery_codes
        set used_at = $3
        where identity_id = $1 and code_hash = $2 and used_at is null";
    DELETE_RECOVERY_CODES = "delete from identity_recovery_codes where identity_id = $1";
}

/// Stores the sealed secret of an authenticator that is being set up; false where one is in use.
pub(crate) async fn set_secret(tx: &mut Tx, id: &str, sealed: &str) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_TOTP_SECRET)
        .bind(id)
        .bind(sealed)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// Turns the authenticator on; false where it is on already or was not set up.
pub(crate) async fn confirm(tx: &mut Tx, id: &str, now: Timestamp) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(CONFIRM_TOTP)
        .bind(id)
        .bind(now.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// Turns the authenticator off and deletes its recovery codes.
pub(crate) async fn remove(tx: &mut Tx, id: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(REMOVE_TOTP)
        .bind(id)
        .execute(x)
        .await
        .map(drop))?;
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_RECOVERY_CODES)
        .bind(id)
        .execute(x)
        .await
        .map(drop))
}

/// Uses up the codes of this time step and all before it; false where this one was used up before.
pub(crate) async fn consume_step(tx: &mut Tx, id: &str, step: i64) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(CONSUME_TOTP_STEP)
        .bind(id)
        .bind(step)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// Replaces the recovery codes of an identity.
pub(crate) async fn set_recovery_codes(tx: &mut Tx, id: &str, hashes: &[String]) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_RECOVERY_CODES)
        .bind(id)
        .execute(x)
        .await
        .map(drop))?;
    for hash in hashes {
        query_on!(tx, |x: D| sqlx::query::<D>(INSERT_RECOVERY_CODE)
            .bind(id)
            .bind(hash)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}

/// Consumes a recovery code; false if there is no unused one with this hash.
pub(crate) async fn consume_recovery_code(
    tx: &mut Tx,
    id: &str,
    hash: &str,
    now: Timestamp,
) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(CONSUME_RECOVERY_CODE)
        .bind(id)
        .bind(hash)
        .bind(now.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}
