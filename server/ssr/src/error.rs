//! What can go wrong: with one render, and when a renderer starts.

use std::path::PathBuf;
use std::time::Duration;

/// Why there is no page. The caller answers with a stale page or the client shell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The queue is full; this call was not queued.
    #[error("the render queue is full ({limit} waiting)")]
    Busy {
        /// [`Limits::queue`](crate::Limits::queue).
        limit: usize,
    },
    /// The answer did not come in time, most likely because every worker was occupied.
    #[error("no answer within {} ms", limit.as_millis())]
    Late {
        /// [`Limits::answer_time`](crate::Limits::answer_time).
        limit: Duration,
    },
    /// The render ran too long and was killed.
    #[error("the render was killed after {} ms", limit.as_millis())]
    Timeout {
        /// [`Limits::hard_time`](crate::Limits::hard_time).
        limit: Duration,
    },
    /// The render reached the cap on its heap or on its array buffers and was ended.
    #[error("the render ran out of its {} MB of memory", limit_bytes >> 20)]
    Memory {
        /// The cap that was reached, in bytes.
        limit_bytes: usize,
    },
    /// The page is longer than allowed.
    #[error("the page is longer than {} MB", limit_bytes >> 20)]
    TooLong {
        /// [`Limits::output_bytes`](crate::Limits::output_bytes).
        limit_bytes: usize,
    },
    /// The bundle threw.
    #[error("the page threw: {message}\n{stack}")]
    Threw {
        /// The exception as a string, for example `TypeError: x is not a function`.
        message: String,
        /// The JavaScript stack with function names, or an empty string.
        stack: String,
    },
    /// React swallowed an error inside a Suspense boundary and wrote its fallback (`<!--$!-->`): half a page.
    #[error("the page holds a failed Suspense boundary")]
    Suspended,
    /// `dramatisRender` returned something else than a header line, a newline and markup.
    #[error("the bundle broke its contract: {0}")]
    Contract(String),
    /// The input is not UTF-8.
    #[error("the render input is not UTF-8")]
    Input,
    /// The worker died while rendering.
    #[error("the renderer died: {0}")]
    Crashed(String),
    /// The renderer is shutting down, or no worker could be started.
    #[error("no renderer is running")]
    Unavailable,
}

impl RenderError {
    /// A short stable name for logs and counters.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Busy { .. } => "busy",
            Self::Late { .. } => "late",
            Self::Timeout { .. } => "timeout",
            Self::Memory { .. } => "memory",
            Self::TooLong { .. } => "too-long",
            Self::Threw { .. } => "threw",
            Self::Suspended => "suspended",
            Self::Contract(_) => "contract",
            Self::Input => "input",
            Self::Crashed(_) => "crashed",
            Self::Unavailable => "unavailable",
        }
    }
}

/// Why a renderer could not start, or a snapshot not be written.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// Which file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The bundle failed while it was evaluated, or sets no `globalThis.dramatisRender`.
    #[error("the bundle cannot be used: {0}")]
    Bundle(String),
    /// A thread or a child process could not be started.
    #[error("cannot start {what}: {source}")]
    Spawn {
        /// What should have been started.
        what: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// Another embedded renderer of this process, made from another snapshot or from none, is still alive. V8
    /// shares a part of its memory among all isolates, so all must have the same origin: drop the other
    /// renderer first.
    #[error("isolates from different snapshots cannot live in one process")]
    MixedOrigins,
    /// The worker ended before it was ready.
    #[error("the renderer ended before it was ready: {0}")]
    Died(String),
}
