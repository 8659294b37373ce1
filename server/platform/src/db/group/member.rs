//! The members of a batch.

use std::io::ErrorKind;
use std::sync::Arc;

use tokio::sync::watch;

use super::batch::{Batch, Outcome, Source, Verdict};
use super::queue::{Queue, Seat, spawn};
use crate::db::Split;

/// The right to use the shared transaction.
pub(in crate::db) struct Member {
    queue: Arc<Queue>,
    held: Option<(Batch, Seat)>,
}

impl Member {
    /// Joins the batch, or opens one.
    pub(super) async fn join(queue: &Arc<Queue>, is_exempt: bool) -> sqlx::Result<Self> {
        let (seat, open) = queue.wait().await?;
        let batch = match open {
            Some(batch) => batch,
            None => queue.open_batch().await?,
        };
        let mut member = Self {
            queue: queue.clone(),
            held: Some((batch, seat)),
        };
        if let Some((batch, _)) = &mut member.held {
            batch.join(is_exempt).await?;
        }
        Ok(member)
    }

    pub(in crate::db) fn split(&mut self) -> Split<'_> {
        match &mut self.held {
            Some((batch, _)) => batch.split(),
            None => unreachable!("a member holds its batch until it leaves"),
        }
    }

    pub(in crate::db) fn is_postgres(&self) -> bool {
        matches!(self.queue.source, Source::Pg(_))
    }

    /// Ends the turn; the work is kept or undone. The outcome of the whole batch comes later.
    ///
    /// # Errors
    /// When the work cannot be kept as requested; then it is undone.
    pub(in crate::db) async fn leave(mut self, verdict: Verdict) -> sqlx::Result<Ending> {
        let Some((batch, _)) = &mut self.held else {
            return Err(sqlx::Error::WorkerCrashed);
        };
        let outcome = batch.outcome();
        let (kept, broken) = batch.settle(verdict).await;
        if let Some((batch, seat)) = self.held.take() {
            self.queue.pass_on(batch, seat, broken);
        }
        kept.map(|()| Ending(outcome))
    }
}

/// A member that is dropped, because its caller left or panicked, undoes only its own work.
impl Drop for Member {
    fn drop(&mut self) {
        let Some((mut batch, seat)) = self.held.take() else {
            return;
        };
        let queue = self.queue.clone();
        spawn(async move {
            let (_, broken) = batch.settle(Verdict::Undo).await;
            queue.pass_on(batch, seat, broken);
        });
    }
}

/// The end of a batch, to wait for.
pub(in crate::db) struct Ending(watch::Receiver<Outcome>);

impl Ending {
    pub(in crate::db) async fn wait(mut self) -> Outcome {
        match self
            .0
            .wait_for(|outcome| !matches!(outcome, Outcome::Pending))
            .await
        {
            Ok(outcome) => outcome.clone(),
            Err(_) => Outcome::Failed(ErrorKind::Other, "the server stopped before the commit".into()),
        }
    }
}
