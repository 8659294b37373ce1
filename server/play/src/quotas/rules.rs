//! The days of quotas. Pure.

use kernel::{DAY_MS, Timestamp};

/// The day number of lifetime usage; real days are far from it.
pub const LIFETIME_DAY: i64 = 0;

/// The day of a moment, counted from 1970-01-01 in UTC.
#[must_use]
pub fn day_of(now: Timestamp) -> i64 {
    now.0.div_euclid(DAY_MS)
}

/// When the next day begins.
#[must_use]
pub fn next_day(now: Timestamp) -> Timestamp {
    Timestamp(day_of(now).saturating_add(1).saturating_mul(DAY_MS))
}

/// Whole seconds until a moment, at least one.
#[must_use]
pub fn secs_until(now: Timestamp, then: Timestamp) -> u32 {
    u32::try_from(then.0.saturating_sub(now.0).max(0) as u64 / 1000 + 1).unwrap_or(u32::MAX)
}
