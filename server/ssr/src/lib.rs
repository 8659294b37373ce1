//! The render host: turns one JSON text into one page by calling a JavaScript bundle.
//!
//! The crate knows nothing of the product. A **bundle** is one classic script that, when evaluated, sets
//! `globalThis.dramatisRender = (input: string) => string`: a pure, synchronous function whose result is one line of
//! JSON (the header, opaque to this crate), a newline, and markup.
//!
//! Two renderers keep the same promises behind one trait, [`Renderer`]:
//!
//! - `EmbeddedV8` (cargo feature `v8`, the default): isolates in this process, one per thread, started from a snapshot;
//! - [`NodeSidecar`]: `node` children that run the same bundle, for builds without V8's library.
//!
//! Both answer the same bytes for the same input. Both bound every render ([`Limits`]): its time, its memory, the
//! length of its answer and of the queue before it. A caller has its page or its [`RenderError`] within
//! [`Limits::answer_time`], whatever the bundle does, and no render can take the process down.
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
