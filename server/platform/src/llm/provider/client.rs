//! Asking a provider: attempts, time limits, and reading what comes.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use kernel::{Clock, Random};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, sleep, timeout_at};

use super::super::config::{ModelConfig, ModelSettingsError, Times};
use super::super::service::Reply;
use super::super::{Finish, ModelError, Piece, Request, Stage};
use super::body::{self, Written};
use super::breaker::{Breaker, Pass};
use super::queue::Queue;
use super::sse::SseDecoder;
use super::stops::Stops;
use super::transport::{Http, Transport};
use super::wire::{Reader, error_of_status};

/// How often one reply is asked for, and only until the first piece: afterwards a second attempt would be
/// paid twice and read twice.
const ATTEMPTS: u32 = 2;
/// The wait before the second attempt, in milliseconds; a random part of it is added, so that many do not
/// come back at once.
const BACKOFF_MILLIS: u64 = 250;
/// The longest wait that a provider may ask for.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(10);
/// How long token counts are waited for once the reply is complete: some servers leave the connection open.
const CLOSING_TIME: Duration = Duration::from_secs(2);
/// Longest text of a reply, in bytes; its reasoning counts.
const MAX_TEXT_BYTES: usize = 4 << 20;
/// Longest answer that is no stream, in bytes.
const MAX_JSON_BYTES: usize = 8 << 20;
/// How much of a refusal is read, in bytes.
const MAX_REFUSAL_BYTES: usize = 16 << 10;

/// A model behind a server.
#[derive(Clone)]
pub(in super::super) struct Provider(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub(super) config: ModelConfig,
    pub(super) transport: Arc<dyn Transport>,
    breaker: Breaker,
    queue: Queue,
    random: Random,
}

impl Provider {
    /// A model asked by HTTP.
    ///
    /// # Errors
    /// Where the TLS stack cannot start.
    pub(in super::super) fn open(
        config: ModelConfig,
        clock: Arc<dyn Clock>,
        random: Random,
    ) -> Result<Self, ModelSettingsError> {
        let http = Http::new(config.times.connect).map_err(|error| ModelSettingsError(error.to_string()))?;
        Ok(Self::over(config, Arc::new(http), clock, random))
    }

    pub(super) fn over(
        config: ModelConfig,
        transport: Arc<dyn Transport>,
        clock: Arc<dyn Clock>,
        random: Random,
    ) -> Self {
        let queue = Queue::new(config.concurrency, config.queue, config.times.queue);
        Self(Arc::new(Inner {
            config,
            transport,
            breaker: Breaker::new(clock),
            queue,
            random,
        }))
    }

    /// Asks once there is a place, and returns with the first piece.
    pub(in super::super) async fn stream(&self, request: &Request) -> Result<Reply, ModelError> {
        let inner = &self.0;
        let place = inner.queue.enter().await?;
        // Whoever waited has as much time as everybody else.
        let deadline = Instant::now() + inner.config.times.total;
        let written = body::write(&inner.config, request);
        let mut attempt = 1;
        loop {
            let pass = inner.breaker.admit()?;
            let Failed { error, retry_after } = match inner.attempt(&written, deadline).await {
                Ok(reading) => {
                    pass.succeeded();
                    return Ok(Reply::new(pieces(reading, pass, place)));
                }
                Err(failed) => failed,
            };
            if counts(&error) {
                pass.failed();
            }
            drop(pass);
            let wait = if attempt < ATTEMPTS {
                inner.wait(&error, retry_after)
            } else {
                None
            };
            match wait {
                Some(wait) if Instant::now() + wait < deadline => {
                    tracing::info!(model = inner.config.info.name, %error, "a model is asked once more");
                    sleep(wait).await;
                    attempt += 1;
                }
                _ => return Err(error),
            }
        }
    }
}

/// An attempt that brought nothing.
struct Failed {
    error: ModelError,
    retry_after: Option<Duration>,
}

impl From<ModelError> for Failed {
    fn from(error: ModelError) -> Self {
        Self {
            error,
            retry_after: None,
        }
    }
}

