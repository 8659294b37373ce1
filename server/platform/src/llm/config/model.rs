//! What is configured of one model.

use std::time::Duration;

use serde::Deserialize;
use url::Url;

use crate::llm::ModelInfo;
use crate::llm::provider::Template;

/// What is wrong with the settings of models.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("models: {0}")]
pub struct ModelSettingsError(pub(in crate::llm) String);

/// How requests are sent to one model.
#[derive(Clone, PartialEq)]
pub struct ModelConfig {
    /// What others may know of it.
    pub info: ModelInfo,
    /// Where it is: the base to which `/chat/completions` or `/completions` is added.
    pub url: Url,
    /// Our key at the server. Never logged, never shown.
    pub key: Option<String>,
    /// The model's name at the server.
    pub upstream: String,
    /// Chat, or plain text through a template.
    pub mode: Mode,
    /// Which sampler settings the server knows, and by what names.
    pub dialect: Dialect,
    /// Whether the messages of user and assistant must alternate.
    pub alternate: bool,
    /// Whether to ask for token counts (`stream_options`); a few servers refuse requests that do.
    pub ask_usage: bool,
    /// Whether the longest reply is `max_completion_tokens` rather than `max_tokens`.
    pub max_completion_tokens: bool,
    /// Stop sequences that are sent.
    pub max_stops: usize,
    /// Requests at once.
    pub concurrency: u32,
    /// Requests that wait beyond that; more are refused.
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

/// Which endpoint of a server is used.
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
    /// Only those of OpenAI, which refuses others.
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
    /// In the queue. The other times begin after it.
    pub queue: Duration,
    /// For a connection.
    pub connect: Duration,
    /// From sending the request to the first piece.
    pub first_token: Duration,
    /// Between pieces.
    pub gap: Duration,
    /// For everything, further attempts included.
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
