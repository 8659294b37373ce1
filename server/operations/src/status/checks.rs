//! Checks each part of the site by what it really does, not by whether a port answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use kernel::Timestamp;
use platform::blobs::BlobKey;
use platform::db::{Isolation, is_unwritable};
use tokio::time::timeout;

use super::model::{Check, Level};
use super::rules::{self, CHECKS_FRESH_FOR_MS, IMAGES_FRESH_FOR_MS, JOBS};
use super::store;
use crate::AppState;

/// A check that takes longer than this counts as no answer.
const CHECK_TIMEOUT: Duration = Duration::from_secs(3);
/// A check that takes longer than this counts as slow.
const SLOW: Duration = Duration::from_millis(500);
/// The blob that the check writes and reads. It is not an image, and nobody can request it.
const PROBE: (&str, &[u8]) = ("status/probe.txt", b"curtain");

/// The latest results of all checks. Clones share them.
#[derive(Clone, Default)]
pub struct StatusCache(Arc<tokio::sync::Mutex<CachedChecks>>);

/// The results, and when they were found.
#[derive(Default)]
struct CachedChecks {
    all: Option<(Timestamp, Vec<Check>)>,
    pictures: Option<(Timestamp, Check)>,
}

/// Runs all checks, or returns their recent results.
pub(super) async fn run_checks(app: &AppState) -> Vec<Check> {
    let mut found = app.status_cache.0.lock().await;
    let now = app.clock.now();
    if let Some((at, checks)) = &found.all
        && is_fresh(*at, now, CHECKS_FRESH_FOR_MS)
    {
        return checks.clone();
    }
    let known = found
        .pictures
        .take()
        .filter(|(at, check)| check.status == Level::Ok && is_fresh(*at, now, IMAGES_FRESH_FOR_MS));
    let (database, pictures, mail) = tokio::join!(
        database(app, now),
        async {
            match known {
                Some(known) => known,
                None => (now, pictures(app).await),
            }
        },
        mail(app, now),
    );
    let rounds: Vec<_> = JOBS.iter().filter_map(|name| app.vitals.rounds(name)).collect();
    let mut checks = vec![database, pictures.1.clone()];
    checks.extend(app.vitals.renders().map(rules::renderer));
    checks.push(models(app));
    checks.extend(mail);
    checks.extend(rules::jobs(&rounds, now));
    found.pictures = Some(pictures);
    found.all = Some((now, checks.clone()));
    checks
}

fn is_fresh(at: Timestamp, now: Timestamp, for_ms: i64) -> bool {
    (0..for_ms).contains(&(now.0 - at.0))
}

/// Checks that the database takes a write; if not, whether it answers a read.
async fn database(app: &AppState, now: Timestamp) -> Check {
    let check = |status, detail: &str| Check::new("database", status, detail);
    let started = Instant::now();
    let write = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { store::write_heartbeat(tx, now).await })
    });
    let written = timeout(CHECK_TIMEOUT, write).await;
    let is_full = matches!(&written, Ok(Err(error)) if is_unwritable(error));
    let Some(error) = failure(written) else {
        return if started.elapsed() > SLOW {
            check(Level::Degraded, "Responding slowly.")
        } else {
            check(Level::Ok, "Responding.")
        };
    };
    tracing::warn!(%error, "the database failed its health check");
    let read = async {
        let mut conn = app.db.read().await?;
        store::read_heartbeats(&mut conn).await
    };
    match failure(timeout(CHECK_TIMEOUT, read).await) {
        None if is_full => check(
            Level::Down,
            "The storage is full or read-only: can be read, but not written to.",
        ),
        None => check(Level::Down, "Can be read, but not written to."),
        Some(_) => check(Level::Down, "Not responding."),
    }
}

fn failure<T, E: std::fmt::Display, L>(outcome: Result<Result<T, E>, L>) -> Option<String> {
    match outcome {
        Ok(Ok(_)) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some("it took too long".to_owned()),
    }
}

/// Checks that the image store returns what it was given.
async fn pictures(app: &AppState) -> Check {
    let check = |status, detail: &str| Check::new("pictures", status, detail);
    let Ok(key) = BlobKey::parse(PROBE.0) else {
        return check(Level::Down, "Pictures can’t be stored.");
    };
    let started = Instant::now();
    let there_and_back = async {
        app.blobs.put(&key, Bytes::from_static(PROBE.1)).await?;
        app.blobs.get(&key).await
    };
    match timeout(CHECK_TIMEOUT, there_and_back).await {
        Ok(Ok(Some(content))) if content == PROBE.1 && started.elapsed() > SLOW => {
            check(Level::Degraded, "Responding slowly.")
        }
        Ok(Ok(Some(content))) if content == PROBE.1 => check(Level::Ok, "Pictures can be stored and read."),
        outcome => {
            let error = failure(outcome).unwrap_or_else(|| "what was written did not come back".to_owned());
            tracing::warn!(%error, "the pictures' store failed its health check");
            check(Level::Down, "Pictures can’t be stored.")
        }
    }
}

/// Checks that emails are sent.
async fn mail(app: &AppState, now: Timestamp) -> Option<Check> {
    let job = app.vitals.rounds("mail")?;
    let waiting = async {
        let mut conn = app.db.read().await?;
        store::oldest_failed_email(&mut conn).await
    };
    // Without a database, the database check already reports it.
    let since = timeout(CHECK_TIMEOUT, waiting)
        .await
        .ok()
        .and_then(Result::ok)
        .flatten();
    rules::mail(
        Some(&job),
        app.vitals.outbox(),
        since.map(|since| now.0 - since.0),
        now,
    )
}

fn models(app: &AppState) -> Check {
    let health = app.models.health();
    let is_demo = health.iter().all(|model| model.is_demo);
    let was_asked = health.iter().any(|model| model.was_asked);
    let failures: Vec<(String, u32)> = health
        .into_iter()
        .map(|model| (model.label, model.failures))
        .collect();
    rules::models(&failures, is_demo, was_asked)
}
