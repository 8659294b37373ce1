//! What tests stand on: a throw-away database of either engine, the real router, a clock that stands still,
//! builders.
//!
//! [`both_engines!`] turns one test into two. PostgreSQL tests need `DRAMATIS_TEST_POSTGRES`, the address of
//! a cluster in which databases may be created; `make test` starts one. Without it they print that they were
//! left out, and in CI they fail.

mod browser;
mod builders;
mod logs;
mod model_double;
mod people;
mod storage;
mod uploads;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use kernel::paging::CursorKey;
use kernel::{Random, Shekels, TestClock, Timestamp};
use serde_json::Value;
use tower::ServiceExt;

pub use browser::{Browser, token_of};
pub use builders::NewScenario;
pub use logs::Logs;
pub use model_double::{Act, Call, DoubleSettings, ModelDouble};
pub use people::Actor;
pub use storage::Trouble;
pub use uploads::{picture, upload, upload_portrait};

use crate::AppState;
use crate::blobs::Blobs;
use crate::db::{Db, query_on};
use crate::idempotency::Running;
use crate::identity::{HashCost, Identities, IdentitySettings, TokenKeys};
use crate::llm::Models;
use crate::mail::MailQueue;
use crate::memory::Summarizer;
use crate::news::News;
use crate::quotas::Ceilings;
use crate::safety::Reminders;
use crate::status::Vitals;
use crate::stories::LiveStories;
use crate::turns::{Timing, TurnSettings, Turns};
use crate::vectors::Vectors;
use crate::web::Invalidation;

/// The moment at which every test begins.
pub const TEST_NOW: Timestamp = Timestamp(1_795_000_000_000);
/// What a new record finds in its wallet.
pub const TEST_WELCOME: Shekels = Shekels(50);
/// The share of commits that fail as if the engine had reported 40001, unless
/// `DRAMATIS_INJECT_SERIALIZATION_FAILURES` says otherwise: whatever is tested here is tested under it
/// (reliability 1.1).
const FAULT_RATE: f64 = 0.2;
/// The public address of the site under test.
pub const TEST_ORIGIN: &str = "http://localhost:8080";
/// Whoever proves this address becomes an admin.
pub const TEST_ADMIN: &str = "director@example.org";
/// Largest answer a test reads, in bytes.
const MAX_BODY_BYTES: usize = 16 << 20;

/// A database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// A file in a temporary folder.
    Sqlite,
    /// A new database of the cluster at `DRAMATIS_TEST_POSTGRES`.
    Postgres,
}

impl Engine {
    /// The engine that `DRAMATIS_TEST_ENGINE` names ("postgres"), else SQLite: for suites that run once per
    /// engine.
    #[must_use]
    pub fn from_env() -> Self {
        match std::env::var("DRAMATIS_TEST_ENGINE").as_deref() {
            Ok("postgres") => Self::Postgres,
            _ => Self::Sqlite,
        }
    }
}

/// A fresh, migrated database; its files go when it is dropped.
pub struct TestDb {
    /// The database.
    pub db: Db,
    /// Its address, for opening it once more.
    pub url: String,
    _folder: Option<tempfile::TempDir>,
}

impl TestDb {
    /// A new database, or none where this engine cannot be had on this machine.
    ///
    /// # Panics
    /// When it can be had but does not work, and in CI when it cannot be had.
    pub async fn create(engine: Engine) -> Option<Self> {
        match engine {
            Engine::Sqlite => {
                let folder = tempfile::tempdir().expect("a temporary folder");
                let url = format!("sqlite://{}", folder.path().join("test.db").display());
                Some(Self {
                    db: with_faults(Db::open(&url).await.expect("a new SQLite database")),
                    url,
                    _folder: Some(folder),
                })
            }
            Engine::Postgres => {
                let Ok(cluster) = std::env::var("DRAMATIS_TEST_POSTGRES") else {
                    assert!(
                        std::env::var("CI").is_err(),
                        "CI must run the PostgreSQL tests: DRAMATIS_TEST_POSTGRES is not set"
                    );
                    eprintln!(
                        "left out: no PostgreSQL (run through `make test` on a machine with PostgreSQL's server binaries)"
                    );
                    return None;
                };
                let name = format!("t_{}", uuid_like());
                let admin = sqlx::PgPool::connect(&format!("{cluster}/postgres"))
                    .await
                    .expect("the test cluster");
                let create = sqlx::AssertSqlSafe(format!("create database {name}"));
                sqlx::query(create).execute(&admin).await.expect("a new database");
                admin.close().await;
                let url = format!("{cluster}/{name}");
                Some(Self {
                    db: with_faults(Db::open(&url).await.expect("a new PostgreSQL database")),
                    url,
                    _folder: None,
                })
            }
        }
    }
}

