//! One isolate: a V8 heap with the bundle in it, on its own thread.

use std::cell::Cell;
use std::convert::Infallible;
use std::future::poll_fn;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use async_channel::Receiver;
use deno_core::{JsRuntime, PollEventLoopOptions, RuntimeOptions, scope, v8};
use rustix::time::ClockId;

use super::ancestry::Lease;
use super::buffers::{self, Budget};
use super::{exception, realm};
use crate::pool::{Job, Worker};
use crate::watchdog::Watch;
use crate::{Limits, RenderError, StartError};

/// How far an isolate may go beyond its heap limit while it is being ended, in bytes. One allocation can be
/// as large as V8's longest string (1 GB in two-byte form), and V8 ends the process if it cannot be granted.
const LAST_GASP_BYTES: usize = 2 << 30;

/// How much garbage the young generation may also hold, in bytes: three semi-spaces (see `platform::FLAGS`).
const YOUNG_BYTES: usize = 3 * (8 << 20);

/// An isolate under load still does its housekeeping after this many renders.
const RENDERS_BETWEEN_HOUSEKEEPING: u32 = 64;

/// What every isolate is made from.
#[derive(Clone)]
pub(super) struct Source {
    pub(super) bundle: Arc<str>,
    pub(super) snapshot: Option<&'static [u8]>,
    pub(super) lease: Arc<Lease>,
}

pub(super) struct Isolate {
    // Handles into the heap come before the heap itself, so that they are dropped first.
    entry: v8::Global<v8::Function>,
    runtime: JsRuntime,
    handle: v8::IsolateHandle,
    clock: Rc<tokio::runtime::Runtime>,
    budget: Arc<Budget>,
    heap_full: Rc<Cell<bool>>,
    cpu_time: Duration,
    broken: bool,
    renders_since_housekeeping: u32,
    limits: Limits,
    // After the heap, so that it outlives it.
    _lease: Arc<Lease>,
}

impl Isolate {
    /// Makes an isolate on this thread, which must be one of the platform's.
    pub(super) fn start(source: &Source, limits: &Limits) -> Result<Self, StartError> {
        // V8 posts delayed tasks to the tokio runtime that is entered here; without one they would end the
        // process.
        let clock = Rc::new(clock()?);
        let guard = clock.enter();
        let budget = Budget::new(limits.buffer_bytes);
        let params = v8::CreateParams::default()
            .heap_limits(0, limits.heap_bytes)
            .array_buffer_allocator(buffers::allocator(&budget));
        let mut runtime = JsRuntime::try_new(RuntimeOptions {
            startup_snapshot: source.snapshot,
            extensions: realm::extensions(),
            create_params: Some(params),
            ..RuntimeOptions::default()
        })
        .map_err(|error| StartError::Died(error.to_string()))?;
        let heap_full = Rc::new(Cell::new(false));
        let handle = runtime.v8_isolate().thread_safe_handle();
        runtime.add_near_heap_limit_callback({
            let (heap_full, handle) = (Rc::clone(&heap_full), handle.clone());
            move |current, _initial| {
                heap_full.set(true);
                handle.terminate_execution();
                current.saturating_add(LAST_GASP_BYTES)
            }
        });
        if source.snapshot.is_none() {
            realm::inject_globals(&mut runtime)?;
            realm::evaluate(&mut runtime, &source.bundle)?;
        }
        let entry = realm::seal(&mut runtime)?;
        drop(guard);
        let limits = limits.clone();
        Ok(Self {
            entry,
            runtime,
            handle,
            clock,
            budget,
            heap_full,
            cpu_time: Duration::ZERO,
            broken: false,
            renders_since_housekeeping: 0,
            limits,
            _lease: Arc::clone(&source.lease),
        })
    }

