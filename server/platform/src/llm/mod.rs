//! Models: what writes the replies. Providers that speak the OpenAI protocol, or the built-in demo model if
//! none is configured.
//!
//! This slice takes a prompt and gives text, piece by piece. It knows nothing of stories, people or money,
//! stores nothing, and gives what a model writes no power: no tools are offered, and calls of tools are
//! ignored.

mod config;
mod error;
mod errors;
mod finding;
mod model;
mod probe;
mod provider;
pub mod rules;
mod service;

pub use config::{Dialect, Mode, ModelConfig, ModelSettingsError, Times};
pub use error::{ModelError, Refusal, TimeoutPhase};
pub use errors::{
    CAPACITY_REACHED, MODEL_FORBIDDEN, MODEL_KEY_REFUSED, MODEL_NOT_FOUND, MODEL_RATE_LIMITED, MODEL_REFUSED,
    MODEL_UNREACHABLE, PROMPT_TOO_LARGE, REPLY_CUT, REPLY_EMPTY, REPLY_FILTERED, REPLY_MALFORMED,
    REPLY_TOO_LARGE,
};
pub use finding::{Probe, ProbeState};
pub use model::{
    Capabilities, CastMember, ChatMessage, CostPerMillion, DemoLine, DemoRequest, DemoTask, Finish,
    ModelInfo, Piece, Request, Role, Sampling, Usage,
};
pub use provider::Template;
pub use rules::count_tokens;
#[cfg(any(test, feature = "testing"))]
pub use service::Script;
pub use service::{LocalModel, Model, ModelHealth, Models, Reply};

use crate::slice::Facts;

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "llm",
    about: None,
    uses: &[],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: errors::ERRORS,
    report_kinds: &[],
};
