//! Holds: amounts that are reserved until they are captured or released.

use kernel::ids::UserId;
use kernel::{Shekels, Timestamp};
use platform::db::{Db, Isolation, Tx};

use super::HoldId;
use super::error::LedgerError;
use super::model::{Account, Hold, Kind, Line, NaturalKey, Order, Posted};
use super::posting::post;
use super::rows::HoldRow;
use super::{rules, store};

/// Most expired holds that the job reads at a time.
const EXPIRED_AT_ONCE: i64 = 100;

/// Holds an amount until it is captured or released, at the latest by `expires_at`. `key` names what it is for,
/// once and for all: placing it again, with the same amount, returns the first hold in its current state.
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
    // A hold has the id of the transaction that placed it.
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

/// Spends `amount` of a hold and releases the rest. The same again changes nothing.
///
/// # Errors
/// [`LedgerError::HoldClosed`] where it was closed otherwise, [`LedgerError::CaptureTooLarge`], and the others of
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

/// Releases all of a hold. The same again changes nothing.
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

/// Closes a hold: `captured` is spent, and `rest` goes back to its wallet.
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
        return Ok(earlier.posted_before());
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
    let order = Order {
        kind,
        key,
        title,
        actor: None,
        lines,
    };
    let posted = post(tx, now, &order).await?;
    if store::close_hold(tx, &hold.id, captured.0, posted.seq).await? {
        Ok(posted)
    } else {
        Err(LedgerError::Contended)
    }
}

/// Releases the holds that have expired, and returns how many there were. A job; safe to run twice.
///
/// # Errors
/// The first failure; holds released before it stay released.
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
                // It may have been captured meanwhile.
                Ok(_) | Err(LedgerError::HoldClosed) => released += 1,
                Err(error) => return Err(error),
            }
        }
    }
}
