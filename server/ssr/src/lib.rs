//! The render host: turns one JSON text into one page by calling a JavaScript bundle.
//!
//! The crate knows nothing of the product. A **bundle** is one classic script that, when evaluated, sets
//! `globalThis.dramatisRender = (input: string) => string`: a pure, synchronous function whose result is one
//! line of JSON (the header, opaque to this crate), a newline, and markup.
//!
//! Two renderers keep the same promises behind one trait, [`Renderer`]:
//!
//! - `EmbeddedV8` (cargo feature `v8`, the default): isolates in this process, one per thread, started from a
//!   snapshot;
//! - [`NodeSidecar`]: `node` children that run the same bundle, for builds without V8's library.
//!
//! Both return the same bytes for the same input. Both bound every render ([`Limits`]): its time, its memory,
//! the length of its answer and of the queue before it. A caller has its page or its [`RenderError`] within
//! [`Limits::answer_time`], regardless of what the bundle does, and no render can take the process down.
//!
//! # The realm
//!
//! A bundle sees the same globals in both renderers: the ECMAScript library with `Intl`, `queueMicrotask`, a
//! `console` that goes nowhere, and
//!
//! - `URL` and `URLSearchParams`, complete (in V8 on the Rust `url` crate; in Node its own);
//! - `setTimeout`, `setInterval` and their `clear…`, which answer a handle and never fire: nothing a
//!   synchronous render schedules could still count.
//!
//! That is what React's string renderer, React Router's data mode and TanStack Query ask for. There is no
//! network, no file, no environment, no `TextEncoder`, no `WebAssembly`, `SharedArrayBuffer` or `Atomics`,
//! and array buffers do not grow. Microtasks run at the end of the render that queued them and count as part
//! of it.
//!
//! After the bundle has been evaluated the realm is **closed**: nothing can be added to the global object or
//! to the built-in constructors and prototypes. Code that tries throws (or is ignored, in sloppy mode), so
//! `__proto__` in data pollutes nothing and no render leaves a global for the next. What a bundle keeps in
//! its own module variables is its own affair: it must keep nothing of a viewer there.
//!
//! # What the limits cover, and what they do not
//!
//! Endless loops, deep recursion, runaway regular expressions, floods of microtasks, heaps and buffers
//! without end and pages of any length end in an error, and the worker is replaced when it must be. Some
//! things no limit in the same process can hold, which is one reason to render trusted bundles only:
//!
//! - a built-in function that works long without looking up (filling a sparse array of 100 million elements)
//!   is killed only when it returns. Its caller has its error in time, and other workers go on;
//! - one large object, up to 1 GB, is granted beyond the heap limit until V8 next collects; the render fails
//!   then;
//! - V8 ends the process when a script makes an array of more than 134 million elements out of a string in
//!   one step.
//!
//! In the sidecar all three stay within one child.
//!
//! # Example
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use ssr::{Config, NodeSidecar, Renderer};
//!
//! let renderer = NodeSidecar::start(Config::new("bundles/server/entry-server.js"), "node")?;
//! let page = renderer.render(r#"{"path":"/"}"#.into()).await?;
//! println!("{} bytes in {:?}", page.markup.len(), page.timing.render);
//! # Ok(()) }
//! ```

mod config;
mod error;
mod output;
mod pool;
mod realm;
mod renderer;
mod watchdog;

#[cfg(feature = "v8")]
mod embedded;
mod node;

pub use config::{Config, Limits};
#[cfg(feature = "v8")]
pub use embedded::{EmbeddedV8, LoopTime, SnapshotInfo, init_platform, write_snapshot};
pub use error::{RenderError, StartError};
pub use node::NodeSidecar;
pub use renderer::{RenderFuture, Rendered, Renderer, Stats, Timing};
