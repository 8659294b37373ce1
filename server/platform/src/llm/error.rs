//! Why there is no reply, or only a part of one.

use std::time::Duration;

use super::errors;

use kernel::ErrorCode;

use crate::web::Problem;

/// For how long a request waited when it was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeoutPhase {
    /// For a connection.
    Connect,
    /// For the first piece of the reply.
    FirstToken,
    /// For the next piece.
    Gap,
    /// For the end.
    Total,
}

/// What a provider has against a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It does not accept the key.
    Key,
    /// It does not let us use the model, or wants to be paid first.
    Forbidden,
    /// It has no such model.
    NoModel,
    /// The prompt is longer than the model can read.
    TooLong,
    /// Something else.
    Other,
}

/// Why there is no reply, or only a part of one. No text of it comes from a provider but
/// [`ModelError::Refused`]'s, which may quote the prompt and is never logged or shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The provider does not want this request, now or later: wrong key, unknown model, prompt too long.
    #[error("the provider refused with {status}")]
    Refused {
        /// Its HTTP status, or 200 where the refusal came within a stream.
        status: u16,
        /// What it has against it.
        why: Refusal,
        /// Its words, shortened.
        message: String,
    },
    /// The provider has had too many requests.
    #[error("the provider limits our requests")]
    RateLimited {
        /// How long it wants us to wait, if it said so.
        retry_after: Option<Duration>,
    },
    /// The provider failed.
    #[error("the provider failed with {status}")]
    Server {
        /// Its HTTP status, or 200 where the failure came within a stream.
        status: u16,
    },
    /// No connection could be made.
    #[error("the provider cannot be reached")]
    Unreachable,
    /// It took too long.
    #[error("the provider was too slow: {0:?}")]
    Timeout(TimeoutPhase),
    /// The reply broke off.
    #[error("the reply broke off")]
    Disconnected,
    /// What came cannot be read.
    #[error("the reply cannot be read")]
    Malformed,
    /// It ended well and said nothing.
    #[error("the reply is empty")]
    Empty,
    /// More came than any reply is long.
    #[error("the reply is too large")]
    TooLarge,
    /// So much failed lately that it is not asked for a while.
    #[error("the provider is left alone for a while")]
    CircuitOpen,
    /// As many requests as may run at once are running, and too many wait, or this one has waited too long.
    #[error("too many requests are running")]
    Busy,
    /// The provider's filter took all of the reply.
    #[error("the provider filtered the reply")]
    Filtered,
    /// What may be spent on models is spent.
    #[error("what may be spent on models is spent")]
    CostCeiling,
}

