//! The renderer in this process: isolates of V8, one per thread.

use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use bytes::Bytes;
use rustix::time::ClockId;

use crate::pool::{Pool, Worker};
use crate::{Config, RenderFuture, Renderer, StartError, Stats};

mod ancestry;
mod buffers;
mod exception;
mod isolate;
mod platform;
mod realm;
mod snapshot;
mod url;

use isolate::{Isolate, processor_time};
pub use platform::init_platform;
pub use snapshot::{SnapshotInfo, write_snapshot};

/// Renders in isolates of V8 in this process.
///
/// Dropping it ends its threads, after the renders that are running.
pub struct EmbeddedV8(Pool);

/// What [`EmbeddedV8::bench_loop`] measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoopTime {
    /// Wall time of all renders.
    pub wall: Duration,
    /// Processor time of the whole process, so with what V8's helper threads took meanwhile.
    pub cpu: Duration,
}

impl EmbeddedV8 {
    /// Starts the isolates, warms them up and returns when all are ready. Blocks for as long as that takes.
    ///
    /// `snapshot` is a file of [`write_snapshot`]; if it does not fit the bundle or this program, the bundle
    /// is evaluated instead, with one warning in the log. The snapshot stays in memory for the rest of the
    /// process.
    ///
    /// All embedded renderers that live at one time must come from one snapshot, or all from bundles.
    ///
    /// # Errors
    /// The bundle cannot be read or evaluated, a thread not be started, or a renderer of another origin
    /// lives.
    pub fn start(config: Config, snapshot: Option<&Path>) -> Result<Self, StartError> {
        let source = snapshot::load(&config.bundle, snapshot)?;
        let limits = config.limits.clone();
        let build = Arc::new(move || Isolate::start(&source, &limits));
        Pool::start(&config, build, platform::spawn).map(Self)
    }

    /// Renders `input` repeatedly in one isolate, without queue, threads or checks: a lower bound for any
    /// host of the same engine and the same bundle. The warm-up of `config` runs first and is not counted.
    /// Blocks.
    ///
    /// # Errors
    /// The isolate cannot be started, or a render fails.
    pub fn bench_loop(
        config: &Config,
        snapshot: Option<&Path>,
        input: &str,
        iterations: u32,
    ) -> Result<LoopTime, StartError> {
        let source = snapshot::load(&config.bundle, snapshot)?;
        let (config, input) = (config.clone(), input.to_owned());
        let (answer, measured) = mpsc::sync_channel(1);
        let body = move || {
            let _ = answer.send(measure(&source, &config, &input, iterations));
        };
        let thread =
            platform::spawn("ssr-bench".into(), Box::new(body)).map_err(|source| StartError::Spawn {
                what: "the bench thread".into(),
                source,
            })?;
        let measured = measured.recv();
        let _ = thread.join();
        measured.unwrap_or_else(|_| Err(StartError::Died("the bench thread panicked".into())))
    }
}

impl Renderer for EmbeddedV8 {
    fn render(&self, input: Bytes) -> RenderFuture<'_> {
        self.0.render(input)
    }

    fn stats(&self) -> Stats {
        self.0.stats()
    }
}

fn measure(
    source: &isolate::Source,
    config: &Config,
    input: &str,
    iterations: u32,
) -> Result<LoopTime, StartError> {
    let mut isolate = Isolate::start(source, &config.limits)?;
    let mut render = |input: &str| {
        isolate
            .render(input)
            .map_err(|error| StartError::Died(error.to_string()))
    };
    for _ in 0..config.warm_up_rounds {
        for warm_up in &config.warm_up {
            render(&String::from_utf8_lossy(warm_up))?;
        }
    }
    let (wall, cpu) = (Instant::now(), processor_time(ClockId::ProcessCPUTime));
    for _ in 0..iterations {
        std::hint::black_box(render(input)?);
    }
    Ok(LoopTime {
        wall: wall.elapsed(),
        cpu: processor_time(ClockId::ProcessCPUTime).saturating_sub(cpu),
    })
}
