//! What happens when more is asked than can be done (reliability O-3): the dearest and least urgent work is
//! refused first, at once, so that the rest is still done in time.
//!
//! How much is too much is measured, not guessed. All requests share the runtime's threads and the database's
//! connections, so [`watch`] takes their place in both lines again and again and looks how long it waits
//! there. A line that does not empty for a tenth of a second is a standing one: nobody gains by it. Each kind
//! of work has its own patience with that wait, the less urgent the shorter; beyond it fewer of the kind may
//! run at once, until the wait is short again, and then one more at a time. So the kinds stand back in the
//! order of their patience, and the urgent ones hardly notice. (The wait as the sign of overload: Nichols and
//! Jacobson, "Controlling queue delay", 2012; an order of urgency: Zhou and others, "Overload control for
//! scaling WeChat microservices", 2018.)
//!
//! Above that stands a fixed limit on all requests together, for the memory that each takes.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kernel::ErrorCode;
use platform::db::Db;
use platform::web::Problem;
use tokio::time::{Instant, sleep, timeout};

use crate::request_class::Class;

/// When a refused client should come back, in seconds.
const RETRY_SECS: u32 = 1;
/// How often the lines are tried.
const SAMPLE_EVERY: Duration = Duration::from_millis(20);
/// How often the limits are set. Of the samples since then the shortest wait counts: bursts pass, standing
/// lines stay.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// A timer may be late by this much on a machine that has nothing else to do.
const TIMER_STEP: Duration = Duration::from_millis(2);
/// A wait this many times longer than a kind's patience halves what may run of it; a shorter one takes a tenth.
const FAR_TOO_LONG: u32 = 4;

/// How a kind of work bears being one of many.
#[derive(Debug, Clone, Copy)]
struct Temper {
    /// The longest standing wait with which more of the kind may run.
    patience: Duration,
    /// This many may always run at once: what one person's browser asks for is not refused because others ask
    /// for too much.
    least: usize,
}

const fn temper(patience_ms: u64, least: usize) -> Temper {
    Temper {
        patience: Duration::from_millis(patience_ms),
        least,
    }
}

/// Every kind of request by its urgency (reliability O-3). Files and probes are always answered.
const fn temper_of(class: Class) -> Temper {
    match class {
        Class::Files => temper(u64::MAX, usize::MAX),
        Class::Auth | Class::Guests => temper(400, 16),
        Class::Turns | Class::Writes => temper(200, 32),
        Class::Reads => temper(30, 16),
        Class::Search => temper(20, 8),
        Class::Pages => temper(10, 8),
        Class::Pictures => temper(10, 16),
        Class::Reports => temper(5, 2),
    }
}

/// Making a page: many may wait for one that is being made, which costs nothing.
const MAKING: Temper = temper(10, 4);
/// Most pages in the making, however short the wait is: beyond, they would only wait for a renderer.
const MOST_MADE: usize = 32;

/// How many of one kind run, and how many may.
#[derive(Debug)]
struct Kind {
    temper: Temper,
    most: usize,
    running: AtomicUsize,
    limit: AtomicUsize,
    /// The most that ran or wanted to since the last look.
    peak: AtomicUsize,
}

impl Kind {
    fn new(temper: Temper, most: usize) -> Self {
        Self {
            temper,
            most,
            running: AtomicUsize::new(0),
            limit: AtomicUsize::new(most),
            peak: AtomicUsize::new(0),
        }
    }

    /// Counts one more; whether it may run.
    fn enter(&self) -> bool {
        let running = self.running.fetch_add(1, Ordering::Relaxed) + 1;
        self.peak.fetch_max(running, Ordering::Relaxed);
        running <= self.limit.load(Ordering::Relaxed)
    }

    fn leave(&self) {
        self.running.fetch_sub(1, Ordering::Relaxed);
    }

    /// Sets the limit by the wait that was measured since the last look.
    fn look(&self, wait: Duration) {
        let peak = self
            .peak
            .swap(self.running.load(Ordering::Relaxed), Ordering::Relaxed);
        let limit = self.limit.load(Ordering::Relaxed);
        let next = if wait <= self.temper.patience {
            // Only where the limit was felt, or after it: what nobody asks for proves nothing.
            let step = if peak >= limit {
                1.max(limit / 16)
            } else {
                1.max(limit / 4)
            };
            limit.saturating_add(step).min(self.most)
        } else if wait >= self.temper.patience * FAR_TOO_LONG {
            limit.min(peak) / 2
        } else {
            let bound = limit.min(peak);
            bound.saturating_sub(1.max(bound / 10))
        };
        self.limit.store(
            next.clamp(self.temper.least.min(self.most), self.most),
            Ordering::Relaxed,
        );
    }
}

