//! Why there is no reply, or no whole one.

use std::time::Duration;

use kernel::ErrorCode;

use crate::web::Problem;

/// For how long a request waited when it was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// For a connection.
    Connect,
    /// For the first piece of the reply.
    FirstToken,
    /// For the next piece.
    Gap,
    /// For the end.
    Total,
}

/// Why there is no reply, or no whole one. No text of it comes from a provider but [`ModelError::Refused`]'s, which is for the log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The provider does not want this request, now or later: wrong key, unknown model, prompt too long.
    #[error("the provider refused with {status}: {message}")]
    Refused {
        /// Its HTTP status, or 200 where the refusal came within a stream.
        status: u16,
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
    Timeout(Stage),
    /// The reply broke off.
    #[error("the reply broke off")]
    Cut,
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
            Self::RateLimited { .. } | Self::Server { .. } | Self::Unreachable | Self::Timeout(_) | Self::Cut | Self::Malformed | Self::Empty => true,
            Self::CircuitOpen | Self::Busy => true,
            Self::Refused { .. } | Self::TooLarge | Self::Filtered | Self::CostCeiling => false,
        }
    }

    /// The code of the problem that a caller is told.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Timeout(_) => ErrorCode::Timeout,
            Self::RateLimited { .. } | Self::CircuitOpen | Self::Busy => ErrorCode::Overloaded,
            Self::CostCeiling => ErrorCode::CapacityReached,
            Self::Refused { .. } | Self::Server { .. } | Self::Unreachable | Self::Cut | Self::Malformed | Self::Empty | Self::TooLarge | Self::Filtered => {
                ErrorCode::Upstream
            }
        }
    }

    /// What a reader is told, in one or two sentences.
    #[must_use]
    pub fn sentence(&self) -> &'static str {
        match self {
            Self::Refused { .. } => "The model doesn’t accept this request.",
            Self::RateLimited { .. } | Self::CircuitOpen | Self::Busy => "The model is busy. Please try again in a moment.",
            Self::Server { .. } | Self::Unreachable => "The model can’t be reached. Please try again.",
            Self::Timeout(_) => "The model took too long. Please try again.",
            Self::Cut => "The reply broke off. Please try again.",
            Self::Malformed => "The model’s answer couldn’t be read. Please try again.",
            Self::Empty => "The model sent an empty reply. Please try again.",
            Self::TooLarge => "The model wrote too much.",
            Self::Filtered => "The model’s provider blocked the reply.",
            Self::CostCeiling => "The site has reached its limit of replies for today.",
        }
    }

    /// Seconds after which trying again makes sense, where that is known.
    #[must_use]
    pub fn retry_after_secs(&self) -> Option<u32> {
        match self {
            Self::RateLimited { retry_after: Some(wait) } => Some(u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).max(1)),
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
