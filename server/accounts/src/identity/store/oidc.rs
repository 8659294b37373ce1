//! SQL of signing in through other providers: `identity_oidc_states` and `identity_links`.

use kernel::Timestamp;
use platform::db::{Conn, Tx, query_on, statements};

use super::identities::IdentityRow;

statements! {
    INSERT_STATE = "
        insert into identity_oidc_states (state_hash, browser_hash, provider, return_to, identity_id,
            expires_at)
        values ($1, $2, $3, $4, $5, $6)";
    CONSUME_STATE = "
        delete from identity_oidc_states
        where state_hash = $1 and browser_hash = $2 and expires_at > $3 and identity_id is null
        returning provider, return_to, identity_id";
    FIND_NAMED_STATE = "
        select provider, return_to, identity_id
        from identity_oidc_states
        where state_hash = $1 and browser_hash = $2 and expires_at > $3 and identity_id is not null";
    CONSUME_NAMED_STATE = "
        delete from identity_oidc_states
        where state_hash = $1 and browser_hash = $2 and expires_at > $3 and identity_id is not null";
    FIND_LINKED = "
        select i.id, i.email, i.email_key, i.email_verified_at, i.password_hash, i.totp_secret, i.totp_since,
            i.suspended_at
        from identity_links l
        join identities i on i.id = l.identity_id
        where l.issuer = $1 and l.subject = $2";
    INSERT_LINK = "
        insert into identity_links (issuer, subject, identity_id, provider, created_at)
        values ($1, $2, $3, $4, $5)
        on conflict (issuer, subject) do nothing";
    LIST_LINKS = "select distinct provider from identity_links where identity_id = $1 order by provider";
}

/// A sign-in that was begun at another provider.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(crate) struct StateRow {
    pub(crate) provider: String,
    pub(crate) return_to: Option<String>,
    /// The identity that the provider has named, where only a code of its authenticator is missing.
    pub(crate) identity_id: Option<String>,
}

/// Stores a sign-in that was begun, or one whose provider has named an identity.
pub(crate) async fn insert_state(
    tx: &mut Tx,
    state_hash: &str,
    browser_hash: &str,
    row: &StateRow,
    expires_at: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_STATE)
        .bind(state_hash)
        .bind(browser_hash)
        .bind(&row.provider)
        .bind(&row.return_to)
        .bind(&row.identity_id)
        .bind(expires_at.0)
        .execute(x)
        .await
        .map(drop))
}

/// Uses up a sign-in that was begun in this browser.
pub(crate) async fn consume_state(
    tx: &mut Tx,
    state_hash: &str,
    browser_hash: &str,
    now: Timestamp,
) -> sqlx::Result<Option<StateRow>> {
    query_on!(tx, |x: D| sqlx::query_as::<D, StateRow>(CONSUME_STATE)
        .bind(state_hash)
        .bind(browser_hash)
        .bind(now.0)
        .fetch_optional(x)
        .await)
}

/// A sign-in of this browser that lacks only a code.
pub(crate) async fn find_named_state(
    conn: &mut Conn,
    state_hash: &str,
    browser_hash: &str,
    now: Timestamp,
) -> sqlx::Result<Option<StateRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, StateRow>(FIND_NAMED_STATE)
        .bind(state_hash)
        .bind(browser_hash)
        .bind(now.0)
        .fetch_optional(x)
        .await)
}

/// Uses up a sign-in of this browser that lacks only a code; false where it has expired or was used.
pub(crate) async fn consume_named_state(
    tx: &mut Tx,
    state_hash: &str,
    browser_hash: &str,
    now: Timestamp,
) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| {
        let consume = sqlx::query::<D>(CONSUME_NAMED_STATE)
            .bind(state_hash)
            .bind(browser_hash)
            .bind(now.0);
        consume.execute(x).await.map(|done| done.rows_affected() == 1)
    })
}

/// The identity that is linked to a subject of a provider.
pub(crate) async fn find_linked(
    conn: &mut Conn,
    issuer: &str,
    subject: &str,
) -> sqlx::Result<Option<IdentityRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, IdentityRow>(FIND_LINKED)
        .bind(issuer)
        .bind(subject)
        .fetch_optional(x)
        .await)
}

/// Links an identity to a subject of a provider; false where the subject is linked already.
pub(crate) async fn insert_link(
    tx: &mut Tx,
    issuer: &str,
    subject: &str,
    identity: &str,
    provider: &str,
    now: Timestamp,
) -> sqlx::Result<bool> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_LINK)
            .bind(issuer)
            .bind(subject)
            .bind(identity)
            .bind(provider)
            .bind(now.0);
        insert.execute(x).await.map(|done| done.rows_affected() == 1)
    })
}

/// The ids of the providers by which an identity may sign in.
pub(crate) async fn list_links(conn: &mut Conn, identity: &str) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_LINKS)
        .bind(identity)
        .fetch_all(x)
        .await)
}
