//! The twelve invariants (reliability 1.6), looked at from outside: everything is read again and counted
//! again, and nothing is taken from the code that wrote it but the form of the hash.

use std::collections::HashMap;

use kernel::ids::UserId;
use kernel::{HOUR_MS, Timestamp};
use platform::audit;
use platform::db::{Conn, Db, query_on, statements};
use platform::idempotency;
use serde::Serialize;

use super::model::{Account, Kind};
use super::rules::{MAX_AMOUNT, SealedLine, reversed, seal};
use super::store::{self, LineRow, TransactionRow};

/// Most findings told of one invariant.
const MAX_FINDINGS: usize = 10;
/// Transactions read at once.
const AT_ONCE: i64 = 2_000;
/// A hold this long past its end should have been released by the job, in milliseconds.
const HOLD_GRACE_MILLIS: i64 = HOUR_MS;

/// What was found.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Whether all invariants hold.
    pub ok: bool,
    /// Transactions read.
    pub transactions: i64,
    /// Postings read.
    pub postings: i64,
    /// Accounts read.
    pub accounts: i64,
    /// Holds that are open.
    pub open_holds: i64,
    /// All twelve, in order.
    pub invariants: Vec<Invariant>,
}

/// One invariant.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Invariant {
    /// Its number in reliability 1.6.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// Whether it holds.
    pub ok: bool,
    /// What contradicts it, row by row, at most ten.
    pub details: Vec<String>,
}

impl Report {
    /// The names of those that do not hold.
    #[must_use]
    pub fn failed(&self) -> Vec<&'static str> {
        self.invariants
            .iter()
            .filter(|invariant| !invariant.ok)
            .map(|invariant| invariant.name)
            .collect()
    }
}

const NAMES: [&str; 12] = [
    "transactions-sum-to-zero",
    "accounts-sum-to-zero",
    "cached-balances",
    "no-unflagged-debt",
    "append-only",
    "provider-events-once",
    "rewards-once",
    "holds-end",
    "reversals-once",
    "whole-amounts",
    "chain",
    "shown-balances",
];

