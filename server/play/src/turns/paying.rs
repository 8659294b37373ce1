//! What pays for the replies of a turn, before they are written, and what becomes of that afterwards. The
//! free allowance pays for a turn as a whole, however many answer; beyond it each reply is paid for by
//! itself, by shekels that are set aside in the ledger. A guest has a number of messages and no more. Nothing
//! is settled twice, whoever tries.

use accounts::ledger::{self, HoldId, LedgerError};
use kernel::ids::UserId;
use kernel::{Shekels, Timestamp};
use platform::db::{Conn, Tx};
use platform::llm::ModelInfo;
use platform::web::Problem;
use serde::Serialize;
use utoipa::ToSchema;

use super::errors;
use super::rules::{self, HOLD_MS};
use super::scene::StoryContext;
use super::store::{self, ReplyRow};
use crate::AppState;
use crate::quotas::{FOR_EVER, Whose, add_use, day_of, find_use, next_day};
use crate::stories::{Owner, Story};

/// What pays for a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Payment {
    /// Shekels set aside.
    Wallet,
    /// One of a person's free messages, for the whole turn.
    Free,
    /// One of a guest's messages, for the whole turn.
    Guest,
    /// Nothing: it costs nothing, or another reply of its turn has been counted.
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
        [Self::Wallet, Self::Free, Self::Guest]
            .into_iter()
            .find(|payment| payment.as_str() == name)
            .unwrap_or(Self::None)
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

/// What the player's next message in a story costs, and what is left to pay for it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatPrice {
    /// Shekels for one reply that is not free.
    pub per_reply: Shekels,
    /// How many replies the next message would bring.
    pub replies: ReplyCount,
    /// The most the next message can cost, all its replies together: zero while it is free.
    pub turn: Shekels,
    /// Whether the next message counts against `free` or `guest`.
    pub counts: bool,
    /// A person's free messages; null for guests, where replies cost nothing, and where none are free.
    #[schema(required = true)]
    pub free: Option<FreeReplies>,
    /// A guest's messages; null for people.
    #[schema(required = true)]
    pub guest: Option<GuestTurns>,
    /// What is in the wallet; null for guests.
    #[schema(required = true)]
    pub balance: Option<Shekels>,
    /// The model that would write it.
    pub model: String,
}

/// How many replies a message would bring: in some stories that depends on what it says and on chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReplyCount {
    /// At least.
    pub least: u32,
    /// At most.
    pub most: u32,
}

/// Messages that cost nothing, however many characters answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FreeReplies {
    /// How many are left.
    pub left: i64,
    /// Of how many.
    pub of: i64,
    /// When there are all of them again; null where there are so many in all and not each day.
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    pub resets_on: Option<Timestamp>,
}

/// Messages that a guest has in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct GuestTurns {
    /// How many are left.
    pub left: i64,
    /// Of how many.
    pub of: i64,
}

/// What the next message in this story would cost its player.
pub(super) async fn price_of(app: &AppState, conn: &mut Conn, story: &Story) -> Result<ChatPrice, Problem> {
    let model = app.models.get(story.settings.chat_model.as_deref()).info();
    let replies = StoryContext::of(conn, story.clone())
        .await?
        .reply_count(conn)
        .await?;
    let terms = Terms::of(app, model);
    let (owner, now) = (&story.owner, app.clock.now());
    let per_reply = if terms.costs() { model.price } else { Shekels::ZERO };
    let mut price = ChatPrice {
        per_reply,
        replies,
        turn: Shekels::ZERO,
        counts: false,
        free: None,
        guest: None,
        balance: None,
        model: model.name.clone(),
    };
    match owner {
        Owner::Guest(_) => {
            let used = find_use(conn, owner.whose(), FOR_EVER).await?.used;
            price.guest = Some(GuestTurns {
                left: (terms.guest_messages - used).max(0),
                of: terms.guest_messages,
            });
            price.counts = !terms.is_demo && terms.is_usual;
            if price.counts || terms.is_demo {
                price.per_reply = Shekels::ZERO;
            }
        }
        Owner::Person(user) => {
            price.free = free_messages(conn, &terms, owner, now).await?;
            price.counts = price.free.is_some_and(|free| free.left > 0);
            price.balance = Some(ledger::balance(conn, user).await?);
        }
    }
    if !price.counts {
        price.turn = Shekels(price.per_reply.0.saturating_mul(i64::from(replies.most)));
    }
    Ok(price)
}

/// What the installation and the model decide about paying.
struct Terms {
    price: Shekels,
    is_demo: bool,
    /// Whether the allowance pays for this model: it costs no more than usual, or is the one that answers
    /// where none was chosen.
    is_usual: bool,
    free_replies: i64,
    guest_messages: i64,
}

