//! The use cases of the books: load, decide, save. Each runs in the caller's transaction.

use kernel::ids::{UserId, id_from_parts};
use kernel::{Shekels, Timestamp};
use platform::db::{Conn, Db, Isolation, Tx};
use sha2::{Digest, Sha256};

use super::error::LedgerError;
use super::model::{Account, Hold, Kind, Line, Movement, NaturalKey, Order, Posted};
use super::rules::{self, Sealed, SealedLine, Standing};
use super::store::{self, AccountRow, HoldRow, LineRow, TransactionRow};
use super::{HoldId, TransactionId};
use crate::AppState;

/// Holds that one run of the job releases in one transaction.
const EXPIRED_AT_ONCE: i64 = 100;

/// Posts the order. One whose natural key was posted before, with the same sides, changes nothing and is
/// given the first transaction.
///
/// # Errors
/// [`LedgerError`]; then nothing was posted, and the caller's transaction may go on or not.
pub async fn post(tx: &mut Tx, now: Timestamp, order: &Order) -> Result<Posted, LedgerError> {
    rules::check(order)?;
    if let Some(posted) = repeated(tx, order).await? {
        return Ok(posted);
    }
    append(tx, now, order, None).await
}

/// The gift that a new record gets, of the size that the installation is set to; nothing where that is zero.
///
/// # Errors
/// As [`post`]. Getting it twice is no error and no second gift.
pub async fn grant_welcome(tx: &mut Tx, app: &AppState, user: &UserId) -> Result<(), LedgerError> {
    if app.welcome_shekels == Shekels::ZERO {
        return Ok(());
    }
    let key = NaturalKey::welcome(user);
    // The size may have been set anew since: whoever has had one has had one.
    if store::find_by_key(tx, key.as_str()).await?.is_some() {
        return Ok(());
    }
    post(
        tx,
        app.clock.now(),
        &Order::credit(Kind::Welcome, key, "Welcome gift", user, app.welcome_shekels),
    )
    .await
    .map(drop)
}

/// Sets an amount aside until it is captured or released, by `expires_at` at the latest. `key` names what it
/// is for, once for ever: placing it again, with the same amount, gives the first hold as it stands now.
///
/// # Errors
/// [`LedgerError::InsufficientShekels`] and the others of [`post`].
pub async fn place_hold(
    tx: &mut Tx,
    now: Timestamp,
    user: &UserId,
    key: &str,
    title: &str,
    amount: Shekels,
    expires_at: Timestamp,
) -> Result<Hold, LedgerError> {
    let wallet = Account::Wallet(user.clone());
    let order = Order::between(
        Kind::Hold,
        NaturalKey::hold(key),
        title.to_owned(),
        wallet.clone(),
        Account::Holds,
        amount,
    );
    let posted = post(tx, now, &order).await?;
    // A hold goes by the id of the transaction that placed it.
    let id = posted.id.as_str().to_owned();
    if posted.repeated {
        return store::find_hold(tx, &id)
            .await?
            .map(Hold::from)
            .ok_or(LedgerError::UnknownHold);
    }
    let row = HoldRow {
        id,
        amount: amount.0,
        title: rules::title(title),
        owner_id: user.to_string(),
        expires_at: expires_at.0,
        captured: None,
        closed_seq: None,
    };
    store::insert_hold(tx, &row, &wallet.id(), posted.seq).await?;
    Ok(Hold::from(row))
}

/// Spends `amount` of what was set aside and gives the rest back. The same again changes nothing.
///
/// # Errors
/// [`LedgerError::HoldClosed`] where it ended otherwise, [`LedgerError::CaptureTooLarge`], and the others of
/// [`post`].
pub async fn capture(
    tx: &mut Tx,
    now: Timestamp,
    hold: &HoldId,
    amount: Shekels,
) -> Result<Posted, LedgerError> {
    rules::amount(amount)?;
    let row = store::find_hold(tx, hold.as_str())
        .await?
        .ok_or(LedgerError::UnknownHold)?;
    let rest = Shekels(row.amount)
        .minus(amount)
        .filter(|rest| *rest >= Shekels::ZERO)
        .ok_or(LedgerError::CaptureTooLarge(Shekels(row.amount)))?;
    close(tx, now, &row, Kind::Capture, amount, rest).await
}

