//! The page cache: fresh pages at once, stale ones at once with one render behind them, and one render per
//! page for any number of requests.
//!
//! A page is cached under its canonical address and the visitor's preferences, and nothing else. It is
//! dropped when it expires, when one of its tags was invalidated after its data was read, or when memory is
//! needed.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::{Clock, HOUR_MS, SECOND_MS};
use tokio::sync::watch;

use super::prefs::Prefs;
use super::tags::Tags;
use crate::representation::Representation;
use crate::timing::PageTiming;

/// How long a page may still replace one that cannot be rendered, after it is no longer served as stale, in
/// milliseconds (`stale-if-error`).
const STALE_IF_ERROR_MS: i64 = HOUR_MS;
/// How long a failed background render is not repeated, in milliseconds.
const RETRY_AFTER_FAILURE_MS: i64 = 5 * SECOND_MS;

/// The cache key of a page.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    /// Canonical path and query.
    pub path: String,
    /// What the visitor chose.
    pub prefs: Prefs,
}

/// A rendered page and what may be done with it.
#[derive(Debug)]
pub struct RenderedPage {
    /// The page.
    pub page: Arc<Representation>,
    /// Whether and how long it may be kept.
    pub keep: CachePolicy,
    /// Where the time went.
    pub timing: PageTiming,
}

/// Whether and how long a page may be cached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CachePolicy {
    /// It may be cached.
    For {
        /// How long it is served unchanged, in milliseconds.
        fresh_ms: i64,
        /// How long after that it is served while it is rendered again, in milliseconds.
        stale_ms: i64,
        /// The tags of what it shows.
        tags: Vec<String>,
    },
    /// It must not be cached, but it is what was asked for.
    No,
    /// It replaces a page that could not be made; an older copy would be better.
    Degraded,
}

/// How an answer came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Cached and fresh for this many more milliseconds.
    Fresh(i64),
    /// Cached, no longer fresh.
    Stale,
    /// Cached, long stale, but the new render failed.
    StaleIfError,
    /// Rendered for this request.
    Rendered,
    /// Rendered for another request that asked at the same time.
    Collapsed,
    /// Never cached.
    Bypass,
}

/// An answer from the cache.
#[derive(Debug)]
pub struct Served {
    /// The page.
    pub page: Arc<Representation>,
    /// How it came about.
    pub source: Source,
    /// Where the time went, if it was rendered just now.
    pub timing: Option<PageTiming>,
    /// Whether the page replaces one that could not be made.
    pub degraded: bool,
}

/// Makes a page. The data it shows must be read after the call begins.
pub type Fill = Pin<Box<dyn Future<Output = RenderedPage> + Send>>;

type Flight = watch::Receiver<Option<Arc<RenderedPage>>>;

#[derive(Debug)]
struct Entry {
    page: Arc<Representation>,
    fresh_until: i64,
    stale_until: i64,
    retry_at: AtomicI64,
    /// What [`Tags::now`] was before its data was read.
    generation: u64,
    tags: Vec<String>,
}

/// The page cache. Clones share it.
#[derive(Clone)]
pub struct PageCache {
    store: moka::sync::Cache<Key, Arc<Entry>>,
    flights: Arc<Mutex<HashMap<Key, Flight>>>,
    tags: Arc<Tags>,
    clock: Arc<dyn Clock>,
}

impl PageCache {
    /// A cache of at most `bytes` bytes, whose pages end with the tags they show.
    #[must_use]
    pub fn new(bytes: u64, tags: Arc<Tags>, clock: Arc<dyn Clock>) -> Self {
        let store = moka::sync::Cache::builder()
            .max_capacity(bytes)
            .weigher(|key: &Key, entry: &Arc<Entry>| {
                u32::try_from(key.path.len() + entry.page.size_bytes()).unwrap_or(u32::MAX)
            })
            .build();
        Self {
            store,
            flights: Arc::default(),
            tags,
            clock,
        }
    }

    /// The page, if it is cached and fresh. Never waits.
    #[must_use]
    pub fn fresh(&self, key: &Key) -> Option<Served> {
        let entry = self.store.get(key)?;
        let left = entry.fresh_until - self.clock.now().0;
        (left > 0 && self.tags.allow(entry.generation, &entry.tags))
            .then(|| served(&entry, Source::Fresh(left)))
    }

