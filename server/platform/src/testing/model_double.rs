//! A provider of models that does as it is told: an OpenAI-compatible server on this machine's loopback, with
//! every fault there is.
//!
//! ```text
//! let double = ModelDouble::start().await;
//! double.then(Act::Cut { after: 3 });       // what the next request gets
//! let models = double.models();             // with time limits beyond what anything takes on a busy machine
//! …
//! assert_eq!(double.calls().len(), 1);
//! ```

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::{Clock, Random, Shekels, TestClock};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

use super::TEST_NOW;
use crate::llm::{ModelConfig, Models, Times};

/// What it says where nobody told it what to say.
const LINE: &str = "*The double bows.* \"I say what I am told, and I was told nothing.\"";
/// Largest request it reads, in bytes.
const MAX_REQUEST_BYTES: usize = 16 << 20;

/// What the double does with one request. Tokens are counted by words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Streams this text to its good end.
    Say(String),
    /// Hangs up without an answer.
    Refuse,
    /// Answers with this HTTP status.
    Status {
        /// The status.
        status: u16,
        /// Seconds in `Retry-After`.
        retry_after: Option<u32>,
    },
    /// Answers with this HTTP status and an error of this code, in these words.
    Problem {
        /// The status.
        status: u16,
        /// What the error calls itself, for example `context_length_exceeded`.
        code: String,
        /// What it says.
        words: String,
    },
    /// Ends well without a word.
    Empty,
    /// Its filter takes all of the reply.
    Filter,
    /// Takes the request and says nothing.
    Hang,
    /// Falls silent after so many tokens.
    Stall {
        /// Tokens before.
        after: usize,
    },
    /// Hangs up after so many tokens.
    Cut {
        /// Tokens before.
        after: usize,
    },
    /// Sends what is no JSON after so many tokens.
    Malformed {
        /// Tokens before.
        after: usize,
    },
    /// Reports an error within the stream after so many tokens.
    ErrorInside {
        /// Tokens before.
        after: usize,
    },
    /// One token of so many bytes, and the good end.
    Huge {
        /// Its size.
        bytes: usize,
    },
    /// Tokens without end.
    Endless,
    /// These very bytes as the body, and the end of it.
    Raw(Vec<u8>),
}

impl FromStr for Act {
    type Err = String;

    /// `say …`, `refuse`, `status 429 7`, `problem 400 context_length_exceeded too long`, `empty`, `filter`,
    /// `hang`, `stall 3`, `cut 3`, `malformed 3`, `error 3`, `huge 1000000`, `endless`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let mut numbers = rest.split_whitespace().map(|number| {
            number
                .parse::<usize>()
                .map_err(|_| format!("{number} is no number"))
        });
        let mut number = |fallback: usize| numbers.next().unwrap_or(Ok(fallback));
        Ok(match word {
            "say" => Self::Say(rest.to_owned()),
            "refuse" => Self::Refuse,
            "problem" => {
                let mut words = rest.splitn(3, ' ');
                let status = words
                    .next()
                    .and_then(|status| status.parse().ok())
                    .ok_or("problem needs a status")?;
                Self::Problem {
                    status,
                    code: words.next().unwrap_or_default().to_owned(),
                    words: words.next().unwrap_or_default().to_owned(),
                }
            }
            "empty" => Self::Empty,
            "filter" => Self::Filter,
            "status" => {
                let status = u16::try_from(number(500)?).map_err(|error| error.to_string())?;
                let secs = u32::try_from(number(0)?).map_err(|error| error.to_string())?;
                Self::Status {
                    status,
                    retry_after: (secs > 0).then_some(secs),
                }
            }
            "hang" => Self::Hang,
            "stall" => Self::Stall { after: number(0)? },
            "cut" => Self::Cut { after: number(0)? },
            "malformed" => Self::Malformed { after: number(0)? },
            "error" => Self::ErrorInside { after: number(0)? },
            "huge" => Self::Huge {
                bytes: number(1_000_000)?,
            },
            "endless" => Self::Endless,
            _ => return Err(format!("{word}: nothing that the double can do")),
        })
    }
}

/// A request that it got.
#[derive(Debug, Clone)]
pub struct Call {
    /// Its path.
    pub path: String,
    /// Its `Authorization`.
    pub authorization: Option<String>,
    /// Its body.
    pub body: Value,
}

