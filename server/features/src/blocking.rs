//! Work that computes: on which threads it runs, and how much of it at a time.
//!
//! The threads that answer requests only wait for others and pass on what they get. What computes for more than a moment, and whatever grows
//! with what a person stores or sends, goes to the runtime's threads for blocking work through a [`Lane`], which has so many places and
//! lets so many wait for one. Whoever finds both taken is told to come again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kernel::ErrorCode;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::web::Problem;

/// What is told where there is no place: how long to wait, in seconds.
const RETRY_SECS: u32 = 2;

/// The places for one kind of work.
#[derive(Debug)]
pub(crate) struct Lane {
    places: Semaphore,
    seats: Semaphore,
}

/// A flag that tells work that nobody waits for it any more, or that it has taken too long. Cheap to clone: all clones are one.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the work at its next look at this.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work shall end.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Lane {
    /// `places`: how many work at a time; `waiting`: how many more wait for that.
    pub(crate) const fn new(places: usize, waiting: usize) -> Self {
        Self { places: Semaphore::const_new(places), seats: Semaphore::const_new(waiting) }
    }

    /// A place, which is free again when this is dropped.
    ///
    /// # Errors
    /// 503 where too many wait already.
    pub(crate) async fn enter(&self) -> Result<SemaphorePermit<'_>, Problem> {
        if let Ok(place) = self.places.try_acquire() {
            return Ok(place);
        }
        let busy = |_| Problem::new(ErrorCode::Overloaded, "Too much is being done at once. Please try again in a moment.").with_retry_after(RETRY_SECS);
        let _seat = self.seats.try_acquire().map_err(busy)?;
        self.places.acquire().await.map_err(Problem::internal)
    }

    /// Does this on a thread for such work. It holds its place until it is done, also where nobody waits for it any more.
    ///
    /// # Errors
    /// 503 where too many wait already, 500 where it panicked.
    pub(crate) async fn run<T: Send + 'static>(&'static self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let place = self.enter().await?;
        let task = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        task.await.map_err(Problem::internal)
    }

    /// The same for work that ends early where it takes longer than this, not counting the wait for a place.
    ///
    /// # Errors
    /// As for [`Lane::run`].
    pub(crate) async fn run_within<T: Send + 'static>(&'static self, limit: Duration, work: impl FnOnce(&Stop) -> T + Send + 'static) -> Result<T, Problem> {
        let place = self.enter().await?;
        let stop = Stop::default();
        let watched = stop.clone();
        let mut task = tokio::task::spawn_blocking(move || {
            let _place = place;
            work(&watched)
        });
        let done = match tokio::time::timeout(limit, &mut task).await {
            Ok(done) => done,
            Err(_) => {
                stop.raise();
                task.await
            }
        };
        done.map_err(Problem::internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn so_many_work_so_many_wait_and_the_next_is_told_to_come_again() {
        static LANE: Lane = Lane::new(1, 1);
        let working = LANE.enter().await.expect("a place");
        let waiting = tokio::spawn(async { LANE.run(|| 7).await });
        while LANE.seats.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = LANE.run(|| 8).await.expect_err("no place");
        assert_eq!(refused.code(), ErrorCode::Overloaded);
        drop(working);
        assert_eq!(waiting.await.expect("a task").expect("a place"), 7);
        assert_eq!(LANE.run(|| 9).await.expect("a place"), 9);
    }

    #[tokio::test]
    async fn what_takes_too_long_is_told_to_stop() {
        static LANE: Lane = Lane::new(1, 0);
        let work = |stop: &Stop| {
            while !stop.is_raised() {
                std::thread::yield_now();
            }
            "stopped"
        };
        assert_eq!(LANE.run_within(Duration::from_millis(1), work).await.expect("a place"), "stopped");
        assert!(LANE.run_within(Duration::MAX, |stop| !stop.is_raised()).await.expect("a place"));
        assert!(LANE.run(|| panic!("as a test")).await.is_err_and(|problem: Problem| problem.code() == ErrorCode::Internal));
        assert!(LANE.run(|| true).await.expect("the place is free again"));
    }
}
