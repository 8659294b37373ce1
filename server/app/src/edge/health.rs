//! `/livez` and `/readyz`, for what starts and stops this process (reliability O-1, O-2).
//!
//! Liveness touches nothing: it says that the process answers. Readiness says whether it should get work: not
//! while it drains, and not without a database that takes writes, a renderer, and room on the disk. What a
//! provider does is no reason; that is shown by `/api/v1/system/health`.

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
/// How long a finding about the database and the disk is reused, in milliseconds: probes cost
/// one write a second at most, however many there are.
const FOUND_FOR_MS: i64 = 1_000;
/// Room that the disk of the data directory must have, in bytes: enough for the database's log, a backup of a
/// small site, and for somebody to notice in time.
pub const MIN_FREE_BYTES: u64 = 256 << 20;

/// Whether the process is about to end. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Draining(Arc<AtomicBool>);

impl Draining {
    /// From now on no new work is wanted.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether it has begun.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// What readiness looks at.
pub struct Health {
    /// Whether the process is about to end.
    pub draining: Draining,
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The renderer.
    pub renderer: Arc<dyn Renderer>,
    /// Where the database file and blobs are.
    pub data_dir: PathBuf,
    /// Room that its disk must have, in bytes.
    pub min_free_bytes: u64,
}

/// The parts whose check costs something.
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

    /// Whether the disk has room. One that cannot be asked is not held against the process: the write above
    /// is.
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

/// Room for this user on the disk of a folder, in bytes.
#[cfg(unix)]
fn free_bytes(folder: &std::path::Path) -> std::io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Nothing is known about disks elsewhere.
#[cfg(not(unix))]
fn free_bytes(_: &std::path::Path) -> std::io::Result<u64> {
    Ok(u64::MAX)
}
