//! Invariant 8: holds end, and agree with their transactions.

use kernel::{HOUR_MS, Timestamp};
use platform::db::Conn;

use super::findings::{Findings, LIMIT};
use super::store;
use crate::ledger::model::Account;
use crate::ledger::wallet::account_balance;

/// A hold that expired longer ago than this should have been released by the job, in milliseconds.
const HOLD_GRACE_MILLIS: i64 = HOUR_MS;

/// Checks all holds; the number of open ones.
pub(super) async fn check(findings: &mut Findings, conn: &mut Conn, now: Timestamp) -> sqlx::Result<i64> {
    let (open, expected) = store::count_holds(conn).await?;
    let held = account_balance(conn, &Account::Holds).await?.0;
    findings.expect(8, held == expected, || {
        format!("account holds has {held}, the open holds come to {expected}")
    });
    let overdue = now.plus_millis(-HOLD_GRACE_MILLIS);
    for id in store::list_overdue(conn, overdue, LIMIT).await? {
        findings.add(8, format!("hold {id} should have been given back"));
    }
    for id in store::list_odd_holds(conn, LIMIT).await? {
        findings.add(8, format!("hold {id} does not agree with its transactions"));
    }
    for seq in store::list_lost_holds(conn, LIMIT).await? {
        findings.add(
            8,
            format!("transaction {seq} set something aside for which there is no hold"),
        );
    }
    Ok(open)
}