impl Inner {
    async fn attempt(&self, written: &Written, deadline: Instant) -> Result<Reading, Failed> {
        let times = self.config.times;
        let first = (Instant::now() + times.first_token).min(deadline);
        let post = self.transport.post(
            written.url.clone(),
            self.config.key.as_deref(),
            written.body.clone(),
        );
        let answered = timeout_at(first, post)
            .await
            .map_err(|_| ModelError::Timeout(Stage::FirstToken))??;
        if !(200..300).contains(&answered.status) {
            let refusal = timeout_at(first, head(answered.body)).await.unwrap_or_default();
            let error = self.without_key(error_of_status(answered.status, answered.retry_after, &refusal));
            return Err(Failed {
                error,
                retry_after: answered.retry_after,
            });
        }
        let mut reading = Reading::new(answered.body, written.stops.clone(), times, first, deadline);
        match reading.next().await {
            Some(Ok(piece)) => {
                reading.ready.push_front(Ok(piece));
                Ok(reading)
            }
            Some(Err(error)) => Err(self.without_key(error).into()),
            None => Err(ModelError::Cut.into()),
        }
    }

    /// How long to wait before asking again; none: not at all.
    fn wait(&self, error: &ModelError, retry_after: Option<Duration>) -> Option<Duration> {
        let again = match error {
            ModelError::RateLimited { .. }
            | ModelError::Server { .. }
            | ModelError::Unreachable
            | ModelError::Timeout(Stage::Connect) => true,
            ModelError::Cut | ModelError::Malformed | ModelError::Empty => true,
            // Whoever was too slow once has the work already, and may charge for it.
            _ => false,
        };
        let jitter = Duration::from_millis(BACKOFF_MILLIS + self.random.below(2 * BACKOFF_MILLIS));
        let wait = retry_after.map_or(jitter, |asked| asked + jitter / 4);
        (again && retry_after.is_none_or(|asked| asked <= MAX_RETRY_AFTER)).then_some(wait)
    }

    /// Some servers quote the key that they do not like.
    fn without_key(&self, error: ModelError) -> ModelError {
        match (error, &self.config.key) {
            (ModelError::Refused { status, why, message }, Some(key)) if !key.is_empty() => {
                ModelError::Refused {
                    status,
                    why,
                    message: message.replace(key.as_str(), "(the key)"),
                }
            }
            (error, _) => error,
        }
    }
}

/// Whether this speaks against the provider's health, rather than against the request.
fn counts(error: &ModelError) -> bool {
    matches!(
        error,
        ModelError::Server { .. }
            | ModelError::Unreachable
            | ModelError::Timeout(_)
            | ModelError::Cut
            | ModelError::Malformed
            | ModelError::Empty
    )
}

/// The beginning of a body.
async fn head(body: BoxStream<'static, Result<Bytes, ModelError>>) -> Vec<u8> {
    beginning(body, MAX_REFUSAL_BYTES).await
}

/// So much of a body, and no more.
pub(super) async fn beginning(
    mut body: BoxStream<'static, Result<Bytes, ModelError>>,
    most: usize,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Some(Ok(more)) = body.next().await {
        let room = most - bytes.len();
        bytes.extend_from_slice(&more[..more.len().min(room)]);
        if bytes.len() == most {
            break;
        }
    }
    bytes
}

fn pieces(
    reading: Reading,
    pass: Pass,
    place: OwnedSemaphorePermit,
) -> impl futures::Stream<Item = Result<Piece, ModelError>> + Send + 'static {
    stream::unfold((reading, pass, place), |(mut reading, pass, place)| async move {
        let item = reading.next().await?;
        if item.as_ref().is_err_and(counts) {
            pass.failed();
        }
        Some((item, (reading, pass, place)))
    })
}

/// An answer that is being read.
struct Reading {
    body: BoxStream<'static, Result<Bytes, ModelError>>,
    decoder: SseDecoder,
    /// The answer so far, where it is no stream although one was asked for.
    json: Option<Vec<u8>>,
    reader: Reader,
    stops: Stops,
    /// What was read and not yet taken; ends with an error or [`Piece::Finished`] once all is read.
    ready: VecDeque<Result<Piece, ModelError>>,
    is_over: bool,
    is_begun: bool,
    has_text: bool,
    text_bytes: usize,
    times: Times,
    /// Until when the next piece must be there.
    limit: Instant,
    stage: Stage,
    deadline: Instant,
}

impl Reading {
    fn new(
        body: BoxStream<'static, Result<Bytes, ModelError>>,
        stops: Vec<String>,
        times: Times,
        first: Instant,
        deadline: Instant,
    ) -> Self {
        Self {
            body,
            decoder: SseDecoder::default(),
            json: None,
            reader: Reader::default(),
            stops: Stops::new(stops),
            ready: VecDeque::new(),
            is_over: false,
            is_begun: false,
            has_text: false,
            text_bytes: 0,
            times,
            limit: first,
            stage: if first < deadline {
                Stage::FirstToken
            } else {
                Stage::Total
            },
            deadline,
        }
    }

