//! A stopwatch for `Server-Timing`. It measures and never decides, so it need not be injected as the clock
//! is.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use http::HeaderValue;

/// A stopwatch that runs from its creation.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts a stopwatch.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since its start.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// Where the time of a page went.
#[derive(Debug, Clone, Copy, Default)]
pub struct PageTiming {
    /// Calling the API in process.
    pub data: Duration,
    /// Waiting for a renderer.
    pub queue: Duration,
    /// Rendering.
    pub render: Duration,
    /// Compressing.
    pub compress: Duration,
}

impl PageTiming {
    /// As the value of `Server-Timing`, in milliseconds.
    #[must_use]
    pub fn header(&self) -> HeaderValue {
        let parts = [
            ("db", self.data),
            ("queue", self.queue),
            ("render", self.render),
            ("compress", self.compress),
        ];
        let mut text = String::with_capacity(96);
        for (name, time) in parts {
            let comma = if text.is_empty() { "" } else { ", " };
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}{name};dur={:.2}", time.as_secs_f64() * 1_000.0);
        }
        HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
    }
}
