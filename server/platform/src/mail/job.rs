//! The job that sends queued messages. Any number of processes may run it: each message is leased to one of them
//! at a time.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use futures::future::BoxFuture;
use kernel::{MINUTE_MS, SECOND_MS};
use tokio::sync::Notify;

use super::store::{self, QueuedEmail};
use super::{EmailMessage, Mailer};
use crate::AppState;

/// How long a process has for one message before another may try it, in milliseconds.
const LEASE_MS: i64 = 2 * MINUTE_MS;
/// Messages leased at once.
const BATCH: i64 = 8;
/// The wait after the first failure, in milliseconds; it doubles with each further one.
const FIRST_RETRY_MS: i64 = 15 * SECOND_MS;
/// The longest wait between two attempts, in milliseconds.
const LONGEST_RETRY_MS: i64 = 30 * MINUTE_MS;
/// The wait when the outbox is full, in milliseconds.
const OUTBOX_FULL_WAIT_MS: i64 = 5 * SECOND_MS;
/// Attempts after which a message is given up: a little over three hours.
const MAX_ATTEMPTS: i64 = 14;
/// How often the queue is read when nobody notified the job: for messages of other processes, and for those that
/// are due again.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// How often the job checks that messages can be delivered, in milliseconds.
const CHECK_EVERY_MS: i64 = MINUTE_MS;

/// Wakes the mail job of this process. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct MailQueue(Arc<Notify>);

impl MailQueue {
    /// Notifies the job that a message was queued. Call it after the commit.
    pub fn notify(&self) {
        self.0.notify_one();
    }
}

/// Composes the message of a queued email; none if it must not be sent any more. The slices that compose stand on a
/// higher floor and have a state `S` of their own.
pub type Compose<S> = for<'a> fn(&'a S, &'a QueuedEmail) -> BoxFuture<'a, sqlx::Result<Option<EmailMessage>>>;

/// Sends messages for as long as the process runs.
pub async fn work<S>(state: S, mailer: Mailer, compose: Compose<S>)
where
    AppState: FromRef<S>,
{
    let app = AppState::from_ref(&state);
    app.vitals.begin_rounds("mail", LOOK_EVERY, app.clock.now());
    let mut checked_at = None;
    loop {
        if checked_at.is_none_or(|at| app.clock.now().0 - at >= CHECK_EVERY_MS) {
            checked_at = Some(app.clock.now().0);
            app.vitals.report_outbox(mailer.is_writable().await);
            if let Err(error) = mailer.purge(app.clock.now()).await {
                tracing::warn!(%error, "old emails could not be removed from the outbox");
            }
        }
        let delivered = deliver_due(&state, &mailer, compose).await;
        app.vitals.end_round("mail", app.clock.now(), delivered.is_ok());
        match delivered {
            Ok(0) => {}
            Ok(_) => continue,
            Err(error) => tracing::warn!(%error, "the mail queue could not be read"),
        }
        // Whichever comes first. A notification that arrived meanwhile is kept.
        let _ = tokio::time::timeout(LOOK_EVERY, app.mail_queue.0.notified()).await;
    }
}

/// Sends what is due now; returns how many messages it leased.
///
/// # Errors
/// Database errors. A message that cannot be sent is not an error: it is tried again.
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
    let queued = store::lease(&mut tx, now, now.plus_millis(LEASE_MS), BATCH).await?;
    tx.commit().await?;
    for email in &queued {
        let message = compose(state, email).await?;
        deliver(&app, mailer, message, email).await?;
    }
    Ok(queued.len())
}

async fn deliver(
    app: &AppState,
    mailer: &Mailer,
    message: Option<EmailMessage>,
    email: &QueuedEmail,
) -> sqlx::Result<()> {
    let sent = match message {
        Some(message) => mailer.send(&message, app.clock.now()).await,
        None => Ok(()),
    };
    let mut tx = app.db.begin().await?;
    match sent {
        Ok(()) => store::delete(&mut tx, &email.id).await?,
        // Nothing is wrong with the message, and the outbox takes it as soon as there is space.
        Err(error) if error.is_unwritable() => {
            tracing::warn!(%error, kind = email.kind, "the outbox is full");
            store::postpone(
                &mut tx,
                &email.id,
                app.clock.now().plus_millis(OUTBOX_FULL_WAIT_MS),
            )
            .await?;
        }
        Err(error) if email.attempts >= MAX_ATTEMPTS || error.is_final() => {
            tracing::error!(%error, kind = email.kind, attempts = email.attempts, "an email is given up");
            store::delete(&mut tx, &email.id).await?;
        }
        Err(error) => {
            let wait = FIRST_RETRY_MS
                .saturating_mul(1 << (email.attempts - 1).clamp(0, 20))
                .min(LONGEST_RETRY_MS);
            tracing::warn!(%error, kind = email.kind, attempts = email.attempts, again_in_secs = wait / 1_000, "an email could not be sent");
            store::postpone(&mut tx, &email.id, app.clock.now().plus_millis(wait)).await?;
        }
    }
    tx.commit().await
}
