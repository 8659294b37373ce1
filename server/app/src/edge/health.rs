//! `/livez` and `/readyz`, for what starts and stops this process (reliability O-1, O-2).
//!
//! Liveness touches nothing: it only shows that the process answers. Readiness says whether it should get
//! work: not while it drains, and not without a writable database, a renderer, and disk space. A failing
//! provider does not count; `/api/v1/system/health` shows that.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use http::StatusCode;
use http::header::{CACHE_CONTROL, HeaderName};
use kernel::{Clock, Timestamp};
use platform::db::Db;
use platform::web::Json;
use serde::Serialize;
use ssr::Renderer;
use tokio::sync::Mutex;

/// How long the database may take to grant a write and make it durable.
const WRITE_TIME: Duration = Duration::from_secs(1);
/// How long a result about the database and the disk is reused, in milliseconds: probes cost at most one
/// write a second.
const FOUND_FOR_MS: i64 = 1_000;
/// Free space that the disk of the data directory must have, in bytes: enough for the database's log, for a
/// backup of a small site, and for an operator to notice in time.
pub const MIN_FREE_BYTES: u64 = 256 << 20;

/// Whether the process is shutting down. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Draining(Arc<AtomicBool>);

impl Draining {
    /// Begins the shutdown: no new work is accepted.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether it has begun.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// What readiness checks.
pub struct Health {
    /// Whether the process is shutting down.
    pub draining: Draining,
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The renderer.
    pub renderer: Arc<dyn Renderer>,
    /// Where the database file and blobs are.
    pub data_dir: PathBuf,
    /// Free space that its disk must have, in bytes.
    pub min_free_bytes: u64,
}

/// The checks that cost something.
#[derive(Debug, Clone, Copy)]
struct Found {
    at: Timestamp,
    database: bool,
    disk: bool,
}

struct Watch {
    health: Health,
    found: Mutex<Option<Found>>,
}

#[derive(Serialize)]
struct Report {
    ready: bool,
    draining: bool,
    database: bool,
    renderer: bool,
    disk: bool,
}

const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// The two routes.
pub fn router(health: Health) -> Router {
    let watch = Arc::new(Watch {
        health,
        found: Mutex::default(),
    });
    Router::new()
        .route("/livez", get(async || (NO_STORE, "ok\n")))
        .route("/readyz", get(ready))
        .with_state(watch)
}

async fn ready(
    State(watch): State<Arc<Watch>>,
) -> (StatusCode, [(HeaderName, &'static str); 1], Json<Report>) {
    let draining = watch.health.draining.has_begun();
    let renderer = watch.health.renderer.stats().alive > 0;
    let Found { database, disk, .. } = watch.found().await;
    let ready = !draining && database && renderer && disk;
    let status = if ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (
        status,
        NO_STORE,
        Json(Report {
            ready,
            draining,
            database,
            renderer,
            disk,
        }),
    )
}

impl Watch {
    async fn found(&self) -> Found {
        let mut found = self.found.lock().await;
        let now = self.health.clock.now();
        if let Some(known) = found.filter(|known| (0..FOUND_FOR_MS).contains(&(now.0 - known.at.0))) {
            return known;
        }
        let database = tokio::time::timeout(WRITE_TIME, self.write(now))
            .await
            .is_ok_and(|written| written.is_ok());
        let fresh = Found {
            at: now,
            database,
            disk: self.has_capacity(),
        };
        *found = Some(fresh);
        fresh
    }

    async fn write(&self, now: Timestamp) -> sqlx::Result<()> {
        let mut tx = self.health.db.begin().await?;
        operations::status::write_heartbeat(&mut tx, now).await?;
        tx.commit().await
    }

    /// Whether the disk has enough space. If that cannot be read, it counts as enough: the write above shows
    /// a full disk.
    fn has_capacity(&self) -> bool {
        match free_bytes(&self.health.data_dir) {
            Ok(free) => free >= self.health.min_free_bytes,
            Err(error) => {
                tracing::debug!(%error, "the disk does not say how much room it has");
                true
            }
        }
    }
}

/// Space available to this user on the disk of a folder, in bytes.
#[cfg(unix)]
fn free_bytes(folder: &std::path::Path) -> std::io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Other systems are not asked.
#[cfg(not(unix))]
fn free_bytes(_: &std::path::Path) -> std::io::Result<u64> {
    Ok(u64::MAX)
}