    /// Calls the bundle once, with all its handles in one scope.
    fn call(&mut self, input: &str) -> Result<String, RenderError> {
        let limit_bytes = self.limits.output_bytes;
        scope!(scope, self.runtime);
        v8::tc_scope!(let scope, scope);
        let Some(input) = text(scope, input) else {
            return Err(RenderError::Contract(
                "the input is longer than a JavaScript string can be".into(),
            ));
        };
        let entry = v8::Local::new(scope, &self.entry);
        let this = v8::undefined(scope);
        let Some(answer) = entry.call(scope, this.into(), &[input.into()]) else {
            return Err(match scope.exception() {
                Some(error) if !scope.has_terminated() => exception::thrown(scope, error),
                _ => RenderError::Crashed("the render was ended".into()),
            });
        };
        // What the page left on the microtask queue belongs to this render, not to the next one.
        scope.perform_microtask_checkpoint();
        let Ok(answer) = v8::Local::<v8::String>::try_from(answer) else {
            let kind = answer.type_of(scope).to_rust_string_lossy(scope);
            let kind = if answer.is_promise() { "promise" } else { &kind };
            return Err(RenderError::Contract(format!(
                "dramatisRender returned a value of type {kind}, not a string"
            )));
        };
        // Asked before the string is made flat: a concatenation of half a gigabyte may take no memory yet.
        if answer.length() > limit_bytes {
            return Err(RenderError::TooLong { limit_bytes });
        }
        let mut page = String::new();
        answer.write_utf8_into(scope, &mut page);
        // Capacity was reserved for the longest encoding; the page may stay in a cache for long.
        if page.capacity() - page.len() > page.len() / 4 {
            page.shrink_to_fit();
        }
        Ok(page)
    }

    /// Lets V8 do the work it has postponed, once, under the watchdog. Wakes the task when there is more. The
    /// limit is that of a render, so that deadlines follow one another and the watchdog need not be woken for
    /// each.
    fn poll_housekeeping(&mut self, context: &mut std::task::Context<'_>, watch: &Watch) {
        watch.arm(self.limits.hard_time);
        let polled = self
            .runtime
            .poll_event_loop(context, PollEventLoopOptions::default());
        if watch.disarm() || matches!(polled, Poll::Ready(Err(_))) {
            self.broken = true;
        }
    }
}

impl Worker for Isolate {
    fn render(&mut self, input: &str) -> Result<String, RenderError> {
        let start = processor_time(ClockId::ThreadCPUTime);
        let result = self.call(input);
        self.cpu_time = processor_time(ClockId::ThreadCPUTime).saturating_sub(start);
        // Checked first: V8 collects garbage and reports a full heap before it lets an array buffer fail.
        if self.budget.take_refusal() {
            self.broken = true;
            return Err(RenderError::Memory {
                limit_bytes: self.limits.buffer_bytes,
            });
        }
        if self.heap_full.get() {
            return Err(RenderError::Memory {
                limit_bytes: self.limits.heap_bytes,
            });
        }
        // V8 grants one large object beyond any limit, until its next collection.
        if self.runtime.v8_isolate().get_heap_statistics().used_heap_size()
            > self.limits.heap_bytes + YOUNG_BYTES
        {
            self.heap_full.set(true);
            return Err(RenderError::Memory {
                limit_bytes: self.limits.heap_bytes,
            });
        }
        result
    }

    fn cpu_time(&self) -> Duration {
        self.cpu_time
    }

    fn kill_switch(&self) -> Box<dyn Fn() + Send> {
        let handle = self.handle.clone();
        Box::new(move || {
            handle.terminate_execution();
        })
    }

    fn is_spent(&self) -> bool {
        self.broken || self.heap_full.get()
    }

    fn next_job(&mut self, queue: &Receiver<Job>, watch: &Watch) -> Option<Job> {
        self.renders_since_housekeeping += 1;
        if self.renders_since_housekeeping < RENDERS_BETWEEN_HOUSEKEEPING
            && let Ok(job) = queue.try_recv()
        {
            return Some(job);
        }
        self.renders_since_housekeeping = 0;
        let clock = Rc::clone(&self.clock);
        clock.block_on(async {
            let housekeeping = poll_fn(|context| {
                if !self.is_spent() {
                    self.poll_housekeeping(context, watch);
                }
                Poll::<Infallible>::Pending
            });
            tokio::select! {
                biased;
                never = housekeeping => match never {},
                job = queue.recv() => job.ok(),
            }
        })
    }
}

/// A runtime that only keeps time, for the tasks V8 wants to run later.
pub(super) fn clock() -> Result<tokio::runtime::Runtime, StartError> {
    let spawn = |source| StartError::Spawn {
        what: "a timer for V8".into(),
        source,
    };
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(spawn)
}

/// Processor time used so far, of this thread or of the process.
pub(super) fn processor_time(whose: ClockId) -> Duration {
    let time = rustix::time::clock_gettime(whose);
    Duration::try_from(time).unwrap_or_default()
}

fn text<'s>(scope: &mut v8::PinScope<'s, '_>, text: &str) -> Option<v8::Local<'s, v8::String>> {
    match text.is_ascii() {
        true => v8::String::new_from_one_byte(scope, text.as_bytes(), v8::NewStringType::Normal),
        false => v8::String::new(scope, text),
    }
}
