//! What happens under overload (reliability O-3): the most expensive and least urgent work is refused first,
//! at once, so that the rest is still done in time.
//!
//! Overload is measured, not guessed. All requests share the runtime's threads and the database's
//! connections, so [`watch`] queues for both again and again and measures how long it waits. A queue that
//! does not empty for a tenth of a second is a standing one, which helps no caller. Each kind of work
//! tolerates a certain wait, the less urgent the shorter; beyond it fewer of the kind may run at once, until
//! the wait is short again, and then one more at a time. So the kinds give way in the order of their
//! tolerance, and the urgent ones hardly notice. (The wait as the sign of overload: Nichols and Jacobson,
//! "Controlling queue delay", 2012; an order of urgency: Zhou and others, "Overload control for scaling
//! WeChat microservices", 2018.)
//!
//! Above that there is a fixed limit on all requests together, for the memory that each takes.

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
/// How often the queues are measured.
const SAMPLE_EVERY: Duration = Duration::from_millis(20);
/// How often the limits are adjusted. The shortest wait of the samples since then counts: bursts pass,
/// standing queues stay.
const ADJUST_EVERY: Duration = Duration::from_millis(100);
/// How late a timer may be on an idle machine.
const TIMER_STEP: Duration = Duration::from_millis(2);
/// A wait this many times longer than a kind tolerates halves how many of it may run; a shorter one removes a
/// tenth.
const FAR_TOO_LONG: u32 = 4;

/// How a kind of work reacts to overload.
#[derive(Debug, Clone, Copy)]
struct Tolerance {
    /// The longest standing wait with which more of the kind may run.
    patience: Duration,
    /// At least this many may always run at once: the requests of one person's browser are not refused
    /// because others ask for too much.
    min: usize,
}

const fn tolerance(patience_ms: u64, min: usize) -> Tolerance {
    Tolerance {
        patience: Duration::from_millis(patience_ms),
        min,
    }
}

/// Every kind of request by its urgency (reliability O-3). Files and probes are always answered.
const fn tolerance_of(class: Class) -> Tolerance {
    match class {
        Class::Files => tolerance(u64::MAX, usize::MAX),
        Class::Auth | Class::Guests => tolerance(400, 16),
        Class::Turns | Class::Writes => tolerance(200, 32),
        Class::Uploads => tolerance(30, 8),
        Class::Reads => tolerance(30, 16),
        Class::Search => tolerance(20, 8),
        Class::Pages => tolerance(10, 8),
        Class::Images => tolerance(10, 16),
        Class::Reports => tolerance(5, 2),
    }
}

/// Building a page: many requests may wait for one that is being built, which costs nothing.
const PAGE_BUILDS: Tolerance = tolerance(10, 4);
/// Most pages built at once, however short the wait is: more would only wait for a renderer.
const MAX_PAGE_BUILDS: usize = 32;

/// How many of one kind run, and how many may.
#[derive(Debug)]
struct Kind {
    tolerance: Tolerance,
    max: usize,
    running: AtomicUsize,
    limit: AtomicUsize,
    /// The highest number that ran or wanted to run since the last adjustment.
    peak: AtomicUsize,
}

impl Kind {
    fn new(tolerance: Tolerance, max: usize) -> Self {
        Self {
            tolerance,
            max,
            running: AtomicUsize::new(0),
            limit: AtomicUsize::new(max),
            peak: AtomicUsize::new(0),
        }
    }

    /// Counts one more; returns whether it may run.
    fn enter(&self) -> bool {
        let running = self.running.fetch_add(1, Ordering::Relaxed) + 1;
        self.peak.fetch_max(running, Ordering::Relaxed);
        running <= self.limit.load(Ordering::Relaxed)
    }

    fn leave(&self) {
        self.running.fetch_sub(1, Ordering::Relaxed);
    }

    /// Adjusts the limit to the wait that was measured since the last adjustment.
    fn adjust(&self, wait: Duration) {
        let peak = self
            .peak
            .swap(self.running.load(Ordering::Relaxed), Ordering::Relaxed);
        let limit = self.limit.load(Ordering::Relaxed);
        let next = if wait <= self.tolerance.patience {
            // Grows faster if the limit was not reached: then it held no request back.
            let step = if peak >= limit {
                1.max(limit / 16)
            } else {
                1.max(limit / 4)
            };
            limit.saturating_add(step).min(self.max)
        } else if wait >= self.tolerance.patience * FAR_TOO_LONG {
            limit.min(peak) / 2
        } else {
            let bound = limit.min(peak);
            bound.saturating_sub(1.max(bound / 10))
        };
        self.limit.store(
            next.clamp(self.tolerance.min.min(self.max), self.max),
            Ordering::Relaxed,
        );
    }
}

