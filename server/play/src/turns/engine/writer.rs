//! Writes one reply: pieces come from the model, go to the watchers, and are stored from time to time, until
//! the model finishes or the reply is stopped.

use std::time::Duration;

use futures::StreamExt;
use futures::future::BoxFuture;
use platform::llm::{Finish, Model, ModelError, Models, Piece, Reply, Request, Usage, count_tokens};
use tokio::time::{Instant, MissedTickBehavior};

use super::checkpoint::{Checkpointer, Saving, Signal};
use super::remote::RemoteRequests;
use crate::turns::channel::{Channel, Halt};
use crate::turns::events::{Delta, Event};
use crate::turns::guard::ReplyFilter;
use crate::turns::rules::{CHECKPOINT_BYTES, MAX_REPLY_BYTES, ReplyTrimmer, utf16_len};

/// How many pieces are taken before other tasks get a turn, if a model sends them faster than they can be
/// read.
const PIECES_AT_ONCE: u32 = 32;

/// Why the writing of a reply ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StopReason {
    /// The model finished.
    Finished {
        /// The reason it gave.
        reason: Finish,
    },
    /// It was stopped.
    Halted(Halt),
    /// Nobody was watching.
    Unwatched,
    /// Another process considered the turn dead and has settled it.
    Lost,
    /// What follows is never played, so it was cut.
    NeverPlayed,
    /// The model failed.
    Failed(ModelError),
}

/// What was written, and how it ended.
#[derive(Debug)]
pub(super) struct Written {
    /// The new text.
    pub(super) text: String,
    /// Why writing ended.
    pub(super) ended: StopReason,
    /// What the provider counted.
    pub(super) usage: Option<Usage>,
}

impl Written {
    /// Tokens written: by the provider's count, else by our own.
    pub(super) fn tokens(&self) -> u32 {
        self.usage
            .map_or_else(|| count_tokens(&self.text), |usage| usage.reply_tokens)
    }

    /// Whether there is anything to read.
    pub(super) fn has_text(&self) -> bool {
        !self.text.trim().is_empty()
    }
}

/// A reply to be written.
pub(super) struct WriteJob<'a> {
    pub(super) models: &'a Models,
    pub(super) channel: &'a Channel,
    /// The message; `None` if the result is a text.
    pub(super) message_id: Option<String>,
    /// The text that is there already.
    pub(super) begun: &'a str,
    pub(super) trimmer: ReplyTrimmer,
    pub(super) filter: ReplyFilter,
    /// The text that replaces what is cut; empty if there is none.
    pub(super) fade: &'static str,
    pub(super) checkpointer: Checkpointer,
    pub(super) remote: &'a mut RemoteRequests,
    /// Between two checkpoints.
    pub(super) interval: Duration,
    /// How long it continues while nobody watches; `None`: to the end.
    pub(super) unwatched: Option<Duration>,
}

/// Asks the model and writes until it ends.
pub(super) async fn write(job: WriteJob<'_>, model: &Model, request: Request) -> Written {
    let mut source = Source::open(job.models, model, request);
    let mut halted = job.channel.halted();
    let mut tick = tokio::time::interval_at(Instant::now() + job.interval, job.interval);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut writer = Writer::new(job);
    let ended = loop {
        let end = tokio::select! {
            biased;
            why = halt_of(&mut halted) => Some(StopReason::Halted(why)),
            signal = saved(&mut writer.saving) => stop_by(signal),
            () = writer.job.remote.next() => {
                // Stopped, or watched: in both cases the next checkpoint is due now.
                tick.reset_immediately();
                None
            }
            _ = tick.tick() => writer.on_tick(),
            piece = source.next() => writer.on_piece(piece).await,
        };
        if let Some(reason) = end {
            break reason;
        }
    };
    // Closes the connection to the provider, whether or not it has answered.
    drop(source);
    writer.finish(ended).await
}

/// The stream of a model: requested, then read.
struct Source<'a> {
    asking: Option<BoxFuture<'a, Result<Reply, ModelError>>>,
    reply: Option<Reply>,
}

impl<'a> Source<'a> {
    fn open(models: &'a Models, model: &'a Model, request: Request) -> Self {
        Self {
            asking: Some(Box::pin(models.stream(model, request))),
            reply: None,
        }
    }

    /// The next piece; `None` if the stream breaks off. May be dropped and called again.
    async fn next(&mut self) -> Option<Result<Piece, ModelError>> {
        if let Some(asking) = &mut self.asking {
            let opened = asking.await;
            self.asking = None;
            match opened {
                Ok(reply) => self.reply = Some(reply),
                Err(error) => return Some(Err(error)),
            }
        }
        self.reply.as_mut()?.next().await
    }
}

/// A reply that is being written.
struct Writer<'a> {
    job: WriteJob<'a>,
    /// The new text so far.
    text: String,
    /// Where it ends, in UTF-16 units from the beginning of the reply.
    offset: u64,
    usage: Option<Usage>,
    /// How much of the new text is stored or being stored, in bytes.
    saved: usize,
    saving: Option<Saving>,
    pieces: u32,
}

impl<'a> Writer<'a> {
    fn new(job: WriteJob<'a>) -> Self {
        Self {
            offset: utf16_len(job.begun),
            job,
            text: String::new(),
            usage: None,
            saved: 0,
            saving: None,
            pieces: 0,
        }
    }

