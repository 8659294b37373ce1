//! The threads that make images, and the bounded queue in front of them.
//!
//! The threads run at idle priority: making an image takes a core for long and is the least urgent of all
//! work (reliability O-3), so the system runs everything else first. A flood of requests is answered with
//! 503, never with memory.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::blocking::{Stop, use_idle_priority};
use crate::media::error::MediaError;

/// Longest that an image should wait for a thread. A caller who would wait longer is refused at once and may come
/// again.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// Longest that a caller waits for an image after a thread has begun it. The threads give way to all others, so that
/// an image may take much longer than its processor time.
const LONGEST_WORK: Duration = Duration::from_secs(10);
/// The newest image counts for 1/8 of the pace.
const PACE_OVER: u64 = 8;

type Work = Box<dyn FnOnce() + Send>;

/// How much work there may be.
#[derive(Debug, Clone, Copy)]
pub(in crate::media) struct WorkerLimits {
    /// Images made at the same time: threads, at least one.
    pub(in crate::media) threads: usize,
    /// Images that wait for a thread before the next one is refused; fewer if they would wait too long.
    pub(in crate::media) queue: usize,
    /// The most processor time that an image may take.
    pub(in crate::media) work_time: Duration,
}

/// The threads. They end when this is dropped and their work is done.
#[derive(Debug)]
pub(in crate::media) struct Workers {
    limits: WorkerLimits,
    waiting: AtomicUsize,
    slots: Arc<Semaphore>,
    /// How long an image took lately, in microseconds: longer when the threads have to give way to others.
    pace: Arc<AtomicU64>,
    line: mpsc::Sender<Work>,
}

impl Workers {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the system has no thread left.
    pub(in crate::media) fn start(limits: WorkerLimits) -> io::Result<Self> {
        let limits = WorkerLimits {
            threads: limits.threads.max(1),
            ..limits
        };
        let (line, work) = mpsc::channel::<Work>();
        let work = Arc::new(Mutex::new(work));
        for index in 0..limits.threads {
            let work = Arc::clone(&work);
            thread::Builder::new()
                .name(format!("picture-{index}"))
                .spawn(move || serve(&work))?;
        }
        Ok(Self {
            limits,
            waiting: AtomicUsize::new(0),
            slots: Arc::new(Semaphore::new(limits.threads)),
            pace: Arc::default(),
            line,
        })
    }

    /// Runs blocking work on one of the threads, for as long as an image may take.
    ///
    /// # Errors
    /// [`MediaError::Busy`] when too many wait already, [`MediaError::Late`] when it takes too much processor time or
    /// too long, and those of the work.
    pub(in crate::media) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Stop) -> Result<T, MediaError> + Send + 'static,
    ) -> Result<T, MediaError> {
        let slot = {
            let _waiting = QueueSlot::take(&self.waiting, self.queue_limit())?;
            self.slot().await.ok_or(MediaError::Busy)?
        };
        let stop = Stop::default();
        let watched = stop.clone();
        // The slot is held until the work has really ended, in time or not: late work is still work.
        let limit = self.limits.work_time;
        let working = self.dispatch(slot, move || work(&watched.within_processor_time(limit)));
        match tokio::time::timeout(LONGEST_WORK, working).await {
            Ok(Ok(result)) => result,
            Ok(Err(error)) => {
                tracing::error!(%error, "a picture worker failed");
                Err(MediaError::Store)
            }
            Err(_) => {
                stop.raise();
                Err(MediaError::Late)
            }
        }
    }

    /// How many may wait for a thread, judged by how long the latest images took: at most the configured queue, and at
    /// least one for each thread.
    fn queue_limit(&self) -> usize {
        let pace = u128::from(self.pace.load(Ordering::Relaxed)).max(1);
        let each = usize::try_from(LONGEST_WAIT.as_micros() / pace).unwrap_or(usize::MAX);
        let threads = self.limits.threads;
        each.saturating_mul(threads).max(threads).min(self.limits.queue)
    }

    /// Waits until one of the threads is free.
    async fn slot(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.slots).acquire_owned().await.ok()
    }

    /// Runs this on a free thread; it holds the slot until it ends. There is no result if it panicked.
    fn dispatch<T: Send + 'static>(
        &self,
        slot: OwnedSemaphorePermit,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (sender, result) = oneshot::channel();
        let pace = Arc::clone(&self.pace);
        let work = move || {
            let _slot = slot;
            let from = Instant::now();
            let made = work();
            record(&pace, from.elapsed());
            // The caller may have left.
            let _ = sender.send(made);
        };
        // The threads live as long as this does.
        let _ = self.line.send(Box::new(work));
        result
    }
}

