//! Computing work: on which threads it runs, and how much of it at a time.
//!
//! The threads that answer requests must only wait and pass on results. Work that computes for more than a
//! moment, or grows with what a person stores or sends, goes to the runtime's blocking threads through a
//! [`WorkLimit`], which limits how much runs and how much waits. A caller beyond both limits is asked to come
//! again.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::ErrorCode;
#[cfg(target_os = "linux")]
use thread_priority::{
    NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy, set_thread_priority_and_policy,
    thread_native_id,
};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::web::Problem;

/// `Retry-After` if a limit is reached, in seconds.
const RETRY_SECS: u32 = 2;

/// Lowers the priority of the calling thread by this many steps of `nice` (1 to 19). On Linux each thread has
/// its own niceness; elsewhere it would be the whole process's.
#[cfg(target_os = "linux")]
pub fn lower_priority(steps: i32) {
    if let Err(error) = rustix::process::nice(steps) {
        tracing::warn!(%error, "a thread runs as urgently as all others");
    }
}

/// Gives the calling thread idle priority: it runs only while no other thread wants to, and is interrupted at
/// once when one does. With a mere niceness, a thread finishes its time slice of some milliseconds, and work
/// that waits behind many such slices is delayed noticeably. The system compares the threads of one service
/// (its control group), so that other services on the machine take no more from this one than before.
#[cfg(target_os = "linux")]
pub fn use_idle_priority() {
    let policy = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    if let Err(error) = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, policy) {
        tracing::warn!(%error, "a thread runs as urgently as all others");
    }
}

#[cfg(not(target_os = "linux"))]
pub fn lower_priority(steps: i32) {
    tracing::debug!(steps, "threads have no niceness here");
}

#[cfg(not(target_os = "linux"))]
pub fn use_idle_priority() {
    tracing::debug!("a thread runs as urgently as all others");
}

/// The places for one kind of work.
#[derive(Debug)]
pub struct WorkLimit {
    running: Semaphore,
    waiting: Semaphore,
}

/// A flag that stops work whose caller has left, or that has taken too long. Cheap to clone: clones share it.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    raised: Arc<AtomicBool>,
    /// The processor time of the working thread at which it must stop as well.
    processor_deadline: Option<Duration>,
}

impl Stop {
    /// Stops the work when it next checks this.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// The same flag for work on the calling thread, which must stop as well once it has used this much
    /// processor time. The time during which other threads ran does not count.
    #[must_use]
    pub fn within_processor_time(&self, limit: Duration) -> Self {
        Self {
            raised: Arc::clone(&self.raised),
            processor_deadline: Some(thread_processor_time().saturating_add(limit)),
        }
    }

    /// Whether the work must stop.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
            || self
                .processor_deadline
                .is_some_and(|deadline| thread_processor_time() > deadline)
    }
}

/// The processor time that the calling thread has used so far.
fn thread_processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}

impl WorkLimit {
    /// `running`: how much runs at a time; `waiting`: how much more may wait for that.
    pub const fn new(running: usize, waiting: usize) -> Self {
        Self {
            running: Semaphore::const_new(running),
            waiting: Semaphore::const_new(waiting),
        }
    }

    /// A place, which is released when this is dropped.
    ///
    /// # Errors
    /// 503 if too many wait already.
    pub async fn enter(&self) -> Result<SemaphorePermit<'_>, Problem> {
        if let Ok(place) = self.running.try_acquire() {
            return Ok(place);
        }
        let busy = |_| {
            Problem::new(
                ErrorCode::OVERLOADED,
                "Too much is being done at once. Please try again in a moment.",
            )
            .with_retry_after(RETRY_SECS)
        };
        let _waiting = self.waiting.try_acquire().map_err(busy)?;
        self.running.acquire().await.map_err(Problem::internal)
    }

    /// Runs this on a blocking thread. It holds its place until it is done, also if its caller has left.
    ///
    /// # Errors
    /// 503 if too many wait already, 500 if it panicked.
    pub async fn run<T: Send + 'static>(
        &'static self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let place = self.enter().await?;
        let task = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        task.await.map_err(Problem::internal)
    }

    /// The same for work that stops early if it takes longer than this, not counting the wait for a place.
    ///
    /// # Errors
    /// As for [`WorkLimit::run`].
    pub async fn run_within<T: Send + 'static>(
        &'static self,
        limit: Duration,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Problem> {
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

/// The places for one kind of work, with a limit for each caller, so that no caller makes others wait for
/// long.
#[derive(Debug)]
pub struct SharedWorkLimit {
    limit: WorkLimit,
    each: usize,
    taken: Mutex<BTreeMap<String, usize>>,
}

/// A place in a [`SharedWorkLimit`], released when this is dropped.
#[derive(Debug)]
pub struct Share<'a> {
    _place: SemaphorePermit<'a>,
    _turn: Turn<'a>,
}

