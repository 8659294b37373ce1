//! Accounts, orders, transactions and holds.

use kernel::ids::UserId;
use kernel::{Shekels, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::{HoldId, TransactionId};

/// Most shekels of one posting (reliability 1.6, invariant 10).
pub const MAX_AMOUNT: i64 = 1_000_000_000_000;
/// Most lines of one transaction.
pub const MAX_LINES: usize = 4;

/// An account. Wallets belong to people; the others belong to the installation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Account {
    /// What somebody has to spend.
    Wallet(UserId),
    /// What is held, neither spent nor released; zero when no hold is open.
    Holds,
    /// Where given shekels come from: below zero by all that was ever given.
    Issuance,
    /// Where bought shekels come from.
    Sales,
    /// Where spent shekels go.
    Revenue,
}

impl Account {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> String {
        match self {
            Self::Wallet(user) => format!("wallet:{user}"),
            own => own.kind().to_owned(),
        }
    }

    /// Its kind, as stored.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Wallet(_) => "wallet",
            Self::Holds => "holds",
            Self::Issuance => "issuance",
            Self::Sales => "sales",
            Self::Revenue => "revenue",
        }
    }

    /// Whose it is, if it is a person's.
    #[must_use]
    pub fn owner(&self) -> Option<&UserId> {
        match self {
            Self::Wallet(user) => Some(user),
            _ => None,
        }
    }
}

/// The kind of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The gift every new record gets.
    Welcome,
    /// Given by an admin.
    Grant,
    /// Taken by an admin.
    Debit,
    /// Bought.
    Purchase,
    /// A gift code.
    Gift,
    /// For referring somebody.
    Referral,
    /// For coming back day after day.
    Streak,
    /// For something else, done here or elsewhere.
    Reward,
    /// Spent at once.
    Spend,
    /// Held.
    Hold,
    /// Spent from a hold; the rest released.
    Capture,
    /// Released from a hold.
    Release,
    /// Reverses another transaction.
    Reversal,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Welcome,
        Self::Grant,
        Self::Debit,
        Self::Purchase,
        Self::Gift,
        Self::Referral,
        Self::Streak,
        Self::Reward,
        Self::Spend,
        Self::Hold,
        Self::Capture,
        Self::Release,
        Self::Reversal,
    ];

    /// As stored and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Welcome => "welcome",
            Self::Grant => "grant",
            Self::Debit => "debit",
            Self::Purchase => "purchase",
            Self::Gift => "gift",
            Self::Referral => "referral",
            Self::Streak => "streak",
            Self::Reward => "reward",
            Self::Spend => "spend",
            Self::Hold => "hold",
            Self::Capture => "capture",
            Self::Release => "release",
            Self::Reversal => "reversal",
        }
    }

    /// The kind of this stored name.
    #[must_use]
    pub fn from_stored(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Whether it gives to wallets (true) or takes from them (false); none where it may do both.
    #[must_use]
    pub const fn gives(self) -> Option<bool> {
        match self {
            Self::Welcome
            | Self::Grant
            | Self::Purchase
            | Self::Gift
            | Self::Referral
            | Self::Streak
            | Self::Reward
            | Self::Capture
            | Self::Release => Some(true),
            Self::Debit | Self::Spend | Self::Hold => Some(false),
            Self::Reversal => None,
        }
    }

    /// The prefix of the natural keys of this kind, if they must have one.
    #[must_use]
    pub const fn key_prefix(self) -> Option<&'static str> {
        match self {
            Self::Welcome => Some("welcome:"),
            Self::Purchase => Some("event:"),
            Self::Gift => Some("gift:"),
            Self::Referral => Some("referral:"),
            Self::Streak => Some("streak:"),
            Self::Hold => Some("hold:"),
            Self::Capture | Self::Release => Some("close:"),
            Self::Reversal => Some("reversal:"),
            Self::Grant | Self::Debit | Self::Reward | Self::Spend => None,
        }
    }
}

/// What in the world a transaction stands for. It happens once, so the key is posted at most once: posting it
/// again returns the first transaction (invariants 6 and 7).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NaturalKey(String);

impl NaturalKey {
    /// A new record's gift.
    #[must_use]
    pub fn welcome(user: &UserId) -> Self {
        Self(format!("welcome:{user}"))
    }

    /// An event of a payment provider.
    #[must_use]
    pub fn event(provider: &str, event: &str) -> Self {
        Self(format!("event:{provider}:{event}"))
    }

