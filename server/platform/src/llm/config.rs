//! Which models an installation has.

use std::time::Duration;

use kernel::Shekels;
use serde::Deserialize;
use url::Url;

use super::provider::Template;
use super::{Capabilities, CostPerMillion, ModelInfo};

/// Context of a model of which nobody said how large it is, in tokens.
const DEFAULT_CONTEXT: u32 = 8_192;
/// Longest reply of a model of which nobody said it, in tokens.
const DEFAULT_MAX_REPLY: u32 = 1_024;
/// Requests to one model at once where nobody said how many.
const DEFAULT_CONCURRENCY: u32 = 64;
/// Requests that wait until one of those is over, where nobody said how many.
const DEFAULT_QUEUE: u32 = 128;
/// Stop sequences that are sent: OpenAI refuses more. All of them are heeded here, sent or not.
const DEFAULT_MAX_STOPS: usize = 4;

/// What is wrong with the settings of models.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("models: {0}")]
pub struct ModelSettingsError(pub(super) String);

/// How one model is asked.
#[derive(Clone, PartialEq)]
pub struct ModelConfig {
    /// What others may know of it.
    pub info: ModelInfo,
    /// Where it is: the base to which `/chat/completions` or `/completions` is added.
    pub url: Url,
    /// What the server knows us by. Never logged, never shown.
    pub key: Option<String>,
    /// What the server calls it.
    pub upstream: String,
    /// Chat, or plain text through a template.
    pub mode: Mode,
    /// Which sampler settings the server knows, and by what names.
    pub dialect: Dialect,
    /// Whether user and assistant must take turns.
    pub alternate: bool,
    /// Whether to ask for token counts (`stream_options`); a few servers refuse requests that do.
    pub ask_usage: bool,
    /// Whether the longest reply is `max_completion_tokens` rather than `max_tokens`.
    pub max_completion_tokens: bool,
    /// Stop sequences that are sent.
    pub max_stops: usize,
    /// Requests at once.
    pub concurrency: u32,
    /// Requests that wait their turn beyond that; more are refused.
    pub queue: u32,
    /// How long things may take.
    pub times: Times,
}

impl std::fmt::Debug for ModelConfig {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("ModelConfig")
            .field("name", &self.info.name)
            .field("url", &self.url.as_str())
            .finish_non_exhaustive()
    }
}

/// How a server is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// `POST …/chat/completions`.
    Chat,
    /// `POST …/completions`, with the turns marked by a template.
    Text(Template),
}

/// Which sampler settings a server knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// Only those of OpenAI: others are refused there.
    #[default]
    OpenAi,
    /// Also `top_k`, `min_p` and `repetition_penalty`: vLLM, OpenRouter, TabbyAPI, LiteLLM before one of
    /// these.
    Open,
    /// Also `top_k`, `min_p` and `repeat_penalty`: llama.cpp, Ollama, LM Studio, KoboldCpp.
    LlamaCpp,
}

/// How long things may take (L-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// Until it is this request's turn. The others count from then on.
    pub queue: Duration,
    /// Until there is a connection.
    pub connect: Duration,
    /// Until the first piece, from the moment of asking.
    pub first_token: Duration,
    /// Between pieces.
    pub gap: Duration,
    /// Until the end, further attempts included.
    pub total: Duration,
}

impl Default for Times {
    fn default() -> Self {
        let secs = Duration::from_secs;
        Self {
            queue: secs(30),
            connect: secs(5),
            first_token: secs(20),
            gap: secs(15),
            total: secs(120),
        }
    }
}

/// A model as it is written in `DRAMATIS_MODELS`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Written {
    name: String,
    label: Option<String>,
    url: String,
    key_env: Option<String>,
    model: Option<String>,
    context_tokens: Option<u32>,
    max_reply_tokens: Option<u32>,
    price: Option<i64>,
    #[serde(default)]
    cost_per_million: CostPerMillion,
    #[serde(default)]
    capabilities: Capabilities,
    #[serde(default)]
    mode: WrittenMode,
    template: Option<Template>,
    #[serde(default)]
    dialect: Dialect,
    #[serde(default)]
    alternate: bool,
    #[serde(default = "yes")]
    ask_usage: bool,
    #[serde(default)]
    max_completion_tokens: bool,
    max_stops: Option<usize>,
    concurrency: Option<u32>,
    queue: Option<u32>,
    #[serde(default)]
    timeouts: WrittenTimes,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum WrittenMode {
    #[default]
    Chat,
    Text,
}

/// Seconds.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct WrittenTimes {
    queue: Option<f64>,
    connect: Option<f64>,
    first_token: Option<f64>,
    gap: Option<f64>,
    total: Option<f64>,
}

fn yes() -> bool {
    true
}