/// The database, with failing commits.
fn with_faults(db: Db) -> Db {
    let rate = std::env::var("DRAMATIS_INJECT_SERIALIZATION_FAILURES")
        .ok()
        .and_then(|rate| rate.parse().ok());
    db.inject_serialization_failures(rate.unwrap_or(FAULT_RATE));
    db
}

/// A name no other test uses, also in other processes.
fn uuid_like() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let nanos = std::time::UNIX_EPOCH
        .elapsed()
        .map_or(0, |elapsed| elapsed.as_nanos());
    format!(
        "{}_{nanos}_{}",
        std::process::id(),
        NEXT.fetch_add(1, Ordering::Relaxed)
    )
}

/// The real API over a fresh database.
pub struct TestApp {
    /// What its handlers use.
    pub state: AppState,
    /// Its clock, at [`TEST_NOW`] until moved.
    pub clock: TestClock,
    router: Router,
    _db: Arc<TestDb>,
}

fn identity_settings(cost: HashCost) -> IdentitySettings {
    IdentitySettings {
        secret: [3; 32],
        origin: TEST_ORIGIN.to_owned(),
        cost,
        admin_email: Some(TEST_ADMIN.to_owned()),
        admin_totp: false,
        providers: Vec::new(),
    }
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body; null where it is not JSON.
    pub json: Value,
}

impl TestApp {
    /// A new application, or none where this engine cannot be had.
    pub async fn create(engine: Engine) -> Option<Self> {
        // Hashes that cost nothing: what they cost in earnest is tested where they are computed.
        Self::create_with_cost(
            engine,
            HashCost {
                memory_kib: 64,
                passes: 1,
            },
        )
        .await
    }

    /// The same, with passwords hashed at this cost.
    pub async fn create_with_cost(engine: Engine, cost: HashCost) -> Option<Self> {
        let db = TestDb::create(engine).await?;
        let clock = TestClock::at(TEST_NOW);
        let state = AppState {
            db: db.db.clone(),
            clock: Arc::new(clock.clone()),
            cursor_key: CursorKey::new([1; 32]),
            random: Random::seeded(1),
            tokens: TokenKeys::new(&[2; 32], TEST_ORIGIN).expect("a seed is a key"),
            identities: Identities::new(identity_settings(cost)).expect("good settings"),
            mail_queue: MailQueue::default(),
            blobs: Blobs::memory(),
            changes: Invalidation::default(),
            news: News::default(),
            live: LiveStories::default(),
            owns_folder: crate::library::owns_folder,
            welcome_shekels: TEST_WELCOME,
            billing_notice: None,
            running: Running::default(),
            turns: Turns::new(TurnSettings::default(), Timing::default(), "test".to_owned()),
            vectors: Vectors::none(),
            models: crate::understudy::bare(),
            ceilings: Ceilings::default(),
            keeper: Summarizer::default(),
            reminders: Reminders::default(),
            vitals: Vitals::default(),
            version: "test",
        };
        Some(Self {
            router: crate::api_router(state.clone()),
            state,
            clock,
            _db: Arc::new(db),
        })
    }

