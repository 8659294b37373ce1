//! What was logged, for tests that hold the log to its word.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Everything this process has logged from [`Logs::record`] on, warnings and errors, one line each. Other
/// tests of the process write into it, too: look for an id of your own.
#[derive(Clone, Default)]
pub struct Logs(Arc<Mutex<Vec<String>>>);

static LOGS: OnceLock<Logs> = OnceLock::new();

impl Logs {
    /// Begins to record, unless that was begun before.
    pub fn record() -> Self {
        let logs = LOGS.get_or_init(|| {
            let logs = Self::default();
            // Fails if another recorder is installed; then nothing is found, and the test shows it.
            let _ = tracing::subscriber::set_global_default(Recorder(logs.clone()));
            logs
        });
        logs.clone()
    }

    /// The lines so far that contain this.
    #[must_use]
    pub fn with(&self, part: &str) -> Vec<String> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .filter(|line| line.contains(part))
            .cloned()
            .collect()
    }
}

struct Recorder(Logs);

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        // Writing into a string does not fail.
        let _ = write!(self.0, "{}={value:?} ", field.name());
    }
}

impl Subscriber for Recorder {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(format!("{} ", event.metadata().level()));
        event.record(&mut line);
        self.0
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(line.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