impl ModelConfig {
    /// The one model of `DRAMATIS_MODEL_URL`, with defaults for everything else.
    ///
    /// # Errors
    /// For an address that is none, or an empty name.
    pub fn single(
        url: &str,
        key: Option<String>,
        upstream: &str,
        price: Shekels,
    ) -> Result<Self, ModelSettingsError> {
        let written = serde_json::json!({ "name": upstream, "url": url, "price": price.0 });
        let written =
            serde_json::from_value(written).map_err(|error| ModelSettingsError(error.to_string()))?;
        Ok(Self {
            key,
            ..Self::read(written, price, &|_| None)?
        })
    }

    /// The models of a JSON list. `variable` reads the environment, where the keys are; `price` is that of
    /// models that name none.
    ///
    /// # Errors
    /// For what is no such list, for names that come twice, and for keys that are not there.
    pub fn list(
        json: &str,
        price: Shekels,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Vec<Self>, ModelSettingsError> {
        let written: Vec<Written> =
            serde_json::from_str(json).map_err(|error| ModelSettingsError(error.to_string()))?;
        let models: Vec<Self> = written
            .into_iter()
            .map(|model| Self::read(model, price, variable))
            .collect::<Result<_, _>>()?;
        let mut names: Vec<&str> = models.iter().map(|model| model.info.name.as_str()).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(ModelSettingsError(format!("two are called {}", pair[0]))),
            None => Ok(models),
        }
    }

