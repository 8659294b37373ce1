//! Reserves the price of a turn's replies before they are written.

use accounts::guests::Owner;
use accounts::ledger;
use kernel::ids::UserId;
use kernel::{Shekels, Timestamp};
use platform::db::Tx;
use platform::llm::ModelInfo;
use platform::web::Problem;

use super::terms::{Terms, free_messages};
use crate::AppState;
use crate::quotas::{LIFETIME_DAY, UsageOwner, add_usage, day_of};
use crate::turns::errors;
use crate::turns::rules::HOLD_MS;
use crate::turns::store::ReplyRow;

/// What pays for a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turns) enum Payment {
    /// Shekels that the ledger holds.
    Wallet,
    /// One of a person's free messages, for the whole turn.
    Free,
    /// One of a guest's messages, for the whole turn.
    Guest,
    /// Nothing: it is free, or another reply of its turn was counted.
    None,
}

impl Payment {
    pub(in crate::turns) const fn as_str(self) -> &'static str {
        match self {
            Self::Wallet => "wallet",
            Self::Free => "free",
            Self::Guest => "guest",
            Self::None => "none",
        }
    }

    pub(in crate::turns) fn from_stored(name: &str) -> Self {
        [Self::Wallet, Self::Free, Self::Guest]
            .into_iter()
            .find(|payment| payment.as_str() == name)
            .unwrap_or(Self::None)
    }
}

/// Reserves the price of a turn's replies, and sets the payment of each. A turn counts once against a quota,
/// however many characters answer; beyond the quota each reply has its price. `for_nothing`: the turn is free
/// and counts against no quota.
///
/// # Errors
/// 402 if there are not enough shekels; for guests 429 once they have used all their messages.
pub(in crate::turns) async fn reserve(
    tx: &mut Tx,
    app: &AppState,
    owner: &Owner,
    model: &ModelInfo,
    for_nothing: bool,
    rows: &mut [ReplyRow],
) -> Result<(), Problem> {
    let (terms, now) = (Terms::of(app, model), app.clock.now());
    for row in rows.iter_mut() {
        row.payment = Payment::None.as_str().to_owned();
    }
    let Some(first) = rows.first_mut() else {
        return Ok(());
    };
    if for_nothing || terms.is_demo {
        return Ok(());
    }
    match owner {
        Owner::Guest(_) if !terms.is_usual => Err(too_expensive_for_guests(model)),
        Owner::Guest(_) => count_guests_message(tx, &terms, owner, first).await,
        Owner::Person(_) if !terms.costs() => Ok(()),
        Owner::Person(user) => {
            let free = free_messages(tx, &terms, owner, now).await?;
            if free.is_some_and(|free| free.left > 0) {
                let day = day_of(now);
                count_free(tx, UsageOwner::from(owner), day, 1).await?;
                first.payment = Payment::Free.as_str().to_owned();
                first.day = Some(day);
                return Ok(());
            }
            place_holds(tx, user, model.price, rows, now).await
        }
    }
}

fn too_expensive_for_guests(model: &ModelInfo) -> Problem {
    let sentence = format!(
        "A reply of this model costs {} shekels, and guests have none. Choose another model, or sign up.",
        model.price
    );
    Problem::new(ledger::INSUFFICIENT_SHEKELS, sentence)
        .with_extension("needed", model.price.0)
        .with_extension("available", 0)
}

async fn count_guests_message(
    tx: &mut Tx,
    terms: &Terms,
    owner: &Owner,
    first: &mut ReplyRow,
) -> Result<(), Problem> {
    let used = add_usage(tx, UsageOwner::from(owner), LIFETIME_DAY, 1, 0)
        .await?
        .used;
    if used > terms.guest_messages {
        let sentence = format!(
            "Guests have {} messages in total. Sign up to continue; the story comes with you.",
            terms.guest_messages
        );
        return Err(Problem::new(errors::GUEST_ALLOWANCE_USED, sentence));
    }
    first.payment = Payment::Guest.as_str().to_owned();
    Ok(())
}

async fn place_holds(
    tx: &mut Tx,
    user: &UserId,
    price: Shekels,
    rows: &mut [ReplyRow],
    now: Timestamp,
) -> Result<(), Problem> {
    for row in rows {
        let key = format!("{}-{}", row.turn_id, row.position);
        let until = now.plus_millis(HOLD_MS);
        let hold = ledger::place_hold(tx, now, user, &key, "A reply", price, until).await?;
        row.payment = Payment::Wallet.as_str().to_owned();
        row.price = price.0;
        row.hold_id = Some(hold.id.to_string());
    }
    Ok(())
}

/// Counts a person's free message, for the day and for its lifetime; `by` is -1 to undo that.
pub(super) async fn count_free(tx: &mut Tx, owner: UsageOwner<'_>, day: i64, by: i64) -> sqlx::Result<()> {
    add_usage(tx, owner, day, by, 0).await?;
    add_usage(tx, owner, LIFETIME_DAY, by, 0).await.map(drop)
}
