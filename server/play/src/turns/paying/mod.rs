//! Reserves the price of a turn's replies before they are written, and settles it afterwards.
//!
//! The free quota pays for a turn as a whole, however many characters answer. Beyond it, each reply is paid
//! for separately with shekels that the ledger holds. A guest has a fixed number of messages. No reply is
//! settled twice, even if two processes try.

mod price;
mod reserve;
mod settle;
mod terms;

pub use price::ChatPrice;
pub(super) use price::{balance, price_of};
pub(super) use reserve::{Payment, reserve};
pub(super) use settle::{Due, release_hold, settle};
pub use terms::{FreeReplies, GuestTurns};
