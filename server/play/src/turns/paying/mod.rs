//! What pays for the replies of a turn, before they are written, and what becomes of that afterwards.
//!
//! The free allowance pays for a turn as a whole, however many answer. Beyond it each reply is paid for by
//! itself, by shekels that the ledger holds. A guest has a fixed number of messages. No reply is settled twice,
//! also where two processes try.

mod price;
mod reserve;
mod settle;
mod terms;

pub use price::ChatPrice;
pub(super) use price::{balance, price_of};
pub(super) use reserve::{Payment, reserve};
pub(super) use settle::{Due, release_hold, settle};
pub use terms::{FreeReplies, GuestTurns};
