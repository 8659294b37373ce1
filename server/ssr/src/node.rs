//! The renderer in `node` children, for builds without V8's library.

use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;

use crate::pool::{self, Pool, Worker};
use crate::{Config, Limits, RenderError, RenderFuture, Renderer, StartError, Stats, realm};

const HOST: &str = include_str!("node_host.js");

/// What the host's answer is; the numbers are those of `node_host.js`.
const ANSWER: u8 = 0;
const THREW: u8 = 1;
const CONTRACT: u8 = 2;
const TOO_LONG: u8 = 3;
const HEAP: u8 = 4;
const BUFFERS: u8 = 5;

/// How much garbage a child's young generation may also hold, in bytes: three semi-spaces.
const YOUNG_BYTES: usize = 3 * (SEMI_SPACE_MB << 20);
const SEMI_SPACE_MB: usize = 16;

/// The host never sends an answer longer than this many times the output limit: UTF-8 has at most three bytes
/// for each of the UTF-16 units the host counts, and an error text is short.
const LONGEST_ANSWER_FACTOR: usize = 4;

/// Renders in `node` children, one page at a time in each. Needs Node 20.18 or newer.
///
/// A child has its own process, so a page's effects stay there; its environment is empty except for `PATH`.
/// [`Limits::buffer_bytes`] is checked only after each render: while it runs, a page can take as much memory
/// as the system gives. Dropping the sidecar ends the children, after the renders that are running.
pub struct NodeSidecar(Pool);

impl NodeSidecar {
    /// Starts [`Config::workers`] children of the program `node`, warms them up and returns when all are
    /// ready. Blocks for as long as that takes.
    ///
    /// # Errors
    /// The bundle cannot be read or evaluated, or `node` not be started.
    pub fn start(config: Config, node: impl Into<PathBuf>) -> Result<Self, StartError> {
        let node = node.into();
        let bundle = std::fs::read_to_string(&config.bundle).map_err(|source| StartError::File {
            path: config.bundle.clone(),
            source,
        })?;
        let limits = config.limits.clone();
        let build = Arc::new(move || Sidecar::start(&node, &bundle, &limits));
        Pool::start(&config, build, pool::spawn_thread).map(Self)
    }
}

impl Renderer for NodeSidecar {
    fn render(&self, input: Bytes) -> RenderFuture<'_> {
        self.0.render(input)
    }

    fn stats(&self) -> Stats {
        self.0.stats()
    }
}

/// One child and the pipes to it.
struct Sidecar {
    child: Arc<Mutex<Child>>,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    limits: Limits,
    cpu_time: Duration,
    spent: bool,
}

impl Sidecar {
    fn start(node: &Path, bundle: &str, limits: &Limits) -> Result<Self, StartError> {
        let spawn = |source| StartError::Spawn {
            what: node.display().to_string(),
            source,
        };
        let mut child = Command::new(node)
            .arg(format!(
                "--max-old-space-size={}",
                (limits.heap_bytes >> 20).max(1)
            ))
            .arg(format!("--max-semi-space-size={SEMI_SPACE_MB}"))
            .args(["--eval", HOST, "--"])
            .args(
                [
                    limits.output_bytes,
                    limits.heap_bytes + YOUNG_BYTES,
                    limits.buffer_bytes,
                ]
                .map(|limit| limit.to_string()),
            )
            .env_clear()
            .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(spawn)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(StartError::Died("node has no pipes".into()));
        };
        let mut sidecar = Self {
            child: Arc::new(Mutex::new(child)),
            stdin,
            stdout: BufReader::with_capacity(64 << 10, stdout),
            limits: limits.clone(),
            cpu_time: Duration::ZERO,
            spent: false,
        };
        sidecar.load(bundle).map_err(|error| match error {
            RenderError::Threw { message, stack } if stack.is_empty() => StartError::Bundle(message),
            RenderError::Threw { stack, .. } => StartError::Bundle(stack),
            RenderError::Contract(reason) => StartError::Bundle(reason),
            error => StartError::Died(error.to_string()),
        })?;
        Ok(sidecar)
    }

    fn load(&mut self, bundle: &str) -> Result<(), RenderError> {
        let sent = [
            bundle,
            realm::GUARD,
            realm::TIMERS,
            realm::MICROTASKS,
            realm::SEAL,
            "",
        ]
        .iter()
        .try_for_each(|text| self.send(text));
        sent.and_then(|()| self.receive()).map_err(crashed)?.map(drop)
    }

    fn send(&mut self, text: &str) -> io::Result<()> {
        let length = u32::try_from(text.len()).map_err(io::Error::other)?;
        self.stdin.write_all(&length.to_be_bytes())?;
        self.stdin.write_all(text.as_bytes())
    }

    fn read<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.stdout.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads one answer: the page, or why there is none.
    fn receive(&mut self) -> io::Result<Result<String, RenderError>> {
        let [kind] = self.read()?;
        self.cpu_time = Duration::from_micros(u32::from_be_bytes(self.read()?).into());
        let length = usize::try_from(u32::from_be_bytes(self.read()?)).map_err(io::Error::other)?;
        if length > self.limits.output_bytes.saturating_mul(LONGEST_ANSWER_FACTOR) {
            return Err(io::Error::other("the answer is out of step"));
        }
        let mut body = vec![0; length];
        self.stdout.read_exact(&mut body)?;
        let text = String::from_utf8(body).map_err(io::Error::other)?;
        Ok(match kind {
            ANSWER => Ok(text),
            THREW => {
                let (message, stack) = text.split_once('\0').unwrap_or((&text, ""));
                Err(RenderError::Threw {
                    message: message.to_owned(),
                    stack: stack.to_owned(),
                })
            }
            CONTRACT => Err(RenderError::Contract(text)),
            TOO_LONG => Err(RenderError::TooLong {
                limit_bytes: self.limits.output_bytes,
            }),
            HEAP => Err(RenderError::Memory {
                limit_bytes: self.limits.heap_bytes,
            }),
            BUFFERS => Err(RenderError::Memory {
                limit_bytes: self.limits.buffer_bytes,
            }),
            _ => return Err(io::Error::other("the answer is of an unknown kind")),
        })
    }
}

impl Worker for Sidecar {
    fn render(&mut self, input: &str) -> Result<String, RenderError> {
        let result = self
            .send(input)
            .and_then(|()| self.receive())
            .unwrap_or_else(|error| {
                self.spent = true;
                Err(crashed(error))
            });
        // Only a child's end returns its buffers' memory at once.
        self.spent |= matches!(result, Err(RenderError::Memory { .. }));
        result
    }

    fn cpu_time(&self) -> Duration {
        self.cpu_time
    }

    fn kill_switch(&self) -> Box<dyn Fn() + Send> {
        let child = Arc::clone(&self.child);
        Box::new(move || kill(&child))
    }

    fn is_spent(&self) -> bool {
        self.spent
    }
}

impl Drop for Sidecar {
    fn drop(&mut self) {
        kill(&self.child);
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        // Reaps it; a child that cannot be waited for has already ended.
        let _ = child.wait();
    }
}

fn kill(child: &Mutex<Child>) {
    // Fails only if the child has already ended.
    let _ = child.lock().unwrap_or_else(PoisonError::into_inner).kill();
}

fn crashed(error: io::Error) -> RenderError {
    RenderError::Crashed(match error.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::BrokenPipe => "the node process ended".into(),
        _ => error.to_string(),
    })
}
