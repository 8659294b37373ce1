//! SQL of guest sessions.

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};

use super::GuestId;
use super::rules::{DEVICE_WINDOW_MS, LIFE_MS, NETWORK_WINDOW_MS};

/// A guest session as stored.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct SessionRow {
    pub(super) id: String,
    pub(super) expires_at: i64,
    pub(super) claimed_by: Option<String>,
}

statements! {
    FIND_GUEST = "select id, expires_at, claimed_by from guest_sessions where token_hash = $1";
    INSERT_GUEST = "
        insert into guest_sessions (id, token_hash, network, created_at, expires_at)
        values ($1, $2, $3, $4, $5)";
    COUNT_GUESTS_OF = "select count(*) from guest_sessions where network = $1 and created_at > $2";
    RENEW_GUEST = "update guest_sessions set expires_at = $2 where id = $1 and expires_at < $2";
    FIND_DEVICE = "select last_seen_at from guest_devices where guest_id = $1 and device_hash = $2";
    COUNT_DEVICES = "
        select count(*)
        from guest_devices
        where guest_id = $1 and device_hash <> $2 and last_seen_at > $3";
    UPSERT_DEVICE = "
        insert into guest_devices (guest_id, device_hash, last_seen_at)
        values ($1, $2, $3)
        on conflict (guest_id, device_hash) do update set last_seen_at = excluded.last_seen_at";
    CLAIM_GUEST = "
        update guest_sessions
        set claimed_by = $2, claimed_at = $3
        where id = $1 and claimed_by is null";
    FIND_GUEST_NAME = "select player_name from guest_sessions where id = $1";
    SET_GUEST_NAME = "update guest_sessions set player_name = $2 where id = $1";
    LOCK_GUEST = "update guest_sessions set network = network where id = $1 and claimed_by is null";
    DELETE_DEVICES_BEFORE = "
        delete from guest_devices
        where guest_id in (
            select id
            from guest_sessions
            where expires_at < $1 or claimed_at < $1
        ) or last_seen_at < $1";
    DELETE_GUESTS_BEFORE = "delete from guest_sessions where expires_at < $1 or claimed_at < $1";
}

/// The session whose token has this hash.
pub(super) async fn find(conn: &mut Conn, token_hash: &str) -> sqlx::Result<Option<SessionRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, SessionRow>(FIND_GUEST)
        .bind(token_hash)
        .fetch_optional(x)
        .await)
}

/// How many sessions this network began within [`NETWORK_WINDOW_MS`].
pub(super) async fn count_of_network(conn: &mut Conn, network: &str, now: Timestamp) -> sqlx::Result<i64> {
    let since = now.plus_millis(-NETWORK_WINDOW_MS);
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_GUESTS_OF)
        .bind(network)
        .bind(since.0)
        .fetch_one(x)
        .await)
}

pub(super) async fn insert(
    tx: &mut Tx,
    id: &GuestId,
    token_hash: &str,
    network: &str,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_GUEST)
            .bind(id.as_str())
            .bind(token_hash)
            .bind(network)
            .bind(now.0);
        insert.bind(now.0 + LIFE_MS).execute(x).await.map(drop)
    })
}

/// Restarts the lifetime of a session. Also locks its row for this transaction.
pub(super) async fn renew(tx: &mut Tx, id: &str, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(RENEW_GUEST)
        .bind(id)
        .bind(now.0 + LIFE_MS)
        .execute(x)
        .await
        .map(drop))
}

/// When this device was last recorded with this session.
pub(super) async fn find_device(conn: &mut Conn, id: &str, device_hash: &str) -> sqlx::Result<Option<i64>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(FIND_DEVICE)
        .bind(id)
        .bind(device_hash)
        .fetch_optional(x)
        .await)
}

/// How many other devices used this session within [`DEVICE_WINDOW_MS`].
pub(super) async fn count_other_devices(
    conn: &mut Conn,
    id: &str,
    device_hash: &str,
    now: Timestamp,
) -> sqlx::Result<i64> {
    let since = now.plus_millis(-DEVICE_WINDOW_MS);
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_DEVICES)
        .bind(id)
        .bind(device_hash)
        .bind(since.0)
        .fetch_one(x)
        .await)
}

pub(super) async fn record_device(
    tx: &mut Tx,
    id: &str,
    device_hash: &str,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(UPSERT_DEVICE)
        .bind(id)
        .bind(device_hash)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Assigns a session to a person; false if it was claimed before.
pub(super) async fn claim(tx: &mut Tx, id: &str, user: &UserId, now: Timestamp) -> sqlx::Result<bool> {
    let claimed = query_on!(tx, |x: D| {
        let claim = sqlx::query::<D>(CLAIM_GUEST)
            .bind(id)
            .bind(user.as_str())
            .bind(now.0);
        claim.execute(x).await.map(|done| done.rows_affected())
    })?;
    Ok(claimed == 1)
}

/// The name a guest chose.
pub(super) async fn find_name(conn: &mut Conn, id: &GuestId) -> sqlx::Result<Option<String>> {
    let name = query_on!(conn, |x: D| sqlx::query_scalar::<D, Option<String>>(
        FIND_GUEST_NAME
    )
    .bind(id.as_str())
    .fetch_optional(x)
    .await)?;
    Ok(name.flatten())
}

pub(super) async fn set_name(tx: &mut Tx, id: &GuestId, name: Option<&str>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SET_GUEST_NAME)
        .bind(id.as_str())
        .bind(name)
        .execute(x)
        .await
        .map(drop))
}

/// Locks a session's row for this transaction; false if it was claimed, or no longer exists.
pub(super) async fn lock(tx: &mut Tx, id: &GuestId) -> sqlx::Result<bool> {
    let locked = query_on!(tx, |x: D| sqlx::query::<D>(LOCK_GUEST)
        .bind(id.as_str())
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(locked == 1)
}

/// Deletes sessions that ended before this moment; returns how many.
pub(super) async fn delete_before(tx: &mut Tx, before: Timestamp) -> sqlx::Result<u64> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_DEVICES_BEFORE)
        .bind(before.0)
        .execute(x)
        .await
        .map(drop))?;
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_GUESTS_BEFORE)
        .bind(before.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))
}
