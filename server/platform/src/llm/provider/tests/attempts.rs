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

/// A provider's answers to attempts at one reply, the last of them good.
struct Attempts {
    case: &'static str,
    answers: Vec<Scripted>,
}

impl Attempts {
    fn new(case: &'static str, mut answers: Vec<Scripted>) -> Self {
        answers.push(good("Hi"));
        Self { case, answers }
    }

    /// Checks how many attempts are made, how long at least after one another, and how it ends.
    async fn assert(self, count: usize, apart: Duration, error: Option<ModelError>) {
        let case = self.case;
        let (provider, script, _) = provider(config(), self.answers);
        let asked = ask(&provider, &request()).await;
        assert_eq!(asked.error, error, "{case}");
        let asked = script.asked.lock().expect("a lock");
        let times: Vec<Instant> = asked.iter().map(|(.., at)| *at).collect();
        assert_eq!(times.len(), count, "{case}");
        if let [first, second] = times.as_slice() {
            assert!(second.duration_since(*first) >= apart, "{case}");
        }
    }
}

/// The least pause before a second attempt where the provider asks for none.
const PAUSE: Duration = Duration::from_millis(250);

#[test]
fn a_failure_before_the_first_token_is_tried_again() {
    run_test(async {
        let inside = streamed(vec![send(&event(&json!({"error": "x"})))]);
        for attempts in [
            Attempts::new("a failure", vec![status(500, None)]),
            Attempts::new("nobody there", vec![Scripted::Fail(ModelError::Unreachable)]),
            Attempts::new("an error inside, at once", vec![inside]),
            Attempts::new("hung up at once", vec![streamed(vec![])]),
        ] {
            attempts.assert(2, PAUSE, None).await;
        }
    });
}

#[test]
fn a_provider_may_say_when_to_try_again() {
    run_test(async {
        let soon = Attempts::new("too many requests", vec![status(429, Some(100))]);
        soon.assert(2, Duration::from_millis(100), None).await;
        let late = Attempts::new("far too many", vec![status(429, Some(11_000))]);
        let limited = ModelError::RateLimited {
            retry_after: Some(Duration::from_millis(11_000)),
        };
        late.assert(1, PAUSE, Some(limited)).await;
    });
}

#[test]
fn there_is_no_third_attempt() {
    run_test(async {
        let twice = Attempts::new("two failures", vec![status(500, None), status(503, None)]);
        twice
            .assert(2, PAUSE, Some(ModelError::Server { status: 503 }))
            .await;
    });
}

#[test]
fn a_second_attempt_is_made_only_before_the_first_token() {
    run_test(async {
        let cut_short = streamed(vec![send(&delta("Hi")), Step::Break]);
        let cut = Attempts::new("cut after the first token", vec![cut_short]);
        cut.assert(1, PAUSE, Some(ModelError::Disconnected)).await;
    });
}

#[test]
fn a_refusal_is_not_tried_again() {
    run_test(async {
        for (case, status_code, why) in [
            ("refused", 401, Refusal::Key),
            ("redirected", 302, Refusal::Other),
        ] {
            let refused = ModelError::Refused {
                status: status_code,
                why,
                message: "no, and (the key) is wrong".to_owned(),
            };
            let attempts = Attempts::new(case, vec![status(status_code, None)]);
            attempts.assert(1, PAUSE, Some(refused)).await;
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