    /// Somebody's use of a gift.
    #[must_use]
    pub fn gift(gift: &str, user: &UserId) -> Self {
        Self(format!("gift:{gift}:{user}"))
    }

    /// The sign-up of somebody who was referred. One person is referred once, no matter who claims it.
    #[must_use]
    pub fn referral(referee: &UserId) -> Self {
        Self(format!("referral:{referee}"))
    }

    /// Somebody's streak on a local date, as `2026-03-14`.
    #[must_use]
    pub fn streak(user: &UserId, local_date: &str) -> Self {
        Self(format!("streak:{user}:{local_date}"))
    }

    /// Anything else: the slice it belongs to and its id there. The slice must not be one of the words above.
    #[must_use]
    pub fn of(slice: &str, id: &str) -> Self {
        Self(format!("{slice}:{id}"))
    }

    pub(super) fn hold(id: &str) -> Self {
        Self(format!("hold:{id}"))
    }

    pub(super) fn close(hold: &HoldId) -> Self {
        Self(format!("close:{hold}"))
    }

    pub(super) fn reversal(original: &TransactionId) -> Self {
        Self(format!("reversal:{original}"))
    }

    /// As stored.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One line of a movement: an account and what it gains (or loses, if negative).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The account.
    pub account: Account,
    /// What it gains.
    pub amount: Shekels,
}

/// A movement to be posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Its kind.
    pub kind: Kind,
    /// What it stands for.
    pub key: NaturalKey,
    /// What the owner reads in the wallet's history, in the reader's words: "Welcome gift".
    pub title: String,
    /// The admin who orders it, if one does.
    pub actor: Option<UserId>,
    /// The lines, each account at most once; their amounts sum to zero.
    pub lines: Vec<Line>,
}

impl Order {
    /// Shekels for somebody. Bought ones come from sales, given ones are issued.
    #[must_use]
    pub fn credit(
        kind: Kind,
        key: NaturalKey,
        title: impl Into<String>,
        user: &UserId,
        amount: Shekels,
    ) -> Self {
        let source = if kind == Kind::Purchase {
            Account::Sales
        } else {
            Account::Issuance
        };
        Self::between(
            kind,
            key,
            title.into(),
            source,
            Account::Wallet(user.clone()),
            amount,
        )
    }

    /// Shekels from somebody: what an admin takes goes back to where it was issued, anything else is spent.
    #[must_use]
    pub fn debit(
        kind: Kind,
        key: NaturalKey,
        title: impl Into<String>,
        user: &UserId,
        amount: Shekels,
    ) -> Self {
        let target = if kind == Kind::Debit {
            Account::Issuance
        } else {
            Account::Revenue
        };
        Self::between(
            kind,
            key,
            title.into(),
            Account::Wallet(user.clone()),
            target,
            amount,
        )
    }

    /// The same, ordered by this admin.
    #[must_use]
    pub fn by(mut self, admin: &UserId) -> Self {
        self.actor = Some(admin.clone());
        self
    }

    /// `amount` out of one account into another. An amount that cannot be negated becomes one that is refused.
    pub(super) fn between(
        kind: Kind,
        key: NaturalKey,
        title: String,
        from: Account,
        to: Account,
        amount: Shekels,
    ) -> Self {
        let lines = vec![
            Line {
                account: from,
                amount: amount.negated().unwrap_or_default(),
            },
            Line { account: to, amount },
        ];
        Self {
            kind,
            key,
            title,
            actor: None,
            lines,
        }
    }
}

/// A posted transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    /// Its id.
    pub id: TransactionId,
    /// Its number in the sequence.
    pub seq: i64,
    /// Whether it had been posted before, and this call changed nothing.
    pub repeated: bool,
}

/// A held amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// Its id.
    pub id: HoldId,
    /// How much.
    pub amount: Shekels,
    /// When it is released at the latest.
    pub expires_at: Timestamp,
    /// What was captured; none while it is open, zero if all was released.
    pub captured: Option<Shekels>,
}

/// One movement of a wallet, as its owner reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Movement {
    /// The transaction.
    #[schema(value_type = String)]
    pub id: TransactionId,
    /// Its kind.
    #[schema(value_type = Kind)]
    pub kind: String,
    /// What it was, in the reader's words.
    pub title: String,
    /// What the wallet gained; negative: what it lost.
    pub amount: Shekels,
    /// What was in the wallet afterwards.
    pub balance: Shekels,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub created_on: Timestamp,
}