    /// What this query counts with this id as its `$1`.
    ///
    /// # Panics
    /// When it cannot be asked.
    pub async fn count(&self, text: &'static str, id: &str) -> i64 {
        let mut conn = self.state.db.read().await.expect("a connection");
        query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(text)
            .bind(id)
            .fetch_one(x)
            .await)
        .expect("a count")
    }

    /// The folder of the SQLite file.
    #[must_use]
    pub fn folder(&self) -> Option<&std::path::Path> {
        self._db._folder.as_ref().map(tempfile::TempDir::path)
    }

    /// The same application with other parts, over the same database: another process of the site, or one
    /// with other settings.
    #[must_use]
    pub fn with_state(&self, change: impl FnOnce(&mut AppState)) -> Self {
        let mut state = self.state.clone();
        change(&mut state);
        Self {
            router: crate::api_router(state.clone()),
            state,
            clock: self.clock.clone(),
            _db: self._db.clone(),
        }
    }

    /// Another process of the site, with other parts, once it hears what the others do. On SQLite there is no
    /// other: it shares what this one hears.
    ///
    /// # Panics
    /// When it does not hear in time.
    pub async fn process(&self, change: impl FnOnce(&mut AppState)) -> Self {
        let is_alone = !self.state.db.is_postgres();
        let other = self.with_state(|state| {
            if !is_alone {
                (state.changes, state.live, state.news) =
                    (Invalidation::default(), LiveStories::default(), News::default());
            }
            change(state);
        });
        if !is_alone {
            let listens = Arc::new(tokio::sync::Notify::new());
            let begun = listens.clone();
            // It begins by forgetting what it may have missed.
            other.state.changes.listen(move |_| begun.notify_one());
            tokio::spawn(crate::news::follow(other.state.clone()));
            tokio::time::timeout(std::time::Duration::from_secs(20), listens.notified())
                .await
                .expect("a process that listens");
        }
        other
    }

    /// The same application with other settings of the identity provider, over the same database.
    ///
    /// # Panics
    /// When the settings are no good.
    #[must_use]
    pub fn with_identity(&self, change: impl FnOnce(&mut IdentitySettings)) -> Self {
        let mut settings = identity_settings(HashCost {
            memory_kib: 64,
            passes: 1,
        });
        change(&mut settings);
        let state = AppState {
            identities: Identities::new(settings).expect("good settings"),
            ..self.state.clone()
        };
        Self {
            router: crate::api_router(state.clone()),
            state,
            clock: self.clock.clone(),
            _db: self._db.clone(),
        }
    }

    /// The same application with other models, over the same database.
    #[must_use]
    pub fn with_models(&self, models: Models) -> Self {
        let state = AppState {
            models,
            ..self.state.clone()
        };
        Self {
            router: crate::api_router(state.clone()),
            state,
            clock: self.clock.clone(),
            _db: self._db.clone(),
        }
    }

    /// Answers a GET of a path with its query, below the API's base where it does not begin with `/api/`.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(
            Request::get(full(path))
                .body(Body::empty())
                .expect("a valid request"),
        )
        .await
    }

    /// Answers a POST of a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = Request::post(full(path)).header(header::CONTENT_TYPE, "application/json");
        self.send(
            request
                .body(Body::from(body.to_string()))
                .expect("a valid request"),
        )
        .await
    }

    /// Begins to answer any request; its body comes as it is read.
    pub async fn open(&self, request: Request<Body>) -> axum::response::Response {
        let Ok(response) = self.router.clone().oneshot(request).await;
        response
    }

    /// Answers any request.
    ///
    /// # Panics
    /// When the answer has a body too large to be one of ours.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        let Ok(response) = self.router.clone().oneshot(request).await;
        let (parts, body) = response.into_parts();
        // A stream of events has no end to wait for.
        if parts
            .headers
            .get(header::CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
        {
            return Answer {
                status: parts.status,
                headers: parts.headers,
                json: Value::Null,
            };
        }
        let bytes = axum::body::to_bytes(body, MAX_BODY_BYTES)
            .await
            .expect("a body of sane size");
        Answer {
            status: parts.status,
            headers: parts.headers,
            json: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        }
    }
}

fn full(path: &str) -> String {
    if path.starts_with("/api/") {
        path.to_owned()
    } else {
        format!("{}{path}", crate::API_BASE)
    }
}

impl Answer {
    /// The body of a success.
    ///
    /// # Panics
    /// When it was none.
    pub fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.json);
        self.json
    }

    /// Checks that this is a problem document with this status and code.
    ///
    /// # Panics
    /// When it is not.
    pub fn assert_problem(&self, status: u16, code: &str) {
        assert_eq!(self.status.as_u16(), status, "{}", self.json);
        assert_eq!(
            self.headers
                .get(header::CONTENT_TYPE)
                .map(|value| value.as_bytes()),
            Some(&b"application/problem+json; charset=utf-8"[..])
        );
        assert_eq!(self.json["status"], status);
        assert_eq!(self.json["code"], code);
        assert_eq!(self.json["message"], self.json["detail"]);
        assert_eq!(self.json["authErrorType"], Value::Null);
    }

    /// Checks that this refuses the caller's authority with this `authErrorType`.
    ///
    /// # Panics
    /// When it does not.
    pub fn assert_unauthenticated(&self, fault: &str) {
        assert_eq!(self.status, StatusCode::UNAUTHORIZED, "{}", self.json);
        assert_eq!(
            self.headers
                .get(header::WWW_AUTHENTICATE)
                .map(|value| value.as_bytes()),
            Some(&b"Bearer"[..])
        );
        assert_eq!(self.json["authErrorType"], fault, "{}", self.json);
    }

    /// The given field of each of the `results`.
    ///
    /// # Panics
    /// When the answer is no list.
    #[must_use]
    pub fn each(&self, field: &str) -> Vec<String> {
        let rows = self.json["results"]
            .as_array()
            .unwrap_or_else(|| panic!("no list: {}", self.json));
        rows.iter()
            .map(|row| row[field].as_str().unwrap_or_default().to_owned())
            .collect()
    }
}

/// The sentence model as it lies in the repository.
#[must_use]
pub fn sentence_model() -> Vectors {
    Vectors::of(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/sentences"))
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

/// One test, run on each engine over a fresh [`TestApp`]:
/// `both_engines!(name, async |app| { … });`
#[macro_export]
macro_rules! both_engines {
    ($name:ident, async |$app:ident| $body:block) => {
        mod $name {
            #[allow(unused_imports, clippy::allow_attributes, reason = "a body need not use its surroundings")]
            use super::*;

            async fn body($app: &$crate::testing::TestApp) $body

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
                    if let Some(app) = $crate::testing::TestApp::create(engine).await {
                        body(&app).await;
                    }
                });
            }
        }
    };
}
