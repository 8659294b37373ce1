//! One reply being written: pieces come from the model, go to whoever watches, and are written down now and
//! then, until the model is done or somebody ends it.

use std::time::Duration;

use futures::StreamExt;
use futures::future::BoxFuture;
use platform::llm::{Finish, Model, ModelError, Models, Piece, Reply, Request, Usage, count_tokens};
use platform::news::{Ear, News, Subject};
use tokio::time::{Instant, MissedTickBehavior};

use super::events::{Delta, Event};
use super::guard::Reader;
use super::hub::{Channel, Halt};
use super::rules::{CHECKPOINT_BYTES, MAX_REPLY_BYTES, ReplyTrimmer, utf16_len};

/// Pieces after which others get their turn, where a model gives them faster than they can be read.
const PIECES_AT_ONCE: u32 = 32;

/// Why a reply is not written on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ended {
    /// The model was done.
    Finished {
        /// Why it ended.
        reason: Finish,
    },
    /// Somebody ended it.
    Halted(Halt),
    /// Nobody was there to read it.
    Alone,
    /// The turn was taken for dead and has been settled by somebody else.
    Lost,
    /// What follows is never played: it was cut.
    Faded,
    /// The model failed.
    Failed(ModelError),
}

/// What was written.
#[derive(Debug)]
pub(super) struct Written {
    /// The new text.
    pub(super) text: String,
    /// Why it ended.
    pub(super) ended: Ended,
    /// What the provider counted.
    pub(super) usage: Option<Usage>,
}

impl Written {
    /// Tokens written: as the provider counted, else as we do.
    pub(super) fn tokens(&self) -> u32 {
        self.usage
            .map_or_else(|| count_tokens(&self.text), |usage| usage.reply_tokens)
    }

    /// Whether there is anything to read.
    pub(super) fn has_text(&self) -> bool {
        !self.text.trim().is_empty()
    }
}

/// Whether a turn is to go on, as the database knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is.
    GoOn,
    /// Its player wants it stopped.
    Stop,
    /// What it writes was deleted.
    Deleted,
    /// Somebody else has ended it.
    Over,
}

/// Writes a text down: all of the new text so far, the number of the latest event, and whether somebody at
/// another process is to be told.
pub(super) type Save<'a> =
    dyn Fn(String, u64, bool) -> BoxFuture<'static, Option<Standing>> + Send + Sync + 'a;

/// A process that shows a turn to somebody says so at least this often, twice over.
const FOLLOWED: Duration = Duration::from_secs(40);

/// What other processes ask of the one that runs a turn: to see whether it was stopped, and to write down more
/// often what they show.
pub(super) struct Orders {
    ear: Ear,
    followed: Option<Instant>,
}

impl Orders {
    /// Takes orders for this turn from now on.
    pub(super) fn new(news: &News, turn_id: &str) -> Self {
        Self {
            ear: news.ear(Subject::Order(turn_id.to_owned())),
            followed: None,
        }
    }

    /// Waits for the next one, also for one that came while nobody waited.
    async fn next(&mut self) {
        self.ear.heard().await;
        self.followed = Some(Instant::now());
    }

    /// Whether another process shows the turn to somebody.
    pub(super) fn is_followed(&self) -> bool {
        self.followed.is_some_and(|at| at.elapsed() < FOLLOWED)
    }
}

/// A reply that is to be written.
pub(super) struct Writer<'a> {
    pub(super) models: &'a Models,
    pub(super) channel: &'a Channel,
    /// The message; none where the result is a text.
    pub(super) message_id: Option<String>,
    /// What is there already.
    pub(super) begun: &'a str,
    pub(super) trimmer: ReplyTrimmer,
    /// Reads along.
    pub(super) reader: Reader,
    /// What stands in the place of what is cut; empty where nothing does.
    pub(super) fade: &'static str,
    pub(super) save: &'a Save<'a>,
    /// Orders that came to another process.
    pub(super) orders: &'a mut Orders,
    /// Between two writings-down.
    pub(super) checkpoint: Duration,
    /// How long it goes on with nobody watching; none: to the end.
    pub(super) alone: Option<Duration>,
}

