//! The workers of this process: they import the files of all batches one after the other.

use axum::http::StatusCode;
use kernel::ErrorCode;
use platform::db::Isolation;
use platform::web::Problem;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, interval_at};
use tracing::Instrument;

use super::import_file::{finish, import_file, may_pass};
use super::model::FileState;
use super::purge::{drop_unused, purge_blobs};
use super::queue::{self, Done, Holder, Task};
use crate::AppState;
use crate::card_import::rules::{MAX_ATTEMPTS, RENEW_TIME, RETRY_MS, WORKERS};

/// The places of the workers.
pub(in crate::card_import) static PLACES: Semaphore = Semaphore::const_new(WORKERS);

/// Why a file fails that no attempt got through.
const BROKE_OFF: &str =
    "This file couldn’t be imported: each attempt broke off. Import it again, or import it alone.";
/// Why a file fails through a fault of the server.
const OUR_FAULT: &str =
    "This file couldn’t be imported because of a fault on our side. Please import it again.";

/// Imports files in the background until none is due, unless enough workers do so already.
pub(super) fn import_soon(app: &AppState) {
    if let Ok(place) = PLACES.try_acquire() {
        tokio::spawn(work(app.clone(), place).in_current_span());
    }
}

/// Starts the workers for what waits, also from before the process was started, and deletes blobs that are not
/// needed any more; returns how many.
///
/// # Errors
/// Errors of the database or the blob store; the next run tries again.
pub(super) async fn resume(app: &AppState) -> Result<u64, Problem> {
    let mut conn = app.db.read().await?;
    let is_due = queue::is_due(&mut conn, app.clock.now()).await?;
    drop(conn);
    if is_due {
        for _ in 0..WORKERS {
            import_soon(app);
        }
    }
    purge_blobs(app).await
}

async fn work(app: AppState, place: SemaphorePermit<'static>) {
    let mut place = place;
    loop {
        if let Err(problem) = import_due(&app).await {
            tracing::warn!(detail = problem.detail(), "batches of cards are imported later");
            return;
        }
        drop(place);
        // A file that came after the last look and before the place was free has started no worker.
        if !is_anything_due(&app).await {
            return;
        }
        match PLACES.try_acquire() {
            Ok(again) => place = again,
            Err(_) => return,
        }
    }
}

async fn is_anything_due(app: &AppState) -> bool {
    match app.db.read().await {
        Ok(mut conn) => queue::is_due(&mut conn, app.clock.now()).await.unwrap_or(false),
        Err(_) => false,
    }
}

async fn import_due(app: &AppState) -> Result<(), Problem> {
    while let Some(task) = queue::take(app).await? {
        run(app, &task).await;
        if let Some(key) = &task.blob {
            drop_unused(app, key).await;
        }
    }
    Ok(())
}

/// Imports a file, keeping its lease meanwhile.
async fn run(app: &AppState, task: &Task) {
    if task.attempt > MAX_ATTEMPTS {
        return fail(app, task, BROKE_OFF).await;
    }
    let import = import_file(app, task);
    tokio::pin!(import);
    let mut renewals = interval_at(Instant::now() + RENEW_TIME, RENEW_TIME);
    let result = loop {
        tokio::select! {
            result = &mut import => break result,
            _ = renewals.tick() => {
                // Without its lease the import records nothing.
                if let Err(error) = queue::renew(app, task).await {
                    tracing::warn!(%error, "a worker could not keep its file");
                }
            }
        }
    };
    if let Err(problem) = result {
        settle(app, task, &problem).await;
    }
}

/// Puts back a file that was not imported, or records why it cannot be.
pub(super) async fn settle(app: &AppState, task: &Task, problem: &Problem) {
    let holder = match app.db.read().await {
        Ok(mut conn) => queue::find_holder(&mut conn, task).await,
        Err(error) => Err(error),
    };
    // A file without an answer of the database is taken again when its lease has ended.
    if !matches!(holder, Ok(Holder::Oneself)) {
        return;
    }
    // What is only too much at once, or a full disk, says nothing about the file.
    let is_counted = problem.status() != StatusCode::SERVICE_UNAVAILABLE;
    match may_pass(problem) {
        false => fail(app, task, problem.detail()).await,
        true if is_counted && task.attempt >= MAX_ATTEMPTS => {
            let is_ours = problem.code() == ErrorCode::INTERNAL;
            fail(app, task, if is_ours { OUR_FAULT } else { problem.detail() }).await;
        }
        true => put_back(app, task, is_counted).await,
    }
}

async fn fail(app: &AppState, task: &Task, why: &str) {
    let done = Done {
        state: FileState::Failed,
        scenario: None,
        problem: Some(why),
        report: None,
    };
    if let Err(problem) = finish(app, task, &done).await {
        tracing::warn!(detail = problem.detail(), "a file that failed is tried again");
    }
}

async fn put_back(app: &AppState, task: &Task, is_counted: bool) {
    let wait = RETRY_MS << (task.attempt - 1).clamp(0, MAX_ATTEMPTS);
    let at = app.clock.now().plus_millis(wait);
    let attempts = task.attempt - i64::from(!is_counted);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { queue::put_back(tx, task, at, attempts).await })
    });
    if let Err(problem) = use_case.await {
        tracing::warn!(
            detail = problem.detail(),
            "a file is tried again when its lease ends"
        );
    }
}
