//! Invariants 6 and 7: what happens once in the world is posted once, under a key of the form of its kind.

use platform::db::Conn;

use super::findings::{Findings, LIMIT};
use super::store;
use crate::ledger::model::Kind;
use crate::ledger::rows::TransactionRow;

/// Checks that no key was posted twice.
pub(super) async fn check_unique(findings: &mut Findings, conn: &mut Conn) -> sqlx::Result<()> {
    for key in store::list_shared_keys(conn, LIMIT).await? {
        let invariant = if key.starts_with("event:") { 6 } else { 7 };
        findings.add(invariant, format!("{key} was posted more than once"));
    }
    Ok(())
}

/// Checks that the key of a transaction has the form of its kind.
pub(super) fn check_form(findings: &mut Findings, row: &TransactionRow) {
    let of_its_kind = Kind::from_stored(&row.kind).is_some_and(|kind| {
        kind.key_prefix()
            .is_none_or(|prefix| row.natural_key.starts_with(prefix))
    });
    let invariant = if row.kind == Kind::Purchase.as_str() { 6 } else { 7 };
    findings.expect(invariant, of_its_kind, || {
        let TransactionRow {
            seq,
            id,
            kind,
            natural_key,
            ..
        } = row;
        format!("transaction {seq} ({id}) is a {kind}, its key {natural_key}")
    });
}
