//! Which record of a person belongs to which credentials. The row between the two is identity's; those who make
//! and delete records ask for it here.

use kernel::Timestamp;
use kernel::ids::{IdentityId, UserId};
use platform::db::{Conn, Tx, query_on, statements};

use super::SessionId;

statements! {
    FIND_RECORD_OF = "select user_id from accounts where identity_id = $1";
    FIND_IDENTITY_OF = "select identity_id from accounts where user_id = $1";
    ATTACH = "
        insert into accounts (user_id, identity_id, role, created_at)
        values ($1, $2, null, $3)
        on conflict do nothing";
    DETACH = "delete from accounts where user_id = $1";
    FIND_ADDRESS_OF = "select email_key from identities where id = $1";
    FIND_SIGN_IN = "
        select s.created_at, case when i.password_hash is null then false else true end as has_password
        from identity_sessions s
        join identities i on i.id = s.identity_id
        where s.id = $1";
}

/// The record that belongs to these credentials.
///
/// # Errors
/// Database errors.
pub async fn find_record_of(conn: &mut Conn, identity: &IdentityId) -> sqlx::Result<Option<UserId>> {
    let id = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_RECORD_OF)
        .bind(identity.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(id.map(UserId::trusted))
}

/// Gives a record to these credentials; false where they have one already.
///
/// # Errors
/// Database errors.
pub async fn attach(tx: &mut Tx, user: &UserId, identity: &IdentityId, now: Timestamp) -> sqlx::Result<bool> {
    let attached = query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(ATTACH)
            .bind(user.as_str())
            .bind(identity.as_str())
            .bind(now.0);
        insert.execute(x).await.map(|done| done.rows_affected())
    })?;
    Ok(attached == 1)
}

/// Takes a record that is about to be deleted from its credentials; whose they are.
///
/// # Errors
/// Database errors.
pub async fn detach(tx: &mut Tx, user: &UserId) -> sqlx::Result<Option<IdentityId>> {
    let identity = query_on!(tx, |x: D| sqlx::query_scalar::<D, String>(FIND_IDENTITY_OF)
        .bind(user.as_str())
        .fetch_optional(x)
        .await)?;
    query_on!(tx, |x: D| sqlx::query::<D>(DETACH)
        .bind(user.as_str())
        .execute(x)
        .await
        .map(drop))?;
    Ok(identity.map(IdentityId::trusted))
}

/// The folded address of these credentials.
///
/// # Errors
/// Database errors.
pub async fn find_address(conn: &mut Conn, identity: &IdentityId) -> sqlx::Result<Option<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_ADDRESS_OF)
        .bind(identity.as_str())
        .fetch_optional(x)
        .await)
}

/// When the caller's session began, and whether they have a password.
///
/// # Errors
/// Database errors.
pub async fn find_sign_in(conn: &mut Conn, session: &SessionId) -> sqlx::Result<Option<(i64, bool)>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, (i64, bool)>(FIND_SIGN_IN)
        .bind(session.as_str())
        .fetch_optional(x)
        .await)
}
