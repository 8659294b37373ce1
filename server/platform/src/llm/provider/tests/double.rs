//! The provider over HTTP, with the double that other slices test with.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Random, TestClock, Timestamp};

use super::support::{SHORT, ask, request};
use crate::llm::provider::client::Provider;
use crate::llm::{ModelError, Refusal, TimeoutPhase};
use crate::testing::{Act, ModelDouble, run_test};

/// Asks a double that does this; checks the error and the beginning of the text.
async fn assert_act(act: Act, error: Option<ModelError>, text: &str) {
    let double = ModelDouble::start().await;
    double.otherwise(act.clone());
    let models = double.models();
    let mut config = double.config();
    match act {
        Act::Hang => config.times.first_token = SHORT * 10,
        Act::Stall { .. } => config.times.gap = SHORT * 10,
        _ => {}
    }
    let provider =
        Provider::open(config, Arc::new(TestClock::at(Timestamp(0))), Random::seeded(1)).expect("a client");
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

#[test]
fn refusals_of_the_double_are_read() {
    run_test(async {
        let cases = [
            (
                Act::Status {
                    status: 500,
                    retry_after: None,
                },
                ModelError::Server { status: 500 },
            ),
            (
                Act::Status {
                    status: 429,
                    retry_after: Some(60),
                },
                ModelError::RateLimited {
                    retry_after: Some(Duration::from_secs(60)),
                },
            ),
            (
                Act::Status {
                    status: 400,
                    retry_after: None,
                },
                ModelError::Refused {
                    status: 400,
                    why: Refusal::Other,
                    message: "as the script wants".to_owned(),
                },
            ),
            (
                Act::Status {
                    status: 307,
                    retry_after: None,
                },
                ModelError::Refused {
                    status: 307,
                    why: Refusal::Other,
                    message: "as the script wants".to_owned(),
                },
            ),
            (
                Act::Problem {
                    status: 400,
                    code: "context_length_exceeded".to_owned(),
                    words: "too long".to_owned(),
                },
                ModelError::Refused {
                    status: 400,
                    why: Refusal::TooLong,
                    message: "too long".to_owned(),
                },
            ),
        ];
        for (act, error) in cases {
            assert_act(act, Some(error), "").await;
        }
    });
}

#[test]
fn the_double_does_as_it_is_told() {
    run_test(async {
        let timeout = |stage| Some(ModelError::Timeout(stage));
        let cases = [
            (Act::Say("Hello you".to_owned()), None, "Hello you"),
            (Act::Refuse, Some(ModelError::Disconnected), ""),
            (Act::Empty, Some(ModelError::Empty), ""),
            (Act::Filter, Some(ModelError::Filtered), ""),
            (Act::Hang, timeout(TimeoutPhase::FirstToken), ""),
            (
                Act::Stall { after: 2 },
                timeout(TimeoutPhase::Gap),
                "*The double ",
            ),
            (
                Act::Cut { after: 2 },
                Some(ModelError::Disconnected),
                "*The double ",
            ),
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
            assert_act(act, error, text).await;
        }
    });
}
