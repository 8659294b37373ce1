//! What the parts of this process tell of themselves as they work, so that nobody has to ask them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use kernel::Timestamp;

/// What was told. Clones share it.
#[derive(Clone, Default)]
pub struct Vitals(Arc<Inner>);

#[derive(Default)]
struct Inner {
    rounds: Mutex<BTreeMap<&'static str, Rounds>>,
    outbox: Mutex<Option<bool>>,
    renderer: OnceLock<Box<dyn Fn() -> Renders + Send + Sync>>,
    renders: Mutex<Watched>,
}

/// Work that is done again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rounds {
    /// When a round last ended, or the first was begun.
    pub at: Timestamp,
    /// The pause between two.
    pub every: Duration,
    /// Whether all of the last one was done.
    pub all_done: bool,
}

/// What a renderer has done since it began.
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
    /// Of the pages begun between the last two looks that saw any: how many there were, and how many failed.
    latest: (u64, u64),
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Vitals {
    /// Says that this work is done again and again from now on, with this pause.
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

    /// Says that a round of it has ended, and whether all of it was done.
    pub fn end_round(&self, name: &'static str, now: Timestamp, all_done: bool) {
        if let Some(rounds) = lock(&self.0.rounds).get_mut(name) {
            (rounds.at, rounds.all_done) = (now, all_done);
        }
    }

    /// Says whether letters can be put where they go, as far as that can be tried without a letter.
    pub fn tell_of_outbox(&self, writable: bool) {
        *lock(&self.0.outbox) = Some(writable);
    }

    /// Hands in the renderer's counters. Once.
    pub fn watch_renderer(&self, renders: impl Fn() -> Renders + Send + Sync + 'static) {
        // A second one would be of a second site in this process, which there is in tests only.
        let _ = self.0.renderer.set(Box::new(renders));
    }

    /// How this work goes; none where nobody has begun it.
    pub fn rounds(&self, name: &str) -> Option<Rounds> {
        lock(&self.0.rounds).get(name).copied()
    }

    /// Whether letters can be put where they go; none where nobody has tried.
    pub fn outbox(&self) -> Option<bool> {
        *lock(&self.0.outbox)
    }

    /// The renderer's workers, and of the latest pages how many there were and how many failed; none where
    /// nothing is rendered here.
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
