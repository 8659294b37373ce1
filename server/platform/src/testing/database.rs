//! A fresh database of either engine.

use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::db::{Db, schema_name};

/// The share of commits that fail as if the engine had reported 40001, unless
/// `DRAMATIS_INJECT_SERIALIZATION_FAILURES` says otherwise: whatever is tested here is tested under it
/// (reliability 1.1).
const FAULT_RATE: f64 = 0.2;
/// Where Linux keeps files in memory.
const MEMORY: &str = "/dev/shm";
/// The least of it that must be free.
#[cfg(target_os = "linux")]
const ENOUGH_BYTES: u64 = 1 << 30;

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
    pub(super) folder: Option<tempfile::TempDir>,
}

impl TestDb {
    /// A new database, or none where this engine cannot be had on this machine.
    ///
    /// # Panics
    /// When it can be had but does not work, and in CI when it cannot be had.
    pub async fn create(engine: Engine) -> Option<Self> {
        match engine {
            Engine::Sqlite => {
                let folder = folder_in_memory();
                let url = format!("sqlite://{}", folder.path().join("test.db").display());
                Some(Self {
                    db: with_faults(Db::open(&url).await.expect("a new SQLite database")),
                    url,
                    folder: Some(folder),
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
                create_migrated(&cluster, &name).await;
                let url = format!("{cluster}/{name}");
                Some(Self {
                    db: with_faults(Db::open(&url).await.expect("a new PostgreSQL database")),
                    url,
                    folder: None,
                })
            }
        }
    }
}

/// A folder in memory where there is enough of it, else on a disk: what a disk has to do with is tested over
/// folders of its own, and nothing else need wait for one.
#[must_use]
pub fn folder_in_memory() -> tempfile::TempDir {
    let found = has_memory_to_spare()
        .then(|| tempfile::tempdir_in(MEMORY).ok())
        .flatten();
    found.unwrap_or_else(|| tempfile::tempdir().expect("a temporary folder"))
}

#[cfg(target_os = "linux")]
fn has_memory_to_spare() -> bool {
    rustix::fs::statvfs(MEMORY).is_ok_and(|memory| memory.f_bavail * memory.f_frsize >= ENOUGH_BYTES)
}

#[cfg(not(target_os = "linux"))]
fn has_memory_to_spare() -> bool {
    false
}

/// Creates a database with this name and the whole schema: a copy of one that the first test of a cluster makes.
async fn create_migrated(cluster: &str, name: &str) {
    let mut admin = PgConnection::connect(&format!("{cluster}/postgres"))
        .await
        .expect("the test cluster");
    let template = format!("template_{}", schema_name());
    // A lock of the session: it ends with the connection, whatever happens meanwhile.
    run(&mut admin, "select pg_advisory_lock(4217)".to_owned()).await;
    let is_there: bool = sqlx::query_scalar("select exists (select 1 from pg_database where datname = $1)")
        .bind(&template)
        .fetch_one(&mut admin)
        .await
        .expect("a list of databases");
    if !is_there {
        let unfinished = format!("unfinished_{}", uuid_like());
        run(&mut admin, format!("create database {unfinished}")).await;
        let db = Db::open(&format!("{cluster}/{unfinished}"))
            .await
            .expect("a new PostgreSQL database");
        db.close().await;
        run(
            &mut admin,
            format!("alter database {unfinished} rename to {template}"),
        )
        .await;
    }
    run(&mut admin, "select pg_advisory_unlock(4217)".to_owned()).await;
    run(&mut admin, format!("create database {name} template {template}")).await;
    admin.close().await.expect("an end of the connection");
}

async fn run(admin: &mut PgConnection, sql: String) {
    sqlx::raw_sql(AssertSqlSafe(sql.clone()))
        .execute(admin)
        .await
        .unwrap_or_else(|error| panic!("{sql}: {error}"));
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
