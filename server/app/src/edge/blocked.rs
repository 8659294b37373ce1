//! Blocked addresses (reliability O-11): those of the settings, and those of the database. Every server of
//! the installation reads the database's list again within [`MAX_AGE_MS`], and on PostgreSQL as soon as it
//! changes.
//!
//! A blocked visitor sees the page that says so under any address (there is no redirect, so there can be no
//! loop), and may still read the legal texts, without script. Programs get `IP_BLOCKED`.

use accounts::blocklist;
use std::net::IpAddr;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use ipnet::IpNet;
use kernel::Clock;
use platform::db::Db;
use platform::web::Problem;
use tokio::sync::Mutex;

use super::client_ip::network;

/// Maximum age of this process's copy of the database's list, in milliseconds.
pub const MAX_AGE_MS: i64 = 5_000;
/// From this age on the list is read again behind the request, in milliseconds.
const REFRESH_AGE_MS: i64 = 2_000;
/// How long a request waits for the list. After that the last known list applies.
const READ_TIME: Duration = Duration::from_millis(500);

/// What a blocked address gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    /// The normal answer: probes, and the files that the pages below need.
    Served,
    /// The legal text of this page, without script.
    Text,
    /// The refusal.
    Refused,
}

/// Pages that blocked visitors may read.
const OPEN_PAGES: [&str; 2] = ["/legal", "/privacy-policy"];
/// Other paths that stay open.
const OPEN_PREFIXES: [&str; 3] = ["/assets/", "/livez", "/readyz"];

/// The blocked addresses. Clones share them.
#[derive(Clone)]
pub struct Blocked(Arc<Inner>);

struct Inner {
    always: Vec<IpNet>,
    listed: RwLock<Vec<IpNet>>,
    read_at: AtomicI64,
    /// How often the list was reported as changed.
    outdated: AtomicU64,
    reading: Mutex<()>,
    source: Option<(Db, Arc<dyn Clock>)>,
}

impl Blocked {
    /// Blocks these networks, and those that the database lists.
    #[must_use]
    pub fn new(always: Vec<IpNet>, db: Db, clock: Arc<dyn Clock>) -> Self {
        Self::from_source(always, Some((db, clock)))
    }

    /// Blocks no address.
    #[must_use]
    pub fn nobody() -> Self {
        Self::from_source(Vec::new(), None)
    }

    fn from_source(always: Vec<IpNet>, source: Option<(Db, Arc<dyn Clock>)>) -> Self {
        Self(Arc::new(Inner {
            always,
            listed: RwLock::default(),
            read_at: AtomicI64::new(i64::MIN),
            outdated: AtomicU64::new(0),
            reading: Mutex::new(()),
            source,
        }))
    }

    /// Whether this address is blocked. Waits for the database only if the list was not asked for in a while.
    pub async fn contains(&self, address: IpAddr) -> bool {
        if let Some((_, clock)) = &self.0.source {
            let age = self.age(clock.as_ref());
            if age >= MAX_AGE_MS {
                self.refresh(MAX_AGE_MS).await;
            } else if age >= REFRESH_AGE_MS {
                let own = self.clone();
                tokio::spawn(async move { own.refresh(REFRESH_AGE_MS).await });
            }
        }
        let address = address.to_canonical();
        let is_in = |networks: &[IpNet]| networks.iter().any(|network| network.contains(&address));
        is_in(&self.0.always) || is_in(&self.0.listed.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Marks the list as changed in the database: it is read again before the next request.
    pub fn mark_stale(&self) {
        self.0.outdated.fetch_add(1, Ordering::AcqRel);
        self.0.read_at.store(i64::MIN, Ordering::Release);
    }

    /// How old the list is, in milliseconds. A clock that went back makes it too old.
    fn age(&self, clock: &dyn Clock) -> i64 {
        let age = clock
            .now()
            .0
            .saturating_sub(self.0.read_at.load(Ordering::Acquire));
        if age < 0 { MAX_AGE_MS } else { age }
    }

    /// Reads the list again, unless another task did while this one waited for it.
    async fn refresh(&self, from_age: i64) {
        let Some((db, clock)) = &self.0.source else { return };
        let _reading = self.0.reading.lock().await;
        if self.age(clock.as_ref()) < from_age {
            return;
        }
        let (now, outdated) = (clock.now(), self.0.outdated.load(Ordering::Acquire));
        let read = async {
            let mut conn = db.read().await?;
            accounts::blocklist::list(&mut conn, now).await
        };
        match tokio::time::timeout(READ_TIME, read).await {
            Ok(Ok(listed)) => {
                let networks = listed.iter().filter_map(|text| {
                    network(text)
                        .inspect_err(|error| tracing::warn!(error, "a blocked network cannot be read"))
                        .ok()
                });
                *self.0.listed.write().unwrap_or_else(PoisonError::into_inner) = networks.collect();
            }
            Ok(Err(error)) => tracing::warn!(%error, "the blocked addresses could not be read"),
            Err(_) => tracing::warn!("reading the blocked addresses took too long"),
        }
        // Also after a failure, so that not every request asks a database in trouble.
        self.0.read_at.store(now.0, Ordering::Release);
        if self.0.outdated.load(Ordering::Acquire) != outdated {
            self.0.read_at.store(i64::MIN, Ordering::Release);
        }
    }
}

/// What a blocked address gets for this path.
#[must_use]
pub fn treatment(path: &str) -> Treatment {
    if OPEN_PAGES.contains(&path) {
        Treatment::Text
    } else if OPEN_PREFIXES.iter().any(|prefix| path.starts_with(prefix)) {
        Treatment::Served
    } else {
        Treatment::Refused
    }
}

/// The refusal. Its `authErrorType` is null, so that no client refreshes a token for nothing.
#[must_use]
pub fn refusal() -> Problem {
    Problem::new(blocklist::IP_BLOCKED, "Access from this address is blocked.")
}
