//! Requests as each server reads them.

use serde_json::{Value, json};

use super::support::{ask, config, good, provider, request};
use crate::llm::config::{Dialect, Mode, ModelConfig};
use crate::llm::provider::templates::Template;
use crate::llm::{Capabilities, Request, Sampling};
use crate::testing::run_test;

/// The address and the body of the request.
async fn written(config: ModelConfig, request: Request) -> (String, Value) {
    let (provider, script, _) = provider(config, vec![good("Hi")]);
    ask(&provider, &request).await;
    let asked = script.asked.lock().expect("a lock");
    (asked[0].0.to_string(), asked[0].1.clone())
}

/// A request that uses everything.
fn full() -> Request {
    Request {
        sampling: Sampling {
            temperature: Some(0.7),
            top_p: Some(0.9),
            top_k: Some(40.0),
            min_p: Some(0.05),
            frequency_penalty: Some(0.1),
            presence_penalty: Some(0.2),
            repetition_penalty: Some(1.1),
            seed: Some(5),
        },
        user_tag: "u1".to_owned(),
        max_tokens: 5_000,
        ..request()
    }
}

#[test]
fn by_default_a_request_has_what_openai_knows_and_nothing_else() {
    run_test(async {
        let (url, body) = written(config(), full()).await;
        assert_eq!(url, "http://models.test/v1/chat/completions");
        let expected = json!({
            "model": "m", "stream": true, "stream_options": {"include_usage": true}, "max_tokens": 1_024, "user": "u1",
            "messages": [{"role": "system", "content": "Be Ann."}, {"role": "user", "content": "Hi"}],
            "temperature": 0.7, "top_p": 0.9, "frequency_penalty": 0.1, "presence_penalty": 0.2, "seed": 5,
        });
        assert_eq!(body, expected);
    });
}

#[test]
fn other_dialects_have_their_own_samplers_and_options() {
    run_test(async {
        let (_, body) = written(
            ModelConfig {
                dialect: Dialect::Open,
                ask_usage: false,
                max_completion_tokens: true,
                ..config()
            },
            full(),
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
            full(),
        )
        .await;
        assert_eq!(
            (&body["repeat_penalty"], &body["repetition_penalty"]),
            (&json!(1.1), &Value::Null)
        );
    });
}

#[test]
fn a_model_without_system_messages_gets_none() {
    run_test(async {
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
    });
}

#[test]
fn servers_of_text_get_a_prompt_with_marked_turns() {
    run_test(async {
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