/// Gives back all of what was set aside. The same again changes nothing.
///
/// # Errors
/// [`LedgerError::HoldClosed`] where it was captured, and the others of [`post`].
pub async fn release(tx: &mut Tx, now: Timestamp, hold: &HoldId) -> Result<Posted, LedgerError> {
    let row = store::find_hold(tx, hold.as_str())
        .await?
        .ok_or(LedgerError::UnknownHold)?;
    let all = Shekels(row.amount);
    close(tx, now, &row, Kind::Release, Shekels::ZERO, all).await
}

async fn close(
    tx: &mut Tx,
    now: Timestamp,
    hold: &HoldRow,
    kind: Kind,
    captured: Shekels,
    rest: Shekels,
) -> Result<Posted, LedgerError> {
    let key = NaturalKey::close(&HoldId::trusted(hold.id.clone()));
    if hold.closed_seq.is_some() {
        let same = hold.captured == Some(captured.0);
        let earlier = store::find_by_key(tx, key.as_str())
            .await?
            .filter(|_| same)
            .ok_or(LedgerError::HoldClosed)?;
        return Ok(earlier.posted());
    }
    let wallet = Account::Wallet(UserId::trusted(hold.owner_id.clone()));
    let all = Shekels(hold.amount)
        .negated()
        .ok_or(LedgerError::AmountOutOfRange)?;
    let sides = [
        (Account::Holds, all),
        (Account::Revenue, captured),
        (wallet, rest),
    ];
    let lines = sides
        .into_iter()
        .filter(|(_, amount)| *amount != Shekels::ZERO)
        .map(|(account, amount)| Line { account, amount })
        .collect();
    let title = match kind {
        Kind::Capture => format!("{} (not used)", hold.title),
        _ => format!("{} (given back)", hold.title),
    };
    let posted = post(
        tx,
        now,
        &Order {
            kind,
            key,
            title,
            actor: None,
            lines,
        },
    )
    .await?;
    if store::close_hold(tx, &hold.id, captured.0, posted.seq).await? {
        Ok(posted)
    } else {
        Err(LedgerError::Contended)
    }
}

/// Takes a transaction back, wholly. A wallet that cannot pay is left in debt: nothing is spent from it until
/// that is paid.
///
/// # Errors
/// [`LedgerError::AlreadyReversed`], [`LedgerError::NotReversible`] for reversals and holds,
/// [`LedgerError::UnknownTransaction`].
pub async fn reverse(
    tx: &mut Tx,
    now: Timestamp,
    original: &TransactionId,
    title: &str,
    actor: Option<&UserId>,
) -> Result<Posted, LedgerError> {
    let row = store::find_by_id(tx, original.as_str())
        .await?
        .ok_or(LedgerError::UnknownTransaction)?;
    let is_reversible = row.reverses.is_none()
        && !matches!(
            Kind::from_stored(&row.kind),
            None | Some(Kind::Hold | Kind::Release | Kind::Reversal)
        );
    if !is_reversible {
        return Err(LedgerError::NotReversible);
    }
    if store::find_reversal(tx, original.as_str()).await?.is_some() {
        return Err(LedgerError::AlreadyReversed);
    }
    let lines: Vec<Line> = store::list_lines(tx, row.seq)
        .await?
        .into_iter()
        .map(Line::try_from)
        .collect::<Result<_, _>>()?;
    let holder = store::find_holder(tx, row.seq)
        .await?
        .map(|owner| Account::Wallet(UserId::trusted(owner)));
    let lines = rules::reversed(&lines, holder.as_ref())?;
    let order = Order {
        kind: Kind::Reversal,
        key: NaturalKey::reversal(original),
        title: title.to_owned(),
        actor: actor.cloned(),
        lines,
    };
    rules::check(&order)?;
    append(tx, now, &order, Some(original)).await
}

