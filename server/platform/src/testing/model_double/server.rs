//! Answers connections by a script.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedWriteHalf;

use super::act::Act;
use super::wire::{Call, answer, chunk, delta, departure, event, receive};

/// The default reply.
pub(super) const LINE: &str = "*The double bows.* \"I say what I am told, and I was told nothing.\"";

/// The settings of a double.
#[derive(Debug, Clone, Default)]
pub struct DoubleSettings {
    /// The port; 0: any.
    pub port: u16,
    /// The wait before each token.
    pub pace: Duration,
    /// Each token begins with the milliseconds since 1970 at which it was sent, for measuring what happens
    /// after it.
    pub stamps: bool,
    /// Whether the last message of a prompt may script the reply: `(double: cut 3)`, or the model's name:
    /// `double: cut 3`. For journeys through a browser.
    pub obeys: bool,
}

/// What the double and its connections share.
pub(super) struct Shared {
    pub(super) settings: Mutex<DoubleSettings>,
    pub(super) script: Mutex<VecDeque<Act>>,
    pub(super) otherwise: Mutex<Act>,
    pub(super) calls: Mutex<Vec<Call>>,
    pub(super) open: AtomicUsize,
    pub(super) left: AtomicUsize,
}

/// How an answer ended.
enum Ended {
    /// The connection may carry the next request.
    Well,
    /// It may not.
    Badly,
}

impl Shared {
    /// Answers the requests of one connection.
    pub(super) async fn serve(&self, socket: TcpStream) -> std::io::Result<()> {
        socket.set_nodelay(true)?;
        let (read, mut write) = socket.into_split();
        let mut read = BufReader::new(read);
        while let Some(call) = receive(&mut read).await? {
            // The list of models. It does not count as a request for a reply.
            if call.path.ends_with("/models") && !matches!(*lock(&self.otherwise), Act::Hang | Act::Refuse) {
                let (status, body) = self.models();
                answer(&mut write, status, None, &body).await?;
                continue;
            }
            let act = self.act_for(&call);
            lock(&self.calls).push(call);
            self.open.fetch_add(1, Ordering::SeqCst);
            let ended = tokio::select! {
                ended = self.perform(&act, &mut write) => Some(ended),
                () = departure(&mut read) => None,
            };
            self.open.fetch_sub(1, Ordering::SeqCst);
            match ended {
                Some(Ok(Ended::Well)) => {}
                Some(Ok(Ended::Badly)) => return Ok(()),
                Some(Err(_)) | None => {
                    self.left.fetch_add(1, Ordering::SeqCst);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Its models, or the refusal that all requests get.
    fn models(&self) -> (u16, Value) {
        match &*lock(&self.otherwise) {
            Act::Status { status, .. } => (
                *status,
                json!({"error": {"message": "as the script wants, for the key sk-double"}}),
            ),
            Act::Problem { status, words, .. } => (*status, json!({"error": {"message": words}})),
            _ => (
                200,
                json!({"object": "list", "data": [{"id": "double", "object": "model"}]}),
            ),
        }
    }

    fn act_for(&self, call: &Call) -> Act {
        if lock(&self.settings).obeys {
            let last = call.body["messages"]
                .as_array()
                .and_then(|messages| messages.iter().rfind(|message| message["role"] == "user"));
            let said = last
                .and_then(|message| message["content"].as_str())
                .unwrap_or_default();
            let order = said
                .rsplit_once("(double: ")
                .and_then(|(_, rest)| rest.split_once(')'))
                .and_then(|(order, _)| order.parse().ok());
            let order = order.or_else(|| {
                call.body["model"]
                    .as_str()?
                    .strip_prefix("double: ")?
                    .parse()
                    .ok()
            });
            if let Some(act) = order {
                return act;
            }
        }
        let scripted = lock(&self.script).pop_front();
        scripted.unwrap_or_else(|| lock(&self.otherwise).clone())
    }

    async fn perform(&self, act: &Act, to: &mut OwnedWriteHalf) -> std::io::Result<Ended> {
        match act {
            Act::Refuse => return Ok(Ended::Badly),
            Act::Hang => return std::future::pending().await,
            Act::Status { status, retry_after } => {
                let body =
                    json!({"error": {"message": "as the script wants", "type": "scripted", "code": status}});
                answer(to, *status, *retry_after, &body).await?;
                return Ok(Ended::Well);
            }
            Act::Problem { status, code, words } => {
                let body = json!({"error": {"message": words, "type": "scripted", "code": code}});
                answer(to, *status, None, &body).await?;
                return Ok(Ended::Well);
            }
            _ => {}
        }
        to.write_all(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n",
        )
        .await?;
        if let Act::Raw(bytes) = act {
            chunk(to, bytes).await?;
            to.write_all(b"0\r\n\r\n").await?;
            return Ok(Ended::Well);
        }
        self.stream(act, to).await
    }

    /// Streams tokens, and then the fault or the good end.
    async fn stream(&self, act: &Act, to: &mut OwnedWriteHalf) -> std::io::Result<Ended> {
        let text = match act {
            Act::Say(text) => text.as_str(),
            _ => LINE,
        };
        let words: Vec<&str> = text.split_inclusive(' ').collect();
        let (limit, fault) = match act {
            Act::Stall { after }
            | Act::Cut { after }
            | Act::Malformed { after }
            | Act::ErrorInside { after } => (*after, true),
            Act::Endless => (usize::MAX, true),
            Act::Huge { .. } | Act::Empty | Act::Filter => (0, false),
            _ => (words.len(), false),
        };
        delta(to, &json!({"role": "assistant", "content": ""}), Value::Null).await?;
        for word in words.iter().cycle().take(limit) {
            self.token(to, word).await?;
        }
        match act {
            Act::Stall { .. } => return std::future::pending().await,
            Act::Malformed { .. } => chunk(to, b"data: {\"choices\": [{\"delta\"\n\n").await?,
            Act::ErrorInside { .. } => {
                let error = json!({"error": {"message": "the double fell over", "code": 502}});
                event(to, &error).await?;
            }
            Act::Huge { bytes } => self.token(to, &"x".repeat(*bytes)).await?,
            _ => {}
        }
        if fault {
            return Ok(Ended::Badly);
        }
        let finish = match act {
            Act::Filter => "content_filter",
            _ => "stop",
        };
        delta(to, &json!({}), json!(finish)).await?;
        event(to, &json!({"choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": words.len(), "total_tokens": 100 + words.len()}})).await?;
        chunk(to, b"data: [DONE]\n\n").await?;
        to.write_all(b"0\r\n\r\n").await?;
        Ok(Ended::Well)
    }

    async fn token(&self, to: &mut OwnedWriteHalf, word: &str) -> std::io::Result<()> {
        let DoubleSettings { pace, stamps, .. } = lock(&self.settings).clone();
        if !pace.is_zero() {
            tokio::time::sleep(pace).await;
        }
        let text = if stamps {
            format!(
                "{} {word}",
                std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_millis()
            )
        } else {
            word.to_owned()
        };
        delta(to, &json!({"content": text}), Value::Null).await
    }
}

pub(super) fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
