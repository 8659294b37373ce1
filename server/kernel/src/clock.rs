//! Time as a value: the product stores Unix milliseconds and speaks RFC 3339.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A second, in milliseconds.
pub const SECOND_MS: i64 = 1_000;
/// A minute, in milliseconds.
pub const MINUTE_MS: i64 = 60 * SECOND_MS;
/// An hour, in milliseconds.
pub const HOUR_MS: i64 = 60 * MINUTE_MS;
/// A day of 24 hours, in milliseconds.
pub const DAY_MS: i64 = 24 * HOUR_MS;

/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z. On the wire it is an RFC 3339 string in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Parses an RFC 3339 date and time with an offset, for example `2026-03-14T09:30:00Z`.
    pub fn parse(text: &str) -> Option<Self> {
        let instant: jiff::Timestamp = text.parse().ok()?;
        Some(Self(instant.as_millisecond()))
    }

    /// This moment moved by `millis` (which may be negative), clamped to what 64 bits hold.
    #[must_use]
    pub fn plus_millis(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    /// Seconds since the epoch as a fraction, for the decaying scores.
    #[must_use]
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(instant) => write!(f, "{instant}"),
            // Only a corrupted row can hold a year beyond ±9999; show the epoch rather than fail a page.
            Err(_) => f.write_str("1970-01-01T00:00:00Z"),
        }
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("expected an RFC 3339 date and time"))
    }
}

/// Where the server gets the time from. Injected everywhere, so that tests move it at will.
pub trait Clock: Send + Sync {
    /// The current moment.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the machine's time"
    )]
    fn now(&self) -> Timestamp {
        Timestamp(jiff::Timestamp::now().as_millisecond())
    }
}

/// A clock that stands still until a test moves it. Clones share the same time.
#[derive(Debug, Clone)]
pub struct TestClock(Arc<AtomicI64>);

impl TestClock {
    /// A clock that shows `now`.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self(Arc::new(AtomicI64::new(now.0)))
    }

    /// Moves the clock on (or back) by `millis`.
    pub fn advance_millis(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_travel_as_rfc_3339_in_utc() {
        let moment = Timestamp::parse("2026-03-14T10:30:00+01:00").expect("a valid time");
        assert_eq!(moment.to_string(), "2026-03-14T09:30:00Z");
        assert_eq!(
            serde_json::to_string(&moment).expect("serialisable"),
            "\"2026-03-14T09:30:00Z\""
        );
        assert_eq!(Timestamp::parse("yesterday"), None);
    }

    #[test]
    fn a_test_clock_moves_only_when_it_is_moved() {
        let clock = TestClock::at(Timestamp(1_000));
        let same = clock.clone();
        clock.advance_millis(500);
        assert_eq!(same.now(), Timestamp(1_500));
    }
}