/// How much runs at once. Clones share the counts.
#[derive(Debug, Clone)]
pub struct LoadShedder(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    all: AtomicUsize,
    max: usize,
    kinds: [Kind; Class::ALL.len()],
    making: Kind,
}

/// One running request; dropped when it is answered.
#[derive(Debug)]
pub struct Running {
    load: LoadShedder,
    class: Class,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.load.0.all.fetch_sub(1, Ordering::Relaxed);
        self.load.kind(self.class).leave();
    }
}

/// One page that is being built; dropped when it is done.
#[derive(Debug)]
pub struct PageBuild(LoadShedder);

impl Drop for PageBuild {
    fn drop(&mut self) {
        self.0.0.making.leave();
    }
}

impl LoadShedder {
    /// Allows at most this many requests at once.
    #[must_use]
    pub fn new(max: usize) -> Self {
        let kinds =
            Class::ALL.map(|class| Kind::new(tolerance_of(class), max.saturating_mul(share(class)) / 100));
        Self(Arc::new(Inner {
            all: AtomicUsize::new(0),
            max,
            kinds,
            making: Kind::new(PAGE_BUILDS, MAX_PAGE_BUILDS),
        }))
    }

    /// Admits a request, unless too many of its kind are running.
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
        if may_run && before < self.0.max.saturating_mul(share(class)) / 100 {
            return Ok(running);
        }
        tracing::debug!(kind = class.name(), "refused: too much is running");
        Err(busy())
    }

    /// Admits the building of a page, unless too many are being built.
    #[must_use]
    pub fn begin_page(&self) -> Option<PageBuild> {
        let may_run = self.0.making.enter();
        let making = PageBuild(self.clone());
        may_run.then_some(making)
    }

    /// Adjusts the limits to how long a task waits for a thread and a connection.
    pub fn adjust(&self, wait: Duration) {
        self.0
            .kinds
            .iter()
            .chain([&self.0.making])
            .for_each(|kind| kind.adjust(wait));
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

/// The answer to a refused request.
#[must_use]
pub fn busy() -> Problem {
    Problem::new(
        ErrorCode::OVERLOADED,
        "The service is busy. Please try again in a moment.",
    )
    .with_retry_after(RETRY_SECS)
}

/// How full the server may be, in hundredths, for a request of this kind to be admitted. Cached pages do not
/// count at all, and probes are always answered.
const fn share(class: Class) -> usize {
    match class {
        Class::Files => usize::MAX / 1_000_000,
        Class::Auth | Class::Guests => 100,
        Class::Turns | Class::Writes => 95,
        Class::Uploads | Class::Reads => 85,
        Class::Search => 75,
        Class::Pages => 65,
        Class::Images => 50,
        Class::Reports => 25,
    }
}

/// Measures the wait and sets the limits by it, for as long as it is polled.
pub async fn watch(load: LoadShedder, db: Db) {
    loop {
        let mut shortest = Duration::MAX;
        let from = Instant::now();
        while from.elapsed() < ADJUST_EVERY {
            if let Some(wait) = sample(&load, &db).await {
                shortest = shortest.min(wait);
            }
        }
        // An unreachable database says nothing about the load.
        if shortest < Duration::MAX {
            load.adjust(shortest);
        }
    }
}

/// How long a task waits for a thread, and then for a connection. A wait that does not end is measured while
/// it lasts.
async fn sample(load: &LoadShedder, db: &Db) -> Option<Duration> {
    let due = Instant::now() + SAMPLE_EVERY;
    sleep(SAMPLE_EVERY).await;
    let late = due.elapsed().saturating_sub(TIMER_STEP);
    let from = Instant::now();
    let mut connection = pin!(db.read());
    loop {
        match timeout(ADJUST_EVERY, connection.as_mut()).await {
            Ok(connection) => return connection.ok().map(|_| late + from.elapsed()),
            Err(_) => load.adjust(late + from.elapsed()),
        }
    }
}

#[cfg(test)]
mod tests;
