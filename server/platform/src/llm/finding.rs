//! How a model is: what its server answered to a question that costs nothing.

use std::sync::Mutex;

use kernel::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// The state of a model, as far as a free request shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ModelProbeState)]
pub enum ProbeState {
    /// Its server answers and has the model.
    Ok,
    /// Its server answers, but does not list the model: the first reply will show.
    Unsure,
    /// Its server does not answer, or refuses.
    Failed,
}

/// What a model's server answered when it was asked which models it has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModelProbe)]
pub struct Probe {
    /// The model, by the name that settings use.
    pub model: String,
    /// Its server: host and port. Null for the built-in demo.
    #[schema(required = true)]
    pub server: Option<String>,
    /// How it is.
    pub state: ProbeState,
    /// The same in a sentence.
    pub detail: String,
    /// The server's own words, shortened and without the key; null where it had none or there is nothing
    /// wrong.
    #[schema(required = true)]
    pub said: Option<String>,
    /// When it was asked.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
}

/// What is known of a server, before it has a name and a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) state: ProbeState,
    pub(super) detail: String,
    pub(super) said: Option<String>,
}

/// The latest answers.
#[derive(Default)]
pub(super) struct Latest(pub(super) Mutex<Option<(Timestamp, Vec<Probe>)>>);