    fn on_tick(&mut self) -> Option<StopReason> {
        if self
            .job
            .unwatched
            .is_some_and(|most| self.job.channel.unwatched_for() >= most)
        {
            return Some(StopReason::Unwatched);
        }
        if self.saving.is_none() {
            self.save();
        }
        None
    }

    fn save(&mut self) {
        self.saved = self.text.len();
        self.saving = Some(self.job.checkpointer.save(
            &self.text,
            self.job.channel.last_event(),
            self.job.remote.is_followed(),
        ));
    }

    async fn on_piece(&mut self, piece: Option<Result<Piece, ModelError>>) -> Option<StopReason> {
        let end = match piece {
            Some(Ok(Piece::Text(text))) => self.take_text(&text),
            Some(Ok(Piece::Reasoning(thought))) => {
                self.show_thought(thought);
                None
            }
            Some(Ok(Piece::Finished { reason, usage })) => {
                self.usage = usage;
                Some(match reason {
                    Finish::Filtered => StopReason::Failed(ModelError::Filtered),
                    reason => StopReason::Finished { reason },
                })
            }
            Some(Err(error)) => Some(StopReason::Failed(error)),
            None => Some(StopReason::Failed(ModelError::Disconnected)),
        };
        if end.is_none() {
            self.pieces += 1;
            if self.pieces.is_multiple_of(PIECES_AT_ONCE) {
                tokio::task::yield_now().await;
            }
        }
        end
    }

    fn take_text(&mut self, piece: &str) -> Option<StopReason> {
        // No database can store NUL.
        let shown = self.job.trimmer.push(&piece.replace('\0', ""));
        let shown = self.job.filter.push(&shown);
        self.show(shown);
        if self.job.filter.over().is_some() {
            return Some(StopReason::NeverPlayed);
        }
        if self.job.trimmer.has_ended() {
            return Some(StopReason::Finished { reason: Finish::Stop });
        }
        if self.text.len() >= MAX_REPLY_BYTES {
            return Some(StopReason::Finished {
                reason: Finish::Length,
            });
        }
        if self.saving.is_none() && self.text.len() >= self.saved + CHECKPOINT_BYTES {
            self.save();
        }
        None
    }

    /// Publishes a model's thoughts, except if there are minors, because thoughts are not filtered.
    fn show_thought(&self, thought: String) {
        if !self.job.filter.knows_minor() {
            self.job.channel.publish(Event::Reasoning {
                message_id: self.job.message_id.clone(),
                text: thought,
            });
        }
    }

    fn show(&mut self, shown: String) {
        if shown.is_empty() {
            return;
        }
        self.text.push_str(&shown);
        let at = self.offset;
        self.offset += utf16_len(&shown);
        self.job.channel.publish(Event::Delta(Delta {
            message_id: self.job.message_id.clone(),
            offset: at,
            text: shown,
        }));
    }

    async fn finish(mut self, ended: StopReason) -> Written {
        // A checkpoint that is still being stored must not overwrite the final text.
        if let Some(saving) = self.saving.take() {
            saving.await;
        }
        let rest = self.job.trimmer.finish();
        let rest = format!("{}{}", self.job.filter.push(&rest), self.job.filter.finish());
        self.show(rest);
        let ended = match self.job.filter.over() {
            Some(at) => {
                self.cut_never_played(at);
                StopReason::NeverPlayed
            }
            None => ended,
        };
        Written {
            text: self.text,
            ended,
            usage: self.usage,
        }
    }

    /// Cuts what is never played from the text. What was published before leaves the screen at the end of the
    /// reply.
    fn cut_never_played(&mut self, at: usize) {
        let is_all_shown = at >= self.text.len();
        self.text.truncate(at);
        if self.job.fade.is_empty() {
            self.text.clear();
            return;
        }
        let is_begun = !self.text.trim().is_empty() || !self.job.begun.trim().is_empty();
        let fade = if is_begun {
            format!("\n\n{}", self.job.fade)
        } else {
            self.job.fade.to_owned()
        };
        if is_all_shown {
            self.show(fade);
        } else {
            self.text.push_str(&fade);
        }
    }
}

/// Waits until the turn is asked to end.
async fn halt_of(halted: &mut tokio::sync::watch::Receiver<Option<Halt>>) -> Halt {
    let said = halted.wait_for(Option::is_some).await.ok().and_then(|why| *why);
    match said {
        Some(why) => why,
        // The turn itself holds the sender, so this cannot happen.
        None => std::future::pending().await,
    }
}

/// Waits for the checkpoint that is being stored, if there is one.
async fn saved(saving: &mut Option<Saving>) -> Option<Signal> {
    match saving {
        Some(running) => {
            let signal = running.await;
            *saving = None;
            signal
        }
        None => std::future::pending().await,
    }
}

/// The reason to stop that a checkpoint found. If the database was too busy for it, the next one will find
/// it.
fn stop_by(signal: Option<Signal>) -> Option<StopReason> {
    match signal {
        Some(Signal::Stop) => Some(StopReason::Halted(Halt::Stop)),
        Some(Signal::Deleted) => Some(StopReason::Halted(Halt::Deleted)),
        Some(Signal::Over) => Some(StopReason::Lost),
        Some(Signal::GoOn) | None => None,
    }
}
