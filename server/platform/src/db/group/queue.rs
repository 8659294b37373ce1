//! Who uses the shared transaction next.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;

use super::batch::{Batch, Source};
use crate::db::contention::RetryJitter;

/// Most operations that wait for their turn; one more is refused at once.
pub const MAX_WAITING: usize = 256;
/// The longest an operation waits for its turn.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// The exclusive use of the shared transaction, and the transaction if one is open.
pub(super) type Seat = OwnedMutexGuard<Option<Batch>>;

/// The queue of one database.
pub(super) struct Queue {
    pub(super) source: Source,
    open: Arc<Mutex<Option<Batch>>>,
    waiting: AtomicUsize,
    /// How many operations have asked for a turn so far.
    asked: AtomicU64,
    pub(super) jitter: Arc<RetryJitter>,
}

impl Queue {
    pub(super) fn new(source: Source, jitter: Arc<RetryJitter>) -> Self {
        Self {
            source,
            open: Arc::default(),
            waiting: AtomicUsize::new(0),
            asked: AtomicU64::new(0),
            jitter,
        }
    }

    /// Waits for a turn. Returns the seat with an open batch that admits this operation, or without one.
    ///
    /// # Errors
    /// [`sqlx::Error::PoolTimedOut`] when too many wait, or the wait was too long.
    pub(super) async fn wait(self: &Arc<Self>) -> sqlx::Result<(Seat, Option<Batch>)> {
        let mut slot = QueueSlot::take(self).ok_or(sqlx::Error::PoolTimedOut)?;
        let mut seat = timeout(MAX_WAIT, self.open.clone().lock_owned())
            .await
            .map_err(|_| sqlx::Error::PoolTimedOut)?;
        slot.is_seated = true;
        let number = slot.number;
        drop(slot);
        let mut open = seat.take();
        if let Some(old) = open.take_if(|batch| !batch.admits(number)) {
            // Ended by a task, as in `pass_on`; it keeps the seat meanwhile.
            let jitter = self.jitter.clone();
            let ending = tokio::spawn(async move {
                old.end(false, &jitter).await;
                seat
            });
            seat = ending.await.map_err(|_| sqlx::Error::WorkerCrashed)?;
        }
        Ok((seat, open))
    }

    /// Opens a batch.
    pub(super) async fn open_batch(&self) -> sqlx::Result<Batch> {
        Batch::open(&self.source, &self.asked).await
    }

    /// Passes the batch on to the next operation that waits, or ends it. A task of its own ends it: a member that is
    /// dropped meanwhile must not leave the others without an outcome.
    pub(super) fn pass_on(self: &Arc<Self>, batch: Batch, mut seat: Seat, broken: bool) {
        if !broken && !batch.is_full() && self.waiting.load(Ordering::SeqCst) > 0 {
            *seat = Some(batch);
            return;
        }
        let jitter = self.jitter.clone();
        spawn(async move {
            batch.end(broken, &jitter).await;
            drop(seat);
        });
    }

    /// Ends a batch that was passed on to an operation that then went away.
    fn end_abandoned(self: &Arc<Self>) {
        let queue = self.clone();
        spawn(async move {
            let mut seat = queue.open.clone().lock_owned().await;
            if let Some(batch) = seat.take() {
                queue.pass_on(batch, seat, false);
            }
        });
    }
}

/// Outside a runtime nothing can be ended in order any more: connections close, which rolls back what was not
/// committed.
pub(super) fn spawn(ending: impl Future<Output = ()> + Send + 'static) {
    if let Ok(runtime) = tokio::runtime::Handle::try_current() {
        runtime.spawn(ending);
    }
}

/// A place in the queue.
struct QueueSlot {
    queue: Arc<Queue>,
    is_seated: bool,
    /// The ordinal of this operation, from 1.
    number: u64,
}

impl QueueSlot {
    /// `None` if the queue is full.
    fn take(queue: &Arc<Queue>) -> Option<Self> {
        let joined = queue
            .waiting
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |waiting| {
                (waiting < MAX_WAITING).then_some(waiting + 1)
            });
        joined.ok().map(|_| Self {
            queue: queue.clone(),
            is_seated: false,
            number: queue.asked.fetch_add(1, Ordering::SeqCst) + 1,
        })
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        let others = self.queue.waiting.fetch_sub(1, Ordering::SeqCst) - 1;
        if others == 0 && !self.is_seated {
            self.queue.end_abandoned();
        }
    }
}
