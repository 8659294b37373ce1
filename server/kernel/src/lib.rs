//! The words the whole server shares: ids, times, paging, the error catalogue. No I/O, no handlers, no slices.
//!
//! Everything here is a plain value or a pure function. The one exception is [`clock::SystemClock`], the only code in
//! the workspace that reads the machine's time; whoever needs the time takes a [`Clock`] instead.

pub mod clock;
pub mod error_code;
pub mod ids;
pub mod paging;

pub use clock::{Clock, SystemClock, TestClock, Timestamp};
pub use error_code::ErrorCode;
