//! Second attempts, and the circuit breaker.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use kernel::{Random, Shekels, TestClock, Timestamp};
use serde_json::json;

use super::support::{
    Scripted, Step, TIMES, ask, config, delta, event, good, provider, request, send, status, streamed,
};
use crate::llm::config::{ModelConfig, Times};
use crate::llm::provider::client::Provider;
use crate::llm::{DemoTask, ModelError, Refusal, Request};
use crate::testing::run_test;

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
                Some(ModelError::Disconnected),
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
            assert_eq!(
                ask(&broken, &request()).await.error,
                Some(ModelError::Disconnected)
            );
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
        assert_eq!(Request::default().demo.kind, DemoTask::Reply);
    });
}
