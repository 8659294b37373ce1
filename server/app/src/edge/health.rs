//! `/livez` and `/readyz`, for whoever starts and stops this process (reliability O-1, O-2).
//!
//! Liveness touches nothing: it says that the process answers. Readiness says whether it should get work: not while it
//! drains, and not without a database that takes writes or a renderer. What a provider does is no reason; that is shown
//! by `/api/v1/system/health`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use features::db::Db;
use features::web::Json;
use http::StatusCode;
use http::header::{CACHE_CONTROL, HeaderName};
use serde::Serialize;
use ssr::Renderer;

/// How long the database may take to grant a write.
const WRITE_TIME: Duration = Duration::from_secs(1);

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
#[derive(Clone)]
pub struct Health {
    /// Whether the process is about to end.
    pub draining: Draining,
    /// The database.
    pub db: Db,
    /// The renderer.
    pub renderer: Arc<dyn Renderer>,
}

#[derive(Serialize)]
struct Report {
    ready: bool,
    draining: bool,
    database: bool,
    renderer: bool,
}

const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// The two routes.
pub fn router(health: Health) -> Router {
    Router::new().route("/livez", get(async || (NO_STORE, "ok\n"))).route("/readyz", get(ready)).with_state(health)
}

async fn ready(State(health): State<Health>) -> (StatusCode, [(HeaderName, &'static str); 1], Json<Report>) {
    let draining = health.draining.has_begun();
    // Beginning a transaction takes the write lock; dropping it gives it back and changes nothing.
    let database = tokio::time::timeout(WRITE_TIME, health.db.begin()).await.is_ok_and(|begun| begun.is_ok());
    let renderer = health.renderer.stats().alive > 0;
    let ready = !draining && database && renderer;
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, NO_STORE, Json(Report { ready, draining, database, renderer }))
}
