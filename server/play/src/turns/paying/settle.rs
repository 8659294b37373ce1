//! Settles a reply: captures the charge and releases the rest.

use accounts::ledger::{self, HoldId, LedgerError};
use kernel::{Shekels, Timestamp};
use platform::db::Tx;
use platform::web::Problem;

use super::reserve::{Payment, count_free};
use crate::quotas::{LIFETIME_DAY, UsageOwner, add_usage, day_of};
use crate::turns::rules;
use crate::turns::store::{self, ReplyRow};

/// The charge for a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turns) enum Due {
    /// Nothing: the whole hold is released.
    Nothing,
    /// The whole price.
    All,
    /// The part that was written, in tokens, of the most there could have been.
    Part {
        /// Tokens written.
        written: u32,
        /// The most tokens.
        most: u32,
    },
}

/// Settles a reply: captures the charge and releases the rest. Returns `None` if it was settled before; then
/// nothing changes.
pub(in crate::turns) async fn settle(
    tx: &mut Tx,
    owner: UsageOwner<'_>,
    row: &ReplyRow,
    due: Due,
    now: Timestamp,
) -> Result<Option<Shekels>, Problem> {
    let price = Shekels(row.price);
    let amount = match due {
        Due::Nothing => Shekels::ZERO,
        Due::All => price,
        Due::Part { written, most } => rules::pro_rata(price, written, most),
    };
    // Marked first, so that the second of two concurrent settlements finds it done.
    if !store::settle_reply(tx, &row.turn_id, row.position, 0).await? {
        return Ok(None);
    }
    let captured = match (Payment::from_stored(&row.payment), &row.hold_id) {
        (Payment::Wallet, Some(hold)) => close_hold(tx, &HoldId::trusted(hold.clone()), amount, now).await?,
        (Payment::Free, _) if due == Due::Nothing => {
            count_free(tx, owner, row.day.unwrap_or_else(|| day_of(now)), -1).await?;
            Shekels::ZERO
        }
        (Payment::Guest, _) if due == Due::Nothing => {
            add_usage(tx, owner, LIFETIME_DAY, -1, 0).await?;
            Shekels::ZERO
        }
        _ => Shekels::ZERO,
    };
    if captured > Shekels::ZERO {
        store::set_captured(tx, &row.turn_id, row.position, captured.0).await?;
    }
    Ok(Some(captured))
}

/// Releases the hold of a reply whose turn is no longer in the database. Changes nothing if it is settled.
pub(in crate::turns) async fn release_hold(
    tx: &mut Tx,
    row: &ReplyRow,
    now: Timestamp,
) -> Result<(), Problem> {
    match &row.hold_id {
        Some(hold) => close_hold(tx, &HoldId::trusted(hold.clone()), Shekels::ZERO, now)
            .await
            .map(drop),
        None => Ok(()),
    }
}

async fn close_hold(tx: &mut Tx, hold: &HoldId, amount: Shekels, now: Timestamp) -> Result<Shekels, Problem> {
    let closed = if amount > Shekels::ZERO {
        ledger::capture(tx, now, hold, amount).await
    } else {
        ledger::release(tx, now, hold).await
    };
    match closed {
        Ok(_) => Ok(amount),
        // It took so long that the hold expired.
        Err(LedgerError::HoldClosed) => Ok(Shekels::ZERO),
        Err(error) => Err(error.into()),
    }
}
