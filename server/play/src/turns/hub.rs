//! The turns that this process is running, and everybody who watches them.
//!
//! A turn writes its events into a log of its own. Whoever watches holds a place in that log and takes what
//! comes after it when they are ready for more; so a slow reader costs nothing and slows nobody. The log
//! keeps the latest events within a bound; who fell further behind is told how the turn stands (`snapshot`)
//! and goes on from there. Pieces of text that one reader has not taken yet reach them as one.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::events::{Event, Numbered};
use super::model::{Turn, TurnState};
use super::rules::TurnSettings;

/// Most text that the log of one turn keeps, in bytes, besides its latest event.
pub(super) const MAX_LOG_BYTES: usize = 256 << 10;
/// What an event takes in a log besides its text, in bytes, roughly.
const EVENT_BYTES: usize = 128;
/// Most text that one reader is given at once, in bytes.
const MAX_BATCH_BYTES: usize = 64 << 10;
/// How long the log of a turn is kept after its end, for those who come back.
const KEPT_AFTER_END: Duration = Duration::from_secs(120);

/// The turns of this process. Clones share them.
#[derive(Clone)]
pub struct Turns(Arc<Shared>);

struct Shared {
    settings: TurnSettings,
    timing: Timing,
    process: String,
    logs: Mutex<HashMap<String, Arc<Channel>>>,
    closing: watch::Sender<bool>,
    #[cfg(test)]
    tasks: Mutex<Vec<tokio::task::AbortHandle>>,
}

/// How long a turn waits for what. Tests make these short.
#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// Between two writings-down of a reply that is being written.
    pub checkpoint: Duration,
    /// How long a turn that costs its player nothing goes on without anybody watching.
    pub alone: Duration,
    /// Between two signs of life on a stream on which nothing happens.
    pub heartbeat: Duration,
    /// How long a director may think.
    pub director: Duration,
    /// How long a call that waits for the finished turn waits.
    pub wait: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            checkpoint: Duration::from_secs(1),
            alone: Duration::from_secs(30),
            heartbeat: Duration::from_secs(15),
            director: Duration::from_secs(2),
            wait: Duration::from_secs(150),
        }
    }
}

/// Why a turn is to end before its model has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Halt {
    /// Its player said so.
    Stop,
    /// The process is about to end.
    Closing,
    /// What it answers to was deleted.
    Deleted,
}

impl Turns {
    /// No turns yet; `process` is a name that no other process of the site has.
    #[must_use]
    pub fn new(settings: TurnSettings, timing: Timing, process: String) -> Self {
        Self(Arc::new(Shared {
            settings,
            timing,
            process,
            logs: Mutex::default(),
            closing: watch::Sender::new(false),
            #[cfg(test)]
            tasks: Mutex::default(),
        }))
    }

    /// What the installation decided.
    #[must_use]
    pub fn settings(&self) -> &TurnSettings {
        &self.0.settings
    }

    /// How long a turn waits for what.
    #[must_use]
    pub fn timing(&self) -> &Timing {
        &self.0.timing
    }

    /// By what name this process says that its turns are alive.
    #[must_use]
    pub fn process(&self) -> &str {
        &self.0.process
    }

    /// Opens the log of a turn.
    pub(super) fn open(&self, turn: Turn) -> Arc<Channel> {
        let channel = Arc::new(Channel::new(turn));
        self.logs().insert(channel.id.clone(), channel.clone());
        channel
    }

    /// The log of a turn, if this process has it.
    #[must_use]
    pub(super) fn find(&self, id: &str) -> Option<Arc<Channel>> {
        self.logs().get(id).cloned()
    }

    /// Tells every turn of a story to end that this process runs.
    pub(super) fn halt_story(&self, story_id: &str) {
        let running: Vec<_> = self
            .logs()
            .values()
            .filter(|channel| !channel.has_ended())
            .cloned()
            .collect();
        running
            .iter()
            .filter(|channel| channel.story_id == story_id)
            .for_each(|channel| channel.halt(Halt::Stop));
    }

    /// Forgets the log of a turn that has ended, in a while.
    pub(super) fn remove_later(&self, id: &str) {
        let (turns, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move {
            tokio::time::sleep(KEPT_AFTER_END).await;
            turns.logs().remove(&id);
        });
    }

    /// Stops all turns where they are and forgets them, as a process does that is killed.
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

    /// Whether another turn may begin: not while the process ends, nor when too many are running.
    #[must_use]
    pub fn has_room(&self) -> bool {
        !*self.0.closing.borrow() && self.running() < self.0.settings.running
    }

