//! The V8 platform and the thread everything of V8 descends from.
//!
//! V8 protects its code pages by thread (memory protection keys), so every thread that runs JavaScript must
//! descend from the one that initialised V8. One thread of this module is that ancestor: it initialises V8,
//! lives as long as the process, and starts the render threads on request. So it does not matter which thread
//! calls first.

use std::io;
use std::sync::{OnceLock, mpsc};
use std::thread::{self, JoinHandle};

use deno_core::{JsRuntime, v8_set_flags};

/// Stack of a thread that runs JavaScript, in bytes: twice what V8 may use of it (`--stack-size`), because
/// the regular expression engine, the parser and this crate's frames live there too.
const STACK_BYTES: usize = 8 << 20;

/// How this process uses V8; the first use decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// To render.
    Serve,
    /// To write a snapshot and end: V8 runs on one thread, predictably.
    Snapshot,
}

/// Flags for every process. They are part of a snapshot's key.
///
/// The young generation holds the garbage of some renders, so that nearly all of it dies in one collection,
/// and is small enough for a processor's cache (renders take 5 % less than with 32 MB). The old one may grow
/// fourfold between two collections; V8 would let a heap of our size grow by a third, and each collection
/// also drops optimised code whose types have no instance between two renders. With one isolate per core,
/// helper threads of the collector would only take time from other renders. Rarely used code stays compiled.
/// Deep trees get 4 MB of stack. A snapshot carries its hash seed; it is drawn anew in every process.
pub(super) const FLAGS: [&str; 7] = [
    "--max-semi-space-size=8",
    "--min-semi-space-size=8",
    "--heap-growing-percent=300",
    "--single-threaded-gc",
    "--no-flush-bytecode",
    "--stack-size=4000",
    "--rehash-snapshot",
];

type Body = Box<dyn FnOnce() + Send>;

/// A request to the ancestor thread: a thread's name and body, and where to answer.
type Request = (String, Body, mpsc::SyncSender<io::Result<JoinHandle<()>>>);

static ANCESTOR: OnceLock<mpsc::Sender<Request>> = OnceLock::new();

/// Initialises V8 for rendering. Idempotent, callable from any thread, and optional: the first renderer does
/// the same. Calling it early in `main` lets V8 start while the rest of the program does.
pub fn init_platform() {
    ancestor(Mode::Serve);
}

/// Starts a thread that may run JavaScript, initialising V8 for rendering if need be.
pub(super) fn spawn(name: String, body: Body) -> io::Result<JoinHandle<()>> {
    spawn_in(Mode::Serve, name, body)
}

/// Starts a thread that may run JavaScript. `mode` counts only if V8 has not been initialised yet.
pub(super) fn spawn_in(mode: Mode, name: String, body: Body) -> io::Result<JoinHandle<()>> {
    let gone = || io::Error::other("the thread that starts V8's threads has ended");
    let (answer, thread) = mpsc::sync_channel(1);
    ancestor(mode).send((name, body, answer)).map_err(|_| gone())?;
    thread.recv().map_err(|_| gone())?
}

fn ancestor(mode: Mode) -> &'static mpsc::Sender<Request> {
    ANCESTOR.get_or_init(|| {
        let (requests, inbox) = mpsc::channel::<Request>();
        let started = thread::Builder::new().name("ssr-v8".into()).spawn(move || {
            initialise(mode);
            for (name, body, answer) in inbox {
                let _ = answer.send(
                    thread::Builder::new()
                        .name(name)
                        .stack_size(STACK_BYTES)
                        .spawn(body),
                );
            }
        });
        if let Err(error) = started {
            // Every later request finds the inbox closed and fails with a named error.
            tracing::error!(%error, "cannot start the thread that starts V8's threads");
        }
        requests
    })
}

fn initialise(mode: Mode) {
    let mut flags = vec![String::new()];
    flags.extend(FLAGS.map(str::to_owned));
    let unknown = v8_set_flags(flags);
    if unknown.len() > 1 {
        tracing::warn!(flags = ?&unknown[1..], "V8 does not know some of its flags");
    }
    match mode {
        Mode::Serve => JsRuntime::init_platform(None),
        // The first runtime made for a snapshot initialises V8 itself, in its predictable mode.
        Mode::Snapshot => {}
    }
}
