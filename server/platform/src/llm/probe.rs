//! Whether the models answer: a question to each server that costs nothing, asked at start and when an admin
//! looks.

use std::sync::{Mutex, PoisonError};

use futures::future::join_all;
use kernel::{Clock, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::service::{Models, Source};

/// How long a result is used again, in milliseconds: reloading the page does not ask the servers again.
const HOLDS_MS: i64 = 30_000;

/// How a model is, as far as a free question tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ModelProbeState)]
pub enum ProbeState {
    /// Its server answers and has the model.
    Ok,
    /// Its server answers, but does not say that it has the model: the first reply will tell.
    Unsure,
    /// Its server does not answer, or says no.
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
pub(super) struct Latest(Mutex<Option<(Timestamp, Vec<Probe>)>>);

impl Models {
    /// Asks every model's server which models it has, all at once, unless that was done a moment ago. It
    /// costs nothing, and no reply is written.
    pub async fn probe(&self, clock: &dyn Clock) -> Vec<Probe> {
        let now = clock.now();
        let latest = self.latest();
        let known = latest.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, probes)) = known.filter(|(at, _)| (0..HOLDS_MS).contains(&(now.0 - at.0))) {
            return probes;
        }
        let asked = self.models().iter().map(|model| async move {
            let (server, Finding { state, detail, said }) = match &model.source {
                Source::Provider(provider) => (Some(provider.server()), provider.probe().await),
                Source::Local(_) => (None, built_in()),
                #[cfg(any(test, feature = "testing"))]
                Source::Scripted(_) => (None, built_in()),
            };
            Probe {
                model: model.info().name.clone(),
                server,
                state,
                detail,
                said,
                at: now,
            }
        });
        let probes = join_all(asked).await;
        *latest.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, probes.clone()));
        probes
    }

    /// The same, told to the log: for the start.
    pub async fn probe_at_start(&self, clock: &dyn Clock) {
        for Probe {
            model,
            server,
            state,
            detail,
            said,
            ..
        } in self.probe(clock).await
        {
            let (server, said) = (server.unwrap_or_default(), said.unwrap_or_default());
            match state {
                ProbeState::Ok if server.is_empty() => {}
                ProbeState::Ok => tracing::info!(model, server, "the model {model} is connected: {detail}"),
                ProbeState::Unsure => {
                    tracing::warn!(model, server, said, "the model {model} may not answer: {detail}")
                }
                ProbeState::Failed => {
                    tracing::warn!(model, server, said, "the model {model} does not answer: {detail}")
                }
            }
        }
    }
}

/// What is said where there is no server to ask; the log says the same at start.
const HOW_TO_CONNECT: &str = "No AI model is connected, so the built-in demo answers: it plays scenes written by hand, or shows three passages of a scenario’s own \
     text. To connect a model, set DRAMATIS_MODEL_URL and DRAMATIS_MODEL_NAME and restart Dramatis (docs/operations.md, Models).";

fn built_in() -> Finding {
    Finding {
        state: ProbeState::Ok,
        detail: HOW_TO_CONNECT.to_owned(),
        said: None,
    }
}
