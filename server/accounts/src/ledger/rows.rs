//! The rows of the ledger's tables, and what they stand for.

use kernel::ids::UserId;
use kernel::{Shekels, Timestamp};

use super::chain::HashedTransaction;
use super::error::LedgerError;
use super::model::{Account, Hold, Line, Posted};
use super::rules::AccountState;
use super::{HoldId, TransactionId};

/// A transaction as stored.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct TransactionRow {
    pub(super) seq: i64,
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) natural_key: String,
    pub(super) reverses: Option<String>,
    pub(super) title: String,
    pub(super) actor_id: Option<String>,
    pub(super) created_at: i64,
    pub(super) hash: String,
}

/// A posting as stored, with its account's owner.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct LineRow {
    pub(super) account_id: String,
    pub(super) kind: String,
    pub(super) owner_id: Option<String>,
    pub(super) amount: i64,
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct AccountRow {
    pub(super) id: String,
    pub(super) balance: i64,
    pub(super) postings: i64,
}

impl AccountRow {
    /// An account without postings.
    pub(super) fn new(id: String) -> Self {
        Self {
            id,
            balance: 0,
            postings: 0,
        }
    }

    pub(super) fn state(&self) -> AccountState {
        AccountState {
            balance: self.balance,
            postings: self.postings,
        }
    }
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct HoldRow {
    pub(super) id: String,
    pub(super) amount: i64,
    pub(super) title: String,
    pub(super) owner_id: String,
    pub(super) expires_at: i64,
    pub(super) captured: Option<i64>,
    pub(super) closed_seq: Option<i64>,
}

/// A posting of a wallet with its transaction, beside the wallet's balance; without a posting where there is
/// none.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct MovementRow {
    pub(super) wallet: i64,
    pub(super) account_seq: Option<i64>,
    pub(super) amount: Option<i64>,
    pub(super) balance_after: Option<i64>,
    pub(super) id: Option<String>,
    pub(super) kind: Option<String>,
    pub(super) title: Option<String>,
    pub(super) created_at: Option<i64>,
}

impl TransactionRow {
    /// The transaction, as the answer to an order that was posted before.
    pub(super) fn posted_before(&self) -> Posted {
        Posted {
            id: TransactionId::trusted(self.id.clone()),
            seq: self.seq,
            repeated: true,
        }
    }

    /// The parts that its hash covers, after a transaction with the hash `previous`.
    pub(super) fn hashed<'a>(&'a self, previous: &'a str) -> HashedTransaction<'a> {
        HashedTransaction {
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