/// What somebody has to spend.
///
/// # Errors
/// Database errors.
pub async fn balance(conn: &mut Conn, user: &UserId) -> sqlx::Result<Shekels> {
    account_balance(conn, &Account::Wallet(user.clone())).await
}

/// What an account holds.
///
/// # Errors
/// Database errors.
pub async fn account_balance(conn: &mut Conn, account: &Account) -> sqlx::Result<Shekels> {
    Ok(Shekels(
        store::find_balance(conn, &account.id()).await?.unwrap_or(0),
    ))
}

/// A page of a wallet's history, newest first, with the balance at the same moment. `before` is the number of
/// the movement after which (going back) the page begins; the number to go on with comes with the page, if
/// there is more.
///
/// # Errors
/// Database errors.
pub async fn history(
    conn: &mut Conn,
    user: &UserId,
    before: Option<i64>,
    limit: u32,
) -> sqlx::Result<(Shekels, Vec<Movement>, Option<i64>)> {
    let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
    let id = Account::Wallet(user.clone()).id();
    let rows = store::list_movements(conn, &id, before.unwrap_or(i64::MAX), i64::from(limit) + 1).await?;
    let balance = Shekels(rows.first().map_or(0, |row| row.wallet));
    let next = rows
        .get(wanted)
        .and_then(|_| rows.get(wanted.saturating_sub(1)))
        .and_then(|row| row.account_seq);
    let movements = rows.into_iter().take(wanted).filter_map(|row| {
        Some(Movement {
            id: TransactionId::trusted(row.id?),
            kind: row.kind?,
            title: row.title?,
            amount: Shekels(row.amount?),
            balance: Shekels(row.balance_after?),
            created_on: Timestamp(row.created_at?),
        })
    });
    Ok((balance, movements.collect(), next))
}

/// Gives back what was set aside for something that never ended, and how many such holds there were. A job;
/// safe to run twice.
///
/// # Errors
/// The first failure; what was released before it stays so.
pub async fn expire_holds(db: &Db, now: Timestamp) -> Result<usize, LedgerError> {
    let mut released = 0;
    loop {
        let mut conn = db.read().await?;
        let expired = store::list_expired(&mut conn, now, EXPIRED_AT_ONCE).await?;
        drop(conn);
        if expired.is_empty() {
            return Ok(released);
        }
        for id in expired {
            let hold = &HoldId::trusted(id);
            let done: Result<Posted, LedgerError> = db
                .transact(Isolation::Money, |tx| {
                    Box::pin(async move { release(tx, now, hold).await })
                })
                .await;
            match done {
                // Whoever captured it in the meantime was right to.
                Ok(_) | Err(LedgerError::HoldClosed) => released += 1,
                Err(error) => return Err(error),
            }
        }
    }
}

/// The transaction that stands for the same already, if one does.
async fn repeated(tx: &mut Tx, order: &Order) -> Result<Option<Posted>, LedgerError> {
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
        Ok(Some(row.posted()))
    } else {
        Err(LedgerError::KeyReused)
    }
}

