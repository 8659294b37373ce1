//! The errors of the ledger.

use kernel::{ErrorCode, Shekels};
use platform::db::{Failure, is_contention};
use platform::web::Problem;

use super::errors;
use super::model::MAX_AMOUNT;

/// Why nothing was posted.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The wallet does not have that much.
    #[error("{needed} needed, {available} available")]
    InsufficientShekels {
        /// How much was requested.
        needed: Shekels,
        /// How much can be spent.
        available: Shekels,
    },
    /// An amount is not between 1 and 10^12.
    #[error("an amount is out of range")]
    AmountOutOfRange,
    /// A balance would not fit 64 bits.
    #[error("a balance would be too large")]
    BalanceOutOfRange,
    /// More is to be captured than was held.
    #[error("more than the {0} that were set aside")]
    CaptureTooLarge(Shekels),
    /// The natural key stands for something else already.
    #[error("the natural key was used for another transaction")]
    KeyReused,
    /// There is no such transaction.
    #[error("no such transaction")]
    UnknownTransaction,
    /// The transaction was reversed before.
    #[error("taken back already")]
    AlreadyReversed,
    /// Reversals are never reversed, and holds end by capture or release.
    #[error("not to be taken back")]
    NotReversible,
    /// There is no such hold.
    #[error("no such hold")]
    UnknownHold,
    /// The hold was closed otherwise.
    #[error("the hold has ended")]
    HoldClosed,
    /// The order is not a transaction: its lines do not sum to zero or name an account twice, or its key is not of
    /// its kind. A fault of the program.
    #[error("the order is no transaction")]
    Malformed,
    /// Another transaction changed the same rows meanwhile.
    #[error("changed meanwhile")]
    Contended,
    /// Database error.
    #[error(transparent)]
    Engine(#[from] sqlx::Error),
}

impl Failure for LedgerError {
    fn is_contention(&self) -> bool {
        match self {
            Self::Contended => true,
            Self::Engine(error) => is_contention(error),
            _ => false,
        }
    }
}

impl From<LedgerError> for Problem {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::InsufficientShekels { needed, available } => Self::new(
                errors::INSUFFICIENT_SHEKELS,
                format!("This costs {needed} shekels, and you have {available}."),
            )
            .with_extension("needed", needed.0)
            .with_extension("available", available.0),
            LedgerError::AmountOutOfRange => Self::invalid(
                "/amount",
                format!("An amount is a whole number from 1 to {MAX_AMOUNT}."),
            ),
            LedgerError::BalanceOutOfRange => Self::invalid("/amount", "The balance would be too large."),
            LedgerError::CaptureTooLarge(held) => {
                Self::invalid("/amount", format!("No more than the {held} that were set aside."))
            }
            LedgerError::KeyReused => {
                Self::new(ErrorCode::CONFLICT, "This has been booked before, differently.")
            }
            LedgerError::UnknownTransaction => Self::not_found("transaction"),
            LedgerError::AlreadyReversed => {
                Self::new(errors::ALREADY_ROLLED_BACK, "This was taken back before.")
            }
            LedgerError::NotReversible => Self::new(ErrorCode::CONFLICT, "This cannot be taken back."),
            LedgerError::UnknownHold => Self::not_found("hold"),
            LedgerError::HoldClosed => Self::new(
                ErrorCode::CONFLICT,
                "What was set aside has been settled already.",
            ),
            LedgerError::Contended => Self::contended(),
            LedgerError::Engine(error) => Self::from(error),
            LedgerError::Malformed => Self::internal(error),
        }
    }
}
