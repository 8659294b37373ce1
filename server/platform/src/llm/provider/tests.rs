//! What providers do wrong, and what becomes of it.

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

use super::super::config::{Dialect, Mode, ModelConfig, Times};
use super::super::{
    Capabilities, ChatMessage, CueKind, Finish, ModelError, Models, Piece, ProbeState, Refusal, Request,
    Role, Sampling, Stage, Usage,
};
use super::client::Provider;
use super::templates::Template;
use super::transport::{Answered, Transport};
use crate::testing::{Act, Logs, ModelDouble, run_test};

/// Longer than anything takes on a busy machine. A test that waits for the end of a limit makes that one
/// [`SHORT`], and no other.
const LONG: Duration = Duration::from_secs(60);
const TIMES: Times = Times {
    queue: LONG,
    connect: LONG,
    first_token: LONG,
    gap: LONG,
    total: LONG,
};
/// Short enough to wait for.
const SHORT: Duration = Duration::from_millis(100);

/// One step of a scripted body.
#[derive(Clone)]
enum Step {
    Send(Vec<u8>),
    Wait(u64),
    Break,
}

#[derive(Clone)]
enum Scripted {
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
struct Script {
    lines: Mutex<VecDeque<Scripted>>,
    asked: Mutex<Vec<(Url, Value, Instant)>>,
    dropped: Arc<AtomicUsize>,
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
    ) -> BoxFuture<'static, Result<Answered, ModelError>> {
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
                                    Step::Break => Err(ModelError::Cut),
                                    Step::Wait(millis) => {
                                        tokio::time::sleep(Duration::from_millis(millis)).await;
                                        continue;
                                    }
                                };
                                return Some((item, (steps, counted)));
                            }
                        });
                    Ok(Answered {
                        status,
                        retry_after,
                        body: body.boxed(),
                    })
                }
            }
        }
        .boxed()
    }

    fn get(&self, url: Url, key: Option<&str>) -> BoxFuture<'static, Result<Answered, ModelError>> {
        self.post(url, key, b"null".to_vec())
    }
}