    /// The page: cached, or made by `fill`, of which one runs at a time for each key.
    pub async fn get(&self, key: Key, fill: impl FnOnce() -> Fill) -> Served {
        let now = self.clock.now().0;
        let kept = self
            .store
            .get(&key)
            .filter(|entry| self.tags.allow(entry.generation, &entry.tags));
        if let Some(entry) = &kept {
            if now < entry.fresh_until {
                return served(entry, Source::Fresh(entry.fresh_until - now));
            }
            if now < entry.stale_until {
                if now >= entry.retry_at.load(Ordering::Relaxed) {
                    self.join(&key, fill);
                }
                return served(entry, Source::Stale);
            }
        }
        let (mut flight, source) = match self.join(&key, fill) {
            Joined::Landed(entry) => return served(&entry, Source::Fresh(entry.fresh_until - now)),
            Joined::Flight { flight, started } => (
                flight,
                if started {
                    Source::Rendered
                } else {
                    Source::Collapsed
                },
            ),
        };
        let filled = flight
            .wait_for(Option::is_some)
            .await
            .ok()
            .and_then(|filled| filled.clone());
        match (
            filled,
            kept.filter(|entry| now < entry.stale_until + STALE_IF_ERROR_MS),
        ) {
            (Some(filled), kept) if filled.keep == CachePolicy::Degraded && kept.is_some() => kept
                .map_or_else(
                    || fresh_served(&filled, source),
                    |entry| served(&entry, Source::StaleIfError),
                ),
            (Some(filled), _) => fresh_served(&filled, source),
            // The page's task panicked; the panic is already in the log.
            (None, Some(entry)) => served(&entry, Source::StaleIfError),
            (None, None) => broken(),
        }
    }

    /// Pages cached now, for tests and counters.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.store.run_pending_tasks();
        self.store.entry_count()
    }

    /// Whether the cache is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn join(&self, key: &Key, fill: impl FnOnce() -> Fill) -> Joined {
        let mut flights = lock(&self.flights);
        if let Some(flight) = flights.get(key) {
            return Joined::Flight {
                flight: flight.clone(),
                started: false,
            };
        }
        // A flight lands by storing its page first and leaving the map second, so a request that missed it there
        // finds it here.
        let landed = self.store.get(key).filter(|entry| {
            self.clock.now().0 < entry.fresh_until && self.tags.allow(entry.generation, &entry.tags)
        });
        if let Some(entry) = landed {
            return Joined::Landed(entry);
        }
        let (sender, flight) = watch::channel(None);
        flights.insert(key.clone(), flight.clone());
        drop(flights);
        let generation = self.tags.now();
        let landing = FlightGuard {
            cache: self.clone(),
            key: key.clone(),
        };
        let fill = fill();
        // The render continues when its caller leaves: others may wait for it, and the next visitor will ask
        // for it.
        tokio::spawn(async move {
            let filled = Arc::new(fill.await);
            landing.cache.keep(&landing.key, &filled, generation);
            drop(landing);
            sender.send_replace(Some(filled));
        });
        Joined::Flight {
            flight,
            started: true,
        }
    }

    fn keep(&self, key: &Key, filled: &RenderedPage, generation: u64) {
        let now = self.clock.now().0;
        match &filled.keep {
            CachePolicy::For {
                fresh_ms,
                stale_ms,
                tags,
            } => {
                let fresh_until = now.saturating_add(*fresh_ms);
                let stale_until = fresh_until.saturating_add(*stale_ms);
                let page = filled.page.clone();
                let entry = Entry {
                    page,
                    fresh_until,
                    stale_until,
                    retry_at: AtomicI64::new(0),
                    generation,
                    tags: tags.clone(),
                };
                self.store.insert(key.clone(), Arc::new(entry));
            }
            CachePolicy::No => self.store.invalidate(key),
            CachePolicy::Degraded => {
                if let Some(entry) = self.store.get(key) {
                    entry
                        .retry_at
                        .store(now.saturating_add(RETRY_AFTER_FAILURE_MS), Ordering::Relaxed);
                }
            }
        }
    }
}

enum Joined {
    Flight { flight: Flight, started: bool },
    Landed(Arc<Entry>),
}

/// Removes a flight from the map, also after a panic.
struct FlightGuard {
    cache: PageCache,
    key: Key,
}

impl Drop for FlightGuard {
    fn drop(&mut self) {
        lock(&self.cache.flights).remove(&self.key);
    }
}

fn served(entry: &Entry, source: Source) -> Served {
    Served {
        page: entry.page.clone(),
        source,
        timing: None,
        degraded: false,
    }
}

fn fresh_served(filled: &RenderedPage, source: Source) -> Served {
    Served {
        page: filled.page.clone(),
        source,
        timing: Some(filled.timing),
        degraded: filled.keep == CachePolicy::Degraded,
    }
}

fn broken() -> Served {
    let page = Representation::plain(crate::representation::Draft {
        status: http::StatusCode::INTERNAL_SERVER_ERROR,
        content_type: http::HeaderValue::from_static("text/plain; charset=utf-8"),
        cache_control: http::HeaderValue::from_static("no-store"),
        vary: http::HeaderValue::from_static("accept-encoding"),
        headers: http::HeaderMap::new(),
        body: bytes::Bytes::new(),
    });
    Served {
        page: Arc::new(page),
        source: Source::Rendered,
        timing: None,
        degraded: true,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The maps are valid after every step, so a panic elsewhere does not damage them.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