impl Writer<'_> {
    /// Asks the model and writes until it ends.
    pub(super) async fn write(mut self, model: &Model, request: Request) -> Written {
        let mut text = String::new();
        let mut offset = utf16_len(self.begun);
        let mut usage = None;
        let mut saved = 0;
        let mut saving: Option<BoxFuture<'static, Option<Standing>>> = None;
        let mut halted = self.channel.halted();
        let mut tick = tokio::time::interval_at(Instant::now() + self.checkpoint, self.checkpoint);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut asking = Box::pin(self.models.stream(model, request));
        let mut reply: Option<Reply> = None;
        let mut pieces = 0_u32;
        let ended = loop {
            let next = tokio::select! {
                biased;
                why = halt_of(&mut halted) => break Ended::Halted(why),
                standing = finished(&mut saving) => {
                    match standing {
                        Some(Standing::Stop) => break Ended::Halted(Halt::Stop),
                        Some(Standing::Deleted) => break Ended::Halted(Halt::Deleted),
                        Some(Standing::Over) => break Ended::Lost,
                        // The database was busy: the next time will do.
                        Some(Standing::GoOn) | None => continue,
                    }
                }
                () = self.orders.next() => {
                    // Stopped, or to be shown: either way it is written down and looked at now.
                    tick.reset_immediately();
                    continue;
                }
                _ = tick.tick() => {
                    if self.alone.is_some_and(|most| self.channel.alone_for() >= most) {
                        break Ended::Alone;
                    }
                    if saving.is_none() {
                        saved = text.len();
                        saving = Some((self.save)(text.clone(), self.channel.last_event(), self.orders.is_followed()));
                    }
                    continue;
                }
                opened = &mut asking, if reply.is_none() => match opened {
                    Ok(opened) => {
                        reply = Some(opened);
                        continue;
                    }
                    Err(error) => break Ended::Failed(error),
                },
                piece = next_of(&mut reply) => piece,
            };
            match next {
                Some(Ok(Piece::Text(piece))) => {
                    // No database stores NUL.
                    let shown = self.trimmer.push(&piece.replace('\0', ""));
                    let shown = self.reader.push(&shown);
                    self.show(shown, &mut text, &mut offset);
                    if self.reader.over().is_some() {
                        break Ended::Faded;
                    }
                    if self.trimmer.has_ended() {
                        break Ended::Finished { reason: Finish::Stop };
                    }
                    if text.len() >= MAX_REPLY_BYTES {
                        break Ended::Finished {
                            reason: Finish::Length,
                        };
                    }
                    if saving.is_none() && text.len() >= saved + CHECKPOINT_BYTES {
                        saved = text.len();
                        saving = Some((self.save)(
                            text.clone(),
                            self.channel.last_event(),
                            self.orders.is_followed(),
                        ));
                    }
                }
                // Nobody reads along in what a model thinks.
                Some(Ok(Piece::Reasoning(_))) if self.reader.knows_minor() => {}
                Some(Ok(Piece::Reasoning(thought))) => {
                    self.channel.publish(Event::Reasoning {
                        message_id: self.message_id.clone(),
                        text: thought,
                    });
                }
                Some(Ok(Piece::Finished {
                    reason: Finish::Filtered,
                    usage: counted,
                })) => {
                    usage = counted;
                    break Ended::Failed(ModelError::Filtered);
                }
                Some(Ok(Piece::Finished {
                    reason,
                    usage: counted,
                })) => {
                    usage = counted;
                    break Ended::Finished { reason };
                }
                Some(Err(error)) => break Ended::Failed(error),
                None => break Ended::Failed(ModelError::Cut),
            }
            pieces += 1;
            if pieces.is_multiple_of(PIECES_AT_ONCE) {
                tokio::task::yield_now().await;
            }
        };
        // Hangs up on the provider, wherever it is.
        drop(asking);
        drop(reply);
        // What is still being written down must not overwrite what is written at the end.
        if let Some(saving) = saving {
            saving.await;
        }
        let rest = self.trimmer.finish();
        let rest = format!("{}{}", self.reader.push(&rest), self.reader.finish());
        self.show(rest, &mut text, &mut offset);
        match self.reader.over() {
            Some(at) => Written {
                text: self.fade_from(at, text, &mut offset),
                ended: Ended::Faded,
                usage,
            },
            None => Written { text, ended, usage },
        }
    }

    /// The text without what is never played. What was shown before that was known goes from the screen with
    /// the reply's end.
    fn fade_from(&self, at: usize, mut text: String, offset: &mut u64) -> String {
        let is_all_shown = at >= text.len();
        text.truncate(at);
        if self.fade.is_empty() {
            return String::new();
        }
        let is_begun = !text.trim().is_empty() || !self.begun.trim().is_empty();
        let fade = if is_begun {
            format!("\n\n{}", self.fade)
        } else {
            self.fade.to_owned()
        };
        if is_all_shown {
            self.show(fade, &mut text, offset);
        } else {
            text.push_str(&fade);
        }
        text
    }

    fn show(&self, shown: String, text: &mut String, offset: &mut u64) {
        if shown.is_empty() {
            return;
        }
        text.push_str(&shown);
        let at = *offset;
        *offset += utf16_len(&shown);
        self.channel.publish(Event::Delta(Delta {
            message_id: self.message_id.clone(),
            offset: at,
            text: shown,
        }));
    }
}

/// Waits until somebody ends the turn.
async fn halt_of(halted: &mut tokio::sync::watch::Receiver<Option<Halt>>) -> Halt {
    let said = halted.wait_for(Option::is_some).await.ok().and_then(|why| *why);
    match said {
        Some(why) => why,
        // The turn itself holds the other end.
        None => std::future::pending().await,
    }
}

/// Waits for what is being written down, if anything is.
async fn finished(saving: &mut Option<BoxFuture<'static, Option<Standing>>>) -> Option<Standing> {
    match saving {
        Some(running) => {
            let standing = running.await;
            *saving = None;
            standing
        }
        None => std::future::pending().await,
    }
}

async fn next_of(reply: &mut Option<Reply>) -> Option<Result<Piece, ModelError>> {
    match reply {
        Some(reply) => reply.next().await,
        None => std::future::pending().await,
    }
}
