//! Renderers over the fixture bundle, and shorthands to call them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use serde_json::{Value, json};
use ssr::{Config, NodeSidecar, RenderError, Rendered, Renderer};
use tokio::sync::{Mutex, MutexGuard};

/// Lets one test run at a time in a process: isolates of different origins cannot be alive at the same time,
/// and some tests measure the whole process. (`cargo nextest` gives every test a process anyway.) Hold it
/// until the renderers are dropped.
static ALONE: Mutex<()> = Mutex::const_new(());

pub(crate) async fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().await
}

pub(crate) fn alone_blocking() -> MutexGuard<'static, ()> {
    ALONE.blocking_lock()
}

pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

pub(crate) fn config(workers: usize) -> Config {
    Config {
        workers,
        ..Config::new(fixture("pages.js"))
    }
}

#[cfg(feature = "v8")]
pub(crate) fn embedded(config: Config) -> Arc<dyn Renderer> {
    Arc::new(ssr::EmbeddedV8::start(config, None).expect("the embedded renderer starts"))
}

pub(crate) fn sidecar(config: Config) -> Arc<dyn Renderer> {
    Arc::new(NodeSidecar::start(config, "node").expect("the sidecar starts; it needs node 20.18 or newer"))
}

/// Every renderer of this build, with its name.
pub(crate) fn renderers(config: &Config) -> Vec<(&'static str, Arc<dyn Renderer>)> {
    vec![
        #[cfg(feature = "v8")]
        ("embedded", embedded(config.clone())),
        ("sidecar", sidecar(config.clone())),
    ]
}

/// The input that asks the fixture bundle for `page`.
pub(crate) fn input(page: &str, mut rest: Value) -> Bytes {
    rest["path"] = json!(page);
    rest.to_string().into()
}

pub(crate) async fn render(
    renderer: &Arc<dyn Renderer>,
    page: &str,
    rest: Value,
) -> Result<Rendered, RenderError> {
    renderer.render(input(page, rest)).await
}

/// The markup of a page that must render.
pub(crate) async fn markup(renderer: &Arc<dyn Renderer>, page: &str, rest: Value) -> String {
    let page = render(renderer, page, rest).await.expect("the page renders");
    String::from_utf8(page.markup.to_vec()).expect("markup is UTF-8")
}

/// Waits until `done`, at most ten seconds.
pub(crate) async fn until(done: impl Fn() -> bool) {
    for _ in 0..1_000 {
        if done() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("waited ten seconds in vain");
}