statements! {
    SUM_ACCOUNTS = "
        select cast(coalesce(sum(balance), 0) as bigint), count(*), (
            select cast(coalesce(sum(amount), 0) as bigint)
            from ledger_postings
        )
        from ledger_accounts";
    LIST_ACCOUNTS_AFTER = "
        select id, kind, owner_id, balance, postings, in_debt
        from ledger_accounts
        where id > $1
        order by id
        limit $2";
    LIST_TRANSACTIONS_AFTER = "
        select seq, id, kind, natural_key, reverses, title, actor_id, created_at, hash
        from ledger_transactions
        where seq > $1
        order by seq
        limit $2";
    LIST_POSTINGS_BETWEEN = "
        select seq, line, account_id, amount, balance_after, account_seq
        from ledger_postings
        where seq > $1 and seq <= $2
        order by seq, line";
    LIST_ORPHANS = "
        select p.seq, p.line
        from ledger_postings p
        where not exists (
            select 1
            from ledger_transactions t
            where t.seq = p.seq
        ) or not exists (select 1 from ledger_accounts a where a.id = p.account_id)
        order by p.seq, p.line
        limit $1";
    LIST_FRACTIONS = "
        select seq, line
        from ledger_postings
        where cast(amount as bigint) <> amount
          or cast(balance_after as bigint) <> balance_after
          or amount = 0
          or amount > $1
          or amount < -$1
        order by seq, line
        limit $2";
    LIST_SHARED_KEYS = "
        select natural_key
        from ledger_transactions
        group by natural_key
        having count(*) > 1
        order by natural_key
        limit $1";
    LIST_REVERSALS = "
        select r.seq, r.reverses, o.seq, o.kind, o.reverses
        from ledger_transactions r
        left join ledger_transactions o on o.id = r.reverses
        where r.reverses is not null or r.kind = 'reversal'
        order by r.seq";
    LIST_SHARED_ORIGINALS = "
        select reverses
        from ledger_transactions
        where reverses is not null
        group by reverses
        having count(*) > 1
        limit $1";
    LIST_LINES_OF = "
        select p.account_id, a.kind, a.owner_id, p.amount
        from ledger_postings p
        join ledger_accounts a on a.id = p.account_id
        where p.seq = $1
        order by p.line";
    COUNT_HOLDS = "
        select count(*), cast(coalesce(sum(amount), 0) as bigint)
        from ledger_holds
        where closed_seq is null";
    LIST_OVERDUE = "
        select id
        from ledger_holds
        where closed_seq is null and expires_at < $1
        order by expires_at
        limit $2";
    LIST_ODD_HOLDS = "
        select h.id
        from ledger_holds h
        left join ledger_transactions p on p.seq = h.placed_seq
        left join ledger_transactions c on c.seq = h.closed_seq
        where p.id is null or p.id <> h.id or p.kind <> 'hold' or (h.closed_seq is not null and (c.id is null or
            c.natural_key <> 'close:' || h.id or c.kind <> (case when h.captured > 0 then 'capture' else
            'release' end) or h.captured <> (
                select cast(coalesce(sum(amount), 0) as bigint)
                from ledger_postings x
                where x.seq = h.closed_seq and x.account_id = 'revenue'
            )))
        order by h.id
        limit $1";
    LIST_LOST_HOLDS = "
        select t.seq
        from ledger_transactions t
        where t.kind = 'hold' and not exists (select 1 from ledger_holds h where h.placed_seq = t.seq)
        order by t.seq
        limit $1";
    READ_HEAD = "select seq, hash from ledger_head";
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

/// What must fail, table by table; each tries one row that may not be touched.
pub const FORBIDDEN: [(&str, &str); 4] = [
    ("ledger_transactions can be changed", CHANGE_TRANSACTION),
    ("ledger_transactions can be deleted", DROP_TRANSACTION),
    ("ledger_postings can be changed", CHANGE_POSTING),
    ("ledger_postings can be deleted", DROP_POSTING),
];

/// Checks all invariants on one view of the books. Reads every posting: a minute for a few millions.
///
/// # Errors
/// What keeps the engine from answering. A row that cannot be read is a finding, not an error.
pub async fn verify(db: &Db, now: Timestamp) -> sqlx::Result<Report> {
    let mut books = Books::default();
    let mut conn = db.snapshot().await?;
    let (accounts, open_holds) = books.look_at_sums(&mut conn, now).await?;
    books.look_at_keys(&mut conn).await?;
    books.look_at_reversals(&mut conn).await?;
    if let Err(error) = books.walk(&mut conn).await {
        books.find(11, format!("the books cannot be read to their end: {error}"));
    }
    drop(conn);
    books.try_what_is_forbidden(db).await?;
    let invariants: Vec<Invariant> = (1..=12_u8)
        .zip(NAMES)
        .map(|(number, name)| {
            let details = books.findings.remove(&number).unwrap_or_default();
            Invariant {
                number,
                name,
                ok: details.is_empty(),
                details,
            }
        })
        .collect();
    Ok(Report {
        ok: invariants.iter().all(|invariant| invariant.ok),
        transactions: books.transactions,
        postings: books.postings,
        accounts,
        open_holds,
        invariants,
    })
}

#[derive(sqlx::FromRow)]
struct PostingRow {
    seq: i64,
    line: i64,
    account_id: String,
    amount: i64,
    balance_after: i64,
    account_seq: i64,
}

#[derive(sqlx::FromRow)]
struct AccountRow {
    id: String,
    kind: String,
    owner_id: Option<String>,
    balance: i64,
    postings: i64,
    in_debt: bool,
}

type ReversalRow = (i64, Option<String>, Option<i64>, Option<String>, Option<String>);

#[derive(Default)]
struct Books {
    findings: HashMap<u8, Vec<String>>,
    transactions: i64,
    postings: i64,
    /// Balance and number of postings of each account, as the walk has counted them so far.
    running: HashMap<String, (i64, i64)>,
}

impl Books {
    fn find(&mut self, invariant: u8, what: String) {
        let found = self.findings.entry(invariant).or_default();
        if found.len() < MAX_FINDINGS {
            found.push(what);
        }
    }

    fn expect(&mut self, invariant: u8, holds: bool, otherwise: impl FnOnce() -> String) {
        if !holds {
            self.find(invariant, otherwise());
        }
    }

    /// Invariants 2, 8 and 10, and half of 1: sums and shapes that the engine can count by itself.
    async fn look_at_sums(&mut self, conn: &mut Conn, now: Timestamp) -> sqlx::Result<(i64, i64)> {
        const LIMIT: i64 = MAX_FINDINGS as i64;
        let (balances, accounts, amounts) =
            query_on!(conn, |x: D| sqlx::query_as::<D, (i64, i64, i64)>(SUM_ACCOUNTS)
                .fetch_one(x)
                .await)?;
        self.expect(2, balances == 0, || format!("the accounts sum to {balances}"));
        self.expect(2, amounts == 0, || format!("the postings sum to {amounts}"));
        for (seq, line) in query_on!(conn, |x: D| sqlx::query_as::<D, (i64, i64)>(LIST_ORPHANS)
            .bind(LIMIT)
            .fetch_all(x)
            .await)?
        {
            self.find(
                1,
                format!("posting {seq}/{line} belongs to no transaction or no account"),
            );
        }
        for (seq, line) in query_on!(conn, |x: D| sqlx::query_as::<D, (i64, i64)>(LIST_FRACTIONS)
            .bind(MAX_AMOUNT)
            .bind(LIMIT)
            .fetch_all(x)
            .await)?
        {
            self.find(
                10,
                format!("posting {seq}/{line} is not of a whole amount from 1 to {MAX_AMOUNT}"),
            );
        }
        let (open, set_aside) = query_on!(conn, |x: D| sqlx::query_as::<D, (i64, i64)>(COUNT_HOLDS)
            .fetch_one(x)
            .await)?;
        let held = super::actions::account_balance(conn, &Account::Holds).await?.0;
        self.expect(8, held == set_aside, || {
            format!("account holds has {held}, the open holds come to {set_aside}")
        });
        let overdue = now.plus_millis(-HOLD_GRACE_MILLIS).0;
        for id in query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_OVERDUE)
            .bind(overdue)
            .bind(LIMIT)
            .fetch_all(x)
            .await)?
        {
            self.find(8, format!("hold {id} should have been given back"));
        }
        for id in query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_ODD_HOLDS)
            .bind(LIMIT)
            .fetch_all(x)
            .await)?
        {
            self.find(8, format!("hold {id} does not agree with its transactions"));
        }
        for seq in query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(LIST_LOST_HOLDS)
            .bind(LIMIT)
            .fetch_all(x)
            .await)?
        {
            self.find(
                8,
                format!("transaction {seq} set something aside for which there is no hold"),
            );
        }
        Ok((accounts, open))
    }

    /// Invariants 6 and 7, one half; the other is that each kind has keys of its own form
    /// ([`Books::look_at`]).
    async fn look_at_keys(&mut self, conn: &mut Conn) -> sqlx::Result<()> {
        for key in query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_SHARED_KEYS)
            .bind(MAX_FINDINGS as i64)
            .fetch_all(x)
            .await)?
        {
            let invariant = if key.starts_with("event:") { 6 } else { 7 };
            self.find(invariant, format!("{key} was posted more than once"));
        }
        Ok(())
    }

    /// Invariant 9.
    async fn look_at_reversals(&mut self, conn: &mut Conn) -> sqlx::Result<()> {
        for id in query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(
            LIST_SHARED_ORIGINALS
        )
        .bind(MAX_FINDINGS as i64)
        .fetch_all(x)
        .await)?
        {
            self.find(9, format!("transaction {id} was taken back more than once"));
        }
        let reversals = query_on!(conn, |x: D| sqlx::query_as::<D, ReversalRow>(LIST_REVERSALS)
            .fetch_all(x)
            .await)?;
        for (seq, reverses, original_seq, original_kind, original_reverses) in reversals {
            let Some(original_seq) = original_seq else {
                self.find(
                    9,
                    format!("transaction {seq} takes back {reverses:?}, which is not there"),
                );
                continue;
            };
            let forbidden = original_reverses.is_some()
                || matches!(original_kind.as_deref(), Some("reversal" | "hold" | "release"));
            self.expect(9, !forbidden && original_seq < seq, || {
                format!("transaction {seq} takes back {original_seq}, which it may not")
            });
            let original = lines_of(conn, original_seq).await?;
            let back = lines_of(conn, seq).await?;
            let holder = store::find_holder(conn, original_seq)
                .await?
                .map(|owner| Account::Wallet(UserId::trusted(owner)));
            let expected = original.and_then(|lines| reversed(&lines, holder.as_ref()).ok());
            let agrees = expected.zip(back).is_some_and(|(mut expected, mut back)| {
                expected.sort_by(|a, b| a.account.cmp(&b.account));
                back.sort_by(|a, b| a.account.cmp(&b.account));
                expected == back
            });
            self.expect(9, agrees, || {
                format!("transaction {seq} is not the opposite of {original_seq}")
            });
        }
        Ok(())
    }

    /// Invariants 1, 3, 4, 11, 12 and the forms of keys: all transactions in their order, then all accounts.
    async fn walk(&mut self, conn: &mut Conn) -> sqlx::Result<()> {
        let (mut last, mut hash) = (0_i64, String::new());
        loop {
            let transactions = query_on!(conn, |x: D| sqlx::query_as::<D, TransactionRow>(
                LIST_TRANSACTIONS_AFTER
            )
            .bind(last)
            .bind(AT_ONCE)
            .fetch_all(x)
            .await)?;
            let Some(until) = transactions.last().map(|row| row.seq) else {
                break;
            };
            let postings = query_on!(conn, |x: D| sqlx::query_as::<D, PostingRow>(
                LIST_POSTINGS_BETWEEN
            )
            .bind(last)
            .bind(until)
            .fetch_all(x)
            .await)?;
            let mut rest = postings.as_slice();
            for row in &transactions {
                let (lines, others) =
                    rest.split_at(rest.iter().take_while(|posting| posting.seq <= row.seq).count());
                rest = others;
                let lines: Vec<&PostingRow> = lines.iter().filter(|posting| posting.seq == row.seq).collect();
                self.expect(11, row.seq == last + 1, || {
                    format!("after transaction {last} comes {}", row.seq)
                });
                self.look_at(row, &lines, &hash);
                last = row.seq;
                hash.clone_from(&row.hash);
            }
        }
        let heads = query_on!(conn, |x: D| sqlx::query_as::<D, (i64, String)>(READ_HEAD)
            .fetch_all(x)
            .await)?;
        self.expect(11, heads == [(last, hash)], || {
            format!(
                "the books end at transaction {last}, their head says {:?}",
                heads.first().map(|head| head.0)
            )
        });
        self.look_at_accounts(conn).await
    }

    fn look_at(&mut self, row: &TransactionRow, lines: &[&PostingRow], previous: &str) {
        let TransactionRow { seq, id, .. } = row;
        self.transactions += 1;
        let sum: i128 = lines.iter().map(|line| i128::from(line.amount)).sum();
        self.expect(1, sum == 0, || format!("transaction {seq} ({id}) sums to {sum}"));
        self.expect(1, lines.len() >= 2, || {
            format!("transaction {seq} ({id}) has {} postings", lines.len())
        });
        let sealed = lines.iter().map(|line| SealedLine {
            account: &line.account_id,
            amount: line.amount,
            balance_after: line.balance_after,
            account_seq: line.account_seq,
        });
        let is_intact = seal(&row.sealed(previous), sealed) == row.hash;
        self.expect(11, is_intact, || {
            format!("transaction {seq} ({id}) or one of its postings was changed: its hash does not fit")
        });
        let of_its_kind = Kind::from_stored(&row.kind).is_some_and(|kind| {
            kind.key_prefix()
                .is_none_or(|prefix| row.natural_key.starts_with(prefix))
        });
        let invariant = if row.kind == Kind::Purchase.as_str() { 6 } else { 7 };
        self.expect(invariant, of_its_kind, || {
            format!(
                "transaction {seq} ({id}) is a {}, its key {}",
                row.kind, row.natural_key
            )
        });
        for (n, line) in (1_i64..).zip(lines) {
            self.postings += 1;
            let (balance, postings) = self.running.get(&line.account_id).copied().unwrap_or_default();
            let (balance, postings) = (balance.wrapping_add(line.amount), postings + 1);
            let as_counted = line.balance_after == balance && line.account_seq == postings && line.line == n;
            self.expect(12, as_counted, || {
                format!(
                    "posting {seq}/{} is number {} of {} with {} after it; counted: {postings}, {balance}",
                    line.line, line.account_seq, line.account_id, line.balance_after
                )
            });
            let is_guarded = line.account_id.starts_with("wallet:") || line.account_id == "holds";
            let is_debt = is_guarded && balance < 0 && line.amount < 0;
            let allowed = !is_debt || (row.reverses.is_some() && line.account_id != "holds");
            self.expect(4, allowed, || {
                format!("posting {seq}/{} takes {} below zero", line.line, line.account_id)
            });
            self.running.insert(line.account_id.clone(), (balance, postings));
        }
    }

    async fn look_at_accounts(&mut self, conn: &mut Conn) -> sqlx::Result<()> {
        let mut last = String::new();
        loop {
            let accounts = query_on!(conn, |x: D| sqlx::query_as::<D, AccountRow>(LIST_ACCOUNTS_AFTER)
                .bind(&last)
                .bind(AT_ONCE)
                .fetch_all(x)
                .await)?;
            let Some(until) = accounts.last() else {
                return Ok(());
            };
            last.clone_from(&until.id);
            for account in accounts {
                let (balance, postings) = self.running.get(&account.id).copied().unwrap_or_default();
                let as_counted = account.balance == balance && account.postings == postings;
                self.expect(3, as_counted, || {
                    format!(
                        "account {} says {} after {} postings; counted: {balance} after {postings}",
                        account.id, account.balance, account.postings
                    )
                });
                let is_wallet = account.id.starts_with("wallet:");
                let flagged = account.in_debt == (is_wallet && account.balance < 0)
                    && (account.kind != "holds" || account.balance >= 0);
                self.expect(4, flagged, || {
                    format!(
                        "account {} has {}, flagged as debt: {}",
                        account.id, account.balance, account.in_debt
                    )
                });
                let named = match (account.kind.as_str(), &account.owner_id) {
                    ("wallet", owner) => owner.as_ref().map(|owner| format!("wallet:{owner}")),
                    (house, owner) => owner.is_none().then(|| house.to_owned()),
                };
                self.expect(3, named.as_ref() == Some(&account.id), || {
                    format!(
                        "account {} is of kind {}, owner {:?}",
                        account.id, account.kind, account.owner_id
                    )
                });
            }
        }
    }

    /// Invariant 5, tried rather than believed; nothing is ever committed.
    async fn try_what_is_forbidden(&mut self, db: &Db) -> sqlx::Result<()> {
        let probes = [&FORBIDDEN[..], audit::FORBIDDEN, idempotency::FORBIDDEN].concat();
        for (what, statement) in probes {
            let mut tx = db.begin().await?;
            let done = query_on!(tx, |x: D| sqlx::query::<D>(statement)
                .execute(x)
                .await
                .map(|done| done.rows_affected()));
            drop(tx);
            self.expect(5, !matches!(done, Ok(rows) if rows > 0), || what.to_owned());
        }
        Ok(())
    }
}

async fn lines_of(conn: &mut Conn, seq: i64) -> sqlx::Result<Option<Vec<super::model::Line>>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, LineRow>(LIST_LINES_OF)
        .bind(seq)
        .fetch_all(x)
        .await)?;
    Ok(rows
        .into_iter()
        .map(super::model::Line::try_from)
        .collect::<Result<_, _>>()
        .ok())
}
