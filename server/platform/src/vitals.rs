//! The health of this process's parts, which they report as they work, so that reading it does no work.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use kernel::Timestamp;

/// The reports. Clones share them.
#[derive(Clone, Default)]
pub struct Vitals(Arc<Inner>);

#[derive(Default)]
struct Inner {
    rounds: Mutex<BTreeMap<&'static str, Rounds>>,
    outbox: Mutex<Option<bool>>,
    renderer: OnceLock<Box<dyn Fn() -> Renders + Send + Sync>>,
    renders: Mutex<Watched>,
}

/// Work that is done in rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rounds {
    /// When a round last ended, or the first was begun.
    pub at: Timestamp,
    /// The pause between two rounds.
    pub every: Duration,
    /// Whether the last round did all its work.
    pub all_done: bool,
}

/// What a renderer has done since its start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Renders {
    /// Workers that can take a page.
    pub alive: usize,
    /// Pages begun.
    pub started: u64,
    /// Pages that failed.
    pub failed: u64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Watched {
    seen: Renders,
    /// Of the pages begun between the last two reads that saw any: how many there were, and how many failed.
    latest: (u64, u64),
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Vitals {
    /// Reports that this work is done in rounds from now on, with this pause.
    pub fn begin_rounds(&self, name: &'static str, every: Duration, now: Timestamp) {
        lock(&self.0.rounds).insert(
            name,
            Rounds {
                at: now,
                every,
                all_done: true,
            },
        );
    }

    /// Reports that a round has ended, and whether all of its work was done.
    pub fn end_round(&self, name: &'static str, now: Timestamp, all_done: bool) {
        if let Some(rounds) = lock(&self.0.rounds).get_mut(name) {
            (rounds.at, rounds.all_done) = (now, all_done);
        }
    }

    /// Reports whether the outbox is writable, as far as that can be tried without an email.
    pub fn report_outbox(&self, writable: bool) {
        *lock(&self.0.outbox) = Some(writable);
    }

    /// Sets the source of the renderer's counters. Once.
    pub fn watch_renderer(&self, renders: impl Fn() -> Renders + Send + Sync + 'static) {
        // A second renderer belongs to a second site in this process, which only tests have.
        let _ = self.0.renderer.set(Box::new(renders));
    }

    /// The state of this work; `None` if it has not begun.
    pub fn rounds(&self, name: &str) -> Option<Rounds> {
        lock(&self.0.rounds).get(name).copied()
    }

    /// Whether the outbox is writable; `None` if that was never tried.
    pub fn outbox(&self) -> Option<bool> {
        *lock(&self.0.outbox)
    }

    /// The renderer's workers, and of the latest pages how many there were and how many failed; `None` if
    /// this process renders nothing.
    pub fn renders(&self) -> Option<(usize, u64, u64)> {
        let now = self.0.renderer.get()?();
        let mut watched = lock(&self.0.renders);
        let started = now.started.saturating_sub(watched.seen.started);
        if started > 0 {
            watched.latest = (started, now.failed.saturating_sub(watched.seen.failed));
        }
        watched.seen = now;
        Some((now.alive, watched.latest.0, watched.latest.1))
    }
}
