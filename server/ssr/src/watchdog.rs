//! One thread that ends renders which run past their deadline.
//!
//! A deadline is set, lifted and acted upon under one lock, so a kill can never hit the render after the one
//! it was meant for. Setting a deadline rarely wakes the thread: it sleeps until the earliest deadline it has
//! seen, and looks again then.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The thread. Dropping it ends the thread.
pub(crate) struct Watchdog {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// One watched worker. Dropping it ends the watch.
pub(crate) struct Watch {
    shared: Arc<Shared>,
    id: u64,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    entries: BTreeMap<u64, Entry>,
    next_id: u64,
    /// When the thread will look by itself, if it will.
    wakes_at: Option<Instant>,
    closed: bool,
}

struct Entry {
    kill: Box<dyn Fn() + Send>,
    deadline: Option<Instant>,
    fired: bool,
}

impl Watchdog {
    pub(crate) fn start() -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let thread = thread::Builder::new().name("ssr-watchdog".into()).spawn({
            let shared = Arc::clone(&shared);
            move || shared.run()
        })?;
        Ok(Self {
            shared,
            thread: Some(thread),
        })
    }

    /// Starts to watch a worker. `kill` must be quick and must not call back into the watchdog.
    pub(crate) fn watch(&self, kill: Box<dyn Fn() + Send>) -> Watch {
        let mut state = self.shared.lock();
        let id = state.next_id;
        state.next_id += 1;
        state.entries.insert(
            id,
            Entry {
                kill,
                deadline: None,
                fired: false,
            },
        );
        Watch {
            shared: Arc::clone(&self.shared),
            id,
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // The thread only fails by a panic, which it has already reported.
            let _ = thread.join();
        }
    }
}

impl Watch {
    /// Sets the deadline: unless lifted before `limit` has passed, the worker is killed.
    pub(crate) fn arm(&self, limit: Duration) {
        let deadline = Instant::now() + limit;
        let mut state = self.shared.lock();
        if let Some(entry) = state.entries.get_mut(&self.id) {
            entry.deadline = Some(deadline);
            entry.fired = false;
        }
        if state.wakes_at.is_none_or(|at| deadline < at) {
            state.wakes_at = Some(deadline);
            self.shared.changed.notify_one();
        }
    }

    /// Lifts the deadline. Returns whether the worker was killed since it was set.
    pub(crate) fn disarm(&self) -> bool {
        let mut state = self.shared.lock();
        state.entries.get_mut(&self.id).is_some_and(|entry| {
            entry.deadline = None;
            entry.fired
        })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.lock().entries.remove(&self.id);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is valid after every statement, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut state = self.lock();
        while !state.closed {
            let now = Instant::now();
            state.wakes_at = state.fire_due(now);
            state = match state.wakes_at {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(at) => {
                    self.changed
                        .wait_timeout(state, at - now)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
            };
        }
    }
}

impl State {
    /// Kills what is due and returns the earliest deadline left.
    fn fire_due(&mut self, now: Instant) -> Option<Instant> {
        for entry in self.entries.values_mut() {
            if entry.deadline.is_some_and(|deadline| deadline <= now) {
                entry.deadline = None;
                entry.fired = true;
                (entry.kill)();
            }
        }
        self.entries.values().filter_map(|entry| entry.deadline).min()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn counting_watch(dog: &Watchdog) -> (Watch, Arc<AtomicUsize>) {
        let kills = Arc::new(AtomicUsize::new(0));
        let watch = dog.watch(Box::new({
            let kills = Arc::clone(&kills);
            move || {
                kills.fetch_add(1, Ordering::SeqCst);
            }
        }));
        (watch, kills)
    }

    fn wait_for(kills: &AtomicUsize, wanted: usize) {
        let start = Instant::now();
        while kills.load(Ordering::SeqCst) < wanted && start.elapsed() < Duration::from_secs(10) {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(kills.load(Ordering::SeqCst), wanted);
    }

    #[test]
    fn a_missed_deadline_kills_once_and_only_its_worker() {
        let dog = Watchdog::start().unwrap();
        let (late, late_kills) = counting_watch(&dog);
        let (quiet, quiet_kills) = counting_watch(&dog);
        quiet.arm(Duration::from_secs(3_600));
        late.arm(Duration::from_millis(5));
        wait_for(&late_kills, 1);
        assert!(late.disarm());
        assert!(!quiet.disarm());
        assert_eq!(quiet_kills.load(Ordering::SeqCst), 0);
    }

    #[test]
    fn a_lifted_deadline_never_kills_a_later_render() {
        let dog = Watchdog::start().unwrap();
        let (watch, kills) = counting_watch(&dog);
        watch.arm(Duration::from_millis(20));
        assert!(!watch.disarm());
        watch.arm(Duration::from_secs(3_600));
        thread::sleep(Duration::from_millis(60));
        assert!(!watch.disarm());
        assert_eq!(kills.load(Ordering::SeqCst), 0);
    }
}
