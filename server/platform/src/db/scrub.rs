//! Removes deleted content from the engine's own files, where its bytes outlive the rows (O-9).

use std::time::Duration;

use kernel::Timestamp;
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, PgPool, Postgres, Sqlite, SqlitePool};

use super::connect::BUSY_TIMEOUT_MS;
use crate::slice::Engine;

use super::{Db, Tx, query_on, statements};

/// Tables up to this size, in bytes and with their indexes, are rewritten; that takes a second at most, in
/// which they cannot be used. Larger ones are left to the operator (docs/operations.md, "Who leaves").
const SMALL_BYTES: i64 = 64 << 20;
/// How long truncating the log waits for readers, in milliseconds: nothing can be written meanwhile.
const PATIENCE_MS: u64 = 1_000;
/// How long a scrub waits for transactions that began before it, in milliseconds.
const OLDER_PATIENCE_MS: u64 = 10_000;
/// How often it looks whether they have ended, in milliseconds.
const OLDER_POLL_MS: u64 = 50;
/// Most tables examined.
const MAX_TABLES: i64 = 500;

/// Empties the log into the file. What is deleted is overwritten there (`secure_delete`), but the log keeps
/// older pages until they are written over.
const TRUNCATE_LOG: &str = "pragma wal_checkpoint(truncate)";

/// Tables with whether they are small, for PostgreSQL alone.
const LIST_TABLES: &str = "select quote_ident(n.nspname) || '.' || quote_ident(c.relname), pg_total_relation_size(c.oid) <= $1 \
         from pg_class c join pg_namespace n on n.oid = c.relnamespace \
         where c.relkind = 'r' and n.nspname = current_schema() order by c.relname limit $2";

/// A transaction id later than those of all deletions so far.
const NEXT_TRANSACTION: &str = "select pg_current_xact_id()::text";
/// Whether a transaction up to this id, of any database of the cluster, is still running, or another session of
/// this database still holds an older snapshot. A vacuum keeps the rows that such a transaction could see.
const HAS_OLDER_TRANSACTIONS: &str = "select pg_snapshot_xmin(pg_current_snapshot()) <= $1::text::xid8
    or exists (
        select 1 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
            and age(backend_xmin) > age($1::text::xid8::xid))";

/// The statements of this module that only one engine knows.
pub(super) const OWN: &[(Engine, &str)] = &[
    (Engine::Postgres, LIST_TABLES),
    (Engine::Postgres, NEXT_TRANSACTION),
    (Engine::Postgres, HAS_OLDER_TRANSACTIONS),
];

/// What a scrub did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scrubbed {
    /// How many tables were too large to be rewritten and were only vacuumed.
    pub too_large: usize,
    /// Whether no transaction was in its way; else deleted rows may remain, and it must be done again.
    pub is_complete: bool,
}

statements! {
    BEAT = "
        insert into heartbeats (name, at)
        values ($1, $2)
        on conflict (name) do update set at = excluded.at";
}

/// Records the time of an event under its name; replaces the previous time.
///
/// # Errors
/// Database errors.
pub async fn record_heartbeat(tx: &mut Tx, name: &str, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(BEAT)
        .bind(name)
        .bind(now.0)
        .execute(x)
        .await
        .map(drop))
}

/// Records that this transaction deletes personal texts, so that the next [`Db::scrub`] is due.
///
/// # Errors
/// Database errors.
pub async fn record_erasure(tx: &mut Tx, now: Timestamp) -> sqlx::Result<()> {
    record_heartbeat(tx, "erased", now).await
}

impl Db {
    /// Truncates SQLite's log, in which content deleted from the file may still be readable. PostgreSQL
    /// manages its log by its own settings. False if a reader prevented it; to be tried again.
    ///
    /// # Errors
    /// Database errors.
    pub async fn truncate_log(&self) -> sqlx::Result<bool> {
        match self {
            Self::Lite { writer, .. } => empty(writer).await,
            Self::Pg { .. } => Ok(true),
        }
    }

    /// Removes the bytes of deleted rows. SQLite has already overwritten them, except those in its log.
    /// PostgreSQL keeps them in its pages, even after an ordinary vacuum: its small tables are rewritten.
    /// Waits for transactions that began earlier, but not for long.
    ///
    /// # Errors
    /// Database errors.
    pub async fn scrub(&self) -> sqlx::Result<Scrubbed> {
        match self {
            Self::Lite { writer, .. } => Ok(Scrubbed {
                too_large: 0,
                is_complete: empty(writer).await?,
            }),
            Self::Pg { pool, .. } => rewrite_small_tables(pool).await,
        }
    }
}

async fn empty(writer: &SqlitePool) -> sqlx::Result<bool> {
    let mut conn: PoolConnection<Sqlite> = writer.acquire().await?;
    let wait = |millis: u64| AssertSqlSafe(format!("pragma busy_timeout = {millis}"));
    sqlx::raw_sql(wait(PATIENCE_MS)).execute(&mut *conn).await?;
    let emptied = sqlx::query_as::<_, (i64, i64, i64)>(TRUNCATE_LOG)
        .fetch_one(&mut *conn)
        .await;
    sqlx::raw_sql(wait(BUSY_TIMEOUT_MS)).execute(&mut *conn).await?;
    let (is_busy, _, _) = emptied?;
    Ok(is_busy == 0)
}

/// Waits until all transactions that run now have ended; returns whether they have.
async fn wait_for_older_transactions(conn: &mut PoolConnection<Postgres>) -> sqlx::Result<bool> {
    let now: String = sqlx::query_scalar(NEXT_TRANSACTION)
        .fetch_one(&mut **conn)
        .await?;
    for _ in 0..OLDER_PATIENCE_MS / OLDER_POLL_MS {
        let are_running: bool = sqlx::query_scalar(HAS_OLDER_TRANSACTIONS)
            .bind(&now)
            .fetch_one(&mut **conn)
            .await?;
        if !are_running {
            return Ok(true);
        }
        tokio::time::sleep(Duration::from_millis(OLDER_POLL_MS)).await;
    }
    Ok(false)
}

async fn rewrite_small_tables(pool: &PgPool) -> sqlx::Result<Scrubbed> {
    let mut conn: PoolConnection<Postgres> = pool.acquire().await?;
    // It is not returned to the pool, because its limits were changed.
    conn.close_on_drop();
    sqlx::raw_sql("set statement_timeout = 0")
        .execute(&mut *conn)
        .await?;
    let is_complete = wait_for_older_transactions(&mut conn).await?;
    let tables: Vec<(String, bool)> = sqlx::query_as(LIST_TABLES)
        .bind(SMALL_BYTES)
        .bind(MAX_TABLES)
        .fetch_all(&mut *conn)
        .await?;
    let mut too_large = 0;
    for (table, is_small) in tables {
        let vacuum = if is_small {
            "vacuum (full, analyze)"
        } else {
            "vacuum (analyze)"
        };
        too_large += usize::from(!is_small);
        sqlx::raw_sql(AssertSqlSafe(format!("{vacuum} {table}")))
            .execute(&mut *conn)
            .await?;
    }
    // Statistics hold samples of values. The owner of the database may do this; for others it is a warning.
    sqlx::raw_sql("vacuum (full) pg_catalog.pg_statistic")
        .execute(&mut *conn)
        .await?;
    Ok(Scrubbed {
        too_large,
        is_complete,
    })
}
