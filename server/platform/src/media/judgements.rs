//! Which images are explicit and who may see them, as the gate says; its answers are remembered for seconds.

use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;

use super::gate::{Audience, Gate};
use crate::blobs::BlobKey;

/// How long a judgement is believed, and so how long a new one takes to show (O-10).
const JUDGEMENT_TIME: Duration = Duration::from_secs(5);
/// How many judgements are remembered.
const JUDGEMENTS: u64 = 100_000;

/// The judgements. Cheap to clone.
#[derive(Clone)]
pub(super) struct Judgements {
    gate: Arc<dyn Gate>,
    explicit: moka::future::Cache<BlobKey, bool>,
}

impl Judgements {
    /// The judgements of this gate.
    pub(super) fn new(gate: Arc<dyn Gate>) -> Self {
        Self {
            gate,
            explicit: moka::future::Cache::builder()
                .max_capacity(JUDGEMENTS)
                .time_to_live(JUDGEMENT_TIME)
                .build(),
        }
    }

    /// Discards all judgements: another process changed some.
    pub(super) fn invalidate(&self) {
        self.explicit.invalidate_all();
    }

    /// Whether one of our own images is explicit. If the gate fails, the image counts as explicit: better blurred than
    /// shown to a child.
    pub(super) async fn is_explicit(&self, key: &BlobKey) -> bool {
        if let Some(judgement) = self.explicit.get(key).await {
            return judgement;
        }
        let judged = self
            .explicit
            .try_get_with(key.clone(), self.gate.is_explicit(key))
            .await;
        judged.unwrap_or_else(|problem| {
            tracing::warn!(?problem, %key, "nobody could say whether a picture is explicit; it is treated as such");
            true
        })
    }

    /// Who may see the answer to a request with these headers.
    pub(super) async fn audience(&self, key: &BlobKey, headers: &HeaderMap) -> Audience {
        if !self.is_explicit(key).await {
            return Audience::Everyone;
        }
        match self.gate.admits(headers).await {
            true => Audience::Confirmed,
            false => Audience::Unconfirmed,
        }
    }
}