impl Call {
    /// All text of the prompt.
    #[must_use]
    pub fn prompt(&self) -> String {
        let messages = self.body["messages"].as_array().into_iter().flatten();
        let texts: Vec<&str> = messages
            .filter_map(|message| message["content"].as_str())
            .chain(self.body["prompt"].as_str())
            .collect();
        texts.join("\n")
    }
}

/// How the double is to behave besides its acts.
#[derive(Debug, Clone, Default)]
pub struct DoubleSettings {
    /// The port; 0: any.
    pub port: u16,
    /// The wait before each token.
    pub pace: Duration,
    /// Each token begins with the milliseconds since 1970 at which it was sent, for measuring what happens
    /// after it.
    pub stamps: bool,
    /// The last message of a prompt may say what to do: `(double: cut 3)`, and so may the model's name:
    /// `double: cut 3`. For walks through a browser.
    pub obeys: bool,
}

/// The server. It ends with its value.
pub struct ModelDouble {
    stage: Arc<Stage>,
    address: SocketAddr,
    accepting: AbortHandle,
}

struct Stage {
    settings: Mutex<DoubleSettings>,
    script: Mutex<VecDeque<Act>>,
    otherwise: Mutex<Act>,
    calls: Mutex<Vec<Call>>,
    open: AtomicUsize,
    left: AtomicUsize,
}

impl ModelDouble {
    /// A double on any free port, that hurries.
    ///
    /// # Panics
    /// When no port can be had.
    pub async fn start() -> Self {
        Self::start_with(DoubleSettings::default()).await
    }

    /// A double with settings.
    ///
    /// # Panics
    /// When its port cannot be had.
    pub async fn start_with(settings: DoubleSettings) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", settings.port))
            .await
            .expect("a free port");
        let address = listener.local_addr().expect("an address");
        let stage = Arc::new(Stage {
            settings: Mutex::new(settings),
            script: Mutex::default(),
            otherwise: Mutex::new(Act::Say(LINE.to_owned())),
            calls: Mutex::default(),
            open: AtomicUsize::new(0),
            left: AtomicUsize::new(0),
        });
        let accepted = Arc::clone(&stage);
        let accepting = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let stage = Arc::clone(&accepted);
                tokio::spawn(async move {
                    // An error is a client that has left.
                    let _ = stage.attend(socket).await;
                });
            }
        });
        Self {
            stage,
            address,
            accepting: accepting.abort_handle(),
        }
    }

    /// Where it is, as `DRAMATIS_MODEL_URL` takes it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// What the next request gets for which nothing is set yet.
    pub fn then(&self, act: Act) {
        lock(&self.stage.script).push_back(act);
    }

    /// What all requests get for which nothing is set.
    pub fn otherwise(&self, act: Act) {
        *lock(&self.stage.otherwise) = act;
    }

    /// The wait before each token from now on.
    pub fn set_pace(&self, pace: Duration) {
        lock(&self.stage.settings).pace = pace;
    }

    /// The requests so far.
    #[must_use]
    pub fn calls(&self) -> Vec<Call> {
        lock(&self.stage.calls).clone()
    }

    /// Answers that are under way.
    #[must_use]
    pub fn open(&self) -> usize {
        self.stage.open.load(Ordering::SeqCst)
    }

    /// How often somebody hung up before the answer's end.
    #[must_use]
    pub fn hang_ups(&self) -> usize {
        self.stage.left.load(Ordering::SeqCst)
    }

    /// It as the model "double", with time limits beyond what anything takes on a busy machine.
    ///
    /// # Panics
    /// Never: its address is good.
    #[must_use]
    pub fn config(&self) -> ModelConfig {
        let config = ModelConfig::single(&self.url(), Some("sk-double".to_owned()), "double", Shekels(1))
            .expect("good settings");
        let long = Duration::from_secs(60);
        ModelConfig {
            times: Times {
                queue: long,
                connect: long,
                first_token: long,
                gap: long,
                total: long,
            },
            ..config
        }
    }

    /// It as the only model.
    ///
    /// # Panics
    /// When no HTTP client can be made.
    #[must_use]
    pub fn models(&self) -> Models {
        let clock: Arc<dyn Clock> = Arc::new(TestClock::at(TEST_NOW));
        Models::new(vec![self.config()], &clock, &Random::seeded(1)).expect("good settings")
    }
}