fn config() -> ModelConfig {
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

fn request() -> Request {
    Request {
        messages: vec![
            ChatMessage::new(Role::System, "Be Ann."),
            ChatMessage::new(Role::User, "Hi"),
        ],
        max_tokens: 100,
        ..Request::default()
    }
}

struct Asked {
    pieces: Vec<Piece>,
    error: Option<ModelError>,
}

impl Asked {
    fn text(&self) -> String {
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

async fn ask(provider: &Provider, request: &Request) -> Asked {
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

fn provider(config: ModelConfig, lines: Vec<Scripted>) -> (Provider, Arc<Script>, TestClock) {
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

fn streamed(steps: Vec<Step>) -> Scripted {
    Scripted::Answer {
        status: 200,
        retry_after: None,
        steps,
    }
}

fn send(text: &str) -> Step {
    Step::Send(text.as_bytes().to_vec())
}

fn status(status: u16, retry_after: Option<u64>) -> Scripted {
    let steps = vec![send(r#"{"error": {"message": "no, and sk-secret is wrong"}}"#)];
    Scripted::Answer {
        status,
        retry_after: retry_after.map(Duration::from_millis),
        steps,
    }
}

fn event(value: &Value) -> String {
    format!("data: {value}\n\n")
}

fn delta(content: &str) -> String {
    event(
        &json!({"id": "1", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": content}, "finish_reason": null}]}),
    )
}

fn finish(reason: &str) -> String {
    event(&json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}))
}

const DONE: &str = "data: [DONE]\n\n";

fn good(text: &str) -> Scripted {
    streamed(vec![send(&delta(text)), send(&finish("stop")), send(DONE)])
}

async fn hear(text: &str) -> Asked {
    let (provider, ..) = provider(config(), vec![streamed(vec![send(text)])]);
    ask(&provider, &request()).await
}

fn finished(reason: Finish, usage: Option<Usage>) -> Option<Piece> {
    Some(Piece::Finished { reason, usage })
}

#[test]
fn good_replies_are_heard_in_every_dialect() {
    run_test(async {
        let usage = Some(Usage {
            prompt_tokens: 7,
            reply_tokens: 3,
        });
        let counted = json!({"prompt_tokens": 7, "completion_tokens": 3});
        let whole = json!({"object": "chat.completion", "choices": [{"message": {"role": "assistant", "content": "Hello you"}, "finish_reason": "stop"}], "usage": counted});
        let cases = [
            (
                "the plain form",
                format!("{}{}{}{DONE}", delta("Hello "), delta("you"), finish("stop")),
                None,
            ),
            (
                "usage in a chunk of its own",
                format!(
                    "{}{}{}{DONE}",
                    delta("Hello you"),
                    finish("stop"),
                    event(&json!({"choices": [], "usage": counted}))
                ),
                usage,
            ),
            (
                "beside null choices",
                format!(
                    "{}{}{}{DONE}",
                    delta("Hello you"),
                    finish("stop"),
                    event(&json!({"choices": null, "usage": counted}))
                ),
                usage,
            ),
            (
                "in the chunk of the end",
                format!(
                    "{}{}",
                    delta("Hello you"),
                    event(
                        &json!({"choices": [{"delta": {}, "finish_reason": "stop"}], "usage": counted, "timings": {}})
                    )
                ),
                usage,
            ),
            (
                "no end marker",
                format!("{}{}", delta("Hello you"), finish("stop")),
                None,
            ),
            (
                "only the end marker",
                format!("{}{DONE}", delta("Hello you")),
                None,
            ),
            (
                "no empty line at the end",
                format!("{}{}data: [DONE]", delta("Hello you"), finish("stop")),
                None,
            ),
            (
                "comments",
                format!(
                    ": WAITING\n\n: WAITING\n\n{}:x\n\n{}{DONE}",
                    delta("Hello you"),
                    finish("stop")
                ),
                None,
            ),
            (
                "carriage returns",
                format!("{}{}{DONE}", delta("Hello you"), finish("stop")).replace('\n', "\r\n"),
                None,
            ),
            (
                "data in lines",
                "data: {\"choices\": [{\"delta\":\ndata: {\"content\": \"Hello you\"}}]}\n\ndata: [DONE]\n\n"
                    .to_owned(),
                None,
            ),
            ("no stream at all", whole.to_string(), usage),
            (
                "indented, no stream",
                format!("\n  {}", serde_json::to_string_pretty(&whole).expect("JSON")),
                usage,
            ),
            (
                "noise after the end",
                format!("{}{}{DONE}data: {{noise\n\n", delta("Hello you"), finish("stop")),
                None,
            ),
            (
                "an error after the end",
                format!(
                    "{}{}{}",
                    delta("Hello you"),
                    finish("stop"),
                    event(&json!({"error": "late"}))
                ),
                None,
            ),
        ];
        for (case, body, usage) in cases {
            let asked = hear(&body).await;
            assert_eq!(
                (asked.text().as_str(), asked.error.clone()),
                ("Hello you", None),
                "{case}"
            );
            assert_eq!(
                asked.pieces.last().cloned(),
                finished(Finish::Stop, usage),
                "{case}"
            );
        }
        let asked = hear(&format!(
            "{}{}{DONE}",
            event(&json!({"choices": [{"delta": {"reasoning_content": "hm"}}]})),
            delta("Hi") + &finish("length")
        ))
        .await;
        assert_eq!(asked.pieces[0], Piece::Reasoning("hm".to_owned()));
        assert_eq!(asked.pieces.last().cloned(), finished(Finish::Length, None));
    });
}

#[test]
fn any_split_of_the_bytes_gives_the_same_reply() {
    run_test(async {
        let text = "Grüße 🎭 \r\n data: [DONE] {\"error\": 1}\u{2028}";
        let body = format!(
            "{}: note\r\n\r\n{}{}{DONE}",
            delta(text),
            delta("世界"),
            finish("stop")
        )
        .into_bytes();
        for size in [1, 2, 3, 5, 7, 64] {
            let steps = body
                .chunks(size)
                .map(|bytes| Step::Send(bytes.to_vec()))
                .collect();
            let (provider, ..) = provider(config(), vec![streamed(steps)]);
            assert_eq!(
                ask(&provider, &request()).await.text(),
                format!("{text}世界"),
                "{size}"
            );
        }
    });
}

#[test]
fn bad_replies_end_in_one_error() {
    run_test(async {
        let server = |status| Some(ModelError::Server { status });
        let cases = [
            ("hung up", delta("Hi"), Some(ModelError::Cut), "Hi"),
            (
                "broken JSON",
                format!("{}data: {{\"choices\"\n\n", delta("Hi")),
                Some(ModelError::Malformed),
                "Hi",
            ),
            (
                "an error inside",
                format!(
                    "{}{}",
                    delta("Hi"),
                    event(&json!({"error": {"code": 502, "message": "x"}}))
                ),
                server(502),
                "Hi",
            ),
            (
                "an error inside, without a number",
                format!("{}{}", delta("Hi"), event(&json!({"error": {"message": "x"}}))),
                server(200),
                "Hi",
            ),
            (
                "filtered whole",
                format!("{}{DONE}", finish("content_filter")),
                Some(ModelError::Filtered),
                "",
            ),
            (
                "a page",
                "<html>Welcome</html>".to_owned(),
                Some(ModelError::Cut),
                "",
            ),
            ("nothing", String::new(), Some(ModelError::Cut), ""),
            (
                "nothing but the end",
                format!("{}{DONE}", finish("stop")),
                Some(ModelError::Empty),
                "",
            ),
            (
                "only white space",
                format!("{}{}{DONE}", delta(" \n"), finish("stop")),
                Some(ModelError::Empty),
                " \n",
            ),
            (
                "a call of a tool",
                format!(
                    "{}{DONE}",
                    event(
                        &json!({"choices": [{"delta": {"tool_calls": []}, "finish_reason": "tool_calls"}]})
                    )
                ),
                Some(ModelError::Empty),
                "",
            ),
            (
                "cut JSON",
                "{\"choices\": [".to_owned(),
                Some(ModelError::Malformed),
                "",
            ),
        ];
        for (case, body, error, text) in cases {
            let asked = hear(&body).await;
            assert_eq!(
                (asked.error.clone(), asked.text().as_str()),
                (error, text),
                "{case}"
            );
        }
        let (provider, ..) = provider(config(), vec![streamed(vec![send(&delta("Hi")), Step::Break])]);
        assert_eq!(ask(&provider, &request()).await.error, Some(ModelError::Cut));
    });
}

#[test]
fn large_tokens_pass_and_endless_replies_end() {
    run_test(async {
        let million = "é\n".repeat(500_000);
        let asked = hear(&format!("{}{}{DONE}", delta(&million), finish("stop"))).await;
        assert!(asked.text() == million && asked.error.is_none());
        let endless = streamed(vec![send(&delta(&"x".repeat(1_000_000))); 6]);
        let (provider, ..) = provider(config(), vec![endless]);
        assert_eq!(ask(&provider, &request()).await.error, Some(ModelError::TooLarge));
    });
}

#[test]
fn every_wait_has_an_end() {
    run_test(async {
        let timeout = |stage| Some(ModelError::Timeout(stage));
        // Both go on for as long as any test may take.
        let slow: Vec<Step> = std::iter::repeat_with(|| [send(&delta("Hi ")), Step::Wait(10)])
            .take(6_000)
            .flatten()
            .collect();
        let chatter: Vec<Step> = std::iter::repeat_with(|| [send(": still here\n\n"), Step::Wait(10)])
            .take(6_000)
            .flatten()
            .collect();
        let (first_token, gap, total) = (
            Times {
                first_token: SHORT,
                ..TIMES
            },
            Times { gap: SHORT, ..TIMES },
            Times {
                total: SHORT,
                ..TIMES
            },
        );
        let cases = [
            (
                "no answer",
                Scripted::Never,
                first_token,
                timeout(Stage::FirstToken),
                "",
            ),
            (
                "no first token",
                streamed(vec![Step::Wait(60_000)]),
                first_token,
                timeout(Stage::FirstToken),
                "",
            ),
            (
                "only signs of life",
                streamed(chatter),
                first_token,
                timeout(Stage::FirstToken),
                "",
            ),
            (
                "a gap",
                streamed(vec![send(&delta("Hi")), Step::Wait(60_000)]),
                gap,
                timeout(Stage::Gap),
                "Hi",
            ),
            ("no end", streamed(slow), total, timeout(Stage::Total), "Hi"),
        ];
        for (case, line, times, error, text) in cases {
            let (provider, script, _) = provider(ModelConfig { times, ..config() }, vec![line]);
            let begun = Instant::now();
            let asked = ask(&provider, &request()).await;
            assert_eq!(asked.error, error, "{case}");
            assert!(asked.text().starts_with(text), "{case}");
            assert!((SHORT..LONG).contains(&begun.elapsed()), "{case}");
            assert_eq!(
                script.asked.lock().expect("a lock").len(),
                1,
                "{case}: whoever was too slow is not asked again"
            );
        }
        // A server that leaves the connection open after a complete reply.
        let open = streamed(vec![
            send(&delta("Hi")),
            send(&finish("stop")),
            Step::Wait(600_000),
        ]);
        let (provider, ..) = provider(config(), vec![open]);
        let asked = ask(&provider, &request()).await;
        assert_eq!(
            (asked.error, asked.pieces.last().cloned()),
            (None, finished(Finish::Stop, None))
        );
    });
}

#[test]
fn a_second_attempt_is_made_only_before_the_first_token() {
    run_test(async {
        let refused = Some(ModelError::Refused {
            status: 401,
            why: Refusal::Key,
            message: "no, and (the key) is wrong".to_owned(),
        });
        let cut_short = streamed(vec![send(&delta("Hi")), Step::Break]);
        let limited = |millis: Option<u64>| {
            Some(ModelError::RateLimited {
                retry_after: millis.map(Duration::from_millis),
            })
        };
        let cases = [
            ("a failure", vec![status(500, None), good("Hi")], 2, None),
            (
                "two failures",
                vec![status(500, None), status(503, None), good("Hi")],
                2,
                Some(ModelError::Server { status: 503 }),
            ),
            (
                "nobody there",
                vec![Scripted::Fail(ModelError::Unreachable), good("Hi")],
                2,
                None,
            ),
            (
                "an error inside, at once",
                vec![streamed(vec![send(&event(&json!({"error": "x"})))]), good("Hi")],
                2,
                None,
            ),
            ("hung up at once", vec![streamed(vec![]), good("Hi")], 2, None),
            (
                "too many requests",
                vec![status(429, Some(100)), good("Hi")],
                2,
                None,
            ),
            (
                "far too many",
                vec![status(429, Some(11_000)), good("Hi")],
                1,
                limited(Some(11_000)),
            ),
            ("refused", vec![status(401, None), good("Hi")], 1, refused),
            (
                "redirected",
                vec![status(302, None), good("Hi")],
                1,
                Some(ModelError::Refused {
                    status: 302,
                    why: Refusal::Other,
                    message: "no, and (the key) is wrong".to_owned(),
                }),
            ),
            (
                "cut after the first token",
                vec![cut_short, good("Hi")],
                1,
                Some(ModelError::Cut),
            ),
        ];
        for (case, lines, attempts, error) in cases {
            let (provider, script, _) = provider(config(), lines);
            let asked = ask(&provider, &request()).await;
            assert_eq!(asked.error, error, "{case}");
            let times: Vec<Instant> = script
                .asked
                .lock()
                .expect("a lock")
                .iter()
                .map(|(.., at)| *at)
                .collect();
            assert_eq!(times.len(), attempts, "{case}");
            if let [first, second] = times.as_slice() {
                assert!(
                    second.duration_since(*first)
                        >= Duration::from_millis(if case == "too many requests" { 100 } else { 250 }),
                    "{case}"
                );
            }
        }
    });
}

#[test]
fn no_second_attempt_is_waited_for_beyond_the_end() {
    run_test(async {
        let times = Times {
            total: Duration::from_secs(4),
            ..TIMES
        };
        let (provider, script, _) = provider(
            ModelConfig { times, ..config() },
            vec![status(429, Some(5_000)), good("Hi")],
        );
        let asked = ask(&provider, &request()).await;
        assert_eq!(
            asked.error,
            Some(ModelError::RateLimited {
                retry_after: Some(Duration::from_secs(5))
            })
        );
        assert_eq!(script.asked.lock().expect("a lock").len(), 1);
    });
}

#[test]
fn ten_failures_open_the_circuit_and_a_probe_closes_it() {
    run_test(async {
        let mut lines = vec![status(500, None); 10];
        lines.push(good("Hi"));
        let (provider, script, clock) = provider(config(), lines);
        for _ in 0..5 {
            assert_eq!(
                ask(&provider, &request()).await.error,
                Some(ModelError::Server { status: 500 })
            );
        }
        assert_eq!(
            ask(&provider, &request()).await.error,
            Some(ModelError::CircuitOpen)
        );
        assert_eq!(script.asked.lock().expect("a lock").len(), 10, "nobody is asked");
        clock.advance_millis(15_000);
        assert_eq!(ask(&provider, &request()).await.text(), "Hi");
        assert_eq!(ask(&provider, &request()).await.text(), "Hi");
    });
}

#[test]
fn replies_that_break_off_count_and_those_that_are_left_do_not() {
    run_test(async {
        let (broken, ..) = provider(config(), vec![streamed(vec![send(&delta("Hi")), Step::Break])]);
        let (left, script, _) = provider(
            config(),
            vec![streamed(vec![send(&delta("Hi")), Step::Wait(50_000)])],
        );
        for _ in 0..10 {
            assert_eq!(ask(&broken, &request()).await.error, Some(ModelError::Cut));
            drop(left.stream(&request()).await.expect("a first piece"));
        }
        assert_eq!(
            ask(&broken, &request()).await.error,
            Some(ModelError::CircuitOpen)
        );
        assert_eq!(
            script.dropped.load(Ordering::SeqCst),
            10,
            "each request ended with its reply"
        );
        assert!(left.stream(&request()).await.is_ok());
    });
}

#[test]
fn only_so_many_run_at_once_and_the_next_waits() {
    run_test(async {
        let endless = streamed(vec![send(&delta("Hi")), Step::Wait(600_000)]);
        let times = Times {
            total: Duration::from_secs(2),
            ..TIMES
        };
        let (provider, script, _) = provider(
            ModelConfig {
                concurrency: 1,
                queue: 1,
                times,
                ..config()
            },
            vec![endless, good("Yes")],
        );
        let first = provider.stream(&request()).await.expect("a reply");
        let request = request();
        let mut second = Box::pin(provider.stream(&request));
        assert!(second.as_mut().now_or_never().is_none(), "it waits");
        assert_eq!(
            provider.stream(&request).await.err(),
            Some(ModelError::Busy),
            "and nobody behind it"
        );
        // For longer than a reply may take: its own time has not begun.
        assert!(
            tokio::time::timeout(times.total + SHORT, &mut second)
                .await
                .is_err(),
            "it still waits"
        );
        assert_eq!(
            script.asked.lock().expect("a lock").len(),
            1,
            "nothing is sent before its turn"
        );
        drop(first);
        let mut reply = second.await.expect("its turn");
        assert_eq!(reply.next().await, Some(Ok(Piece::Text("Yes".to_owned()))));
        assert_eq!(script.asked.lock().expect("a lock").len(), 2);
    });
}

#[test]
fn stops_are_sent_and_heeded() {
    run_test(async {
        let stops = ["\nBob:", "\nCat:", "\nDan:", "\nEve:", "\nFay:"]
            .map(str::to_owned)
            .to_vec();
        let body = vec![send(&delta("Hi.\nB")), send(&delta("ob: no")), Step::Wait(60_000)];
        let (provider, script, _) = provider(config(), vec![streamed(body)]);
        let asked = ask(&provider, &Request { stops, ..request() }).await;
        assert_eq!(
            (asked.text().as_str(), asked.pieces.last().cloned()),
            ("Hi.", finished(Finish::Stop, None))
        );
        assert_eq!(
            script.dropped.load(Ordering::SeqCst),
            1,
            "and the provider need not go on"
        );
        assert_eq!(
            script.asked.lock().expect("a lock")[0].1["stop"]
                .as_array()
                .map(Vec::len),
            Some(4),
            "no more than OpenAI takes"
        );
    });
}

async fn written(config: ModelConfig, request: Request) -> (String, Value) {
    let (provider, script, _) = provider(config, vec![good("Hi")]);
    ask(&provider, &request).await;
    let asked = script.asked.lock().expect("a lock");
    (asked[0].0.to_string(), asked[0].1.clone())
}

#[test]
fn requests_are_written_as_each_server_reads_them() {
    run_test(async {
        let sampling = Sampling {
            temperature: Some(0.7),
            top_p: Some(0.9),
            top_k: Some(40.0),
            min_p: Some(0.05),
            frequency_penalty: Some(0.1),
            presence_penalty: Some(0.2),
            repetition_penalty: Some(1.1),
            seed: Some(5),
        };
        let full = Request {
            sampling,
            user_tag: "u1".to_owned(),
            max_tokens: 5_000,
            ..request()
        };
        let (url, body) = written(config(), full.clone()).await;
        assert_eq!(url, "http://models.test/v1/chat/completions");
        let expected = json!({
            "model": "m", "stream": true, "stream_options": {"include_usage": true}, "max_tokens": 1_024, "user": "u1",
            "messages": [{"role": "system", "content": "Be Ann."}, {"role": "user", "content": "Hi"}],
            "temperature": 0.7, "top_p": 0.9, "frequency_penalty": 0.1, "presence_penalty": 0.2, "seed": 5,
        });
        assert_eq!(body, expected);
        let (_, body) = written(
            ModelConfig {
                dialect: Dialect::Open,
                ask_usage: false,
                max_completion_tokens: true,
                ..config()
            },
            full.clone(),
        )
        .await;
        assert_eq!(
            (&body["top_k"], &body["min_p"], &body["repetition_penalty"]),
            (&json!(40), &json!(0.05), &json!(1.1))
        );
        assert_eq!(
            (
                &body["stream_options"],
                &body["max_tokens"],
                &body["max_completion_tokens"]
            ),
            (&Value::Null, &Value::Null, &json!(1_024))
        );
        let (_, body) = written(
            ModelConfig {
                dialect: Dialect::LlamaCpp,
                ..config()
            },
            full,
        )
        .await;
        assert_eq!(
            (&body["repeat_penalty"], &body["repetition_penalty"]),
            (&json!(1.1), &Value::Null)
        );

        let mut plain = config();
        plain.info.capabilities = Capabilities {
            system_role: false,
            ..Capabilities::default()
        };
        let (_, body) = written(plain, request()).await;
        assert_eq!(
            body["messages"],
            json!([{"role": "user", "content": "Be Ann.\n\nHi"}])
        );

        let (url, body) = written(
            ModelConfig {
                mode: Mode::Text(Template::Chatml),
                ..config()
            },
            request(),
        )
        .await;
        assert_eq!(url, "http://models.test/v1/completions");
        assert_eq!(
            body["prompt"],
            "<|im_start|>system\nBe Ann.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
        );
        assert_eq!(
            (&body["messages"], &body["stop"]),
            (&Value::Null, &json!(["<|im_start|>", "<|im_end|>"]))
        );
        let (_, body) = written(
            ModelConfig {
                mode: Mode::Text(Template::Mistral),
                ..config()
            },
            request(),
        )
        .await;
        assert_eq!(body["prompt"], "[INST] Be Ann.\n\nHi [/INST]");
    });
}

/// The same over HTTP, with the double that other slices test with.
#[test]
fn the_double_does_as_it_is_told() {
    run_test(async {
        let timeout = |stage| Some(ModelError::Timeout(stage));
        let cases = [
            (Act::Say("Hello you".to_owned()), None, "Hello you"),
            (Act::Refuse, Some(ModelError::Cut), ""),
            (
                Act::Status {
                    status: 500,
                    retry_after: None,
                },
                Some(ModelError::Server { status: 500 }),
                "",
            ),
            (
                Act::Status {
                    status: 429,
                    retry_after: Some(60),
                },
                Some(ModelError::RateLimited {
                    retry_after: Some(Duration::from_secs(60)),
                }),
                "",
            ),
            (
                Act::Status {
                    status: 400,
                    retry_after: None,
                },
                Some(ModelError::Refused {
                    status: 400,
                    why: Refusal::Other,
                    message: "as the script wants".to_owned(),
                }),
                "",
            ),
            (
                Act::Status {
                    status: 307,
                    retry_after: None,
                },
                Some(ModelError::Refused {
                    status: 307,
                    why: Refusal::Other,
                    message: "as the script wants".to_owned(),
                }),
                "",
            ),
            (
                Act::Problem {
                    status: 400,
                    code: "context_length_exceeded".to_owned(),
                    words: "too long".to_owned(),
                },
                Some(ModelError::Refused {
                    status: 400,
                    why: Refusal::TooLong,
                    message: "too long".to_owned(),
                }),
                "",
            ),
            (Act::Empty, Some(ModelError::Empty), ""),
            (Act::Filter, Some(ModelError::Filtered), ""),
            (Act::Hang, timeout(Stage::FirstToken), ""),
            (Act::Stall { after: 2 }, timeout(Stage::Gap), "*The double "),
            (Act::Cut { after: 2 }, Some(ModelError::Cut), "*The double "),
            (
                Act::Malformed { after: 2 },
                Some(ModelError::Malformed),
                "*The double ",
            ),
            (
                Act::ErrorInside { after: 2 },
                Some(ModelError::Server { status: 502 }),
                "*The double ",
            ),
            (Act::Endless, Some(ModelError::TooLarge), "*The double "),
            (Act::Huge { bytes: 1_000_000 }, None, "xxxx"),
        ];
        for (act, error, text) in cases {
            let double = ModelDouble::start().await;
            double.otherwise(act.clone());
            let models = double.models();
            let mut config = double.config();
            match act {
                Act::Hang => config.times.first_token = SHORT * 10,
                Act::Stall { .. } => config.times.gap = SHORT * 10,
                _ => {}
            }
            let provider = Provider::open(config, Arc::new(TestClock::at(Timestamp(0))), Random::seeded(1))
                .expect("a client");
            let asked = ask(&provider, &request()).await;
            assert_eq!(asked.error, error, "{act:?}");
            assert!(asked.text().starts_with(text), "{act:?}: {:.40}", asked.text());
            let call = &double.calls()[0];
            assert_eq!(
                (call.path.as_str(), call.authorization.as_deref()),
                ("/v1/chat/completions", Some("Bearer sk-double"))
            );
            assert_eq!(call.prompt(), "Be Ann.\nHi");
            assert_eq!(models.list()[0].name, "double");
        }
    });
}

/// What an admin reads after connecting a model: right, mistyped, wrong key, no server, no list, and a server
/// that repeats the key.
#[test]
fn a_model_is_probed_for_free_and_the_key_is_told_to_nobody() {
    run_test(async {
        let models_of = |config: ModelConfig| {
            let clock: Arc<dyn kernel::Clock> = Arc::new(TestClock::at(Timestamp(0)));
            Models::new(vec![config], &clock, &Random::seeded(1)).expect("good settings")
        };
        let problem = |status: u16, words: &str| Act::Problem {
            status,
            code: "x".to_owned(),
            words: words.to_owned(),
        };
        let cases = [
            (
                Act::Say(String::new()),
                "double",
                ProbeState::Ok,
                "has the model double",
                None,
            ),
            (
                Act::Say(String::new()),
                "dubble",
                ProbeState::Unsure,
                "does not list a model named dubble. It lists double.",
                None,
            ),
            (
                Act::Status {
                    status: 401,
                    retry_after: None,
                },
                "double",
                ProbeState::Failed,
                "did not accept the key (401)",
                Some("as the script wants, for the key (the key)"),
            ),
            (
                problem(403, "not in your plan"),
                "double",
                ProbeState::Failed,
                "denied access (403)",
                Some("not in your plan"),
            ),
            (
                problem(404, "no such page"),
                "double",
                ProbeState::Unsure,
                "does not list its models (404)",
                Some("no such page"),
            ),
            (
                problem(500, "it broke"),
                "double",
                ProbeState::Failed,
                "answered with 500",
                Some("it broke"),
            ),
            (Act::Refuse, "double", ProbeState::Failed, "hung up", None),
        ];
        for (act, upstream, state, part, said) in cases {
            let double = ModelDouble::start().await;
            double.otherwise(act.clone());
            let models = models_of(ModelConfig {
                upstream: upstream.to_owned(),
                ..double.config()
            });
            let probes = models.probe(&TestClock::at(Timestamp(0))).await;
            assert_eq!(
                (probes[0].state, probes[0].said.as_deref()),
                (state, said),
                "{act:?} {probes:?}"
            );
            assert!(probes[0].detail.contains(part), "{act:?} {probes:?}");
            assert!(!format!("{probes:?}").contains("sk-double"), "{probes:?}");
            assert!(
                double.calls().iter().all(|call| call.path == "/v1/models"),
                "no reply is asked for"
            );
        }
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        drop(listener);
        let models = models_of(ModelConfig::single(&url, None, "m", Shekels(1)).expect("good settings"));
        let logs = Logs::record();
        models.probe_at_start(&TestClock::at(Timestamp(0))).await;
        let server = url.trim_start_matches("http://");
        assert_eq!(logs.with(server).len(), 1, "{:?}", logs.with(""));
        assert!(logs.with(server)[0].contains("could not be reached"));
    });
}

#[test]
fn leaving_a_reply_ends_it_at_the_provider() {
    run_test(async {
        let double = ModelDouble::start().await;
        double.set_pace(Duration::from_millis(20));
        double.then(Act::Endless);
        double.then(Act::Hang);
        let models: Models = double.models();
        let mut reply = models.stream(models.get(None), request()).await.expect("a reply");
        reply.next().await.expect("a piece").expect("good");
        assert_eq!(double.open(), 1);
        drop(reply);
        let arrived = async {
            while double.calls().len() < 2 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::select! {
            _ = models.stream(models.get(None), request()) => panic!("it says nothing"),
            () = arrived => {}
        }
        for _ in 0..3_000 {
            if double.hang_ups() == 2 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the provider still works: {} hang-ups", double.hang_ups());
    });
}

#[test]
fn nobody_there_is_said_at_once() {
    run_test(async {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        drop(listener);
        let config = ModelConfig::single(&url, None, "m", Shekels(1)).expect("good settings");
        let provider = Provider::open(config, Arc::new(TestClock::at(Timestamp(0))), Random::seeded(1))
            .expect("a client");
        assert_eq!(
            ask(&provider, &request()).await.error,
            Some(ModelError::Unreachable)
        );
        assert_eq!(Request::default().cue.kind, CueKind::Reply);
    });
}
