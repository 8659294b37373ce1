//! Invariant 9: what is reversed is reversed once, completely, and may be reversed.

use kernel::ids::UserId;
use platform::db::Conn;

use super::findings::{Findings, LIMIT};
use super::store::{self, ReversalRow};
use crate::ledger;
use crate::ledger::model::{Account, Line};
use crate::ledger::rules::reversed;

/// Checks all reversals.
pub(super) async fn check(findings: &mut Findings, conn: &mut Conn) -> sqlx::Result<()> {
    for id in store::list_shared_originals(conn, LIMIT).await? {
        findings.add(9, format!("transaction {id} was taken back more than once"));
    }
    for row in store::list_reversals(conn).await? {
        let ReversalRow { seq, reverses, .. } = &row;
        let Some(original) = row.original_seq else {
            findings.add(
                9,
                format!("transaction {seq} takes back {reverses:?}, which is not there"),
            );
            continue;
        };
        findings.expect(9, is_allowed(&row, original), || {
            format!("transaction {seq} takes back {original}, which it may not")
        });
        let is_opposite = is_opposite(conn, *seq, original).await?;
        findings.expect(9, is_opposite, || {
            format!("transaction {seq} is not the opposite of {original}")
        });
    }
    Ok(())
}

/// Whether a transaction may reverse the one before it that it names.
fn is_allowed(row: &ReversalRow, original: i64) -> bool {
    let forbidden = row.original_reverses.is_some()
        || matches!(
            row.original_kind.as_deref(),
            Some("reversal" | "hold" | "release")
        );
    !forbidden && original < row.seq
}

/// Whether a transaction has the lines that reverse another one.
async fn is_opposite(conn: &mut Conn, seq: i64, original: i64) -> sqlx::Result<bool> {
    let lines = store::find_lines(conn, original).await?;
    let back = store::find_lines(conn, seq).await?;
    let holder = ledger::store::find_holder(conn, original)
        .await?
        .map(|owner| Account::Wallet(UserId::trusted(owner)));
    let expected = lines.and_then(|lines| reversed(&lines, holder.as_ref()).ok());
    let sorted = |mut lines: Vec<Line>| {
        lines.sort_by(|a, b| a.account.cmp(&b.account));
        lines
    };
    Ok(expected
        .zip(back)
        .is_some_and(|(expected, back)| sorted(expected) == sorted(back)))
}
