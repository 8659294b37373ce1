//! The daily quota of loves, and when it resets.

use kernel::{DAY_MS, Timestamp};

/// Loves of one person a day. A love that was removed can be given again.
pub(crate) const LOVES_A_DAY: i64 = 50;

/// When the day of `now` began. Days are UTC, so that nobody gains a day by travelling.
#[must_use]
pub(crate) fn day_start(now: Timestamp) -> Timestamp {
    Timestamp(now.0 - now.0.rem_euclid(DAY_MS))
}

/// When the next day begins.
#[must_use]
pub(crate) fn next_day(now: Timestamp) -> Timestamp {
    day_start(now).plus_millis(DAY_MS)
}

/// Whole seconds until the next day, at least one.
#[must_use]
pub(crate) fn secs_to_next_day(now: Timestamp) -> u32 {
    u32::try_from((next_day(now).0 - now.0 + 999) / 1000)
        .unwrap_or(1)
        .max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_utcs() {
        let noon = Timestamp::parse("2026-03-14T12:00:00Z").expect("a time");
        assert_eq!(day_start(noon).to_string(), "2026-03-14T00:00:00Z");
        assert_eq!(next_day(noon).to_string(), "2026-03-15T00:00:00Z");
        assert_eq!(secs_to_next_day(noon), 12 * 3600);
        assert_eq!(secs_to_next_day(Timestamp(next_day(noon).0 - 1)), 1);
        assert_eq!(day_start(next_day(noon)), next_day(noon));
    }
}
