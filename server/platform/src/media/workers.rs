//! The threads that make pictures. They are nobody else's, because they stand back: making a picture takes a
//! core for long and is the least urgent of all we do (reliability O-3), so the system runs whatever else
//! wants to run first.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::blocking::stand_last;

/// Longest that a picture should wait for a thread: whoever would wait longer is refused at once and may come
/// again.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// The newest picture counts for one in so many in the pace.
const PACE_OVER: u64 = 8;

type Work = Box<dyn FnOnce() + Send>;

/// The threads. They end when this is dropped and their work is done.
#[derive(Debug)]
pub(super) struct Workers {
    count: usize,
    places: Arc<Semaphore>,
    /// What a picture took lately, in microseconds: more where the threads have to stand back for others.
    pace: Arc<AtomicU64>,
    line: mpsc::Sender<Work>,
}

impl Workers {
    /// So many threads; at least one.
    ///
    /// # Errors
    /// Where the system has no thread left.
    pub(super) fn start(count: usize) -> io::Result<Self> {
        let count = count.max(1);
        let (line, work) = mpsc::channel::<Work>();
        let work = Arc::new(Mutex::new(work));
        for index in 0..count {
            let work = Arc::clone(&work);
            thread::Builder::new()
                .name(format!("picture-{index}"))
                .spawn(move || serve(&work))?;
        }
        Ok(Self {
            count,
            places: Arc::new(Semaphore::new(count)),
            pace: Arc::default(),
            line,
        })
    }

    /// How many may wait for a thread by the pace of the latest pictures: at most so many, and one for each
    /// thread at least.
    pub(super) fn room(&self, most: usize) -> usize {
        let pace = u128::from(self.pace.load(Ordering::Relaxed)).max(1);
        let each = usize::try_from(LONGEST_WAIT.as_micros() / pace).unwrap_or(usize::MAX);
        each.saturating_mul(self.count).max(self.count).min(most)
    }

    /// Waits until one of the threads is free. What is done there keeps the place until it ends.
    pub(super) async fn place(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.places).acquire_owned().await.ok()
    }

    /// Does this on a free thread. The result is missing where it panicked.
    pub(super) fn run<T: Send + 'static>(
        &self,
        place: OwnedSemaphorePermit,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (told, result) = oneshot::channel();
        let pace = Arc::clone(&self.pace);
        let work = move || {
            let _place = place;
            let from = Instant::now();
            let made = work();
            let took = u64::try_from(from.elapsed().as_micros()).unwrap_or(u64::MAX);
            let before = pace.load(Ordering::Relaxed);
            let after = if before == 0 {
                took
            } else {
                before - before / PACE_OVER + took / PACE_OVER
            };
            pace.store(after, Ordering::Relaxed);
            // Whoever asked may have left.
            let _ = told.send(made);
        };
        // The threads live as long as this does.
        let _ = self.line.send(Box::new(work));
        result
    }
}

fn serve(work: &Mutex<mpsc::Receiver<Work>>) {
    stand_last();
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(next) = next else { return };
        if catch_unwind(AssertUnwindSafe(next)).is_err() {
            tracing::error!("making a picture panicked");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_costs_its_own_picture_and_no_thread() {
        let workers = Workers::start(1).expect("a thread");
        for _ in 0..3 {
            let place = workers.place().await.expect("a place");
            assert!(
                workers
                    .run(place, || panic!("as a test"))
                    .await
                    .map(|(): ()| ())
                    .is_err()
            );
        }
        let place = workers.place().await.expect("the place is free again");
        assert_eq!(workers.run(place, || 7).await.expect("a result"), 7);
    }

    #[tokio::test]
    async fn as_many_may_wait_as_are_made_in_a_second() {
        let workers = Workers::start(2).expect("threads");
        assert_eq!(workers.room(64), 64, "nothing is known yet");
        for (pace, room) in [(1_000, 64), (100_000, 20), (400_000, 4), (1_500_000, 2)] {
            workers.pace.store(pace, Ordering::Relaxed);
            assert_eq!(workers.room(64), room, "{pace} µs each");
        }
        assert_eq!(workers.room(1), 1);
        let place = workers.place().await.expect("a place");
        workers.run(place, || ()).await.expect("a result");
        assert!(
            workers.pace.load(Ordering::Relaxed) < 1_500_000,
            "the newest counts"
        );
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn pictures_stand_back_and_others_do_not() {
        let workers = Workers::start(1).expect("a thread");
        let policy = || {
            format!(
                "{:?}",
                thread_priority::thread_schedule_policy().expect("a policy")
            )
        };
        let place = workers.place().await.expect("a place");
        assert_eq!(
            workers.run(place, policy).await.expect("a result"),
            "Normal(Idle)"
        );
        assert_eq!(policy(), "Normal(Other)");
    }
}
