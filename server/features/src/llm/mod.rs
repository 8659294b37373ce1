//! Models: whoever writes the replies. Providers that speak the OpenAI protocol, and the built-in understudy
//! (the demo) where none is set up.
//!
//! This slice takes a prompt and gives text, piece by piece. It knows nothing of stories, people or money,
//! stores nothing, and gives what a model writes no power: no tools are offered, and calls of tools are
//! ignored.

mod config;
mod error;
mod http;
mod model;
mod probe;
mod provider;
pub mod rules;
mod service;
mod understudy;

pub use config::{Dialect, Mode, ModelConfig, ModelSettingsError, Times};
pub use error::{ModelError, Refusal, Stage};
pub use http::router;
pub use model::{
    Capabilities, CastMember, ChatMessage, CostPerMillion, Cue, CueKind, CueLine, Finish, ModelInfo, Piece,
    Request, Role, Sampling, Usage,
};
pub use probe::{Probe, ProbeState};
pub use provider::Template;
pub use rules::count_tokens;
#[cfg(any(test, feature = "testing"))]
pub use service::Script;
pub use service::{Model, ModelHealth, Models, Reply};
pub use understudy::{Pace, Play, Rehearsal, SceneError, Stagecraft, Theatre, Turn, how_to_connect};
