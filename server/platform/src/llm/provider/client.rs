//! Sends requests to a provider: the queue, the attempts, and the circuit breaker.

use std::sync::Arc;
use std::time::Duration;

use futures::stream;
use kernel::{Clock, Random};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, sleep, timeout_at};

use super::super::config::{ModelConfig, ModelSettingsError};
use super::super::service::Reply;
use super::super::{ModelError, Piece, Request, TimeoutPhase};
use super::body::{self, RequestBody};
use super::breaker::{Breaker, Permit};
use super::queue::Queue;
use super::reading::{Limits, Reading};
use super::refusal::error_of_status;
use super::transport::{Http, Transport, beginning};

/// How often one reply is requested, and only until the first piece: after it a second attempt would be paid twice and
/// read twice.
const ATTEMPTS: u32 = 2;
/// The wait before the second attempt, in milliseconds. A random part of it is added, so that many callers do not come
/// back at once.
const BACKOFF_MS: u64 = 250;
/// The longest wait that a provider may ask for.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(10);
/// How much of a refusal is read, in bytes.
const MAX_REFUSAL_BYTES: usize = 16 << 10;

/// A model behind a server.
#[derive(Clone)]
pub(in super::super) struct Provider(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub(super) config: ModelConfig,
    pub(super) transport: Arc<dyn Transport>,
    breaker: Breaker,
    queue: Queue,
    random: Random,
}

impl Provider {
    /// A model over HTTP.
    ///
    /// # Errors
    /// When the TLS stack cannot start.
    pub(in super::super) fn open(
        config: ModelConfig,
        clock: Arc<dyn Clock>,
        random: Random,
    ) -> Result<Self, ModelSettingsError> {
        let http = Http::new(config.times.connect).map_err(|error| ModelSettingsError(error.to_string()))?;
        Ok(Self::over(config, Arc::new(http), clock, random))
    }

    pub(super) fn over(
        config: ModelConfig,
        transport: Arc<dyn Transport>,
        clock: Arc<dyn Clock>,
        random: Random,
    ) -> Self {
        let queue = Queue::new(config.concurrency, config.queue, config.times.queue);
        Self(Arc::new(Inner {
            config,
            transport,
            breaker: Breaker::new(clock),
            queue,
            random,
        }))
    }

    /// Sends the request once the queue lets it in; returns with the first piece.
    pub(in super::super) async fn stream(&self, request: &Request) -> Result<Reply, ModelError> {
        let inner = &self.0;
        let place = inner.queue.enter().await?;
        // The time in the queue does not count.
        let deadline = Instant::now() + inner.config.times.total;
        let body = body::write(&inner.config, request);
        let mut attempt = 1;
        loop {
            let permit = inner.breaker.admit()?;
            let Failed { error, retry_after } = match inner.attempt(&body, deadline).await {
                Ok(reading) => {
                    permit.succeeded();
                    return Ok(Reply::new(pieces(reading, permit, place)));
                }
                Err(failed) => failed,
            };
            if counts(&error) {
                permit.failed();
            }
            drop(permit);
            let wait = if attempt < ATTEMPTS {
                inner.wait(&error, retry_after)
            } else {
                None
            };
            match wait {
                Some(wait) if Instant::now() + wait < deadline => {
                    tracing::info!(model = inner.config.info.name, %error, "a request to a model is repeated");
                    sleep(wait).await;
                    attempt += 1;
                }
                _ => return Err(error),
            }
        }
    }
}

/// A failed attempt.
struct Failed {
    error: ModelError,
    retry_after: Option<Duration>,
}

impl From<ModelError> for Failed {
    fn from(error: ModelError) -> Self {
        Self {
            error,
            retry_after: None,
        }
    }
}

impl Inner {
    async fn attempt(&self, body: &RequestBody, deadline: Instant) -> Result<Reading, Failed> {
        let times = self.config.times;
        let first = (Instant::now() + times.first_token).min(deadline);
        let post = self
            .transport
            .post(body.url.clone(), self.config.key.as_deref(), body.json.clone());
        let answered = timeout_at(first, post)
            .await
            .map_err(|_| ModelError::Timeout(TimeoutPhase::FirstToken))??;
        if !(200..300).contains(&answered.status) {
            let refusal = timeout_at(first, beginning(answered.body, MAX_REFUSAL_BYTES))
                .await
                .unwrap_or_default();
            let error = self.without_key(error_of_status(answered.status, answered.retry_after, &refusal));
            return Err(Failed {
                error,
                retry_after: answered.retry_after,
            });
        }
        let limits = Limits {
            first,
            gap: times.gap,
            deadline,
        };
        let mut reading = Reading::new(answered.body, body.stops.clone(), limits);
        match reading.next().await {
            Some(Ok(piece)) => {
                reading.put_back(piece);
                Ok(reading)
            }
            Some(Err(error)) => Err(self.without_key(error).into()),
            None => Err(ModelError::Disconnected.into()),
        }
    }

    /// How long to wait before the second attempt; none if there must be no second attempt.
    fn wait(&self, error: &ModelError, retry_after: Option<Duration>) -> Option<Duration> {
        let again = match error {
            ModelError::RateLimited { .. }
            | ModelError::Server { .. }
            | ModelError::Unreachable
            | ModelError::Timeout(TimeoutPhase::Connect) => true,
            ModelError::Disconnected | ModelError::Malformed | ModelError::Empty => true,
            // A provider that was too slow has the work already, and may charge for it.
            _ => false,
        };
        let jitter = Duration::from_millis(BACKOFF_MS + self.random.below(2 * BACKOFF_MS));
        let wait = retry_after.map_or(jitter, |asked| asked + jitter / 4);
        (again && retry_after.is_none_or(|asked| asked <= MAX_RETRY_AFTER)).then_some(wait)
    }

    /// Removes the key from the message: some servers quote a key that they do not accept.
    fn without_key(&self, error: ModelError) -> ModelError {
        match (error, &self.config.key) {
            (ModelError::Refused { status, why, message }, Some(key)) if !key.is_empty() => {
                ModelError::Refused {
                    status,
                    why,
                    message: message.replace(key.as_str(), "(the key)"),
                }
            }
            (error, _) => error,
        }
    }
}

/// Whether this error says that the provider is unhealthy, and not that the request is bad.
fn counts(error: &ModelError) -> bool {
    matches!(
        error,
        ModelError::Server { .. }
            | ModelError::Unreachable
            | ModelError::Timeout(_)
            | ModelError::Disconnected
            | ModelError::Malformed
            | ModelError::Empty
    )
}

fn pieces(
    reading: Reading,
    permit: Permit,
    place: OwnedSemaphorePermit,
) -> impl futures::Stream<Item = Result<Piece, ModelError>> + Send + 'static {
    stream::unfold(
        (reading, permit, place),
        |(mut reading, permit, place)| async move {
            let item = reading.next().await?;
            if item.as_ref().is_err_and(counts) {
                permit.failed();
            }
            Some((item, (reading, permit, place)))
        },
    )
}
