//! A circuit breaker: sends no requests to a provider that keeps failing (L-3).

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::{Clock, Timestamp};

use super::super::ModelError;

/// The failures within [`WINDOW_MS`] after which requests are no longer sent.
const FAILURES: usize = 10;
/// The time in which failures are counted, in milliseconds.
const WINDOW_MS: i64 = 30_000;
/// The time after which one request is let through, to see whether the provider works again, in milliseconds.
const REST_MS: i64 = 15_000;

/// Counts failures and decides whether a request is sent. Clones share their count.
#[derive(Clone)]
pub(super) struct Breaker {
    clock: Arc<dyn Clock>,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    failures: VecDeque<Timestamp>,
    opened: Option<Timestamp>,
    is_probing: bool,
}

/// The permission for one request. Report how it went; a permit that is dropped without a report does not count.
pub(super) struct Permit {
    breaker: Breaker,
    is_probe: bool,
}

impl Breaker {
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            state: Arc::default(),
        }
    }

    /// A permit for a request.
    ///
    /// # Errors
    /// [`ModelError::CircuitOpen`].
    pub(super) fn admit(&self) -> Result<Permit, ModelError> {
        let mut state = self.state();
        let is_probe = match state.opened {
            None => false,
            Some(opened) if state.is_probing || self.clock.now().0 - opened.0 < REST_MS => {
                return Err(ModelError::CircuitOpen);
            }
            Some(_) => true,
        };
        state.is_probing = is_probe;
        Ok(Permit {
            breaker: self.clone(),
            is_probe,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit {
    /// The provider answered.
    pub(super) fn succeeded(&self) {
        let mut state = self.breaker.state();
        if self.is_probe {
            *state = State::default();
        }
    }

    /// The provider did not answer, or broke off.
    pub(super) fn failed(&self) {
        let now = self.breaker.clock.now();
        let mut state = self.breaker.state();
        while state
            .failures
            .front()
            .is_some_and(|first| now.0 - first.0 >= WINDOW_MS)
        {
            state.failures.pop_front();
        }
        state.failures.push_back(now);
        let was_open = state.opened.is_some();
        if self.is_probe || (!was_open && state.failures.len() >= FAILURES) {
            state.opened = Some(now);
            state.failures.clear();
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if self.is_probe {
            self.breaker.state().is_probing = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::TestClock;

    use super::*;

    fn breaker() -> (Breaker, TestClock) {
        let clock = TestClock::at(Timestamp(1_000_000));
        (Breaker::new(Arc::new(clock.clone())), clock)
    }

    fn fail(breaker: &Breaker, times: usize) {
        for _ in 0..times {
            breaker.admit().expect("let through").failed();
        }
    }

    #[test]
    fn ten_failures_in_thirty_seconds_open_it() {
        let (breaker, clock) = breaker();
        fail(&breaker, 9);
        clock.advance_millis(WINDOW_MS);
        fail(&breaker, 9);
        breaker.admit().expect("the first nine are forgotten").failed();
        assert_eq!(breaker.admit().err(), Some(ModelError::CircuitOpen));
    }

    #[test]
    fn one_probe_decides() {
        let (breaker, clock) = breaker();
        fail(&breaker, 10);
        clock.advance_millis(REST_MS - 1);
        assert!(breaker.admit().is_err());
        clock.advance_millis(1);
        let probe = breaker.admit().expect("a probe");
        assert!(breaker.admit().is_err(), "one at a time");
        probe.failed();
        drop(probe);
        assert!(breaker.admit().is_err(), "it rests again");
        clock.advance_millis(REST_MS);
        drop(breaker.admit().expect("a probe that nobody waited for"));
        breaker.admit().expect("another probe").succeeded();
        fail(&breaker, 9);
        assert!(breaker.admit().is_ok(), "closed, and counting from nothing");
    }

    #[test]
    fn failures_of_requests_that_were_under_way_change_nothing_more() {
        let (breaker, clock) = breaker();
        let late: Vec<Permit> = (0..5).map(|_| breaker.admit().expect("let through")).collect();
        fail(&breaker, 10);
        clock.advance_millis(REST_MS);
        late.iter().for_each(Permit::failed);
        assert!(breaker.admit().is_ok(), "the probe's time is not put off");
    }
}
