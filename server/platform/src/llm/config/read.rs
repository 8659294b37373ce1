//! Reads models from settings, and reports what is wrong with them.

use std::time::Duration;

use kernel::Shekels;
use serde::Deserialize;
use url::Url;

use super::model::{Dialect, Mode, ModelConfig, ModelSettingsError, Times};
use crate::llm::provider::Template;
use crate::llm::{Capabilities, CostPerMillion, ModelInfo};

/// Context of a model by default, in tokens.
const DEFAULT_CONTEXT: u32 = 8_192;
/// Longest reply of a model by default, in tokens.
const DEFAULT_MAX_REPLY: u32 = 1_024;
/// Requests to one model at once by default.
const DEFAULT_CONCURRENCY: u32 = 64;
/// Requests that wait for one of those to end, by default.
const DEFAULT_QUEUE: u32 = 128;
/// Stop sequences that are sent by default: OpenAI refuses more. All of them end a reply here, sent or not.
const DEFAULT_MAX_STOPS: usize = 4;
/// Longest name, in characters.
const MAX_NAME_CHARS: usize = 100;
/// The smallest context that is accepted, in tokens.
const MIN_CONTEXT: u32 = 512;
/// The highest price of a reply, in shekels.
const MAX_PRICE: i64 = 1_000_000;
/// Most requests at once, and most that wait.
const MAX_REQUESTS: u32 = 10_000;
/// The timeouts that are accepted, in seconds.
const TIMEOUT_SECS: std::ops::RangeInclusive<f64> = 0.001..=3_600.0;

/// One model of `DRAMATIS_MODELS`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Entry {
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
    mode: EntryMode,
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
    timeouts: EntryTimes,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum EntryMode {
    #[default]
    Chat,
    Text,
}

/// Seconds.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct EntryTimes {
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
    /// For an invalid address and for an empty name.
    pub fn single(
        url: &str,
        key: Option<String>,
        upstream: &str,
        price: Shekels,
    ) -> Result<Self, ModelSettingsError> {
        let entry = serde_json::json!({ "name": upstream, "url": url, "price": price.0 });
        let entry: Entry =
            serde_json::from_value(entry).map_err(|error| ModelSettingsError(error.to_string()))?;
        Ok(Self {
            key,
            ..entry.read(price, &|_| None)?
        })
    }

    /// The models of a JSON list. `variable` reads the environment, where the keys are; `price` is the price of models
    /// that have none of their own.
    ///
    /// # Errors
    /// For invalid JSON or an invalid entry, for two entries with one name, and for keys that are not set.
    pub fn list(
        json: &str,
        price: Shekels,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Vec<Self>, ModelSettingsError> {
        let entries: Vec<Entry> =
            serde_json::from_str(json).map_err(|error| ModelSettingsError(error.to_string()))?;
        let models: Vec<Self> = entries
            .into_iter()
            .map(|entry| entry.read(price, variable))
            .collect::<Result<_, _>>()?;
        let mut names: Vec<&str> = models.iter().map(|model| model.info.name.as_str()).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(ModelSettingsError(format!("two are called {}", pair[0]))),
            None => Ok(models),
        }
    }
}

/// What is wrong with an entry.
type Fault = String;