/// Writes a checked order at the end of the books.
async fn append(
    tx: &mut Tx,
    now: Timestamp,
    order: &Order,
    reverses: Option<&TransactionId>,
) -> Result<Posted, LedgerError> {
    let ids: Vec<String> = order.lines.iter().map(|line| line.account.id()).collect();
    let mut accounts = store::find_accounts(tx, &ids).await?;
    for (line, id) in order.lines.iter().zip(&ids) {
        if !accounts.iter().any(|account| account.id == *id) {
            store::insert_account(tx, &line.account, id, now).await?;
            accounts.push(AccountRow {
                id: id.clone(),
                balance: 0,
                postings: 0,
            });
        }
    }
    let standing = |id: &String| {
        accounts
            .iter()
            .find(|account| account.id == *id)
            .map_or_else(Standing::default, AccountRow::standing)
    };
    let settled = order
        .lines
        .iter()
        .zip(&ids)
        .map(|(line, id)| rules::settle(standing(id), line, reverses.is_some()));
    let settled = settled.collect::<Result<Vec<_>, _>>()?;

    let (last, previous) = store::find_head(tx).await?;
    let seq = last.checked_add(1).ok_or(LedgerError::BalanceOutOfRange)?;
    let mut row = TransactionRow {
        seq,
        id: id_of(now, order),
        kind: order.kind.as_str().to_owned(),
        natural_key: order.key.as_str().to_owned(),
        reverses: reverses.map(TransactionId::to_string),
        title: rules::title(&order.title),
        actor_id: order.actor.as_ref().map(UserId::to_string),
        created_at: now.0,
        hash: String::new(),
    };
    let lines = order
        .lines
        .iter()
        .zip(&ids)
        .zip(&settled)
        .map(|((line, id), settled)| SealedLine {
            account: id,
            amount: line.amount.0,
            balance_after: settled.balance,
            account_seq: settled.postings,
        });
    row.hash = rules::seal(&row.sealed(&previous), lines);

    let mut unchanged =
        store::insert_transaction(tx, &row).await? && store::move_head(tx, last, seq, &row.hash).await?;
    for (n, ((line, id), settled)) in (1_i64..).zip(order.lines.iter().zip(&ids).zip(&settled)) {
        unchanged = unchanged && store::update_account(tx, id, standing(id), *settled).await?;
        if !unchanged {
            break;
        }
        store::insert_posting(tx, seq, n, id, line.amount.0, *settled).await?;
    }
    if unchanged {
        Ok(Posted {
            id: TransactionId::trusted(row.id),
            seq,
            repeated: false,
        })
    } else {
        Err(LedgerError::Contended)
    }
}

/// The same order at the same moment has the same id, on every engine and in every try.
fn id_of(now: Timestamp, order: &Order) -> String {
    let digest = Sha256::digest(order.key.as_str());
    let mut bits = [0; 10];
    bits.copy_from_slice(&digest[..10]);
    id_from_parts(now, &bits)
}

impl TransactionRow {
    fn posted(&self) -> Posted {
        Posted {
            id: TransactionId::trusted(self.id.clone()),
            seq: self.seq,
            repeated: true,
        }
    }

    /// What its hash covers, after a transaction with this hash.
    pub(super) fn sealed<'a>(&'a self, previous: &'a str) -> Sealed<'a> {
        Sealed {
            previous,
            seq: self.seq,
            id: &self.id,
            kind: &self.kind,
            key: &self.natural_key,
            reverses: self.reverses.as_deref(),
            title: &self.title,
            actor: self.actor_id.as_deref(),
            created_at: Timestamp(self.created_at),
        }
    }
}

impl From<HoldRow> for Hold {
    fn from(row: HoldRow) -> Self {
        Self {
            id: HoldId::trusted(row.id),
            amount: Shekels(row.amount),
            expires_at: Timestamp(row.expires_at),
            captured: row.captured.map(Shekels),
        }
    }
}

impl TryFrom<LineRow> for Line {
    type Error = LedgerError;

    fn try_from(row: LineRow) -> Result<Self, LedgerError> {
        let account = match (row.kind.as_str(), row.owner_id) {
            ("wallet", Some(owner)) => Account::Wallet(UserId::trusted(owner)),
            ("holds", None) => Account::Holds,
            ("issuance", None) => Account::Issuance,
            ("sales", None) => Account::Sales,
            ("revenue", None) => Account::Revenue,
            _ => return Err(LedgerError::Malformed),
        };
        Ok(Self {
            account,
            amount: Shekels(row.amount),
        })
    }
}
