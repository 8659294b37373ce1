//! Invariants 2 and 10, and half of 1: sums and shapes that the database can count by itself.

use platform::db::Conn;

use super::findings::{Findings, LIMIT};
use super::store;
use crate::ledger::model::MAX_AMOUNT;

/// Checks the sums and shapes of accounts and postings; the number of accounts.
pub(super) async fn check(findings: &mut Findings, conn: &mut Conn) -> sqlx::Result<i64> {
    let (balances, accounts, amounts) = store::sum_accounts(conn).await?;
    findings.expect(2, balances == 0, || format!("the accounts sum to {balances}"));
    findings.expect(2, amounts == 0, || format!("the postings sum to {amounts}"));
    for (seq, line) in store::list_orphans(conn, LIMIT).await? {
        findings.add(
            1,
            format!("posting {seq}/{line} belongs to no transaction or no account"),
        );
    }
    for (seq, line) in store::list_fractions(conn, LIMIT).await? {
        findings.add(
            10,
            format!("posting {seq}/{line} is not of a whole amount from 1 to {MAX_AMOUNT}"),
        );
    }
    Ok(accounts)
}
