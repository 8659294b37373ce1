//! SQL of status.

use kernel::Timestamp;

use crate::db::{Tx, on};

pub(crate) const BEAT: &str = "insert into heartbeats (name, at) values ('readiness', $1) on conflict (name) do update set at = excluded.at";

/// Writes one row, for whoever commits it to find out whether the database takes writes.
///
/// # Errors
/// What the engine reports.
pub async fn beat(tx: &mut Tx, now: Timestamp) -> sqlx::Result<()> {
    on!(tx, |x: D| sqlx::query::<D>(BEAT).bind(now.0).execute(x).await.map(drop))
}