    fn read(
        written: Written,
        price: Shekels,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ModelSettingsError> {
        let Written { name, key_env, .. } = written;
        let wrong = |what: &str| ModelSettingsError(format!("{name}: {what}"));
        if name.is_empty() || name.chars().count() > 100 || name.chars().any(char::is_control) {
            return Err(ModelSettingsError(
                "every model needs a name of at most 100 characters".to_owned(),
            ));
        }
        let mut url: Url = written.url.parse().map_err(|_| wrong("its url is no address"))?;
        if !matches!(url.scheme(), "http" | "https")
            || !url.has_host()
            || url.query().is_some()
            || url.fragment().is_some()
        {
            return Err(wrong("its url must be http(s)://host[:port][/path]"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(wrong(
                "its url must not hold a password; name the variable that holds the key in keyEnv",
            ));
        }
        let path = url
            .path()
            .trim_end_matches('/')
            .trim_end_matches("/completions")
            .trim_end_matches("/chat")
            .to_owned();
        // The bare address of a server stands for its OpenAI-compatible part.
        url.set_path(if path.is_empty() { "/v1" } else { &path });
        let key = match key_env {
            Some(name) => Some(
                variable(&name)
                    .filter(|key| !key.is_empty())
                    .ok_or_else(|| wrong(&format!("the variable {name} is not set")))?,
            ),
            None => None,
        };
        let mode = match (written.mode, written.template) {
            (WrittenMode::Chat, None) => Mode::Chat,
            (WrittenMode::Chat, Some(_)) => return Err(wrong("a template belongs to \"mode\": \"text\"")),
            (WrittenMode::Text, template) => Mode::Text(template.unwrap_or(Template::Chatml)),
        };
        let context_tokens = written.context_tokens.unwrap_or(DEFAULT_CONTEXT);
        let max_reply_tokens = written
            .max_reply_tokens
            .unwrap_or(DEFAULT_MAX_REPLY.min(context_tokens / 2));
        if context_tokens < 512 || max_reply_tokens == 0 || max_reply_tokens >= context_tokens {
            return Err(wrong(
                "contextTokens must be at least 512, and maxReplyTokens less than it",
            ));
        }
        let price = written.price.map_or(price, Shekels);
        if !(0..=1_000_000).contains(&price.0) {
            return Err(wrong("its price must be from 0 to 1,000,000 shekels"));
        }
        let concurrency = written.concurrency.unwrap_or(DEFAULT_CONCURRENCY);
        if !(1..=10_000).contains(&concurrency) {
            return Err(wrong("its concurrency must be from 1 to 10,000"));
        }
        let queue = written.queue.unwrap_or(DEFAULT_QUEUE);
        if queue > 10_000 {
            return Err(wrong("its queue must be from 0 to 10,000"));
        }
        let fallback = Times::default();
        let time = |secs: Option<f64>, fallback: Duration| match secs {
            None => Ok(fallback),
            Some(secs) if (0.001..=3_600.0).contains(&secs) => Ok(Duration::from_secs_f64(secs)),
            Some(_) => Err(wrong("timeouts are seconds, up to 3,600")),
        };
        let times = Times {
            queue: time(written.timeouts.queue, fallback.queue)?,
            connect: time(written.timeouts.connect, fallback.connect)?,
            first_token: time(written.timeouts.first_token, fallback.first_token)?,
            gap: time(written.timeouts.gap, fallback.gap)?,
            total: time(written.timeouts.total, fallback.total)?,
        };
        Ok(Self {
            upstream: written.model.unwrap_or_else(|| name.clone()),
            info: ModelInfo {
                label: written.label.unwrap_or_else(|| name.clone()),
                name,
                context_tokens,
                max_reply_tokens,
                price,
                is_demo: false,
                capabilities: written.capabilities,
                cost_per_million: written.cost_per_million,
            },
            url,
            key,
            mode,
            dialect: written.dialect,
            alternate: written.alternate,
            ask_usage: written.ask_usage,
            max_completion_tokens: written.max_completion_tokens,
            max_stops: written.max_stops.unwrap_or(DEFAULT_MAX_STOPS),
            concurrency,
            queue,
            times,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(json: &str) -> Result<Vec<ModelConfig>, ModelSettingsError> {
        ModelConfig::list(json, Shekels(1), &|name| {
            (name == "KEY").then(|| "sk-secret".to_owned())
        })
    }

    #[test]
    fn one_model_needs_an_address_and_a_name() {
        let model = ModelConfig::single(
            "http://localhost:11434",
            Some("sk-secret".to_owned()),
            "llama3.2",
            Shekels(2),
        )
        .expect("good settings");
        assert_eq!(
            (model.url.as_str(), model.info.name.as_str(), model.info.price),
            ("http://localhost:11434/v1", "llama3.2", Shekels(2))
        );
        assert!(!format!("{model:?}").contains("secret"));
        for bad in [
            "",
            "localhost",
            "ftp://localhost",
            "http://user:key@localhost",
            "http://localhost/v1?key=1",
        ] {
            assert!(ModelConfig::single(bad, None, "m", Shekels(1)).is_err(), "{bad}");
        }
        for (written, read) in [
            ("https://api.example/v1/", "https://api.example/v1"),
            (
                "https://api.example/v1/chat/completions",
                "https://api.example/v1",
            ),
            (
                "https://api.example/openai/completions",
                "https://api.example/openai",
            ),
        ] {
            assert_eq!(
                ModelConfig::single(written, None, "m", Shekels(1))
                    .expect("good settings")
                    .url
                    .as_str(),
                read
            );
        }
    }

    #[test]
    fn a_list_says_everything() {
        let json = r#"[
            {"name": "large", "label": "The large one", "url": "https://api.example/v1", "keyEnv": "KEY", "model": "vendor/large", "contextTokens": 32000,
             "maxReplyTokens": 2000, "price": 3, "costPerMillion": {"prompt": 500000, "reply": 1500000}, "capabilities": {"reasoning": true}, "dialect": "open",
             "maxCompletionTokens": true, "concurrency": 8, "queue": 0, "timeouts": {"firstToken": 60, "queue": 5}},
            {"name": "base", "url": "http://localhost:8080", "mode": "text", "template": "alpaca", "alternate": true, "askUsage": false}
        ]"#;
        let models = list(json).expect("good settings");
        assert_eq!(models[0].key.as_deref(), Some("sk-secret"));
        assert_eq!(
            (
                models[0].times.first_token,
                models[0].times.queue,
                models[0].queue
            ),
            (Duration::from_secs(60), Duration::from_secs(5), 0)
        );
        assert!(models[0].info.capabilities.system_role && models[0].info.capabilities.reasoning);
        assert_eq!(
            (models[1].mode, models[1].info.price),
            (Mode::Text(Template::Alpaca), Shekels(1))
        );
    }

    #[test]
    fn faults_are_named() {
        for (json, part) in [
            ("{}", "sequence"),
            (r#"[{"name": "a"}]"#, "url"),
            (r#"[{"name": "", "url": "http://h"}]"#, "name"),
            (r#"[{"name": "a", "url": "http://h", "keyEnv": "NONE"}]"#, "NONE"),
            (
                r#"[{"name": "a", "url": "http://h", "template": "alpaca"}]"#,
                "template",
            ),
            (r#"[{"name": "a", "url": "http://h", "colour": "red"}]"#, "colour"),
            (
                r#"[{"name": "a", "url": "http://h"}, {"name": "a", "url": "http://h"}]"#,
                "two",
            ),
            (
                r#"[{"name": "a", "url": "http://h", "maxReplyTokens": 9000}]"#,
                "maxReplyTokens",
            ),
            (r#"[{"name": "a", "url": "http://h", "price": -1}]"#, "price"),
            (
                r#"[{"name": "a", "url": "http://h", "concurrency": 0}]"#,
                "concurrency",
            ),
            (r#"[{"name": "a", "url": "http://h", "queue": 10001}]"#, "queue"),
            (
                r#"[{"name": "a", "url": "http://h", "timeouts": {"gap": 0}}]"#,
                "timeouts",
            ),
        ] {
            let fault = list(json).expect_err(json).to_string();
            assert!(fault.contains(part), "{json}: {fault}");
        }
    }
}
