//! Reads a response as pieces: from bytes to events, from events to text, up to a stop sequence, within time limits.

use std::collections::VecDeque;
use std::time::Duration;

use bytes::Bytes;
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use tokio::time::{Instant, timeout_at};

use super::super::{Finish, ModelError, Piece, TimeoutPhase};
use super::chunk::ChunkReader;
use super::sse::SseDecoder;
use super::stops::StopFilter;

/// How long to wait for token counts once the reply is complete: some servers leave the connection open.
const CLOSING_TIME: Duration = Duration::from_secs(2);
/// Longest text of a reply, in bytes; its reasoning counts.
const MAX_TEXT_BYTES: usize = 4 << 20;
/// Longest response that is not a stream, in bytes.
const MAX_JSON_BYTES: usize = 8 << 20;

/// A response that is being read.
pub(super) struct Reading {
    body: BoxStream<'static, Result<Bytes, ModelError>>,
    decoder: SseDecoder,
    /// The response so far, if it is one JSON text although a stream was requested.
    json: Option<Vec<u8>>,
    reader: ChunkReader,
    stops: StopFilter,
    /// What was read and not yet returned; ends with an error or [`Piece::Finished`] once everything is read.
    ready: VecDeque<Result<Piece, ModelError>>,
    is_over: bool,
    is_begun: bool,
    has_text: bool,
    text_bytes: usize,
    limits: Limits,
    /// When the next piece must have arrived.
    due: Instant,
    /// What is late if it has not.
    phase: TimeoutPhase,
}

/// How long a response may take.
pub(super) struct Limits {
    /// When the first piece must have arrived.
    pub(super) first: Instant,
    /// The longest time between pieces.
    pub(super) gap: Duration,
    /// When everything must have arrived.
    pub(super) deadline: Instant,
}

impl Reading {
    pub(super) fn new(
        body: BoxStream<'static, Result<Bytes, ModelError>>,
        stops: Vec<String>,
        limits: Limits,
    ) -> Self {
        Self {
            body,
            decoder: SseDecoder::default(),
            json: None,
            reader: ChunkReader::default(),
            stops: StopFilter::new(stops),
            ready: VecDeque::new(),
            is_over: false,
            is_begun: false,
            has_text: false,
            text_bytes: 0,
            due: limits.first,
            phase: if limits.first < limits.deadline {
                TimeoutPhase::FirstToken
            } else {
                TimeoutPhase::Total
            },
            limits,
        }
    }

    /// Makes this the next piece.
    pub(super) fn put_back(&mut self, piece: Piece) {
        self.ready.push_front(Ok(piece));
    }

    /// The next piece; none after the last.
    pub(super) async fn next(&mut self) -> Option<Result<Piece, ModelError>> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
            }
            if self.is_over {
                return None;
            }
            let read = match timeout_at(self.due, self.body.next()).await {
                Ok(Some(Ok(bytes))) => self.read(&bytes),
                Ok(Some(Err(error))) => Err(error),
                Ok(None) => self.end(),
                Err(_) => Err(ModelError::Timeout(self.phase)),
            };
            match read {
                Ok(()) if self.reader.is_done || self.stops.is_stopped() => self.close(None),
                Ok(()) => {}
                // An error after the reply is complete does not make the reply bad.
                Err(_) if self.reader.finish.is_some() => self.close(None),
                Err(error) => self.close(Some(error)),
            }
        }
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        if let Some(json) = &mut self.json {
            if json.len() + bytes.len() > MAX_JSON_BYTES {
                return Err(ModelError::TooLarge);
            }
            json.extend_from_slice(bytes);
            return Ok(());
        }
        // No line of an event begins with a brace.
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

    /// The server has ended the response.
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
            Err(ModelError::Disconnected)
        }
    }

    fn event(&mut self, data: &str) -> Result<(), ModelError> {
        let pieces = self.reader.event(data)?;
        self.accept(pieces)
    }

    fn accept(&mut self, pieces: Vec<Piece>) -> Result<(), ModelError> {
        let now = Instant::now();
        for piece in pieces {
            self.expect_until(now + self.limits.gap, TimeoutPhase::Gap);
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
                    self.queue(text);
                }
                thought => self.ready.push_back(Ok(thought)),
            }
        }
        if self.reader.finish.is_some() {
            self.expect_until(now + CLOSING_TIME, TimeoutPhase::Gap);
        }
        Ok(())
    }

    fn expect_until(&mut self, limit: Instant, phase: TimeoutPhase) {
        (self.due, self.phase) = if limit < self.limits.deadline {
            (limit, phase)
        } else {
            (self.limits.deadline, TimeoutPhase::Total)
        };
    }

    fn queue(&mut self, text: String) {
        self.has_text |= !text.trim().is_empty();
        if !text.is_empty() {
            self.ready.push_back(Ok(Piece::Text(text)));
        }
    }

    /// Queues what was held back and the end, and closes the connection.
    fn close(&mut self, error: Option<ModelError>) {
        self.is_over = true;
        self.body = stream::empty().boxed();
        let rest = self.stops.finish();
        self.queue(rest);
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
