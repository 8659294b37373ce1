//! The job that sends what waits. Any number of processes may run it: each letter is leased to one of them at
//! a time.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use futures::future::BoxFuture;
use kernel::{MINUTE_MS, SECOND_MS};
use tokio::sync::Notify;

use super::store::{self, Order};
use super::{Letter, Mailer};
use crate::AppState;

/// How long a process has for one letter before another may try it, in milliseconds.
const LEASE_MILLIS: i64 = 2 * MINUTE_MS;
/// Letters taken at once.
const BATCH: i64 = 8;
/// The wait after the first failure, in milliseconds; it doubles with each further one.
const FIRST_WAIT_MILLIS: i64 = 15 * SECOND_MS;
/// The longest wait between two tries, in milliseconds.
const LONGEST_WAIT_MILLIS: i64 = 30 * MINUTE_MS;
/// The wait where the outbox has no room, in milliseconds.
const NO_ROOM_MILLIS: i64 = 5 * SECOND_MS;
/// Tries after which a letter is given up: a little over three hours.
const MAX_ATTEMPTS: i64 = 14;
/// How often the queue is looked at where nobody woke the job (letters of other processes, tries that are due
/// again).
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// How often it is tried whether letters could be put where they go, in milliseconds.
const TRY_EVERY_MILLIS: i64 = MINUTE_MS;

/// By which a handler tells the job of its process that a letter waits. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct MailQueue(Arc<Notify>);

impl MailQueue {
    /// Says that a letter was ordered. Call it after the commit.
    pub fn notify(&self) {
        self.0.notify_one();
    }
}

/// Writes the letter of an order, or none where it is not to be sent after all. Who writes letters stands on a floor
/// above, with a state `S` of its own.
pub type Compose<S> = for<'a> fn(&'a S, &'a Order) -> BoxFuture<'a, sqlx::Result<Option<Letter>>>;

/// Sends letters for as long as the process runs.
pub async fn work<S>(state: S, mailer: Mailer, compose: Compose<S>)
where
    AppState: FromRef<S>,
{
    let app = AppState::from_ref(&state);
    app.vitals.begin_rounds("mail", LOOK_EVERY, app.clock.now());
    let mut tried_at = None;
    loop {
        if tried_at.is_none_or(|at| app.clock.now().0 - at >= TRY_EVERY_MILLIS) {
            tried_at = Some(app.clock.now().0);
            app.vitals.tell_of_outbox(mailer.is_writable().await);
            if let Err(error) = mailer.purge(app.clock.now()).await {
                tracing::warn!(%error, "old letters could not be removed from the outbox");
            }
        }
        let delivered = deliver_due(&state, &mailer, compose).await;
        app.vitals.end_round("mail", app.clock.now(), delivered.is_ok());
        match delivered {
            Ok(0) => {}
            Ok(_) => continue,
            Err(error) => tracing::warn!(%error, "letters could not be looked for"),
        }
        // Whichever comes first; a letter ordered meanwhile has left its mark.
        let _ = tokio::time::timeout(LOOK_EVERY, app.mail_queue.0.notified()).await;
    }
}

/// Sends what is due now, and says how many letters it took up.
///
/// # Errors
/// Database errors. A letter that cannot be sent is no error: it is tried again.
pub async fn deliver_due<S>(state: &S, mailer: &Mailer, compose: Compose<S>) -> sqlx::Result<usize>
where
    AppState: FromRef<S>,
{
    let app = AppState::from_ref(state);
    let now = app.clock.now();
    if !store::is_any_due(&mut app.db.read().await?, now).await? {
        return Ok(0);
    }
    let mut tx = app.db.begin().await?;
    let orders = store::lease(&mut tx, now, now.plus_millis(LEASE_MILLIS), BATCH).await?;
    tx.commit().await?;
    for order in &orders {
        let written = compose(state, order).await?;
        deliver(&app, mailer, written, order).await?;
    }
    Ok(orders.len())
}

async fn deliver(app: &AppState, mailer: &Mailer, letter: Option<Letter>, order: &Order) -> sqlx::Result<()> {
    let sent = match letter {
        Some(letter) => mailer.send(&letter, app.clock.now()).await,
        None => Ok(()),
    };
    let mut tx = app.db.begin().await?;
    match sent {
        Ok(()) => store::delete(&mut tx, &order.id).await?,
        // The letter is good, and so is where it goes, as soon as there is room.
        Err(error) if error.is_unwritable() => {
            tracing::warn!(%error, kind = order.kind, "there is no room for a letter");
            store::postpone(&mut tx, &order.id, app.clock.now().plus_millis(NO_ROOM_MILLIS)).await?;
        }
        Err(error) if order.attempts >= MAX_ATTEMPTS || error.is_final() => {
            tracing::error!(%error, kind = order.kind, attempts = order.attempts, "a letter is given up");
            store::delete(&mut tx, &order.id).await?;
        }
        Err(error) => {
            let wait = FIRST_WAIT_MILLIS
                .saturating_mul(1 << (order.attempts - 1).clamp(0, 20))
                .min(LONGEST_WAIT_MILLIS);
            tracing::warn!(%error, kind = order.kind, attempts = order.attempts, again_in_secs = wait / 1_000, "a letter could not be sent");
            store::postpone(&mut tx, &order.id, app.clock.now().plus_millis(wait)).await?;
        }
    }
    tx.commit().await
}
