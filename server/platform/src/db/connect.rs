//! Opening the database: pools, engine settings (reliability settings for SQLite and PostgreSQL), version
//! check.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use futures::future::try_join_all;
use kernel::Random;
use sqlx::Connection;
use sqlx::pool::PoolOptions;
use sqlx::postgres::{PgConnectOptions, PgListener};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{PgPool, Postgres, Sqlite, SqlitePool};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::contention::RetryJitter;
use super::group::Group;
use super::private::{create_private, restrict_to_owner};

use super::{Conn, Inner, Tx};
use crate::blocking::use_idle_priority;

/// The oldest SQLite that is safe to write to with several connections: 3.7.0 to 3.51.2 can corrupt a WAL
/// database when two connections checkpoint at once (SQLite 3.51.3 release notes).
pub const MIN_SQLITE_VERSION: (u32, u32, u32) = (3, 51, 3);

/// How long a statement waits for SQLite's write lock before it fails, in milliseconds.
pub(super) const BUSY_TIMEOUT_MS: u64 = 5_000;
/// Read connections to one SQLite file. Reads are short; more connections would only queue for the same two
/// cores.
const SQLITE_READERS: u32 = 8;
/// Connections of one process to PostgreSQL.
const PG_CONNECTIONS: u32 = 16;
/// Fewest separate read connections to SQLite for work that can wait; otherwise one for each core, so that
/// there are no more than can read at the same time.
const MIN_BACKGROUND_READERS: u32 = 2;
/// Page cache of each SQLite connection, in KiB (SQLite wants it negative).
const SQLITE_CACHE_KIB: &str = "-16000";

/// The database of this installation.
#[derive(Clone)]
pub enum Db {
    /// One SQLite file.
    Lite {
        /// Read-only connections.
        readers: SqlitePool,
        /// Read-only connections for work that can wait.
        background: SqlitePool,
        /// The one connection that writes.
        writer: SqlitePool,
        /// The operations that share its commits.
        group: Group,
    },
    /// A PostgreSQL server.
    Pg {
        /// Connections to it.
        pool: PgPool,
        /// Connections for work that can wait.
        background: PgPool,
        /// The operations that move money and share commits.
        group: Group,
    },
}

