//! What an admin reads after connecting a model.

use std::sync::Arc;

use kernel::{Random, Shekels, TestClock, Timestamp};

use crate::llm::config::ModelConfig;
use crate::llm::{Models, ProbeState};
use crate::testing::{Act, Logs, ModelDouble, run_test};

fn models_of(config: ModelConfig) -> Models {
    let clock: Arc<dyn kernel::Clock> = Arc::new(TestClock::at(Timestamp(0)));
    Models::new(vec![config], &clock, &Random::seeded(1)).expect("good settings")
}

/// Right, mistyped, wrong key, no list, and a server that repeats the key.
#[test]
fn a_model_is_probed_for_free_and_the_key_is_told_to_nobody() {
    run_test(async {
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
    });
}

#[test]
fn a_server_that_is_not_there_is_logged_at_start() {
    run_test(async {
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
