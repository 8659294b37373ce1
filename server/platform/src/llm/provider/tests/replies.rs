//! Replies as servers send them, good and bad.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::support::{
    Asked, DONE, Step, ask, config, delta, event, finish, finished, provider, reply_to, request, send,
    streamed,
};
use crate::llm::{Finish, ModelError, Piece, Request, Usage};
use crate::testing::run_test;

async fn assert_hello(case: &str, body: &str, usage: Option<Usage>) {
    let asked: Asked = reply_to(body).await;
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

#[test]
fn good_replies_are_heard_in_every_framing() {
    run_test(async {
        let cases = [
            (
                "the plain form",
                format!("{}{}{}{DONE}", delta("Hello "), delta("you"), finish("stop")),
            ),
            (
                "no end marker",
                format!("{}{}", delta("Hello you"), finish("stop")),
            ),
            ("only the end marker", format!("{}{DONE}", delta("Hello you"))),
            (
                "no empty line at the end",
                format!("{}{}data: [DONE]", delta("Hello you"), finish("stop")),
            ),
            (
                "comments",
                format!(
                    ": WAITING\n\n: WAITING\n\n{}:x\n\n{}{DONE}",
                    delta("Hello you"),
                    finish("stop")
                ),
            ),
            (
                "carriage returns",
                format!("{}{}{DONE}", delta("Hello you"), finish("stop")).replace('\n', "\r\n"),
            ),
            (
                "data in lines",
                "data: {\"choices\": [{\"delta\":\ndata: {\"content\": \"Hello you\"}}]}\n\ndata: [DONE]\n\n"
                    .to_owned(),
            ),
            (
                "noise after the end",
                format!("{}{}{DONE}data: {{noise\n\n", delta("Hello you"), finish("stop")),
            ),
            (
                "an error after the end",
                format!(
                    "{}{}{}",
                    delta("Hello you"),
                    finish("stop"),
                    event(&json!({"error": "late"}))
                ),
            ),
        ];
        for (case, body) in cases {
            assert_hello(case, &body, None).await;
        }
    });
}

#[test]
fn token_counts_are_found_wherever_servers_send_them() {
    run_test(async {
        let usage = Some(Usage {
            prompt_tokens: 7,
            reply_tokens: 3,
        });
        let counted = json!({"prompt_tokens": 7, "completion_tokens": 3});
        let whole = json!({"object": "chat.completion", "choices": [{"message": {"role": "assistant", "content": "Hello you"}, "finish_reason": "stop"}], "usage": counted});
        let cases = [
            (
                "usage in a chunk of its own",
                format!(
                    "{}{}{}{DONE}",
                    delta("Hello you"),
                    finish("stop"),
                    event(&json!({"choices": [], "usage": counted}))
                ),
            ),
            (
                "beside null choices",
                format!(
                    "{}{}{}{DONE}",
                    delta("Hello you"),
                    finish("stop"),
                    event(&json!({"choices": null, "usage": counted}))
                ),
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
            ),
            ("no stream at all", whole.to_string()),
            (
                "indented, no stream",
                format!("\n  {}", serde_json::to_string_pretty(&whole).expect("JSON")),
            ),
        ];
        for (case, body) in cases {
            assert_hello(case, &body, usage).await;
        }
    });
}

#[test]
fn reasoning_and_the_reason_of_the_end_are_kept() {
    run_test(async {
        let asked = reply_to(&format!(
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

/// Checks with which error replies end, and with which text.
fn assert_ends<const N: usize>(cases: [(&str, String, ModelError, &str); N]) {
    run_test(async {
        for (case, body, error, text) in cases {
            let asked = reply_to(&body).await;
            let ended = (asked.error.clone(), asked.text());
            assert_eq!(ended, (Some(error), text.to_owned()), "{case}");
        }
    });
}

#[test]
fn a_reply_that_breaks_off_is_cut() {
    assert_ends([
        ("hung up", delta("Hi"), ModelError::Disconnected, "Hi"),
        (
            "a page",
            "<html>Welcome</html>".to_owned(),
            ModelError::Disconnected,
            "",
        ),
        ("nothing", String::new(), ModelError::Disconnected, ""),
    ]);
}

#[test]
fn a_reply_whose_connection_breaks_is_cut() {
    run_test(async {
        let (provider, ..) = provider(config(), vec![streamed(vec![send(&delta("Hi")), Step::Break])]);
        assert_eq!(
            ask(&provider, &request()).await.error,
            Some(ModelError::Disconnected)
        );
    });
}

#[test]
fn a_reply_that_cannot_be_read_is_malformed() {
    let broken = format!("{}data: {{\"choices\"\n\n", delta("Hi"));
    assert_ends([
        ("broken JSON", broken, ModelError::Malformed, "Hi"),
        (
            "cut JSON",
            "{\"choices\": [".to_owned(),
            ModelError::Malformed,
            "",
        ),
    ]);
}

#[test]
fn an_error_inside_a_reply_ends_it() {
    let after_text = |error: &Value| format!("{}{}", delta("Hi"), event(error));
    assert_ends([
        (
            "with a number",
            after_text(&json!({"error": {"code": 502, "message": "x"}})),
            ModelError::Server { status: 502 },
            "Hi",
        ),
        (
            "without a number",
            after_text(&json!({"error": {"message": "x"}})),
            ModelError::Server { status: 200 },
            "Hi",
        ),
    ]);
}

#[test]
fn a_reply_without_text_is_empty_or_filtered() {
    let tool = json!({"choices": [{"delta": {"tool_calls": []}, "finish_reason": "tool_calls"}]});
    assert_ends([
        (
            "filtered whole",
            format!("{}{DONE}", finish("content_filter")),
            ModelError::Filtered,
            "",
        ),
        (
            "nothing but the end",
            format!("{}{DONE}", finish("stop")),
            ModelError::Empty,
            "",
        ),
        (
            "only white space",
            format!("{}{}{DONE}", delta(" \n"), finish("stop")),
            ModelError::Empty,
            " \n",
        ),
        (
            "a call of a tool",
            format!("{}{DONE}", event(&tool)),
            ModelError::Empty,
            "",
        ),
    ]);
}

#[test]
fn large_tokens_pass_and_endless_replies_end() {
    run_test(async {
        let million = "é\n".repeat(500_000);
        let asked = reply_to(&format!("{}{}{DONE}", delta(&million), finish("stop"))).await;
        assert!(asked.text() == million && asked.error.is_none());
        let endless = streamed(vec![send(&delta(&"x".repeat(1_000_000))); 6]);
        let (provider, ..) = provider(config(), vec![endless]);
        assert_eq!(ask(&provider, &request()).await.error, Some(ModelError::TooLarge));
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
