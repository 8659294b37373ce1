//! Invariant 5: what is only added to can be neither changed nor deleted. It is tried, and never committed.

use platform::db::{Db, query_on, statements};
use platform::{audit, idempotency};

use super::findings::Findings;

statements! {
    CHANGE_TRANSACTION = "
        update ledger_transactions
        set title = title
        where seq = (select max(seq) from ledger_transactions)";
    DROP_TRANSACTION =
        "delete from ledger_transactions where seq = (select max(seq) from ledger_transactions)";
    CHANGE_POSTING = "
        update ledger_postings
        set amount = amount
        where seq = (select max(seq) from ledger_postings)";
    DROP_POSTING = "delete from ledger_postings where seq = (select max(seq) from ledger_postings)";
}

/// Statements that must fail; each tries one row that may not be touched.
pub const FORBIDDEN: [(&str, &str); 4] = [
    ("ledger_transactions can be changed", CHANGE_TRANSACTION),
    ("ledger_transactions can be deleted", DROP_TRANSACTION),
    ("ledger_postings can be changed", CHANGE_POSTING),
    ("ledger_postings can be deleted", DROP_POSTING),
];

/// Tries what is forbidden, here and in the tables of other slices.
pub(super) async fn check(findings: &mut Findings, db: &Db) -> sqlx::Result<()> {
    for (what, statement) in [&FORBIDDEN[..], audit::FORBIDDEN, idempotency::FORBIDDEN].concat() {
        let mut tx = db.begin().await?;
        let done = query_on!(tx, |x: D| sqlx::query::<D>(statement)
            .execute(x)
            .await
            .map(|done| done.rows_affected()));
        drop(tx);
        findings.expect(5, !matches!(done, Ok(rows) if rows > 0), || what.to_owned());
    }
    Ok(())
}
