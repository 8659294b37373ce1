//! A scripted provider, and requests to it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt, stream};
use kernel::{Random, Shekels, TestClock, Timestamp};
use serde_json::{Value, json};
use url::Url;

use crate::llm::config::{ModelConfig, Times};
use crate::llm::provider::client::Provider;
use crate::llm::provider::transport::{Response, Transport};
use crate::llm::{ChatMessage, Finish, ModelError, Piece, Request, Role, Usage};

/// Longer than anything takes on a busy machine. A test that waits for a limit to pass sets that one to [`SHORT`], and
/// no other.
pub(super) const LONG: Duration = Duration::from_secs(60);
pub(super) const TIMES: Times = Times {
    queue: LONG,
    connect: LONG,
    first_token: LONG,
    gap: LONG,
    total: LONG,
};
/// Short enough to wait for.
pub(super) const SHORT: Duration = Duration::from_millis(100);

/// One step of a scripted body.
#[derive(Clone)]
pub(super) enum Step {
    Send(Vec<u8>),
    Wait(u64),
    Break,
}

#[derive(Clone)]
pub(super) enum Scripted {
    Answer {
        status: u16,
        retry_after: Option<Duration>,
        steps: Vec<Step>,
    },
    Fail(ModelError),
    Never,
}

/// Answers from a script; the last line of it is repeated.
#[derive(Default)]
pub(super) struct Script {
    lines: Mutex<VecDeque<Scripted>>,
    /// The address, the body and the time of each request.
    pub(super) asked: Mutex<Vec<(Url, Value, Instant)>>,
    pub(super) dropped: Arc<AtomicUsize>,
}

struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Transport for Script {
    fn post(
        &self,
        url: Url,
        _key: Option<&str>,
        body: Vec<u8>,
    ) -> BoxFuture<'static, Result<Response, ModelError>> {
        self.asked.lock().expect("a lock").push((
            url,
            serde_json::from_slice(&body).expect("JSON"),
            Instant::now(),
        ));
        let mut lines = self.lines.lock().expect("a lock");
        let line = if lines.len() > 1 {
            lines.pop_front()
        } else {
            lines.front().cloned()
        };
        let counted = Counted(Arc::clone(&self.dropped));
        async move {
            match line.expect("a script") {
                Scripted::Fail(error) => Err(error),
                Scripted::Never => std::future::pending().await,
                Scripted::Answer {
                    status,
                    retry_after,
                    steps,
                } => {
                    let body =
                        stream::unfold((steps.into_iter(), counted), |(mut steps, counted)| async move {
                            loop {
                                let item = match steps.next()? {
                                    Step::Send(bytes) => Ok(Bytes::from(bytes)),
                                    Step::Break => Err(ModelError::Disconnected),
                                    Step::Wait(millis) => {
                                        tokio::time::sleep(Duration::from_millis(millis)).await;
                                        continue;
                                    }
                                };
                                return Some((item, (steps, counted)));
                            }
                        });
                    Ok(Response {
                        status,
                        retry_after,
                        body: body.boxed(),
                    })
                }
            }
        }
        .boxed()
    }

    fn get(&self, url: Url, key: Option<&str>) -> BoxFuture<'static, Result<Response, ModelError>> {
        self.post(url, key, b"null".to_vec())
    }
}

pub(super) fn config() -> ModelConfig {
    ModelConfig {
        times: TIMES,
        ..ModelConfig::single(
            "http://models.test",
            Some("sk-secret".to_owned()),
            "m",
            Shekels(1),
        )
        .expect("good settings")
    }
}

pub(super) fn request() -> Request {
    Request {
        messages: vec![
            ChatMessage::new(Role::System, "Be Ann."),
            ChatMessage::new(Role::User, "Hi"),
        ],
        max_tokens: 100,
        ..Request::default()
    }
}

pub(super) struct Asked {
    pub(super) pieces: Vec<Piece>,
    pub(super) error: Option<ModelError>,
}

impl Asked {
    pub(super) fn text(&self) -> String {
        let text = |piece: &Piece| {
            if let Piece::Text(text) = piece {
                text.clone()
            } else {
                String::new()
            }
        };
        self.pieces.iter().map(text).collect()
    }
}

pub(super) async fn ask(provider: &Provider, request: &Request) -> Asked {
    let mut asked = Asked {
        pieces: Vec::new(),
        error: None,
    };
    match provider.stream(request).await {
        Err(error) => asked.error = Some(error),
        Ok(mut reply) => {
            while let Some(item) = reply.next().await {
                assert!(
                    asked.error.is_none() && !matches!(asked.pieces.last(), Some(Piece::Finished { .. })),
                    "nothing follows the end"
                );
                match item {
                    Ok(piece) => asked.pieces.push(piece),
                    Err(error) => asked.error = Some(error),
                }
            }
        }
    }
    asked
}

pub(super) fn provider(config: ModelConfig, lines: Vec<Scripted>) -> (Provider, Arc<Script>, TestClock) {
    let script = Arc::new(Script {
        lines: Mutex::new(lines.into()),
        ..Script::default()
    });
    let clock = TestClock::at(Timestamp(1_000_000));
    (
        Provider::over(config, script.clone(), Arc::new(clock.clone()), Random::seeded(1)),
        script,
        clock,
    )
}

pub(super) fn streamed(steps: Vec<Step>) -> Scripted {
    Scripted::Answer {
        status: 200,
        retry_after: None,
        steps,
    }
}

pub(super) fn send(text: &str) -> Step {
    Step::Send(text.as_bytes().to_vec())
}

pub(super) fn status(status: u16, retry_after: Option<u64>) -> Scripted {
    let steps = vec![send(r#"{"error": {"message": "no, and sk-secret is wrong"}}"#)];
    Scripted::Answer {
        status,
        retry_after: retry_after.map(Duration::from_millis),
        steps,
    }
}

pub(super) fn event(value: &Value) -> String {
    format!("data: {value}\n\n")
}

pub(super) fn delta(content: &str) -> String {
    event(
        &json!({"id": "1", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": content}, "finish_reason": null}]}),
    )
}

pub(super) fn finish(reason: &str) -> String {
    event(&json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}))
}

pub(super) const DONE: &str = "data: [DONE]\n\n";

pub(super) fn good(text: &str) -> Scripted {
    streamed(vec![send(&delta(text)), send(&finish("stop")), send(DONE)])
}

pub(super) async fn reply_to(text: &str) -> Asked {
    let (provider, ..) = provider(config(), vec![streamed(vec![send(text)])]);
    ask(&provider, &request()).await
}

pub(super) fn finished(reason: Finish, usage: Option<Usage>) -> Option<Piece> {
    Some(Piece::Finished { reason, usage })
}