impl Terms {
    fn of(app: &AppState, model: &ModelInfo) -> Self {
        let settings = app.turns.settings();
        let usual = settings.reply_price.max(app.models.get(None).info().price);
        let (free_replies, guest_messages) = (settings.free_replies, settings.guest_turns);
        Self {
            price: model.price,
            is_demo: model.is_demo,
            is_usual: model.price <= usual,
            free_replies,
            guest_messages,
        }
    }

    /// Whether anybody ever pays shekels for it.
    fn costs(&self) -> bool {
        !self.is_demo && self.price > Shekels::ZERO
    }
}

/// The free messages of a person. So many a day, and as many in all as a guest has: an account never gets
/// less than a guest (issue 10.5). None where nothing costs anything, or nothing is free.
async fn free_messages(
    conn: &mut Conn,
    terms: &Terms,
    owner: &Owner,
    now: Timestamp,
) -> Result<Option<FreeReplies>, Problem> {
    if !terms.costs() || !terms.is_usual {
        return Ok(None);
    }
    let today = terms.free_replies - find_use(conn, owner.whose(), day_of(now)).await?.used;
    let ever = terms.guest_messages - find_use(conn, owner.whose(), FOR_EVER).await?.used;
    if terms.free_replies <= 0 || ever > today.max(0) {
        return Ok((ever > 0).then_some(FreeReplies {
            left: ever,
            of: terms.guest_messages,
            resets_on: None,
        }));
    }
    Ok(Some(FreeReplies {
        left: today.max(0),
        of: terms.free_replies,
        resets_on: Some(next_day(now)),
    }))
}

/// Sees to it that the replies of a turn are paid for, and fills in by what. A turn counts once against an
/// allowance, however many answer; beyond it each reply costs its price. `for_nothing`: it costs nothing and
/// counts against nothing.
///
/// # Errors
/// 402 where there is not enough; for guests 429 once they have had all their messages.
pub(super) async fn reserve(
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
        Owner::Guest(_) if !terms.is_usual => {
            let sentence = format!(
                "A reply of this model costs {} shekels, and guests have none. Choose another model, or sign up.",
                model.price
            );
            Err(Problem::new(ledger::INSUFFICIENT_SHEKELS, sentence)
                .with_extension("needed", model.price.0)
                .with_extension("available", 0))
        }
        Owner::Guest(_) => {
            let used = add_use(tx, owner.whose(), FOR_EVER, 1, 0).await?.used;
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
        Owner::Person(_) if !terms.costs() => Ok(()),
        Owner::Person(user) => {
            if free_messages(tx, &terms, owner, now)
                .await?
                .is_some_and(|free| free.left > 0)
            {
                let day = day_of(now);
                count_free(tx, owner.whose(), day, 1).await?;
                first.payment = Payment::Free.as_str().to_owned();
                first.day = Some(day);
                return Ok(());
            }
            for row in rows {
                let key = format!("{}-{}", row.turn_id, row.position);
                let hold = ledger::place_hold(
                    tx,
                    now,
                    user,
                    &key,
                    "A reply",
                    model.price,
                    now.plus_millis(HOLD_MS),
                )
                .await?;
                row.payment = Payment::Wallet.as_str().to_owned();
                row.price = model.price.0;
                row.hold_id = Some(hold.id.to_string());
            }
            Ok(())
        }
    }
}

/// Counts a person's free message, on its day and in all; or takes it back.
async fn count_free(tx: &mut Tx, owner: Whose<'_>, day: i64, by: i64) -> sqlx::Result<()> {
    add_use(tx, owner, day, by, 0).await?;
    add_use(tx, owner, FOR_EVER, by, 0).await.map(drop)
}

/// Settles a reply: takes what is due and gives back the rest. None where it was settled before, so that
/// whoever comes second changes nothing.
pub(super) async fn settle(
    tx: &mut Tx,
    owner: Whose<'_>,
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
    // Taken first: of two who settle, one finds it done.
    if !store::settle_reply(tx, &row.turn_id, row.position, 0).await? {
        return Ok(None);
    }
    let captured = match (Payment::from_stored(&row.payment), &row.hold_id) {
        (Payment::Wallet, Some(hold)) => close(tx, &HoldId::trusted(hold.clone()), amount, now).await?,
        (Payment::Free, _) if due == Due::Nothing => {
            count_free(tx, owner, row.day.unwrap_or_else(|| day_of(now)), -1).await?;
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

/// Gives back what was set aside for a reply whose turn is not in the database any more; changes nothing
/// where that is settled.
pub(super) async fn give_back(tx: &mut Tx, row: &ReplyRow, now: Timestamp) -> Result<(), Problem> {
    match &row.hold_id {
        Some(hold) => close(tx, &HoldId::trusted(hold.clone()), Shekels::ZERO, now)
            .await
            .map(drop),
        None => Ok(()),
    }
}

async fn close(tx: &mut Tx, hold: &HoldId, amount: Shekels, now: Timestamp) -> Result<Shekels, Problem> {
    let closed = if amount > Shekels::ZERO {
        ledger::capture(tx, now, hold, amount).await
    } else {
        ledger::release(tx, now, hold).await
    };
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