/// Why the database cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The address is neither `sqlite://…` nor `postgres://…`.
    #[error("DATABASE_URL must begin with sqlite:// or postgres://")]
    UnknownEngine,
    /// The linked SQLite has a known corruption bug.
    #[error("SQLite {0} is older than 3.51.3 and may corrupt the database; rebuild with a newer one")]
    UnsafeSqlite(String),
    /// Another error of the engine.
    #[error("database: {0}")]
    Engine(#[from] sqlx::Error),
    /// A migration failed, or the database is newer than this program.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

impl Db {
    /// Opens the database at `url` and brings its schema up to date. A missing SQLite file is created.
    ///
    /// # Errors
    /// [`DbError`]; nothing was changed if the address is bad, the engine unsafe, or the database newer than
    /// we are.
    pub async fn open(url: &str) -> Result<Self, DbError> {
        let db = if url.starts_with("sqlite:") {
            Self::open_sqlite(url).await?
        } else if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            Self::open_postgres(url).await?
        } else {
            return Err(DbError::UnknownEngine);
        };
        super::migrate::run(&db).await?;
        Ok(db)
    }

    async fn open_sqlite(url: &str) -> Result<Self, DbError> {
        let options = SqliteConnectOptions::from_str(url)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_millis(BUSY_TIMEOUT_MS))
            // Deleted content is overwritten, so that deleted accounts are gone from the file as well (reliability O-9).
            .pragma("secure_delete", "on")
            .pragma("temp_store", "memory")
            .pragma("cache_size", SQLITE_CACHE_KIB)
            .optimize_on_close(true, 400);
        keep_files_private(options.get_filename());
        let writer = PoolOptions::<Sqlite>::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            // SQLite rolls a transaction back by itself when the disk is full. sqlx's own rollback then
            // fails, and from then on sqlx believes that the connection is in a transaction and begins no
            // other. Such a connection is closed and opened again.
            .before_acquire(|conn, _| {
                let is_sound = !conn.is_in_transaction();
                Box::pin(async move { Ok(is_sound) })
            })
            .connect_with(options.clone())
            .await?;
        let version: String = sqlx::query_scalar("select sqlite_version()")
            .fetch_one(&writer)
            .await?;
        if !is_safe_sqlite(&version) {
            return Err(DbError::UnsafeSqlite(version));
        }
        let options = options.read_only(true).create_if_missing(false);
        let reading = |most: u32| {
            PoolOptions::<Sqlite>::new()
                .max_connections(most)
                .idle_timeout(None)
                .max_lifetime(None)
        };
        let readers = reading(SQLITE_READERS).connect_lazy_with(options.clone());
        let background = reading(background_readers()).connect_lazy_with(options);
        let group = Group::of_sqlite(writer.clone(), jitter());
        Ok(Self::Lite {
            readers,
            background,
            writer,
            group,
        })
    }

    async fn open_postgres(url: &str) -> Result<Self, DbError> {
        let options = PgConnectOptions::from_str(url)?.options([
            ("statement_timeout", "5s"),
            ("lock_timeout", "2s"),
            ("idle_in_transaction_session_timeout", "10s"),
        ]);
        let pool = PoolOptions::<Postgres>::new()
            .max_connections(PG_CONNECTIONS)
            .connect_with(options.clone())
            .await?;
        let background = PoolOptions::<Postgres>::new()
            .max_connections(background_connections())
            .connect_lazy_with(options);
        let group = Group::of_postgres(pool.clone(), jitter());
        Ok(Self::Pg {
            pool,
            background,
            group,
        })
    }

    /// A connection for reading.
    ///
    /// # Errors
    /// When none is free in time or the database cannot be reached.
    pub async fn read(&self) -> sqlx::Result<Conn> {
        Ok(Conn(match self {
            Self::Lite { readers, .. } => Inner::LitePool(readers.acquire().await?),
            Self::Pg { pool, .. } => Inner::PgPool(pool.acquire().await?),
        }))
    }

    /// The same database over separate connections, for work that can wait, so that a running story never
    /// waits for a connection that a page uses.
    #[must_use]
    pub fn for_background(&self) -> Self {
        match self {
            Self::Lite {
                background,
                writer,
                group,
                ..
            } => Self::Lite {
                readers: background.clone(),
                background: background.clone(),
                writer: writer.clone(),
                group: group.clone(),
            },
            Self::Pg {
                background, group, ..
            } => Self::Pg {
                pool: background.clone(),
                background: background.clone(),
                group: group.clone(),
            },
        }
    }

    /// Opens all of SQLite's read connections. Each has its own thread, which gets the priority of the thread
    /// that first asked for it.
    ///
    /// # Errors
    /// If one cannot be opened, or the system cannot start a thread.
    pub async fn open_readers(&self) -> sqlx::Result<()> {
        let Self::Lite {
            readers, background, ..
        } = self
        else {
            return Ok(());
        };
        open_all(readers.clone(), SQLITE_READERS).await?;
        let (background, runtime) = (background.clone(), Handle::current());
        let (sender, opened) = oneshot::channel();
        thread::Builder::new()
            .name("aside-readers".to_owned())
            .spawn(move || {
                use_idle_priority();
                let _ = sender.send(runtime.block_on(open_all(background, background_readers())));
            })?;
        opened.await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }

    /// A transaction that may write. On SQLite it takes the write lock at once, because a transaction that
    /// first reads and then wants to write cannot wait for the lock (`SQLITE_BUSY_SNAPSHOT`).
    ///
    /// # Errors
    /// When no connection is free in time or the database cannot be reached.
    pub async fn begin(&self) -> sqlx::Result<Tx> {
        Ok(Tx(Conn(match self {
            Self::Lite { writer, .. } => Inner::LiteTx(writer.begin_with("BEGIN IMMEDIATE").await?),
            Self::Pg { pool, .. } => Inner::PgTx(pool.begin().await?),
        })))
    }

    /// A transaction that only reads, and sees one moment of the database however long it takes.
    ///
    /// # Errors
    /// When no connection is free in time or the database cannot be reached.
    pub async fn snapshot(&self) -> sqlx::Result<Tx> {
        Ok(Tx(Conn(match self {
            Self::Lite { readers, .. } => Inner::LiteTx(readers.begin().await?),
            Self::Pg { pool, .. } => {
                let mut tx = pool
                    .begin_with("begin isolation level repeatable read read only")
                    .await?;
                sqlx::query("set local statement_timeout = 0")
                    .execute(&mut *tx)
                    .await?;
                Inner::PgTx(tx)
            }
        })))
    }

    pub(super) fn group(&self) -> &Group {
        match self {
            Self::Lite { group, .. } | Self::Pg { group, .. } => group,
        }
    }

    /// A connection that receives notifications to all processes; none on SQLite.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub async fn listener(&self) -> sqlx::Result<Option<PgListener>> {
        let Self::Pg { pool, .. } = self else {
            return Ok(None);
        };
        // A separate connection for as long as the process lives, so that no request waits for it.
        let own = PoolOptions::<Postgres>::new()
            .max_connections(1)
            .max_lifetime(None)
            .idle_timeout(None)
            .connect_with((*pool.connect_options()).clone())
            .await?;
        let mut listener = PgListener::connect_with(&own).await?;
        listener.eager_reconnect(false);
        Ok(Some(listener))
    }

    /// Notifies all processes of the site, including this one; false on SQLite, which has one process.
    ///
    /// # Errors
    /// When no connection is free in time or the database cannot be reached.
    pub async fn notify(&self, word: &str) -> sqlx::Result<bool> {
        let Self::Pg { pool, .. } = self else {
            return Ok(false);
        };
        sqlx::query("select pg_notify('dramatis_news', $1)")
            .bind(word)
            .execute(pool)
            .await?;
        Ok(true)
    }

    /// Whether this is PostgreSQL.
    #[must_use]
    pub fn is_postgres(&self) -> bool {
        matches!(self, Self::Pg { .. })
    }

    /// Closes all connections, letting SQLite clean up.
    pub async fn close(&self) {
        match self {
            Self::Lite {
                readers,
                background,
                writer,
                ..
            } => {
                readers.close().await;
                background.close().await;
                writer.close().await;
            }
            Self::Pg { pool, background, .. } => {
                pool.close().await;
                background.close().await;
            }
        }
    }
}