impl Entry {
    fn read(
        self,
        price: Shekels,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<ModelConfig, ModelSettingsError> {
        if self.name.is_empty()
            || self.name.chars().count() > MAX_NAME_CHARS
            || self.name.chars().any(char::is_control)
        {
            return Err(ModelSettingsError(
                "every model needs a name of at most 100 characters".to_owned(),
            ));
        }
        let name = self.name.clone();
        self.checked(price, variable)
            .map_err(|fault| ModelSettingsError(format!("{name}: {fault}")))
    }

    fn checked(
        self,
        price: Shekels,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<ModelConfig, Fault> {
        let url = read_url(&self.url)?;
        let key = self.key_env.map(|name| read_key(&name, variable)).transpose()?;
        let mode = read_mode(self.mode, self.template)?;
        let (context_tokens, max_reply_tokens) = read_sizes(self.context_tokens, self.max_reply_tokens)?;
        let price = read_price(self.price.map_or(price, Shekels))?;
        let (concurrency, queue) = read_queue(self.concurrency, self.queue)?;
        Ok(ModelConfig {
            upstream: self.model.unwrap_or_else(|| self.name.clone()),
            info: ModelInfo {
                label: self.label.unwrap_or_else(|| self.name.clone()),
                name: self.name,
                context_tokens,
                max_reply_tokens,
                price,
                is_demo: false,
                capabilities: self.capabilities,
                cost_per_million: self.cost_per_million,
            },
            url,
            key,
            mode,
            dialect: self.dialect,
            alternate: self.alternate,
            ask_usage: self.ask_usage,
            max_completion_tokens: self.max_completion_tokens,
            max_stops: self.max_stops.unwrap_or(DEFAULT_MAX_STOPS),
            concurrency,
            queue,
            times: read_times(&self.timeouts)?,
        })
    }
}

fn read_url(text: &str) -> Result<Url, Fault> {
    let mut url: Url = text.parse().map_err(|_| "its url is no address".to_owned())?;
    if !matches!(url.scheme(), "http" | "https")
        || !url.has_host()
        || url.query().is_some()
        || url.fragment().is_some()
    {
        return Err("its url must be http(s)://host[:port][/path]".to_owned());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(
            "its url must not hold a password; name the variable that holds the key in keyEnv".to_owned(),
        );
    }
    let path = url
        .path()
        .trim_end_matches('/')
        .trim_end_matches("/completions")
        .trim_end_matches("/chat")
        .to_owned();
    // The bare address of a server stands for its OpenAI-compatible part.
    url.set_path(if path.is_empty() { "/v1" } else { &path });
    Ok(url)
}

fn read_key(name: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<String, Fault> {
    variable(name)
        .filter(|key| !key.is_empty())
        .ok_or_else(|| format!("the variable {name} is not set"))
}

fn read_mode(mode: EntryMode, template: Option<Template>) -> Result<Mode, Fault> {
    match (mode, template) {
        (EntryMode::Chat, None) => Ok(Mode::Chat),
        (EntryMode::Chat, Some(_)) => Err("a template belongs to \"mode\": \"text\"".to_owned()),
        (EntryMode::Text, template) => Ok(Mode::Text(template.unwrap_or(Template::Chatml))),
    }
}

/// The tokens of the context and of the longest reply.
fn read_sizes(context: Option<u32>, reply: Option<u32>) -> Result<(u32, u32), Fault> {
    let context = context.unwrap_or(DEFAULT_CONTEXT);
    let reply = reply.unwrap_or(DEFAULT_MAX_REPLY.min(context / 2));
    if context < MIN_CONTEXT || reply == 0 || reply >= context {
        return Err("contextTokens must be at least 512, and maxReplyTokens less than it".to_owned());
    }
    Ok((context, reply))
}

fn read_price(price: Shekels) -> Result<Shekels, Fault> {
    if !(0..=MAX_PRICE).contains(&price.0) {
        return Err("its price must be from 0 to 1,000,000 shekels".to_owned());
    }
    Ok(price)
}

/// The requests at once, and those that wait.
fn read_queue(concurrency: Option<u32>, queue: Option<u32>) -> Result<(u32, u32), Fault> {
    let concurrency = concurrency.unwrap_or(DEFAULT_CONCURRENCY);
    if !(1..=MAX_REQUESTS).contains(&concurrency) {
        return Err("its concurrency must be from 1 to 10,000".to_owned());
    }
    let queue = queue.unwrap_or(DEFAULT_QUEUE);
    if queue > MAX_REQUESTS {
        return Err("its queue must be from 0 to 10,000".to_owned());
    }
    Ok((concurrency, queue))
}

fn read_times(written: &EntryTimes) -> Result<Times, Fault> {
    let fallback = Times::default();
    let time = |secs: Option<f64>, fallback: Duration| match secs {
        None => Ok(fallback),
        Some(secs) if TIMEOUT_SECS.contains(&secs) => Ok(Duration::from_secs_f64(secs)),
        Some(_) => Err("timeouts are seconds, up to 3,600".to_owned()),
    };
    Ok(Times {
        queue: time(written.queue, fallback.queue)?,
        connect: time(written.connect, fallback.connect)?,
        first_token: time(written.first_token, fallback.first_token)?,
        gap: time(written.gap, fallback.gap)?,
        total: time(written.total, fallback.total)?,
    })
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
