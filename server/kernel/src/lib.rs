//! The types the whole server shares: ids, times, paging, the error catalogue, money, roles, ratings. No I/O,
//! no handlers, no slices.
//!
//! Everything here is a plain value or a pure function, except for the two things every program needs from
//! outside: [`clock::SystemClock`] is the only code in the workspace that reads the machine's time, and
//! [`random::Random`] the only one that draws randomness. Code that needs either takes a [`Clock`] or a
//! [`Random`].

pub mod clock;
pub mod error_code;
mod hex;
pub mod ids;
pub mod money;
pub mod paging;
pub mod random;
pub mod rating;
pub mod role;

pub use clock::{Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, SystemClock, TestClock, Timestamp};
pub use error_code::{ErrorCode, ErrorEntry};
pub use hex::hex;
pub use money::Shekels;
pub use random::Random;
pub use rating::{Audience, Rating};
pub use role::Role;
