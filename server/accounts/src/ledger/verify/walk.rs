//! Invariants 1, 4, 11 and 12, and the forms of keys: all transactions in their order, with their postings counted
//! again.

use std::collections::HashMap;

use platform::db::Conn;

use super::findings::Findings;
use super::keys;
use super::store::{self, PostingRow};
use crate::ledger::chain::{HashedLine, chain_hash};
use crate::ledger::rows::TransactionRow;

/// Transactions read at a time.
const AT_ONCE: i64 = 2_000;

/// What was counted so far.
#[derive(Default)]
pub(super) struct Counted {
    pub(super) transactions: i64,
    pub(super) postings: i64,
    /// The balance and the number of postings of each account.
    pub(super) accounts: HashMap<String, (i64, i64)>,
}

/// Reads all transactions and postings.
pub(super) async fn check(
    findings: &mut Findings,
    counted: &mut Counted,
    conn: &mut Conn,
) -> sqlx::Result<()> {
    let (mut last, mut hash) = (0_i64, String::new());
    loop {
        let transactions = store::list_transactions(conn, last, AT_ONCE).await?;
        let Some(until) = transactions.last().map(|row| row.seq) else {
            break;
        };
        let postings = store::list_postings(conn, last, until).await?;
        let mut rest = postings.as_slice();
        for row in &transactions {
            let own = rest.iter().take_while(|posting| posting.seq <= row.seq).count();
            let (lines, others) = rest.split_at(own);
            rest = others;
            let lines: Vec<&PostingRow> = lines.iter().filter(|posting| posting.seq == row.seq).collect();
            findings.expect(11, row.seq == last + 1, || {
                format!("after transaction {last} comes {}", row.seq)
            });
            check_transaction(findings, row, &lines, &hash);
            counted.transactions += 1;
            for (n, line) in (1_i64..).zip(lines) {
                check_posting(findings, counted, row, line, n);
            }
            last = row.seq;
            hash.clone_from(&row.hash);
        }
    }
    let heads = store::list_heads(conn).await?;
    findings.expect(11, heads == [(last, hash)], || {
        format!(
            "the books end at transaction {last}, their head says {:?}",
            heads.first().map(|head| head.0)
        )
    });
    Ok(())
}

/// Checks the sum, the hash and the key of a transaction.
fn check_transaction(findings: &mut Findings, row: &TransactionRow, lines: &[&PostingRow], previous: &str) {
    let TransactionRow { seq, id, .. } = row;
    let sum: i128 = lines.iter().map(|line| i128::from(line.amount)).sum();
    findings.expect(1, sum == 0, || format!("transaction {seq} ({id}) sums to {sum}"));
    findings.expect(1, lines.len() >= 2, || {
        format!("transaction {seq} ({id}) has {} postings", lines.len())
    });
    let hashed = lines.iter().map(|line| HashedLine {
        account: &line.account_id,
        amount: line.amount,
        balance_after: line.balance_after,
        account_seq: line.account_seq,
    });
    let is_intact = chain_hash(&row.hashed(previous), hashed) == row.hash;
    findings.expect(11, is_intact, || {
        format!("transaction {seq} ({id}) or one of its postings was changed: its hash does not fit")
    });
    keys::check_form(findings, row);
}

/// Checks the numbers of a posting, the `n`th of its transaction, and counts it.
fn check_posting(
    findings: &mut Findings,
    counted: &mut Counted,
    row: &TransactionRow,
    line: &PostingRow,
    n: i64,
) {
    counted.postings += 1;
    let before = counted.accounts.get(&line.account_id);
    let (balance, postings) = before.copied().unwrap_or_default();
    let (balance, postings) = (balance.wrapping_add(line.amount), postings + 1);
    let as_counted = line.balance_after == balance && line.account_seq == postings && line.line == n;
    findings.expect(12, as_counted, || {
        format!(
            "posting {}/{} is number {} of {} with {} after it; counted: {postings}, {balance}",
            row.seq, line.line, line.account_seq, line.account_id, line.balance_after
        )
    });
    let is_guarded = line.account_id.starts_with("wallet:") || line.account_id == "holds";
    let is_debt = is_guarded && balance < 0 && line.amount < 0;
    let is_allowed = !is_debt || (row.reverses.is_some() && line.account_id != "holds");
    findings.expect(4, is_allowed, || {
        format!(
            "posting {}/{} takes {} below zero",
            row.seq, line.line, line.account_id
        )
    });
    counted
        .accounts
        .insert(line.account_id.clone(), (balance, postings));
}
