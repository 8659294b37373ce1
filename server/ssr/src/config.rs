//! What a renderer is started with: the bundle, the number of workers and the limits.

use std::path::PathBuf;
use std::time::Duration;

use bytes::Bytes;

/// How a renderer is started. Both renderers read the same configuration.
#[derive(Debug, Clone)]
pub struct Config {
    /// The server bundle: one classic script that sets `globalThis.dramatisRender`.
    pub bundle: PathBuf,
    /// How many renders run at once: isolates (one thread each) or `node` children.
    pub workers: usize,
    /// What one render may use.
    pub limits: Limits,
    /// Inputs rendered on every worker before it takes work, so that the first visitor does not meet cold
    /// code. A warm-up render that fails is logged and otherwise ignored.
    pub warm_up: Vec<Bytes>,
    /// How many times each worker renders the whole of `warm_up`. V8 optimises a function after some hundred
    /// calls.
    pub warm_up_rounds: u32,
    /// Called on every worker's thread once it is ready: lowers the thread's priority, so that more urgent
    /// work goes first.
    pub lower_priority: fn(),
}

impl Config {
    /// A configuration with one worker per core, default limits and no warm-up.
    pub fn new(bundle: impl Into<PathBuf>) -> Self {
        Self {
            bundle: bundle.into(),
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            limits: Limits::default(),
            warm_up: Vec::new(),
            warm_up_rounds: 1,
            lower_priority: || {},
        }
    }
}

/// What one render may use. The defaults are the figures of the reliability plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Processor time beyond which a finished render still counts, but its worker is replaced. Not wall time:
    /// on a busy machine that would replace workers for being young and slow, and so keep them young.
    pub soft_time: Duration,
    /// Wall time after which a render is killed, and its worker replaced.
    pub hard_time: Duration,
    /// Wall time from the call to the answer, queue included. The caller gets its error then even if every
    /// worker is stuck; a render that has not started by then never starts.
    pub answer_time: Duration,
    /// JavaScript heap of one worker, in bytes. Reaching it ends the render, not the process.
    pub heap_bytes: usize,
    /// Memory of all `ArrayBuffer`s of one worker, in bytes: V8 keeps them outside the heap and its cap.
    pub buffer_bytes: usize,
    /// Length of one answer (header and markup), in bytes of UTF-8.
    pub output_bytes: usize,
    /// How many calls may wait for a worker; the next one is refused as
    /// [`RenderError::Busy`](crate::RenderError::Busy).
    pub queue: usize,
    /// How many renders a worker does before it is replaced.
    pub renders_per_worker: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            soft_time: Duration::from_millis(250),
            hard_time: Duration::from_secs(1),
            answer_time: Duration::from_millis(1_100),
            heap_bytes: 96 << 20,
            buffer_bytes: 16 << 20,
            output_bytes: 8 << 20,
            queue: 32,
            renders_per_worker: 100_000,
        }
    }
}
