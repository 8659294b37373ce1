//! What both renderers share: a bounded queue before a fixed number of workers, one thread each.
//!
//! A worker is an isolate or a child process. The pool takes a job from the queue, drops it if its caller has
//! left, lets the worker render under the watchdog, answers, and replaces a worker that was killed, is spent
//! or ran too long.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use async_channel::{Receiver, Sender, TrySendError};
use bytes::Bytes;
use tokio::sync::oneshot;

use crate::watchdog::{Watch, Watchdog};
use crate::{Config, Limits, RenderError, RenderFuture, Rendered, StartError, Stats, Timing, output};

/// How long a thread waits before it tries again to start a worker that could not be started.
const RESTART_PAUSE: Duration = Duration::from_millis(250);

/// How long all workers may take to be ready, warm-up included.
const START_LIMIT: Duration = Duration::from_secs(60);

/// Something that renders one page at a time. It lives and dies on its own thread.
pub(crate) trait Worker: Sized {
    /// Calls the bundle. The pool checks what it returned.
    fn render(&mut self, input: &str) -> Result<String, RenderError>;

    /// Processor time the last render took.
    fn cpu_time(&self) -> Duration;

    /// Ends the running render from another thread.
    fn kill_switch(&self) -> Box<dyn Fn() + Send>;

    /// Whether the worker must not be used again.
    fn is_spent(&self) -> bool;

    /// Waits for the next job; `None` when the queue is closed. A worker may do its housekeeping meanwhile.
    fn next_job(&mut self, queue: &Receiver<Job>, _watch: &Watch) -> Option<Job> {
        queue.recv_blocking().ok()
    }
}

/// One call that waits for a worker.
pub(crate) struct Job {
    input: Bytes,
    queued: Instant,
    reply: oneshot::Sender<Result<Rendered, RenderError>>,
}

/// Starts one worker on the calling thread.
pub(crate) type Build<W> = Arc<dyn Fn() -> Result<W, StartError> + Send + Sync>;

/// Starts a thread with that name. V8 wants its threads to descend from the one that initialised it.
pub(crate) type Spawn = fn(String, Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>>;

/// The queue and its workers. Dropping it lets running renders end and joins the threads.
pub(crate) struct Pool {
    queue: Sender<Job>,
    threads: Vec<JoinHandle<()>>,
    limits: Limits,
    counters: Arc<Counters>,
}

#[derive(Default)]
struct Counters {
    started: AtomicU64,
    failed: AtomicU64,
    abandoned: AtomicU64,
    replaced: AtomicU64,
    alive: AtomicUsize,
}

impl Pool {
    /// Starts the workers and returns when all are warm, or when one could not be started.
    pub(crate) fn start<W: Worker + 'static>(
        config: &Config,
        build: Build<W>,
        spawn: Spawn,
    ) -> Result<Self, StartError> {
        let failed = |what: &str| {
            let what = what.to_owned();
            move |source| StartError::Spawn { what, source }
        };
        let (queue, jobs) = async_channel::bounded(config.limits.queue.max(1));
        let watchdog = Arc::new(Watchdog::start().map_err(failed("the render watchdog"))?);
        let counters = Arc::new(Counters::default());
        let (ready, started) = mpsc::channel();
        let mut pool = Self {
            queue,
            threads: Vec::new(),
            limits: config.limits.clone(),
            counters: Arc::clone(&counters),
        };
        for index in 0..config.workers.max(1) {
            let worker = WorkerThread {
                build: Arc::clone(&build),
                jobs: jobs.clone(),
                watchdog: Arc::clone(&watchdog),
                counters: Arc::clone(&counters),
                limits: config.limits.clone(),
            };
            let (ready, config) = (ready.clone(), config.clone());
            let thread = spawn(
                format!("ssr-{index}"),
                Box::new(move || worker.run(&config, &ready)),
            );
            pool.threads.push(thread.map_err(failed("a render thread"))?);
        }
        drop(ready);
        let deadline = Instant::now() + START_LIMIT;
        for _ in 0..pool.threads.len() {
            match started.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(result) => result?,
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(StartError::Died("a render thread panicked".into()));
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    // No code can end these threads; waiting for them would only hide that.
                    pool.threads.clear();
                    return Err(StartError::Died(format!(
                        "not ready within {} s",
                        START_LIMIT.as_secs()
                    )));
                }
            }
        }
        Ok(pool)
    }

    /// Queues a render and waits for its answer. See [`Renderer::render`](crate::Renderer::render).
    pub(crate) fn render(&self, input: Bytes) -> RenderFuture<'_> {
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            let job = Job {
                input,
                queued: Instant::now(),
                reply,
            };
            match self.queue.try_send(job) {
                Ok(()) => {}
                Err(TrySendError::Full(_)) => {
                    return Err(RenderError::Busy {
                        limit: self.limits.queue,
                    });
                }
                Err(TrySendError::Closed(_)) => return Err(RenderError::Unavailable),
            }
            let limit = self.limits.answer_time;
            match tokio::time::timeout(limit, answer).await {
                Ok(Ok(answer)) => answer,
                Ok(Err(_)) => Err(RenderError::Unavailable),
                Err(_) => Err(RenderError::Late { limit }),
            }
        })
    }

    pub(crate) fn stats(&self) -> Stats {
        Stats {
            started: self.counters.started.load(Ordering::Relaxed),
            failed: self.counters.failed.load(Ordering::Relaxed),
            abandoned: self.counters.abandoned.load(Ordering::Relaxed),
            replaced: self.counters.replaced.load(Ordering::Relaxed),
            alive: self.counters.alive.load(Ordering::Relaxed),
            waiting: self.queue.len(),
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.queue.close();
        for thread in self.threads.drain(..) {
            // The thread that panicked has already reported it.
            let _ = thread.join();
        }
    }
}

