//! SQL of the blocklist.

use kernel::Timestamp;
use platform::db::{Conn, Tx, query_on, statements};

statements! {
    LIST_BLOCKED = "
        select network
        from blocked_addresses
        where ends_at is null or ends_at > $1
        order by network
        limit $2";
    BLOCK_NETWORK = "
        insert into blocked_addresses (network, reason, created_at, ends_at)
        values ($1, $2, $3, $4)
        on conflict (network) do update set reason = excluded.reason, created_at = excluded.created_at,
            ends_at = excluded.ends_at";
    UNBLOCK_NETWORK = "delete from blocked_addresses where network = $1";
}

/// Most networks that count at once.
const MAX_NETWORKS: i64 = 10_000;

/// A network to block.
#[derive(Debug, Clone, Copy)]
pub struct Block<'a> {
    /// One address or a network, in the notation `192.0.2.0/24`.
    pub network: &'a str,
    /// Why, for operators.
    pub reason: &'a str,
    /// When the block expires; `None`: never.
    pub ends_at: Option<Timestamp>,
}

/// The networks that are blocked now.
///
/// # Errors
/// Database errors.
pub async fn list(conn: &mut Conn, now: Timestamp) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_BLOCKED)
        .bind(now.0)
        .bind(MAX_NETWORKS)
        .fetch_all(x)
        .await)
}

/// Blocks a network from now on; one that is blocked already gets the new reason and end.
///
/// # Errors
/// Database errors.
pub async fn block(tx: &mut Tx, block: Block<'_>, now: Timestamp) -> sqlx::Result<()> {
    let ends_at = block.ends_at.map(|end| end.0);
    query_on!(tx, |x: D| sqlx::query::<D>(BLOCK_NETWORK)
        .bind(block.network)
        .bind(block.reason)
        .bind(now.0)
        .bind(ends_at)
        .execute(x)
        .await
        .map(drop))
}

/// Removes a network from the list; true where it was on it.
///
/// # Errors
/// Database errors.
pub async fn unblock(tx: &mut Tx, network: &str) -> sqlx::Result<bool> {
    let deleted = query_on!(tx, |x: D| sqlx::query::<D>(UNBLOCK_NETWORK)
        .bind(network)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(deleted > 0)
}