impl ModelError {
    /// Whether the same request may well succeed in a moment.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::RateLimited { .. }
            | Self::Server { .. }
            | Self::Unreachable
            | Self::Timeout(_)
            | Self::Disconnected
            | Self::Malformed
            | Self::Empty => true,
            Self::CircuitOpen | Self::Busy => true,
            Self::Refused { .. } | Self::TooLarge | Self::Filtered | Self::CostCeiling => false,
        }
    }

    /// The code of the problem that a caller gets.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Refused { why, .. } => match why {
                Refusal::Key => errors::MODEL_KEY_REFUSED,
                Refusal::Forbidden => errors::MODEL_FORBIDDEN,
                Refusal::NoModel => errors::MODEL_NOT_FOUND,
                Refusal::TooLong => errors::PROMPT_TOO_LARGE,
                Refusal::Other => errors::MODEL_REFUSED,
            },
            Self::RateLimited { .. } => errors::MODEL_RATE_LIMITED,
            Self::Server { status: 503 | 529 } | Self::CircuitOpen | Self::Busy => ErrorCode::OVERLOADED,
            Self::Server { .. } => ErrorCode::UPSTREAM,
            Self::Unreachable => errors::MODEL_UNREACHABLE,
            Self::Timeout(_) => ErrorCode::TIMEOUT,
            Self::Disconnected => errors::REPLY_CUT,
            Self::Malformed => errors::REPLY_MALFORMED,
            Self::Empty => errors::REPLY_EMPTY,
            Self::TooLarge => errors::REPLY_TOO_LARGE,
            Self::Filtered => errors::REPLY_FILTERED,
            Self::CostCeiling => errors::CAPACITY_REACHED,
        }
    }

    /// The message for a reader, in one or two sentences.
    #[must_use]
    pub fn sentence(&self) -> &'static str {
        match self {
            Self::Refused { why, .. } => match why {
                Refusal::Key => {
                    "The model’s server didn’t accept this site’s key. Only the people who run the site can fix this."
                }
                Refusal::Forbidden => {
                    "The model’s server doesn’t let this site use the model. Only the people who run the site can fix this."
                }
                Refusal::NoModel => "This model no longer exists on its server.",
                Refusal::TooLong => "The story is too long for this model.",
                Refusal::Other => "The model’s server refused the request.",
            },
            Self::RateLimited { retry_after: Some(_) } => "The model has had too many requests.",
            Self::RateLimited { retry_after: None } => {
                "The model has had too many requests. Please try again in a moment."
            }
            Self::Server { status: 503 | 529 } | Self::CircuitOpen | Self::Busy => {
                "The model is overloaded. Please try again in a moment."
            }
            Self::Server { .. } => "The model’s server failed. Please try again.",
            Self::Unreachable => "The model’s server can’t be reached.",
            Self::Timeout(TimeoutPhase::Connect) => "The model’s server couldn’t be reached in time.",
            Self::Timeout(TimeoutPhase::FirstToken) => "The model didn’t start to answer in time.",
            Self::Timeout(TimeoutPhase::Gap) => "The model stopped in the middle of the reply.",
            Self::Timeout(TimeoutPhase::Total) => "The model took too long for one reply.",
            Self::Disconnected => "The connection to the model was lost.",
            Self::Malformed => "The model’s answer couldn’t be read.",
            Self::Empty => "The model sent an empty reply.",
            Self::TooLarge => "The model wrote too much.",
            Self::Filtered => {
                "The model’s content filter blocked this reply. Change what was said, or choose another model."
            }
            Self::CostCeiling => "The site has reached its limit of replies for today.",
        }
    }

    /// The provider's HTTP status, where it answered with one; 200 where the fault came within a stream.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Refused { status, .. } | Self::Server { status } => Some(*status),
            Self::RateLimited { .. } => Some(429),
            Self::Malformed
            | Self::Empty
            | Self::TooLarge
            | Self::Filtered
            | Self::Timeout(TimeoutPhase::Gap) => Some(200),
            _ => None,
        }
    }

    /// Logs one line for the operator: which model, its server's status (0: none), and for which work and
    /// request. Never the key, and never any of the prompt or the reply.
    pub fn log(&self, model: &str, work: &str, request: Option<&str>) {
        let (code, status, request) = (
            self.code().as_str(),
            self.status().unwrap_or(0),
            request.unwrap_or("none"),
        );
        tracing::warn!(
            model,
            code,
            status,
            work,
            request,
            "the model {model} failed in {work}: {self}"
        );
    }

    /// Seconds after which trying again makes sense, where that is known.
    #[must_use]
    pub fn retry_after_secs(&self) -> Option<u32> {
        match self {
            Self::RateLimited {
                retry_after: Some(wait),
            } => Some(u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).max(1)),
            Self::RateLimited { retry_after: None } | Self::Busy => Some(2),
            Self::CircuitOpen => Some(10),
            _ => None,
        }
    }
}

impl From<ModelError> for Problem {
    fn from(error: ModelError) -> Self {
        let problem = Self::new(error.code(), error.sentence());
        match error.retry_after_secs() {
            Some(secs) => problem.with_retry_after(secs),
            None => problem,
        }
    }
}
