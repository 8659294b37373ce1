//! Stores the text of a reply while it is written, which also renews the lease of its turn.

use futures::FutureExt;
use futures::future::BoxFuture;
use platform::db::Isolation;
use platform::news::Subject;
use platform::web::Problem;

use crate::AppState;
use crate::stories::{self, MessageId};
use crate::turns::rules::LEASE_MS;
use crate::turns::store;

/// What the database asks of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Signal {
    /// To continue.
    GoOn,
    /// To stop, because its player asked for it.
    Stop,
    /// To stop, because its message was deleted.
    Deleted,
    /// Nothing: it was ended elsewhere.
    Over,
}

/// A checkpoint that is being stored. `None`: the database is too busy for it now.
pub(super) type Saving = BoxFuture<'static, Option<Signal>>;

/// Stores the checkpoints of one reply.
#[derive(Clone)]
pub(super) struct Checkpointer {
    pub(super) app: AppState,
    pub(super) turn_id: String,
    /// The message; `None` if the result is a text of the turn itself.
    pub(super) message: Option<MessageId>,
    /// The text before the first new word.
    pub(super) begun: String,
}

impl Checkpointer {
    /// Begins to store the new text so far and the number of the latest event. `is_followed`: other processes
    /// show the turn and are notified.
    pub(super) fn save(&self, new_text: &str, last_event: u64, is_followed: bool) -> Saving {
        let checkpointer = self.clone();
        let text = format!("{}{new_text}", self.begun);
        async move {
            let signal = checkpointer.store(&text, last_event).await;
            if is_followed {
                let Checkpointer { app, turn_id, .. } = checkpointer;
                app.news.publish(&app.db, &Subject::Turn(turn_id)).await;
            }
            signal
        }
        .boxed()
    }

    async fn store(&self, text: &str, last_event: u64) -> Option<Signal> {
        let Self {
            app,
            turn_id,
            message,
            ..
        } = self;
        let lease = app.clock.now().plus_millis(LEASE_MS);
        let last_event = i64::try_from(last_event).unwrap_or(i64::MAX);
        let own_text = message.is_none().then_some(text);
        let use_case = app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move {
                let Some(stop) = store::checkpoint(tx, turn_id, last_event, lease, own_text).await? else {
                    return Ok(Signal::Over);
                };
                let exists = match message {
                    Some(message) => stories::checkpoint(tx, message, text).await?,
                    None => true,
                };
                Ok::<_, Problem>(match (exists, stop) {
                    (false, _) => Signal::Deleted,
                    (true, true) => Signal::Stop,
                    (true, false) => Signal::GoOn,
                })
            })
        });
        use_case.await.ok()
    }
}