    /// Takes no more turns, lets those that run finish for so long, then interrupts the rest; true where all
    /// had ended by themselves.
    pub async fn drain(&self, time: Duration, last: Duration) -> bool {
        self.0.closing.send_replace(true);
        let finished = tokio::time::timeout(time, self.all_ended()).await.is_ok();
        if !finished {
            let running: Vec<_> = self
                .logs()
                .values()
                .filter(|channel| !channel.has_ended())
                .cloned()
                .collect();
            tracing::warn!(
                turns = running.len(),
                "replies were still being written when the time to finish was over"
            );
            running.iter().for_each(|channel| channel.halt(Halt::Closing));
            // What cannot be written down now is found and set right at the next start.
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

/// The log of one turn, and its ears.
pub(super) struct Channel {
    id: String,
    story_id: String,
    log: Mutex<Log>,
    grown: watch::Sender<u64>,
    halt: watch::Sender<Option<Halt>>,
}

struct Log {
    /// How the turn stands after its latest event.
    turn: Turn,
    events: VecDeque<(Numbered, usize)>,
    bytes: usize,
    ended: bool,
    readers: usize,
    alone_since: Instant,
}

impl Channel {
    fn new(turn: Turn) -> Self {
        let log = Log {
            events: VecDeque::new(),
            bytes: 0,
            ended: false,
            readers: 0,
            alone_since: Instant::now(),
            turn,
        };
        Self {
            id: log.turn.id.clone(),
            story_id: log.turn.story_id.clone(),
            log: Mutex::new(log),
            grown: watch::Sender::new(0),
            halt: watch::Sender::new(None),
        }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes an event down; its number.
    pub(super) fn publish(&self, event: Event) -> u64 {
        let mut log = self.log();
        let seq = log.turn.last_event + 1;
        event.apply(&mut log.turn);
        log.turn.last_event = seq;
        let event = match event {
            // The turn that an event shows counts that event, too.
            Event::Turn(_) => Event::Turn(Box::new(log.turn.clone())),
            Event::End(end) => Event::End(Box::new(super::events::End {
                turn: log.turn.clone(),
                ..*end
            })),
            other => other,
        };
        log.ended |= matches!(event, Event::End(_));
        let size = event.text_bytes() + EVENT_BYTES;
        log.events.push_back((Numbered { seq, event }, size));
        log.bytes += size;
        while log.bytes > MAX_LOG_BYTES && log.events.len() > 1 {
            if let Some((_, size)) = log.events.pop_front() {
                log.bytes -= size;
            }
        }
        drop(log);
        self.grown.send_replace(seq);
        seq
    }

    /// How the turn stands.
    #[must_use]
    pub(super) fn turn(&self) -> Turn {
        self.log().turn.clone()
    }

    /// The number of the latest event.
    #[must_use]
    pub(super) fn last_event(&self) -> u64 {
        self.log().turn.last_event
    }

    /// Whether the last event is written.
    #[must_use]
    pub(super) fn has_ended(&self) -> bool {
        self.log().ended
    }

    /// Waits for the last event.
    pub(super) async fn ended(&self) {
        let mut grown = self.grown.subscribe();
        while !self.has_ended() {
            if grown.changed().await.is_err() {
                return;
            }
        }
    }

    /// Tells the turn to end. The first word counts.
    pub(super) fn halt(&self, why: Halt) {
        self.halt.send_if_modified(|said| {
            let is_new = said.is_none();
            said.get_or_insert(why);
            is_new
        });
    }

    /// Hears when the turn is told to end.
    pub(super) fn halted(&self) -> watch::Receiver<Option<Halt>> {
        self.halt.subscribe()
    }

    /// How long nobody has been watching.
    pub(super) fn alone_for(&self) -> Duration {
        let log = self.log();
        if log.readers == 0 {
            log.alone_since.elapsed()
        } else {
            Duration::ZERO
        }
    }

    /// Watches from after the event of this number on.
    pub(super) fn watch(self: &Arc<Self>, after: u64) -> Watching {
        self.log().readers += 1;
        Watching {
            grown: self.grown.subscribe(),
            channel: self.clone(),
            after,
        }
    }
}

/// A reader's place in a log.
pub(super) struct Watching {
    channel: Arc<Channel>,
    grown: watch::Receiver<u64>,
    after: u64,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let mut log = self.channel.log();
        log.readers = log.readers.saturating_sub(1);
        log.alone_since = Instant::now();
    }
}

impl Watching {
    /// The next events, at least one; none after the last.
    pub(super) async fn next(&mut self) -> Option<Vec<Numbered>> {
        loop {
            // Marked as seen before looking, so that nothing comes in between.
            self.grown.borrow_and_update();
            let (events, ended) = self.take();
            if !events.is_empty() {
                return Some(events);
            }
            if ended || self.grown.changed().await.is_err() {
                return None;
            }
        }
    }

    fn take(&mut self) -> (Vec<Numbered>, bool) {
        let log = self.channel.log();
        if self.after >= log.turn.last_event {
            return (Vec::new(), log.ended);
        }
        let first = log.events.front().map_or(u64::MAX, |(first, _)| first.seq);
        if self.after + 1 < first {
            // What came in between is gone. At the end the last event follows, which is always kept.
            let seq = if log.ended {
                log.turn.last_event - 1
            } else {
                log.turn.last_event
            };
            self.after = seq;
            return (
                vec![Numbered {
                    seq,
                    event: Event::Snapshot(Box::new(log.turn.clone())),
                }],
                log.ended,
            );
        }
        let skip = usize::try_from(self.after + 1 - first).unwrap_or(usize::MAX);
        let mut taken: Vec<Numbered> = Vec::new();
        let mut bytes = 0;
        for (next, size) in log.events.iter().skip(skip) {
            if bytes > MAX_BATCH_BYTES {
                break;
            }
            bytes += size;
            self.after = next.seq;
            let is_absorbed = taken.last_mut().is_some_and(|last| {
                let is_absorbed = last.event.absorb(&next.event);
                last.seq = if is_absorbed { next.seq } else { last.seq };
                is_absorbed
            });
            if !is_absorbed {
                taken.push(next.clone());
            }
        }
        (taken, log.ended)
    }
}

impl std::fmt::Debug for Turns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Turns")
    }
}

/// Whether a turn in this state is over.
#[must_use]
pub(super) fn is_over(state: TurnState) -> bool {
    state != TurnState::Running
}