/// Counts a caller's places and waits; released when this is dropped.
#[derive(Debug)]
struct Turn<'a> {
    limit: &'a SharedWorkLimit,
    caller: String,
}

impl SharedWorkLimit {
    /// `running` and `waiting` as for [`WorkLimit::new`]; `each`: how many of both one caller may have.
    pub const fn new(running: usize, waiting: usize, each: usize) -> Self {
        Self {
            limit: WorkLimit::new(running, waiting),
            each,
            taken: Mutex::new(BTreeMap::new()),
        }
    }

    /// A place for this caller.
    ///
    /// # Errors
    /// 503 if the caller is at their limit, or too many wait already.
    pub async fn enter(&self, caller: &str) -> Result<Share<'_>, Problem> {
        let turn = self.turn(caller).ok_or_else(|| {
            Problem::new(
                ErrorCode::OVERLOADED,
                "What you asked for before is still being done. Please try again in a moment.",
            )
            .with_retry_after(RETRY_SECS)
        })?;
        Ok(Share {
            _place: self.limit.enter().await?,
            _turn: turn,
        })
    }

    fn turn(&self, caller: &str) -> Option<Turn<'_>> {
        let mut all = self.taken();
        let taken = all.get(caller).copied().unwrap_or_default();
        if taken >= self.each {
            return None;
        }
        all.insert(caller.to_owned(), taken + 1);
        Some(Turn {
            limit: self,
            caller: caller.to_owned(),
        })
    }

    fn taken(&self) -> MutexGuard<'_, BTreeMap<String, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut all = self.limit.taken();
        match all.get_mut(&self.caller) {
            Some(taken) if *taken > 1 => *taken -= 1,
            _ => drop(all.remove(&self.caller)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nobody_takes_all_places_for_themselves() {
        static LIMIT: SharedWorkLimit = SharedWorkLimit::new(2, 8, 2);
        let first = LIMIT.enter("ann").await.expect("a place");
        let second = LIMIT.enter("ann").await.expect("a place");
        assert_eq!(
            LIMIT.enter("ann").await.expect_err("no more for ann").code(),
            ErrorCode::OVERLOADED
        );
        let waiting = tokio::spawn(async { LIMIT.enter("ben").await.map(drop) });
        while !LIMIT.taken().contains_key("ben") {
            tokio::task::yield_now().await;
        }
        drop(first);
        waiting.await.expect("a task").expect("a place for ben");
        drop((LIMIT.enter("ann").await.expect("a place again"), second));
        assert!(
            LIMIT.taken().is_empty(),
            "nothing is remembered of those who have left"
        );
    }

    #[tokio::test]
    async fn so_many_work_so_many_wait_and_the_next_is_told_to_come_again() {
        static LIMIT: WorkLimit = WorkLimit::new(1, 1);
        let working = LIMIT.enter().await.expect("a place");
        let waiting = tokio::spawn(async { LIMIT.run(|| 7).await });
        while LIMIT.waiting.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = LIMIT.run(|| 8).await.expect_err("no place");
        assert_eq!(refused.code(), ErrorCode::OVERLOADED);
        drop(working);
        assert_eq!(waiting.await.expect("a task").expect("a place"), 7);
        assert_eq!(LIMIT.run(|| 9).await.expect("a place"), 9);
    }

    #[tokio::test]
    async fn what_takes_too_long_is_told_to_stop() {
        static LIMIT: WorkLimit = WorkLimit::new(1, 0);
        let work = |stop: &Stop| {
            while !stop.is_raised() {
                std::thread::yield_now();
            }
            "stopped"
        };
        assert_eq!(
            LIMIT
                .run_within(Duration::from_millis(1), work)
                .await
                .expect("a place"),
            "stopped"
        );
        assert!(
            LIMIT
                .run_within(Duration::MAX, |stop| !stop.is_raised())
                .await
                .expect("a place")
        );
        assert!(
            LIMIT
                .run(|| panic!("as a test"))
                .await
                .is_err_and(|problem: Problem| problem.code() == ErrorCode::INTERNAL)
        );
        assert!(LIMIT.run(|| true).await.expect("the place is free again"));
    }
}
