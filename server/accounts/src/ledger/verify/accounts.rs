//! Invariant 3, and half of 4: the cached balances, compared with those that the walk has counted.

use platform::db::Conn;

use super::findings::Findings;
use super::store::{self, AccountRow};
use super::walk::Counted;

/// Accounts read at a time.
const AT_ONCE: i64 = 2_000;

/// Checks all accounts.
pub(super) async fn check(findings: &mut Findings, counted: &Counted, conn: &mut Conn) -> sqlx::Result<()> {
    let mut last = String::new();
    loop {
        let accounts = store::list_accounts(conn, &last, AT_ONCE).await?;
        let Some(until) = accounts.last() else {
            return Ok(());
        };
        last.clone_from(&until.id);
        for account in accounts {
            let of_walk = counted.accounts.get(&account.id).copied().unwrap_or_default();
            check_account(findings, &account, of_walk);
        }
    }
}

fn check_account(findings: &mut Findings, account: &AccountRow, (balance, postings): (i64, i64)) {
    let as_counted = account.balance == balance && account.postings == postings;
    findings.expect(3, as_counted, || {
        format!(
            "account {} says {} after {} postings; counted: {balance} after {postings}",
            account.id, account.balance, account.postings
        )
    });
    let is_wallet = account.id.starts_with("wallet:");
    let is_flagged = account.in_debt == (is_wallet && account.balance < 0)
        && (account.kind != "holds" || account.balance >= 0);
    findings.expect(4, is_flagged, || {
        format!(
            "account {} has {}, flagged as debt: {}",
            account.id, account.balance, account.in_debt
        )
    });
    let named = match (account.kind.as_str(), &account.owner_id) {
        ("wallet", owner) => owner.as_ref().map(|owner| format!("wallet:{owner}")),
        (own, owner) => owner.is_none().then(|| own.to_owned()),
    };
    findings.expect(3, named.as_ref() == Some(&account.id), || {
        format!(
            "account {} is of kind {}, owner {:?}",
            account.id, account.kind, account.owner_id
        )
    });
}
