//! What tests stand on: a throw-away database of either engine, the real router, a clock that stands still,
//! builders.
//!
//! [`both_engines!`] turns one test into two. PostgreSQL tests need `DRAMATIS_TEST_POSTGRES`, the address of
//! a cluster in which databases may be created; `make test` starts one. Without it they print that they were
//! left out, and in CI they fail.

mod database;
mod logs;
mod model_double;
mod site;
mod storage;
mod verdicts;
#[cfg(target_os = "linux")]
mod watched;

use std::sync::Arc;

use kernel::paging::CursorKey;
use kernel::{Random, TestClock, Timestamp};

pub use database::{Engine, TestDb, folder_in_memory};
pub use logs::Logs;
pub use model_double::{Act, Call, DoubleSettings, ModelDouble};
#[cfg(test)]
pub(crate) use site::Site as TestApp;
pub use site::{Answer, Site};
pub use storage::StorageFault;
pub use verdicts::judge_as;
#[cfg(target_os = "linux")]
pub use watched::{Watched, run_on_one_thread};

use crate::AppState;
use crate::blobs::Blobs;
use crate::idempotency::Running;
use crate::image_judge::ImageJudge;
use crate::llm::Models;
use crate::mail::MailQueue;
use crate::news::News;
use crate::vectors::Vectors;
use crate::vitals::Vitals;
use crate::web::Invalidation;

/// The moment at which every test begins.
pub const TEST_NOW: Timestamp = Timestamp(1_795_000_000_000);

/// What stands below everything, over this database and this clock.
#[must_use]
pub fn state(db: &TestDb, clock: &TestClock) -> AppState {
    AppState {
        db: db.db.clone(),
        clock: Arc::new(clock.clone()),
        cursor_key: CursorKey::new([1; 32]),
        random: Random::seeded(1),
        mail_queue: MailQueue::default(),
        blobs: Blobs::memory(),
        changes: Invalidation::default(),
        news: News::default(),
        running: Running::default(),
        vectors: Vectors::none(),
        image_judge: ImageJudge::none(),
        models: Models::scripted(Vec::new()),
        vitals: Vitals::default(),
    }
}

/// The sentence model as it lies in the repository.
#[must_use]
pub fn sentence_model() -> Vectors {
    Vectors::of(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/sentences"))
}

/// The judge of images with the model as it lies in the repository.
#[must_use]
pub fn image_judge() -> ImageJudge {
    ImageJudge::of(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/explicit"))
}

/// The highest memory use of this process since it was last reset, in bytes.
#[cfg(target_os = "linux")]
fn peak_memory(forget: bool) -> usize {
    if forget {
        std::fs::write("/proc/self/clear_refs", "5").expect("a kernel that forgets");
    }
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .expect("a peak");
    peak.trim()
        .trim_end_matches(" kB")
        .parse::<usize>()
        .expect("a number")
        * 1024
}

/// Downloads the answer of this path of the API with this access token, in pieces of at most 64 KiB; returns
/// by how many bytes the process has grown meanwhile.
///
/// # Panics
/// When it cannot be had whole, or comes in larger pieces.
#[cfg(target_os = "linux")]
pub async fn growth_by_download(router: axum::Router, path: &str, token: &str) -> usize {
    use futures::StreamExt;
    use tower::ServiceExt;

    let before = peak_memory(true);
    let request = axum::http::Request::get(format!("/api/v1/{path}"))
        .header(axum::http::header::AUTHORIZATION, format!("Bearer {token}"))
        .body(axum::body::Body::empty())
        .expect("a request");
    let Ok(response) = router.oneshot(request).await;
    assert_eq!(response.status(), 200);
    let length: usize = response.headers()[axum::http::header::CONTENT_LENGTH]
        .to_str()
        .expect("a header")
        .parse()
        .expect("a number");
    let (mut pieces, mut read) = (response.into_body().into_data_stream(), 0);
    while let Some(piece) = pieces.next().await {
        let piece = piece.expect("a file that can be read");
        assert!(piece.len() <= 64 << 10, "{} bytes at once", piece.len());
        read += piece.len();
    }
    assert_eq!(read, length);
    let grown = peak_memory(false).saturating_sub(before);
    eprintln!("{path}: {read} bytes, {grown} more of memory");
    grown
}

/// Runs an async test on its own runtime.
///
/// # Panics
/// When no runtime can be made.
pub fn run_test<F: std::future::Future>(test: F) -> F::Output {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(test)
}

/// One test, run on each engine over a fresh `TestApp` of the crate it stands in:
/// `both_engines!(name, async |app| { … });`
#[expect(
    clippy::crate_in_macro_def,
    reason = "the test stands over the `TestApp` of the crate that calls this"
)]
#[macro_export]
macro_rules! both_engines {
    ($name:ident, async |$app:ident| $body:block) => {
        mod $name {
            #[allow(unused_imports, clippy::allow_attributes, reason = "a body need not use its surroundings")]
            use super::*;

            async fn body($app: &crate::testing::TestApp) $body

            #[test]
            fn sqlite() {
                on($crate::testing::Engine::Sqlite);
            }

            #[test]
            fn postgres() {
                on($crate::testing::Engine::Postgres);
            }

            fn on(engine: $crate::testing::Engine) {
                $crate::testing::run_test(async {
                    if let Some(app) = crate::testing::TestApp::create(engine).await {
                        body(&app).await;
                    }
                });
            }
        }
    };
}

/// A floor's `TestApp`: that of the floor below, with this floor's state and calls. The crate has `router(AppState)`,
/// and its `testing` a function `state(&TestDb, &TestClock)`.
#[expect(
    clippy::crate_in_macro_def,
    reason = "it makes the `TestApp` of the crate that calls this"
)]
#[macro_export]
macro_rules! test_app {
    ($below:ty, |$state:ident| $lower:expr) => {
        /// This floor and those below, over a fresh database.
        pub struct TestApp {
            /// What its handlers use.
            pub state: crate::AppState,
            below: $below,
        }

        impl std::ops::Deref for TestApp {
            type Target = $below;
            fn deref(&self) -> &$below {
                &self.below
            }
        }

        impl TestApp {
            /// A new application, or none where this engine cannot be had.
            pub async fn create(engine: $crate::testing::Engine) -> Option<Self> {
                let db = $crate::testing::TestDb::create(engine).await?;
                let clock = kernel::TestClock::at($crate::testing::TEST_NOW);
                let state = state(&db, &clock);
                let router = crate::router(state.clone());
                Some(Self::over(std::sync::Arc::new(db), clock, state, router))
            }

            /// One of these parts; calls are answered by this router.
            #[must_use]
            pub fn over(
                db: std::sync::Arc<$crate::testing::TestDb>,
                clock: kernel::TestClock,
                $state: crate::AppState,
                router: axum::Router,
            ) -> Self {
                Self {
                    below: <$below>::over(db, clock, $lower, router),
                    state: $state,
                }
            }

            /// The same application with other parts, over the same database: another process of the site, or one
            /// with other settings.
            #[must_use]
            pub fn with_state(&self, change: impl FnOnce(&mut crate::AppState)) -> Self {
                let mut state = self.state.clone();
                change(&mut state);
                let (db, clock) = self.parts();
                let router = crate::router(state.clone());
                Self::over(db, clock, state, router)
            }
        }
    };
}
