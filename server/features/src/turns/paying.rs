//! What pays for a reply, before it is written, and what becomes of that afterwards. Each reply is paid for by itself: by the day's
//! free allowance as long as there is some, else by shekels that are set aside in the ledger; a guest has a number of turns and no
//! more. Nothing is settled twice, whoever tries.

use kernel::ids::{HoldId, UserId};
use kernel::{ErrorCode, Shekels, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::rules::{self, HOLD_MS, TurnSettings};
use super::store::{self, ReplyRow};
use crate::allowance::{FOR_EVER, Whose, add_use, day_of, find_use, next_day};
use crate::db::{Conn, Tx};
use crate::ledger::{self, LedgerError};
use crate::models::ModelInfo;
use crate::stories::{Owner, Story};
use crate::web::{AppState, Problem};

/// What pays for a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Payment {
    /// Shekels set aside.
    Wallet,
    /// The day's free allowance.
    Free,
    /// A guest's turns.
    Guest,
    /// Nothing: it costs nothing.
    None,
}

impl Payment {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Wallet => "wallet",
            Self::Free => "free",
            Self::Guest => "guest",
            Self::None => "none",
        }
    }

    pub(super) fn from_stored(name: &str) -> Self {
        [Self::Wallet, Self::Free, Self::Guest].into_iter().find(|payment| payment.as_str() == name).unwrap_or(Self::None)
    }
}

/// What is due for a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Due {
    /// Nothing: what was set aside is given back.
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

/// What a reply in a story costs, and what is left to pay for it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatPrice {
    /// Shekels for one reply that is not free.
    pub per_reply: Shekels,
    /// Free replies of today; null for guests, and where replies cost nothing or are too dear to be free.
    #[schema(required = true)]
    pub free: Option<FreeReplies>,
    /// A guest's turns; null for people.
    #[schema(required = true)]
    pub guest: Option<GuestTurns>,
    /// What is in the wallet; null for guests.
    #[schema(required = true)]
    pub balance: Option<Shekels>,
    /// The model that would write it.
    pub model: String,
}

/// Replies that cost nothing today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FreeReplies {
    /// How many are left.
    pub left: i64,
    /// Of how many a day.
    pub of: i64,
    /// When there are all of them again.
    #[schema(value_type = String, format = DateTime)]
    pub resets_on: Timestamp,
}

/// Turns that a guest has in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct GuestTurns {
    /// How many are left.
    pub left: i64,
    /// Of how many.
    pub of: i64,
}

/// What the next reply in this story would cost its player.
pub(super) async fn price_of(app: &AppState, conn: &mut Conn, story: &Story) -> Result<ChatPrice, Problem> {
    let model = app.models.get(story.settings.chat_model.as_deref()).info();
    price(conn, app.turns.settings(), &story.owner, model, app.clock.now()).await
}

async fn price(conn: &mut Conn, settings: &TurnSettings, owner: &Owner, model: &ModelInfo, now: Timestamp) -> Result<ChatPrice, Problem> {
    let mut price = ChatPrice { per_reply: model.price, free: None, guest: None, balance: None, model: model.name.clone() };
    match owner {
        Owner::Guest(_) => {
            price.per_reply = Shekels::ZERO;
            let used = find_use(conn, owner.whose(), FOR_EVER).await?.used;
            price.guest = Some(GuestTurns { left: (settings.guest_turns - used).max(0), of: settings.guest_turns });
        }
        Owner::Person(user) => {
            if is_sometimes_free(settings, model) {
                let used = find_use(conn, owner.whose(), day_of(now)).await?.used;
                price.free = Some(FreeReplies { left: (settings.free_replies - used).max(0), of: settings.free_replies, resets_on: next_day(now) });
            }
            price.balance = Some(ledger::balance(conn, user).await?);
        }
    }
    Ok(price)
}

/// Whether the free allowance pays for replies of this model.
fn is_sometimes_free(settings: &TurnSettings, model: &ModelInfo) -> bool {
    model.price > Shekels::ZERO && settings.free_replies > 0 && model.price <= settings.reply_price
}