/// Starts an ordinary thread for a worker.
pub(crate) fn spawn_thread(name: String, body: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name).spawn(body)
}

/// One thread's view of the pool.
struct WorkerThread<W> {
    build: Build<W>,
    jobs: Receiver<Job>,
    watchdog: Arc<Watchdog>,
    counters: Arc<Counters>,
    limits: Limits,
}

/// A worker that is being watched, and how often it has rendered.
struct Running<W> {
    // Declared first: the watch must end before the worker it could kill.
    watch: Watch,
    worker: W,
    renders: u64,
}

impl<W: Worker> WorkerThread<W> {
    fn run(self, config: &Config, ready: &mpsc::Sender<Result<(), StartError>>) {
        let first = match (self.build)() {
            Ok(worker) => worker,
            Err(error) => {
                let _ = ready.send(Err(error));
                return;
            }
        };
        let mut running = self.watched(first);
        self.warm_up(&mut running, config);
        let _ = ready.send(Ok(()));
        (config.lower_priority)();
        self.serve(running);
        self.counters.alive.fetch_sub(1, Ordering::Relaxed);
    }

    /// Renders jobs until the queue is closed.
    fn serve(&self, mut running: Running<W>) {
        loop {
            let Some(healthy) = self.healthy(running) else {
                return;
            };
            running = healthy;
            let Some(job) = running.worker.next_job(&self.jobs, &running.watch) else {
                return;
            };
            if job.reply.is_closed() {
                self.counters.abandoned.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            // Its housekeeping may have gone wrong while it waited.
            let Some(healthy) = self.healthy(running) else {
                return;
            };
            running = healthy;
            if !self.answer(&mut running, job) {
                running.renders = u64::MAX;
            }
        }
    }

    /// The same worker, or its replacement if it must not be used again; `None` when the queue is closed
    /// meanwhile.
    fn healthy(&self, running: Running<W>) -> Option<Running<W>> {
        if !running.worker.is_spent() && running.renders < self.limits.renders_per_worker {
            return Some(running);
        }
        drop(running);
        self.replacement()
    }

    /// Renders one job, answers its caller, and returns whether the worker may be used again.
    fn answer(&self, running: &mut Running<W>, job: Job) -> bool {
        let taken = Instant::now();
        self.counters.started.fetch_add(1, Ordering::Relaxed);
        let (result, usable) = self.render(running, &job.input);
        let render = taken.elapsed();
        if result.is_err() {
            self.counters.failed.fetch_add(1, Ordering::Relaxed);
        }
        let timing = Timing {
            queue: taken - job.queued,
            render,
        };
        // The send fails if the caller has left meanwhile.
        let _ = job.reply.send(result.map(|(header, markup)| Rendered {
            header,
            markup,
            timing,
        }));
        usable
    }

    /// Renders under the watchdog, checks the answer, and returns whether the worker may be used again.
    fn render(&self, running: &mut Running<W>, input: &Bytes) -> (Result<(Bytes, Bytes), RenderError>, bool) {
        let Ok(input) = str::from_utf8(input) else {
            return (Err(RenderError::Input), true);
        };
        running.renders += 1;
        running.watch.arm(self.limits.hard_time);
        let answer = running.worker.render(input);
        let killed = running.watch.disarm();
        let result = match answer {
            Err(RenderError::Memory { limit_bytes }) => Err(RenderError::Memory { limit_bytes }),
            _ if killed => Err(RenderError::Timeout {
                limit: self.limits.hard_time,
            }),
            Ok(answer) => output::split(answer, self.limits.output_bytes),
            Err(error) => Err(error),
        };
        let cpu_time = running.worker.cpu_time();
        let tired = cpu_time > self.limits.soft_time;
        if tired && !killed {
            tracing::warn!(
                millis = cpu_time.as_millis(),
                "a render went past its soft limit; its worker is replaced"
            );
        }
        (result, !killed && !tired && !running.worker.is_spent())
    }

    fn warm_up(&self, running: &mut Running<W>, config: &Config) {
        for _ in 0..config.warm_up_rounds {
            for input in &config.warm_up {
                let (result, usable) = self.render(running, input);
                if let Err(error) = result {
                    tracing::warn!(%error, "a warm-up render failed");
                }
                if !usable {
                    running.renders = u64::MAX;
                    return;
                }
            }
        }
    }

    /// Starts the next worker, however often it takes; `None` when the queue is closed meanwhile.
    fn replacement(&self) -> Option<Running<W>> {
        self.counters.alive.fetch_sub(1, Ordering::Relaxed);
        self.counters.replaced.fetch_add(1, Ordering::Relaxed);
        loop {
            match (self.build)() {
                Ok(worker) => return Some(self.watched(worker)),
                Err(_) if self.jobs.is_closed() => {
                    self.counters.alive.fetch_add(1, Ordering::Relaxed);
                    return None;
                }
                Err(error) => {
                    tracing::error!(%error, "a renderer cannot be restarted; trying again");
                    thread::sleep(RESTART_PAUSE);
                }
            }
        }
    }

    fn watched(&self, worker: W) -> Running<W> {
        self.counters.alive.fetch_add(1, Ordering::Relaxed);
        Running {
            watch: self.watchdog.watch(worker.kill_switch()),
            worker,
            renders: 0,
        }
    }
}
