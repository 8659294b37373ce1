//! Which errors mean a conflict with other transactions, and how long to wait before trying again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use kernel::Random;

/// Whether a transaction conflicted with others (SQLSTATE 40001, 40P01), so that the whole of it may be run again.
#[must_use]
pub fn is_contention(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .and_then(|error| error.code())
        .is_some_and(|code| matches!(&*code, "40001" | "40P01"))
}

/// Whether the database was too busy to do it in time: another connection holds SQLite's write lock (5, 261, 517), there
/// was no free lock or connection (55P03, 53300), the statement reached its time limit (57014), or the server is
/// stopping, stopped or starting (57P01 to 57P03, as after its disk was full).
#[must_use]
pub fn is_busy(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| {
        matches!(
            &*code,
            "5" | "261" | "517" | "55P03" | "53300" | "57014" | "57P01" | "57P02" | "57P03"
        )
    })
}

/// The randomness of retries: how long they wait, and which commits are made to fail in tests.
pub(super) struct RetryJitter {
    random: Random,
    /// The bits of the share of commits that fail, from 0 to 1.
    fault_rate: AtomicU64,
}

impl RetryJitter {
    pub(super) fn new(random: Random) -> Self {
        Self {
            random,
            fault_rate: AtomicU64::new(0_f64.to_bits()),
        }
    }

    /// Sets the share of commits that fail.
    pub(super) fn set_fault_rate(&self, rate: f64) {
        self.fault_rate.store(rate.to_bits(), Ordering::Relaxed);
    }

    /// Whether this commit must fail.
    pub(super) fn injects_fault(&self) -> bool {
        const STEPS: u64 = 1 << 32;
        let rate = f64::from_bits(self.fault_rate.load(Ordering::Relaxed));
        rate > 0.0 && (self.random.below(STEPS) as f64) < rate * STEPS as f64
    }

    /// A random part of this duration.
    pub(super) fn part_of(&self, longest: Duration) -> Duration {
        let micros = u64::try_from(longest.as_micros()).unwrap_or(u64::MAX);
        Duration::from_micros(self.random.below(micros.saturating_add(1)))
    }
}