/// How much runs at once. Clones share the counts.
#[derive(Debug, Clone)]
pub struct Load(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    all: AtomicUsize,
    most: usize,
    kinds: [Kind; Class::ALL.len()],
    making: Kind,
}

/// One running request; dropped when it is answered.
#[derive(Debug)]
pub struct Running {
    load: Load,
    class: Class,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.load.0.all.fetch_sub(1, Ordering::Relaxed);
        self.load.kind(self.class).leave();
    }
}

/// One page in the making; dropped when it is made.
#[derive(Debug)]
pub struct Making(Load);

impl Drop for Making {
    fn drop(&mut self) {
        self.0.0.making.leave();
    }
}

impl Load {
    /// At most this many requests at once.
    #[must_use]
    pub fn new(most: usize) -> Self {
        let kinds =
            Class::ALL.map(|class| Kind::new(temper_of(class), most.saturating_mul(share(class)) / 100));
        Self(Arc::new(Inner {
            all: AtomicUsize::new(0),
            most,
            kinds,
            making: Kind::new(MAKING, MOST_MADE),
        }))
    }

    /// Lets a request in, unless too many are running for one of its kind.
    ///
    /// # Errors
    /// The refusal.
    pub fn enter(&self, class: Class) -> Result<Running, Problem> {
        let before = self.0.all.fetch_add(1, Ordering::Relaxed);
        let may_run = self.kind(class).enter();
        let running = Running {
            load: self.clone(),
            class,
        };
        if may_run && before < self.0.most.saturating_mul(share(class)) / 100 {
            return Ok(running);
        }
        tracing::debug!(kind = class.name(), "refused: too much is running");
        Err(busy())
    }

    /// Lets a page be made, unless too many are in the making.
    #[must_use]
    pub fn make(&self) -> Option<Making> {
        let may_run = self.0.making.enter();
        let making = Making(self.clone());
        may_run.then_some(making)
    }

    /// Sets what may run by how long somebody waits for a thread and a connection.
    pub fn look(&self, wait: Duration) {
        self.0
            .kinds
            .iter()
            .chain([&self.0.making])
            .for_each(|kind| kind.look(wait));
    }

    /// How many run now.
    #[must_use]
    pub fn running(&self) -> usize {
        self.0.all.load(Ordering::Relaxed)
    }

    fn kind(&self, class: Class) -> &Kind {
        &self.0.kinds[class as usize]
    }
}

/// The answer to those who have to stand back.
#[must_use]
pub fn busy() -> Problem {
    Problem::new(
        ErrorCode::OVERLOADED,
        "The service is busy. Please try again in a moment.",
    )
    .with_retry_after(RETRY_SECS)
}

/// How full the server may be, in hundredths, for a request of this kind to be let in. Kept pages do not
/// count at all, and probes are always answered.
const fn share(class: Class) -> usize {
    match class {
        Class::Files => usize::MAX / 1_000_000,
        Class::Auth | Class::Guests => 100,
        Class::Turns | Class::Writes => 95,
        Class::Reads => 85,
        Class::Search => 75,
        Class::Pages => 65,
        Class::Pictures => 50,
        Class::Reports => 25,
    }
}

/// Measures the wait and sets the limits by it, for as long as it is polled.
pub async fn watch(load: Load, db: Db) {
    loop {
        let mut shortest = Duration::MAX;
        let from = Instant::now();
        while from.elapsed() < LOOK_EVERY {
            if let Some(wait) = sample(&load, &db).await {
                shortest = shortest.min(wait);
            }
        }
        // A database that is away says nothing of how busy we are.
        if shortest < Duration::MAX {
            load.look(shortest);
        }
    }
}

/// How long a task waits for a thread, and then for a connection. A wait that does not end is looked at while
/// it lasts.
async fn sample(load: &Load, db: &Db) -> Option<Duration> {
    let due = Instant::now() + SAMPLE_EVERY;
    sleep(SAMPLE_EVERY).await;
    let late = due.elapsed().saturating_sub(TIMER_STEP);
    let from = Instant::now();
    let mut connection = pin!(db.read());
    loop {
        match timeout(LOOK_EVERY, connection.as_mut()).await {
            Ok(connection) => return connection.ok().map(|_| late + from.elapsed()),
            Err(_) => load.look(late + from.elapsed()),
        }
    }
}

#[cfg(test)]
mod tests;
