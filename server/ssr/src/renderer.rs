//! The contract both renderers keep.

use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;

use crate::RenderError;

/// What [`Renderer::render`] returns: boxed, so that a renderer can be held as `Arc<dyn Renderer>`.
pub type RenderFuture<'a> = Pin<Box<dyn Future<Output = Result<Rendered, RenderError>> + Send + 'a>>;

/// Renders pages. Implementations bound each call by their [`Limits`](crate::Limits).
pub trait Renderer: Send + Sync {
    /// Renders the page for `input`, a JSON text in UTF-8.
    ///
    /// Must be awaited in a tokio runtime with its timer enabled. Dropping the future cancels the render if
    /// it has not started yet.
    ///
    /// # Errors
    /// Every way not to get a page is a [`RenderError`], known within
    /// [`Limits::answer_time`](crate::Limits::answer_time).
    fn render(&self, input: Bytes) -> RenderFuture<'_>;

    /// What this renderer has done since it started.
    fn stats(&self) -> Stats;
}

/// One rendered page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The first line of the answer, without its newline: JSON text, not parsed here.
    pub header: Bytes,
    /// Everything after the first newline: the markup of the app root, in UTF-8.
    pub markup: Bytes,
    /// Where the time went.
    pub timing: Timing,
}

/// Where the time of one render went, for `Server-Timing`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timing {
    /// From the call until a worker took it.
    pub queue: Duration,
    /// From there until the answer was complete in UTF-8.
    pub render: Duration,
}

/// Counters of one renderer since its start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Renders that were started, warm-up not counted.
    pub started: u64,
    /// Renders that ended in an error; those refused or cancelled before they started are not counted.
    pub failed: u64,
    /// Calls that their caller cancelled before a worker took them.
    pub abandoned: u64,
    /// Workers that were replaced, for any reason.
    pub replaced: u64,
    /// Workers ready or rendering now.
    pub alive: usize,
    /// Calls waiting for a worker now.
    pub waiting: usize,
}