    /// The next piece; none after the last.
    async fn next(&mut self) -> Option<Result<Piece, ModelError>> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
            }
            if self.is_over {
                return None;
            }
            let read = match timeout_at(self.limit, self.body.next()).await {
                Ok(Some(Ok(bytes))) => self.take(&bytes),
                Ok(Some(Err(error))) => Err(error),
                Ok(None) => self.end(),
                Err(_) => Err(ModelError::Timeout(self.stage)),
            };
            match read {
                Ok(()) if self.reader.is_done || self.stops.is_stopped() => self.close(None),
                Ok(()) => {}
                // What goes wrong after the reply is complete is not the reply's fault.
                Err(_) if self.reader.finish.is_some() => self.close(None),
                Err(error) => self.close(Some(error)),
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        if let Some(json) = &mut self.json {
            if json.len() + bytes.len() > MAX_JSON_BYTES {
                return Err(ModelError::TooLarge);
            }
            json.extend_from_slice(bytes);
            return Ok(());
        }
        // No line of an event begins like JSON.
        if !self.is_begun {
            let Some(begin) = bytes.iter().position(|byte| !byte.is_ascii_whitespace()) else {
                return Ok(());
            };
            self.is_begun = true;
            if bytes[begin] == b'{' {
                self.json = Some(bytes.to_vec());
                return Ok(());
            }
        }
        for event in self.decoder.push(bytes)? {
            self.event(&event)?;
            if self.reader.is_done || self.stops.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    /// The server has ended the answer.
    fn end(&mut self) -> Result<(), ModelError> {
        if let Some(json) = self.json.take() {
            let whole = serde_json::from_slice(&json).map_err(|_| ModelError::Malformed)?;
            let pieces = self.reader.object(&whole)?;
            self.accept(pieces)?;
            self.reader.is_done = true;
            return Ok(());
        }
        if let Some(event) = self.decoder.finish() {
            self.event(&event)?;
        }
        self.reader.is_done |= self.reader.finish.is_some();
        if self.reader.is_done {
            Ok(())
        } else {
            Err(ModelError::Cut)
        }
    }

    fn event(&mut self, data: &str) -> Result<(), ModelError> {
        let pieces = self.reader.event(data)?;
        self.accept(pieces)
    }

    fn accept(&mut self, pieces: Vec<Piece>) -> Result<(), ModelError> {
        let now = Instant::now();
        for piece in pieces {
            self.wait_until(now + self.times.gap, Stage::Gap);
            let (Piece::Text(text) | Piece::Reasoning(text)) = &piece else {
                continue;
            };
            self.text_bytes += text.len();
            if self.text_bytes > MAX_TEXT_BYTES {
                return Err(ModelError::TooLarge);
            }
            match piece {
                Piece::Text(text) => {
                    let text = self.stops.push(&text);
                    self.give(text);
                }
                thought => self.ready.push_back(Ok(thought)),
            }
        }
        if self.reader.finish.is_some() {
            self.wait_until(now + CLOSING_TIME, Stage::Gap);
        }
        Ok(())
    }

    fn wait_until(&mut self, limit: Instant, stage: Stage) {
        (self.limit, self.stage) = if limit < self.deadline {
            (limit, stage)
        } else {
            (self.deadline, Stage::Total)
        };
    }

    fn give(&mut self, text: String) {
        self.has_text |= !text.trim().is_empty();
        if !text.is_empty() {
            self.ready.push_back(Ok(Piece::Text(text)));
        }
    }

    /// Gives what was held back, and the end; hangs up.
    fn close(&mut self, error: Option<ModelError>) {
        self.is_over = true;
        self.body = stream::empty().boxed();
        let rest = self.stops.finish();
        self.give(rest);
        let reason = if self.stops.is_stopped() {
            Finish::Stop
        } else {
            self.reader.finish.unwrap_or(Finish::Stop)
        };
        self.ready.push_back(match error {
            Some(error) => Err(error),
            None if self.has_text => Ok(Piece::Finished {
                reason,
                usage: self.reader.usage,
            }),
            None if reason == Finish::Filtered => Err(ModelError::Filtered),
            None => Err(ModelError::Empty),
        });
    }
}
