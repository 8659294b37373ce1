//! SQL of `identities`: people's credentials.

use kernel::Timestamp;
use kernel::ids::IdentityId;
use platform::db::{Conn, Tx, query_on, statements};

use crate::identity::rules::EmailAddress;

statements! {
    FIND_IDENTITY = "
        select id, email, email_key, email_verified_at, password_hash, totp_secret, totp_since, suspended_at
        from identities
        where id = $1";
    FIND_IDENTITY_BY_EMAIL = "
        select id, email, email_key, email_verified_at, password_hash, totp_secret, totp_since, suspended_at
        from identities
        where email_key = $1";
    FIND_ADDRESS_OF = "select email_key from identities where id = $1";
    INSERT_IDENTITY = "
        insert into identities (id, email, email_key, email_verified_at, password_hash, created_at)
        values ($1, $2, $3, $4, $5, $4)
        on conflict (email_key) do nothing";
    SET_PASSWORD = "update identities set password_hash = $2 where id = $1";
    SET_EMAIL = "update identities set email = $2, email_key = $3, email_verified_at = $4 where id = $1";
    SUSPEND = "
        update identities
        set suspended_at = $2, suspended_reason = $3
        where id = $1 and suspended_at is null";
    REINSTATE = "
        update identities
        set suspended_at = null, suspended_reason = null
        where id = $1 and suspended_at is not null";
    /// Addresses whose key earlier releases may have made differently: those beyond ASCII.
    LIST_FOLDED = "select id, email, email_key from identities where octet_length(email) > length(email)";
    SET_EMAIL_KEY = "
        update identities
        set email_key = $2
        where id = $1 and not exists (select 1 from identities where email_key = $2)";
}

/// An identity.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(crate) struct IdentityRow {
    pub(crate) id: String,
    pub(crate) email: String,
    pub(crate) email_key: String,
    pub(crate) email_verified_at: Option<i64>,
    pub(crate) password_hash: Option<String>,
    pub(crate) totp_secret: Option<String>,
    pub(crate) totp_since: Option<i64>,
    pub(crate) suspended_at: Option<i64>,
}

impl IdentityRow {
    pub(crate) fn email(&self) -> EmailAddress {
        EmailAddress {
            address: self.email.clone(),
            key: self.email_key.clone(),
        }
    }

    pub(crate) fn identity_id(&self) -> IdentityId {
        IdentityId::trusted(self.id.clone())
    }
}

/// The identity with this id.
pub(crate) async fn find(conn: &mut Conn, id: &str) -> sqlx::Result<Option<IdentityRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, IdentityRow>(FIND_IDENTITY)
        .bind(id)
        .fetch_optional(x)
        .await)
}

/// The identity with this address.
pub(crate) async fn find_by_email(conn: &mut Conn, email_key: &str) -> sqlx::Result<Option<IdentityRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, IdentityRow>(
        FIND_IDENTITY_BY_EMAIL
    )
    .bind(email_key)
    .fetch_optional(x)
    .await)
}

/// Adds an identity with a confirmed address; false where the address has one already.
pub(crate) async fn insert(
    tx: &mut Tx,
    id: &str,
    email: &EmailAddress,
    password_hash: Option<&str>,
    now: Timestamp,
) -> sqlx::Result<bool> {
    let added = query_on!(tx, |x: D| sqlx::query::<D>(INSERT_IDENTITY)
        .bind(id)
        .bind(&email.address)
        .bind(&email.key)
        .bind(now.0)
        .bind(password_hash)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(added == 1)
}

/// Rewrites the keys of addresses that differ from what [`EmailAddress::parse`] makes of them: earlier releases
/// folded more than the mail system does. Returns how many were rewritten, and how many were not because
/// another identity has the key.
pub(crate) async fn rekey(tx: &mut Tx) -> sqlx::Result<(usize, usize)> {
    let rows: Vec<(String, String, String)> = query_on!(tx, |x: D| sqlx::query_as::<
        D,
        (String, String, String),
    >(LIST_FOLDED)
    .fetch_all(x)
    .await)?;
    let (mut written, mut taken) = (0, 0);
    for (id, address, key) in rows {
        let Some(email) = EmailAddress::parse(&address).filter(|email| email.key != key) else {
            continue;
        };
        let done = query_on!(tx, |x: D| sqlx::query::<D>(SET_EMAIL_KEY)
            .bind(&id)
            .bind(&email.key)
            .execute(x)
            .await
            .map(|done| done.rows_affected()))?;
        if done == 1 { written += 1 } else { taken += 1 }
    }
    Ok((written, taken))
}

/// Sets the password of an identity.
pub(crate) async fn set_password(tx: &mut Tx, id: &str, hash: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_PASSWORD)
        .bind(id)
        .bind(hash)
        .execute(x)
        .await
        .map(drop))
}

/// Sets another, confirmed address of an identity.
///
/// # Errors
/// A unique violation where another identity has it.
pub(crate) async fn set_email(
    tx: &mut Tx,
    id: &str,
    email: &EmailAddress,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_EMAIL)
        .bind(id)
        .bind(&email.address)
        .bind(&email.key)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Suspends an identity; false where it is suspended already.
pub(crate) async fn suspend(tx: &mut Tx, id: &str, reason: &str, now: Timestamp) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(SUSPEND)
        .bind(id)
        .bind(now.0)
        .bind(reason)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// Ends the suspension of an identity; false where it is not suspended.
pub(crate) async fn reinstate(tx: &mut Tx, id: &str) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| sqlx::query::<D>(REINSTATE)
        .bind(id)
        .execute(x)
        .await
        .map(|done| done.rows_affected() == 1))
}

/// The lookup key of the address of these credentials.
///
/// # Errors
/// Database errors.
pub async fn find_address(conn: &mut Conn, identity: &IdentityId) -> sqlx::Result<Option<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_ADDRESS_OF)
        .bind(identity.as_str())
        .fetch_optional(x)
        .await)
}
