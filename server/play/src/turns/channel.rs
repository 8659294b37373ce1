//! The log of one turn, and its watchers.
//!
//! A turn writes its events into a log of its own. A watcher has a position in that log and takes what
//! follows when it is ready for more; so a slow reader costs nothing and slows nobody down. The log keeps the
//! latest events, up to a limit. A watcher that falls further behind gets the current state of the turn
//! (`snapshot`) and continues from there. Pieces of text that a watcher has not taken yet are merged.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::events::{self, Event, Numbered};
use super::model::Turn;

/// The most text that the log of one turn keeps, in bytes, besides its latest event.
pub(super) const MAX_LOG_BYTES: usize = 256 << 10;
/// The rough overhead of an event in a log, in bytes.
const EVENT_BYTES: usize = 128;
/// The most text that a reader gets at once, in bytes.
const MAX_BATCH_BYTES: usize = 64 << 10;

/// Why a turn must end before its model has finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Halt {
    /// Its player stopped it.
    Stop,
    /// The process is shutting down.
    Closing,
    /// The message it answers was deleted.
    Deleted,
}

/// The log of one turn, and its watchers.
pub(super) struct Channel {
    id: String,
    story_id: String,
    log: Mutex<Log>,
    grown: watch::Sender<u64>,
    halt: watch::Sender<Option<Halt>>,
}

struct Log {
    /// The state of the turn after its latest event.
    turn: Turn,
    events: VecDeque<(Numbered, usize)>,
    bytes: usize,
    ended: bool,
    readers: usize,
    alone_since: Instant,
}

impl Channel {
    pub(super) fn new(turn: Turn) -> Self {
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

    /// The turn.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Its story.
    pub(super) fn story_id(&self) -> &str {
        &self.story_id
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends an event; returns its number.
    pub(super) fn publish(&self, event: Event) -> u64 {
        let mut log = self.log();
        let seq = log.turn.last_event + 1;
        event.apply(&mut log.turn);
        log.turn.last_event = seq;
        let event = match event {
            // The turn in this event includes the event itself.
            Event::Turn(_) => Event::Turn(Box::new(log.turn.clone())),
            Event::End(end) => Event::End(Box::new(events::End {
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

    /// The current state of the turn.
    #[must_use]
    pub(super) fn turn(&self) -> Turn {
        self.log().turn.clone()
    }

    /// The number of the latest event.
    #[must_use]
    pub(super) fn last_event(&self) -> u64 {
        self.log().turn.last_event
    }

    /// Whether the last event was published.
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

    /// Asks the turn to end. The first request counts.
    pub(super) fn halt(&self, why: Halt) {
        self.halt.send_if_modified(|said| {
            let is_new = said.is_none();
            said.get_or_insert(why);
            is_new
        });
    }

    /// Notifies when the turn is asked to end.
    pub(super) fn halted(&self) -> watch::Receiver<Option<Halt>> {
        self.halt.subscribe()
    }

    /// How long the turn has had no watchers.
    pub(super) fn unwatched_for(&self) -> Duration {
        let log = self.log();
        if log.readers == 0 {
            log.alone_since.elapsed()
        } else {
            Duration::ZERO
        }
    }

    /// Watches the events after this number.
    pub(super) fn watch(self: &Arc<Self>, after: u64) -> Watching {
        self.log().readers += 1;
        Watching {
            grown: self.grown.subscribe(),
            channel: self.clone(),
            after,
        }
    }
}

/// A reader's position in a log.
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
    /// The next events, at least one; `None` after the last.
    pub(super) async fn next(&mut self) -> Option<Vec<Numbered>> {
        loop {
            // Marked as seen before it looks, so that no event in between is missed.
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
            // The events in between are gone. At the end, the last event follows, which is always kept.
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
