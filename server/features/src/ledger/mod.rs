//! The ledger: where shekels are, and how they got there. Every movement is a transaction of postings that
//! sum to zero, written once and never changed; a mistake is taken back by another transaction. Amounts are
//! whole, balances are cached in the transaction that changes them, what happens once in the world
//! ([`NaturalKey`]) is posted once, and each transaction's hash covers the one before it, so that [`verify`]
//! finds whatever was changed behind our back.
//!
//! Other slices post inside their own use case, so that the deed and its price happen together or not at all:
//!
//! ```ignore
//! app.db.transact(Isolation::Money, |tx| Box::pin(async move {
//!     ledger::post(tx, now, &Order::debit(Kind::Spend, NaturalKey::of("theme", id), "Theme “Dusk”", user, price)).await?;
//!     themes::unlock(tx, user, id).await?;
//!     Ok::<_, Problem>(())
//! })).await?;
//! ```
//!
//! [`LedgerError`] becomes a [`crate::web::Problem`] by `?`: 402 where there is not enough.

mod actions;
#[cfg(test)]
mod crash_tests;
#[cfg(test)]
mod cut_tests;
#[cfg(test)]
mod disk_tests;
mod error;
mod http;
mod model;
#[cfg(test)]
mod model_tests;
mod rules;
pub(crate) mod store;
#[cfg(test)]
mod struck_tests;
#[cfg(test)]
mod tests;
pub(crate) mod verify;

pub use actions::{
    account_balance, balance, capture, expire_holds, grant_welcome, history, place_hold, post, release,
    reverse,
};
pub use error::LedgerError;
pub use http::router;
pub use model::{Account, Hold, Kind, Line, Movement, NaturalKey, Order, Posted};
pub use rules::{MAX_AMOUNT, MAX_LINES};
pub use verify::{Invariant, Report, verify};
