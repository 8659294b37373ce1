//! Posting: an order becomes a transaction at the end of the chain, in the caller's transaction of the database.

use kernel::Timestamp;
use kernel::ids::{UserId, id_from_parts};
use platform::db::Tx;
use sha2::{Digest, Sha256};

use super::TransactionId;
use super::chain::{HashedLine, chain_hash};
use super::error::LedgerError;
use super::model::{Line, Order, Posted};
use super::rows::{AccountRow, TransactionRow};
use super::rules::{self, AccountAfter};
use super::store;

/// Posts the order. An order whose natural key was posted before, with the same lines, changes
/// nothing and returns the first transaction.
///
/// # Errors
/// [`LedgerError`]; then nothing was posted, and the caller's transaction may go on.
pub async fn post(tx: &mut Tx, now: Timestamp, order: &Order) -> Result<Posted, LedgerError> {
    rules::check(order)?;
    if let Some(posted) = find_repeated(tx, order).await? {
        return Ok(posted);
    }
    append(tx, now, order, None).await
}

/// The transaction that was posted under the same key, if one was.
///
/// # Errors
/// [`LedgerError::KeyReused`] where it has other lines.
async fn find_repeated(tx: &mut Tx, order: &Order) -> Result<Option<Posted>, LedgerError> {
    let Some(row) = store::find_by_key(tx, order.key.as_str()).await? else {
        return Ok(None);
    };
    let lines = store::list_lines(tx, row.seq).await?;
    let same = row.kind == order.kind.as_str()
        && lines.len() == order.lines.len()
        && lines
            .iter()
            .zip(&order.lines)
            .all(|(old, new)| old.account_id == new.account.id() && old.amount == new.amount.0);
    if same {
        Ok(Some(row.posted_before()))
    } else {
        Err(LedgerError::KeyReused)
    }
}

/// A line of an order with its account.
struct PlannedLine<'a> {
    line: &'a Line,
    before: AccountRow,
    after: AccountAfter,
}

/// Appends a checked order to the chain.
///
/// # Errors
/// [`LedgerError::Contended`] where another transaction has changed the same rows meanwhile, and the errors of
/// [`rules::apply`].
pub(super) async fn append(
    tx: &mut Tx,
    now: Timestamp,
    order: &Order,
    reverses: Option<&TransactionId>,
) -> Result<Posted, LedgerError> {
    let lines = plan(tx, now, order, reverses.is_some()).await?;
    let (last, previous) = store::find_head(tx).await?;
    let mut row = TransactionRow {
        seq: last.checked_add(1).ok_or(LedgerError::BalanceOutOfRange)?,
        id: id_of(now, order),
        kind: order.kind.as_str().to_owned(),
        natural_key: order.key.as_str().to_owned(),
        reverses: reverses.map(TransactionId::to_string),
        title: rules::title(&order.title),
        actor_id: order.actor.as_ref().map(UserId::to_string),
        created_at: now.0,
        hash: String::new(),
    };
    let hashed = lines.iter().map(|planned| HashedLine {
        account: &planned.before.id,
        amount: planned.line.amount.0,
        balance_after: planned.after.balance,
        account_seq: planned.after.postings,
    });
    row.hash = chain_hash(&row.hashed(&previous), hashed);
    if !write(tx, last, &row, &lines).await? {
        return Err(LedgerError::Contended);
    }
    Ok(Posted {
        id: TransactionId::trusted(row.id),
        seq: row.seq,
        repeated: false,
    })
}

/// The accounts of an order, each opened where it does not exist, and what its line makes of it.
async fn plan<'a>(
    tx: &mut Tx,
    now: Timestamp,
    order: &'a Order,
    forced: bool,
) -> Result<Vec<PlannedLine<'a>>, LedgerError> {
    let ids: Vec<String> = order.lines.iter().map(|line| line.account.id()).collect();
    let known = store::find_accounts(tx, &ids).await?;
    let mut accounts = Vec::with_capacity(ids.len());
    for (line, id) in order.lines.iter().zip(ids) {
        let account = match known.iter().find(|account| account.id == id) {
            Some(account) => account.clone(),
            None => {
                store::insert_account(tx, &line.account, &id, now).await?;
                AccountRow::new(id)
            }
        };
        accounts.push(account);
    }
    let lines = order.lines.iter().zip(accounts);
    lines
        .map(|(line, before)| {
            let after = rules::apply(before.state(), line, forced)?;
            Ok(PlannedLine { line, before, after })
        })
        .collect()
}

/// Writes a transaction with its postings; false where another one has changed the same rows meanwhile.
async fn write(
    tx: &mut Tx,
    last: i64,
    row: &TransactionRow,
    lines: &[PlannedLine<'_>],
) -> sqlx::Result<bool> {
    if !store::insert_transaction(tx, row).await? || !store::move_head(tx, last, row.seq, &row.hash).await? {
        return Ok(false);
    }
    for (n, planned) in (1_i64..).zip(lines) {
        let (id, after) = (&planned.before.id, planned.after);
        if !store::update_account(tx, id, planned.before.state(), after).await? {
            return Ok(false);
        }
        store::insert_posting(tx, row.seq, n, id, planned.line.amount.0, after).await?;
    }
    Ok(true)
}

/// The same order at the same time has the same id, on both engines and in every try.
fn id_of(now: Timestamp, order: &Order) -> String {
    let digest = Sha256::digest(order.key.as_str());
    let mut bits = [0; 10];
    bits.copy_from_slice(&digest[..10]);
    id_from_parts(now, &bits)
}