fn cores() -> u32 {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    u32::try_from(cores).unwrap_or(u32::MAX)
}

fn background_readers() -> u32 {
    cores().max(MIN_BACKGROUND_READERS)
}

/// PostgreSQL's processes run at normal priority. If they share this machine's cores, half of the cores stay
/// free of work that can wait.
fn background_connections() -> u32 {
    cores().div_ceil(2)
}

async fn open_all(pool: SqlitePool, count: u32) -> sqlx::Result<()> {
    try_join_all((0..count).map(|_| pool.acquire())).await.map(drop)
}

/// The suffixes of SQLite's log and index files. SQLite creates them with the mode of the database file.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// Restricts the database file and the files beside it to the user of this process, regardless of the rights
/// they were created with. A file that belongs to another user is left unchanged.
fn keep_files_private(file: &Path) {
    let is_file = file.as_os_str() != ":memory:" && !file.as_os_str().is_empty();
    let beside = BESIDE.iter().map(|ending| {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    });
    let kept = beside
        .map(|path| restrict_to_owner(&path))
        .chain(is_file.then(|| create_private(file)));
    for error in kept.filter_map(Result::err) {
        tracing::warn!(%error, file = %file.display(), "the database's files may be readable by others");
    }
}

/// The length of a pause changes no result, so it need not be repeatable.
fn jitter() -> Arc<RetryJitter> {
    Arc::new(RetryJitter::new(Random::system()))
}

fn is_safe_sqlite(version: &str) -> bool {
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    (next(), next(), next()) >= MIN_SQLITE_VERSION
}

#[cfg(test)]
mod tests {
    use super::is_safe_sqlite;

    #[test]
    fn versions_with_the_corruption_bug_are_refused() {
        for (version, safe) in [
            ("3.51.2", false),
            ("3.46.0", false),
            ("3.51.3", true),
            ("3.54.1", true),
            ("4.0.0", true),
            ("", false),
        ] {
            assert_eq!(is_safe_sqlite(version), safe, "{version}");
        }
    }
}