/// Moves the average towards the latest image.
fn record(pace: &AtomicU64, elapsed: Duration) {
    let took = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
    let before = pace.load(Ordering::Relaxed);
    let after = if before == 0 {
        took
    } else {
        before - before / PACE_OVER + took / PACE_OVER
    };
    pace.store(after, Ordering::Relaxed);
}

fn serve(work: &Mutex<mpsc::Receiver<Work>>) {
    use_idle_priority();
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(next) = next else { return };
        if catch_unwind(AssertUnwindSafe(next)).is_err() {
            tracing::error!("making a picture panicked");
        }
    }
}

/// A place in the bounded queue, free again when dropped.
struct QueueSlot<'a>(&'a AtomicUsize);

impl<'a> QueueSlot<'a> {
    fn take(waiting: &'a AtomicUsize, limit: usize) -> Result<Self, MediaError> {
        let slot = Self(waiting);
        match waiting.fetch_add(1, Ordering::Relaxed) < limit {
            true => Ok(slot),
            false => Err(MediaError::Busy),
        }
    }
}

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(threads: usize) -> io::Result<Workers> {
        Workers::start(WorkerLimits {
            threads,
            queue: 64,
            work_time: Duration::from_secs(60),
        })
    }

    #[tokio::test]
    async fn a_panic_costs_its_own_picture_and_no_thread() {
        let workers = start(1).expect("a thread");
        for _ in 0..3 {
            let slot = workers.slot().await.expect("a slot");
            assert!(
                workers
                    .dispatch(slot, || panic!("as a test"))
                    .await
                    .map(|(): ()| ())
                    .is_err()
            );
        }
        let slot = workers.slot().await.expect("the slot is free again");
        assert_eq!(workers.dispatch(slot, || 7).await.expect("a result"), 7);
    }

    #[tokio::test]
    async fn as_many_may_wait_as_are_made_in_a_second() {
        let mut workers = start(2).expect("threads");
        assert_eq!(workers.queue_limit(), 64, "nothing is known yet");
        for (pace, limit) in [(1_000, 64), (100_000, 20), (400_000, 4), (1_500_000, 2)] {
            workers.pace.store(pace, Ordering::Relaxed);
            assert_eq!(workers.queue_limit(), limit, "{pace} µs each");
        }
        workers.limits.queue = 1;
        assert_eq!(workers.queue_limit(), 1);
        let slot = workers.slot().await.expect("a slot");
        workers.dispatch(slot, || ()).await.expect("a result");
        assert!(
            workers.pace.load(Ordering::Relaxed) < 1_500_000,
            "the newest counts"
        );
    }

    #[tokio::test]
    async fn only_processor_time_counts() {
        let mut workers = start(1).expect("a thread");
        workers.limits.work_time = Duration::from_millis(50);
        let asleep = workers.run(|stop| {
            thread::sleep(Duration::from_millis(100));
            match stop.is_raised() {
                true => Err(MediaError::Late),
                false => Ok(()),
            }
        });
        asleep.await.expect("a thread that gave way goes on");
        let computing = workers.run(|stop| -> Result<(), MediaError> {
            while !stop.is_raised() {
                std::hint::spin_loop();
            }
            Err(MediaError::Late)
        });
        assert!(matches!(computing.await, Err(MediaError::Late)));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn images_are_made_at_idle_priority() {
        let workers = start(1).expect("a thread");
        let policy = || {
            format!(
                "{:?}",
                thread_priority::thread_schedule_policy().expect("a policy")
            )
        };
        let slot = workers.slot().await.expect("a slot");
        assert_eq!(
            workers.dispatch(slot, policy).await.expect("a result"),
            "Normal(Idle)"
        );
        assert_eq!(policy(), "Normal(Other)");
    }
}
