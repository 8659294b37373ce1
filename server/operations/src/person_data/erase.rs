//! Deletes a person's record with all of their data, once the time they requested has come (O-9).
//!
//! Everything that others see of them is deleted, and so are their credentials. The ledger's entries stay
//! under an id that leads to nobody; so does the audit log. Counts that others see are corrected in the same
//! transaction.

use std::collections::BTreeSet;

use accounts::identity;
use accounts::users::{self, rules};
use kernel::ids::UserId;
use kernel::{HOUR_MS, Timestamp};
use platform::db::{self, Isolation, Tx, query_on, statements};
use platform::search::{self, Kind};
use platform::slice::{self, DeletedAccount};
use platform::web::Problem;

use crate::AppState;
use crate::SLICES;

/// Records that one run of the job deletes; the next run deletes more.
const MAX_RECORDS: i64 = 100;

statements! {
    /// Whether anything was erased since the last scrub, and that scrub was not too recent.
    IS_SCRUB_DUE = "
        select count(*)
        from heartbeats e
        where e.name = 'erased' and not exists (
            select 1
            from heartbeats s
            where s.name = 'scrubbed' and (s.at > e.at or s.at > $1)
        )";
}

/// Time between two scrubs, in milliseconds: erased data leaves the files within a day (O-9), and tables
/// cannot be used while they are rewritten.
const SCRUB_PAUSE_MS: i64 = 12 * HOUR_MS;

/// Deletes the records that are due; returns how many. Safe to run at any time, also by several processes at
/// once.
///
/// # Errors
/// The first record that could not be deleted; the next run tries again.
pub async fn purge(app: &AppState) -> Result<u64, Problem> {
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    let due = users::list_due_deletions(&mut conn, now, MAX_RECORDS).await?;
    drop(conn);
    let mut deleted = 0;
    for id in due {
        let user = &id;
        let gone = app
            .db
            .transact(Isolation::Ordinary, |tx| Box::pin(delete(tx, user, now)))
            .await?;
        let Some(portraits) = gone else { continue };
        for key in portraits {
            users::purge_portrait(app, &key).await;
        }
        app.changes.user(id.as_str());
        app.changes.lists();
        deleted += 1;
    }
    if deleted > 0 {
        tracing::info!(deleted, "{deleted} records were deleted at their owners' wish");
    }
    Ok(deleted)
}

/// Removes deleted data from the database's own files, if anything was erased since the last scrub; returns
/// whether it was. Safe to run at any time, also by several processes at once.
///
/// # Errors
/// Database errors; the next run tries again.
pub async fn scrub(app: &AppState) -> sqlx::Result<bool> {
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    let due = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(IS_SCRUB_DUE)
        .bind(now.0 - SCRUB_PAUSE_MS)
        .fetch_one(x)
        .await)?;
    drop(conn);
    if due == 0 {
        return Ok(false);
    }
    // The index only marks entries as deleted until its parts are merged.
    for kind in [Kind::Scenario, Kind::Card] {
        let mut tx = app.db.begin().await?;
        search::optimize(&mut tx, kind).await?;
        search::purge_terms(&mut tx, kind).await?;
        tx.commit().await?;
    }
    let scrubbed = app.db.scrub().await?;
    if scrubbed.too_large > 0 {
        tracing::warn!(
            tables = scrubbed.too_large,
            "tables too large to be written anew keep bytes of deleted rows (docs/operations.md, Who leaves)"
        );
    }
    if !scrubbed.is_complete {
        // It stays due, so that the next round does it again.
        tracing::warn!("long transactions kept deleted rows readable in the database's files");
        return Ok(true);
    }
    let mut tx = app.db.begin().await?;
    db::record_heartbeat(&mut tx, "scrubbed", now).await?;
    tx.commit().await?;
    Ok(true)
}

/// Deletes one record, unless its owner has cancelled; returns the keys of the portraits to delete, including
/// those of their personas.
async fn delete(tx: &mut Tx, user: &UserId, now: Timestamp) -> sqlx::Result<Option<BTreeSet<String>>> {
    let Some(portraits) = users::lock_due_deletion(tx, user, now).await? else {
        return Ok(None);
    };
    let identity = identity::detach(tx, user).await?;
    if let Some(identity) = &identity
        && let Some(address) = identity::find_address(tx, identity).await?
    {
        users::insert_former(tx, &rules::address_hash(&address), now).await?;
    }
    let account = DeletedAccount {
        user: user.clone(),
        identity,
    };
    slice::erase(&SLICES, tx, &account).await?;
    db::record_erasure(tx, now).await?;
    Ok(Some(portraits))
}