impl Drop for ModelDouble {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How an answer ended.
enum Ended {
    /// The connection may carry the next request.
    Well,
    /// It may not.
    Badly,
}

impl Stage {
    async fn attend(&self, socket: TcpStream) -> std::io::Result<()> {
        socket.set_nodelay(true)?;
        let (read, mut write) = socket.into_split();
        let mut read = BufReader::new(read);
        while let Some(call) = receive(&mut read).await? {
            // What it is asked before anybody plays: which models it has. That counts as no request for a
            // reply.
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
        let said = match act {
            Act::Say(text) => text.as_str(),
            _ => LINE,
        };
        match act {
            Act::Refuse => return Ok(Ended::Badly),
            Act::Hang => return std::future::pending().await,
            Act::Status { status, retry_after } => {
                let body =
                    json!({"error": {"message": "as the script wants", "type": "scripted", "code": status}});
                return answer(to, *status, *retry_after, &body).await;
            }
            Act::Problem { status, code, words } => {
                return answer(
                    to,
                    *status,
                    None,
                    &json!({"error": {"message": words, "type": "scripted", "code": code}}),
                )
                .await;
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
        delta(to, &json!({"role": "assistant", "content": ""}), Value::Null).await?;
        let words: Vec<&str> = said.split_inclusive(' ').collect();
        let (limit, fault) = match act {
            Act::Stall { after }
            | Act::Cut { after }
            | Act::Malformed { after }
            | Act::ErrorInside { after } => (*after, true),
            Act::Endless => (usize::MAX, true),
            Act::Huge { .. } | Act::Empty | Act::Filter => (0, false),
            _ => (words.len(), false),
        };
        for word in words.iter().cycle().take(limit) {
            self.token(to, word).await?;
        }
        match act {
            Act::Stall { .. } => return std::future::pending().await,
            Act::Malformed { .. } => chunk(to, b"data: {\"choices\": [{\"delta\"\n\n").await?,
            Act::ErrorInside { .. } => {
                event(
                    to,
                    &json!({"error": {"message": "the double fell over", "code": 502}}),
                )
                .await?
            }
            Act::Huge { bytes } => self.token(to, &"x".repeat(*bytes)).await?,
            _ => {}
        }
        if fault {
            return Ok(Ended::Badly);
        }
        let finish = if matches!(act, Act::Filter) {
            "content_filter"
        } else {
            "stop"
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

async fn answer(
    to: &mut OwnedWriteHalf,
    status: u16,
    retry_after: Option<u32>,
    body: &Value,
) -> std::io::Result<Ended> {
    let body = body.to_string();
    let wait = retry_after
        .map(|secs| format!("retry-after: {secs}\r\n"))
        .unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status} Scripted\r\ncontent-type: application/json\r\n{wait}content-length: {}\r\n\r\n",
        body.len()
    );
    to.write_all(format!("{head}{body}").as_bytes()).await?;
    Ok(Ended::Well)
}

async fn delta(to: &mut OwnedWriteHalf, delta: &Value, finish: Value) -> std::io::Result<()> {
    let choice = json!({"index": 0, "delta": delta, "finish_reason": finish});
    event(to, &json!({"id": "double-1", "object": "chat.completion.chunk", "created": 1, "model": "double", "choices": [choice]})).await
}

async fn event(to: &mut OwnedWriteHalf, data: &Value) -> std::io::Result<()> {
    chunk(to, format!("data: {data}\n\n").as_bytes()).await
}

async fn chunk(to: &mut OwnedWriteHalf, bytes: &[u8]) -> std::io::Result<()> {
    let mut framed = format!("{:x}\r\n", bytes.len()).into_bytes();
    framed.extend_from_slice(bytes);
    framed.extend_from_slice(b"\r\n");
    to.write_all(&framed).await
}

/// Ends when the client has left. Whatever else it sends while it waits is nothing that a client of ours
/// sends.
async fn departure(read: &mut BufReader<OwnedReadHalf>) {
    let mut more = [0; 64];
    while read.read(&mut more).await.is_ok_and(|length| length > 0) {}
}

/// The next request, or none where the client has left.
async fn receive(read: &mut BufReader<OwnedReadHalf>) -> std::io::Result<Option<Call>> {
    let mut first = String::new();
    if read.read_line(&mut first).await? == 0 {
        return Ok(None);
    }
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let (mut length, mut authorization) = (0_usize, None);
    loop {
        let mut line = String::new();
        read.read_line(&mut line).await?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().unwrap_or(0),
            "authorization" => authorization = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    if length > MAX_REQUEST_BYTES {
        return Ok(None);
    }
    let mut body = vec![0; length];
    read.read_exact(&mut body).await?;
    Ok(Some(Call {
        path,
        authorization,
        body: serde_json::from_slice(&body).unwrap_or(Value::Null),
    }))
}
