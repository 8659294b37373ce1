//! SQL of `accounts`: which record belongs to which credentials, and the role that goes with it. Slices that
//! make and delete records ask for it here.

use kernel::Timestamp;
use kernel::ids::{IdentityId, UserId};
use platform::db::{Conn, Tx, query_on, statements};

use crate::identity::model::Account;
use crate::identity::rules::EmailAddress;

statements! {
    FIND_RECORD_OF = "select user_id from accounts where identity_id = $1";
    FIND_IDENTITY_OF = "select identity_id from accounts where user_id = $1";
    ATTACH = "
        insert into accounts (user_id, identity_id, role, created_at)
        values ($1, $2, null, $3)
        on conflict do nothing";
    DETACH = "delete from accounts where user_id = $1";
    FIND_ACCOUNT = "
        select i.id as identity_id, a.user_id
        from identities i
        left join accounts a on a.identity_id = i.id
        left join users u on u.id = a.user_id
        where i.id = $1 or a.user_id = $1 or i.email_key = $2 or u.authorname_key = $3";
    FIND_ROLE = "select role from accounts where identity_id = $1";
    APPOINT_ADMIN = "
        update accounts
        set role = 0
        where (role is null or role <> 0) and identity_id in (
            select id
            from identities
            where email_key = $1 and email_verified_at is not null
        )
        returning user_id";
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

/// Links a record to these credentials; false where they have one already.
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

/// Unlinks a record that is about to be deleted from its credentials, and returns them.
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

/// The role of the record of an identity, if it has one.
pub(crate) async fn find_role(conn: &mut Conn, identity: &str) -> sqlx::Result<Option<i64>> {
    Ok(
        query_on!(conn, |x: D| sqlx::query_scalar::<D, Option<i64>>(FIND_ROLE)
            .bind(identity)
            .fetch_optional(x)
            .await)?
        .flatten(),
    )
}

/// Makes the record of the identity with this confirmed address an admin's. Returns the record if its role
/// changed.
pub(crate) async fn appoint_admin(tx: &mut Tx, email_key: &str) -> sqlx::Result<Option<String>> {
    query_on!(tx, |x: D| sqlx::query_scalar::<D, String>(APPOINT_ADMIN)
        .bind(email_key)
        .fetch_optional(x)
        .await)
}

/// The account with this e-mail address, name in links, record id or identity id.
pub(crate) async fn find_account(conn: &mut Conn, called: &str) -> sqlx::Result<Option<Account>> {
    let email = EmailAddress::parse(called).map(|email| email.key);
    let name = called.to_ascii_lowercase();
    query_on!(conn, |x: D| sqlx::query_as::<D, Account>(FIND_ACCOUNT)
        .bind(called)
        .bind(email)
        .bind(name)
        .fetch_optional(x)
        .await)
}
