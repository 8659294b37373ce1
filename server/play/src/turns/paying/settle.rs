//! Settling a reply: what is due is captured, the rest is released.

use accounts::ledger::{self, HoldId, LedgerError};
use kernel::{Shekels, Timestamp};
use platform::db::Tx;
use platform::web::Problem;

use super::reserve::{Payment, count_free};
use crate::quotas::{LIFETIME_DAY, UsageOwner, add_usage, day_of};
use crate::turns::rules;
use crate::turns::store::{self, ReplyRow};

/// What is due for a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turns) enum Due {
    /// Nothing: the whole hold is released.
    Nothing,
    /// All of its price.
    All,
    /// The part that was written, in tokens, of the most there might have been.
    Part {
        /// Written.
        written: u32,
        /// At most.
        most: u32,
    },
}

/// Settles a reply: captures what is due and releases the rest. None where it was settled before; then
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
    // Marked first: of two who settle, one finds it done.
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

/// Releases the hold of a reply whose turn is not in the database any more. Changes nothing where that is
/// settled.
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
        // It took so long that the hold ended meanwhile.
        Err(LedgerError::HoldClosed) => Ok(Shekels::ZERO),
        Err(error) => Err(error.into()),
    }
}
