//! The turns that this process runs: opened, found, stopped together, and drained at shutdown.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::channel::{Channel, Halt};
use super::model::Turn;
use super::rules::TurnSettings;

/// How long the log of a turn is kept after its end, for readers who reconnect.
const KEPT_AFTER_END: Duration = Duration::from_secs(120);

/// The turns of this process. Clones share them.
#[derive(Clone)]
pub struct Turns(Arc<Inner>);

struct Inner {
    settings: TurnSettings,
    timing: Timing,
    process: String,
    logs: Mutex<HashMap<String, Arc<Channel>>>,
    closing: watch::Sender<bool>,
    #[cfg(test)]
    tasks: Mutex<Vec<tokio::task::AbortHandle>>,
}

/// Time limits of turns. Tests shorten them.
#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// The time between two checkpoints of a reply.
    pub checkpoint: Duration,
    /// How long a free turn continues while nobody watches.
    pub unwatched: Duration,
    /// The time between two heartbeats on a quiet stream.
    pub heartbeat: Duration,
    /// How long a director may take.
    pub director: Duration,
    /// How long a call waits for the finished turn.
    pub wait: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            checkpoint: Duration::from_secs(1),
            unwatched: Duration::from_secs(30),
            heartbeat: Duration::from_secs(15),
            director: Duration::from_secs(2),
            wait: Duration::from_secs(150),
        }
    }
}

impl Turns {
    /// An empty hub; `process` is a name that no other process of the site has.
    #[must_use]
    pub fn new(settings: TurnSettings, timing: Timing, process: String) -> Self {
        Self(Arc::new(Inner {
            settings,
            timing,
            process,
            logs: Mutex::default(),
            closing: watch::Sender::new(false),
            #[cfg(test)]
            tasks: Mutex::default(),
        }))
    }

    /// The installation's settings.
    #[must_use]
    pub fn settings(&self) -> &TurnSettings {
        &self.0.settings
    }

    /// Its time limits.
    #[must_use]
    pub fn timing(&self) -> &Timing {
        &self.0.timing
    }

    /// The name under which this process renews the leases of its turns.
    #[must_use]
    pub fn process(&self) -> &str {
        &self.0.process
    }

    /// Opens the log of a turn.
    pub(super) fn open(&self, turn: Turn) -> Arc<Channel> {
        let channel = Arc::new(Channel::new(turn));
        self.logs().insert(channel.id().to_owned(), channel.clone());
        channel
    }

    /// The log of a turn, if this process has it.
    #[must_use]
    pub(super) fn find(&self, id: &str) -> Option<Arc<Channel>> {
        self.logs().get(id).cloned()
    }

    /// Asks every turn of a story that this process runs to end.
    pub(super) fn halt_story(&self, story_id: &str) {
        self.all_running()
            .iter()
            .filter(|channel| channel.story_id() == story_id)
            .for_each(|channel| channel.halt(Halt::Stop));
    }

    fn all_running(&self) -> Vec<Arc<Channel>> {
        let logs = self.logs();
        let running = logs.values().filter(|channel| !channel.has_ended());
        running.cloned().collect()
    }

    /// Drops the log of a turn that has ended, after [`KEPT_AFTER_END`].
    pub(super) fn remove_later(&self, id: &str) {
        let (turns, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move {
            tokio::time::sleep(KEPT_AFTER_END).await;
            turns.logs().remove(&id);
        });
    }

    /// Stops all turns where they are and drops their logs, like a killed process.
    #[cfg(test)]
    pub(super) fn kill(&self) {
        self.0
            .tasks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .drain(..)
            .for_each(|task| task.abort());
        self.logs().clear();
    }

    #[cfg(test)]
    pub(super) fn runs_in(&self, task: &tokio::task::JoinHandle<()>) {
        self.0
            .tasks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(task.abort_handle());
    }

    /// How many turns are running.
    #[must_use]
    pub fn running(&self) -> usize {
        self.logs()
            .values()
            .filter(|channel| !channel.has_ended())
            .count()
    }

    /// Whether another turn may begin: not during shutdown, nor when too many are running.
    #[must_use]
    pub fn has_capacity(&self) -> bool {
        !*self.0.closing.borrow() && self.running() < self.0.settings.running
    }

    /// Takes no more turns, lets the running ones finish for `time`, then interrupts the rest and waits
    /// `last` for them. Returns true if all finished by themselves.
    pub async fn drain(&self, time: Duration, last: Duration) -> bool {
        self.0.closing.send_replace(true);
        let finished = tokio::time::timeout(time, self.all_ended()).await.is_ok();
        if !finished {
            let running = self.all_running();
            tracing::warn!(
                turns = running.len(),
                "replies were still being written when the time to finish was over"
            );
            running.iter().for_each(|channel| channel.halt(Halt::Closing));
            // What cannot be stored now is recovered at the next start.
            let _ = tokio::time::timeout(last, self.all_ended()).await;
        }
        finished
    }

    async fn all_ended(&self) {
        loop {
            let running = self.logs().values().find(|channel| !channel.has_ended()).cloned();
            match running {
                Some(channel) => channel.ended().await,
                None => return,
            }
        }
    }

    fn logs(&self) -> MutexGuard<'_, HashMap<String, Arc<Channel>>> {
        self.0.logs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Turns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Turns")
    }
}
