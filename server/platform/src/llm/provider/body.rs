//! Builds the request that a server gets.

use serde_json::{Map, Value, json};
use url::Url;

use super::super::config::{Dialect, Mode, ModelConfig};
use super::super::{Request, Sampling};
use super::roles::{Roles, adapt};
use super::templates::Template;

/// A request to a server, and all texts that end the reply.
pub(super) struct RequestBody {
    pub(super) url: Url,
    pub(super) json: Vec<u8>,
    pub(super) stops: Vec<String>,
}

/// Builds the request for this model's server.
pub(super) fn write(config: &ModelConfig, request: &Request) -> RequestBody {
    let mut body = Map::new();
    let mut stops = request.stops.clone();
    let mut set = |name: &str, value: Value| body.insert(name.to_owned(), value);
    set("model", json!(config.upstream));
    let ending = match config.mode {
        Mode::Chat => {
            let messages = adapt(&request.messages, roles(config));
            let written: Vec<Value> = messages
                .iter()
                .map(|message| json!({ "role": message.role, "content": message.content }))
                .collect();
            set("messages", Value::Array(written));
            "chat/completions"
        }
        Mode::Text(template) => {
            let (prompt, ends) = template.render(
                &adapt(&request.messages, roles(config)),
                &request.demo.speaker.name,
            );
            set("prompt", json!(prompt));
            stops.extend(ends);
            "completions"
        }
    };
    set("stream", json!(true));
    if config.ask_usage {
        set("stream_options", json!({ "include_usage": true }));
    }
    let max_tokens = request.max_tokens.clamp(1, config.info.max_reply_tokens);
    set(
        if config.max_completion_tokens {
            "max_completion_tokens"
        } else {
            "max_tokens"
        },
        json!(max_tokens),
    );
    // The ends of the template matter most if not all can be sent, so the last come first.
    let sent: Vec<&String> = stops
        .iter()
        .rev()
        .filter(|stop| !stop.is_empty())
        .take(config.max_stops)
        .collect();
    if !sent.is_empty() {
        set("stop", json!(sent));
    }
    for (name, value) in samplers(&request.sampling, config.dialect) {
        set(name, value);
    }
    if !request.user_tag.is_empty() {
        set("user", json!(request.user_tag));
    }
    let mut url = config.url.clone();
    url.set_path(&format!("{}/{ending}", url.path().trim_end_matches('/')));
    RequestBody {
        url,
        json: Value::Object(body).to_string().into_bytes(),
        stops,
    }
}

fn roles(config: &ModelConfig) -> Roles {
    let capabilities = config.info.capabilities;
    match config.mode {
        // This template has no system messages.
        Mode::Text(Template::Mistral) => Roles {
            system: false,
            alternate: true,
            prefill: true,
        },
        Mode::Text(_) => Roles {
            system: true,
            alternate: false,
            prefill: true,
        },
        Mode::Chat => Roles {
            system: capabilities.system_role,
            alternate: config.alternate,
            prefill: capabilities.prefill,
        },
    }
}

fn samplers(sampling: &Sampling, dialect: Dialect) -> Vec<(&'static str, Value)> {
    let whole = |value: f64| serde_json::Number::from_i128(value as i128).map(Value::Number);
    let common = [
        ("temperature", sampling.temperature.map(Value::from)),
        ("top_p", sampling.top_p.map(Value::from)),
        ("frequency_penalty", sampling.frequency_penalty.map(Value::from)),
        ("presence_penalty", sampling.presence_penalty.map(Value::from)),
        ("seed", sampling.seed.map(Value::from)),
    ];
    let more = |repetition: &'static str| {
        [
            ("top_k", sampling.top_k.and_then(whole)),
            ("min_p", sampling.min_p.map(Value::from)),
            (repetition, sampling.repetition_penalty.map(Value::from)),
        ]
    };
    let further = match dialect {
        Dialect::OpenAi => None,
        Dialect::Open => Some(more("repetition_penalty")),
        Dialect::LlamaCpp => Some(more("repeat_penalty")),
    };
    common
        .into_iter()
        .chain(further.into_iter().flatten())
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}