/// Sees to it that a reply is paid for; fills in by what.
///
/// # Errors
/// 402 where there is not enough; for guests 429 once they have had all their turns.
pub(super) async fn reserve(tx: &mut Tx, settings: &TurnSettings, owner: &Owner, model: &ModelInfo, row: &mut ReplyRow, now: Timestamp) -> Result<(), Problem> {
    match owner {
        Owner::Guest(_) => {
            // The turn counts, and not how many answer.
            if row.position > 0 {
                row.payment = Payment::None.as_str().to_owned();
                return Ok(());
            }
            let used = add_use(tx, owner.whose(), FOR_EVER, 1, 0).await?.used;
            if used > settings.guest_turns {
                let sentence = format!("Guests have {} messages in total. Sign up to continue; the story comes with you.", settings.guest_turns);
                return Err(Problem::new(ErrorCode::GuestAllowanceUsed, sentence));
            }
            row.payment = Payment::Guest.as_str().to_owned();
        }
        Owner::Person(user) => {
            if model.price <= Shekels::ZERO {
                row.payment = Payment::None.as_str().to_owned();
                return Ok(());
            }
            let day = day_of(now);
            if is_sometimes_free(settings, model) && find_use(tx, owner.whose(), day).await?.used < settings.free_replies {
                add_use(tx, owner.whose(), day, 1, 0).await?;
                row.payment = Payment::Free.as_str().to_owned();
                row.day = Some(day);
                return Ok(());
            }
            let key = format!("{}-{}", row.turn_id, row.position);
            let hold = ledger::place_hold(tx, now, user, &key, "A reply", model.price, now.plus_millis(HOLD_MS)).await?;
            row.payment = Payment::Wallet.as_str().to_owned();
            row.price = model.price.0;
            row.hold_id = Some(hold.id.to_string());
        }
    }
    Ok(())
}

/// Settles a reply: takes what is due and gives back the rest. None where it was settled before, so that whoever comes second
/// changes nothing.
pub(super) async fn settle(tx: &mut Tx, owner: Whose<'_>, row: &ReplyRow, due: Due, now: Timestamp) -> Result<Option<Shekels>, Problem> {
    let price = Shekels(row.price);
    let amount = match due {
        Due::Nothing => Shekels::ZERO,
        Due::All => price,
        Due::Part { written, most } => rules::pro_rata(price, written, most),
    };
    // Taken first: of two who settle, one finds it done.
    if !store::settle_reply(tx, &row.turn_id, row.position, 0).await? {
        return Ok(None);
    }
    let captured = match (Payment::from_stored(&row.payment), &row.hold_id) {
        (Payment::Wallet, Some(hold)) => close(tx, &HoldId::trusted(hold.clone()), amount, now).await?,
        (Payment::Free, _) if due == Due::Nothing => {
            add_use(tx, owner, row.day.unwrap_or_else(|| day_of(now)), -1, 0).await?;
            Shekels::ZERO
        }
        (Payment::Guest, _) if due == Due::Nothing => {
            add_use(tx, owner, FOR_EVER, -1, 0).await?;
            Shekels::ZERO
        }
        _ => Shekels::ZERO,
    };
    if captured > Shekels::ZERO {
        store::set_captured(tx, &row.turn_id, row.position, captured.0).await?;
    }
    Ok(Some(captured))
}

/// Gives back what was set aside for a reply whose turn is not in the database any more; changes nothing where that is settled.
pub(super) async fn give_back(tx: &mut Tx, row: &ReplyRow, now: Timestamp) -> Result<(), Problem> {
    match &row.hold_id {
        Some(hold) => close(tx, &HoldId::trusted(hold.clone()), Shekels::ZERO, now).await.map(drop),
        None => Ok(()),
    }
}

async fn close(tx: &mut Tx, hold: &HoldId, amount: Shekels, now: Timestamp) -> Result<Shekels, Problem> {
    let closed = if amount > Shekels::ZERO { ledger::capture(tx, now, hold, amount).await } else { ledger::release(tx, now, hold).await };
    match closed {
        Ok(_) => Ok(amount),
        // It took so long that the shekels were given back meanwhile.
        Err(LedgerError::HoldClosed) => Ok(Shekels::ZERO),
        Err(error) => Err(error.into()),
    }
}

/// What is left in the wallet; none for guests.
pub(super) async fn balance(conn: &mut Conn, owner: &Owner) -> sqlx::Result<Option<Shekels>> {
    match owner {
        Owner::Person(user) => ledger::balance(conn, &UserId::clone(user)).await.map(Some),
        Owner::Guest(_) => Ok(None),
    }
}
