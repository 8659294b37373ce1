//! Whether the models answer: a question to each server that costs nothing, asked at start and when an admin
//! looks.

use std::sync::PoisonError;

use futures::future::join_all;
use kernel::Clock;

use super::finding::{Finding, Probe, ProbeState};
use super::service::{Models, Source};

/// How long a result is used again, in milliseconds: reloading the page does not ask the servers again.
const HOLDS_MS: i64 = 30_000;

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

    /// The same, written to the log: for the start.
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

/// The message if there is no server to ask; the log has the same at start.
const HOW_TO_CONNECT: &str = "No AI model is connected, so the built-in demo answers: it plays scenes written by hand, or shows three passages of a scenario’s own \
     text. To connect a model, set DRAMATIS_MODEL_URL and DRAMATIS_MODEL_NAME and restart Dramatis (docs/operations.md, Models).";

fn built_in() -> Finding {
    Finding {
        state: ProbeState::Ok,
        detail: HOW_TO_CONNECT.to_owned(),
        said: None,
    }
}
