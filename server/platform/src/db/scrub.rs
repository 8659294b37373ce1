//! Removes deleted content from the engine's own files, where its bytes outlive the rows (O-9).

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
/// Most tables examined.
const MAX_TABLES: i64 = 500;

/// Empties the log into the file. What is deleted is overwritten there (`secure_delete`), but the log keeps
/// older pages until they are written over.
const TRUNCATE_LOG: &str = "pragma wal_checkpoint(truncate)";

/// Tables with whether they are small, for PostgreSQL alone.
const LIST_TABLES: &str = "select quote_ident(n.nspname) || '.' || quote_ident(c.relname), pg_total_relation_size(c.oid) <= $1 \
         from pg_class c join pg_namespace n on n.oid = c.relnamespace \
         where c.relkind = 'r' and n.nspname = current_schema() order by c.relname limit $2";

/// The statements of this module that only one engine knows.
pub(super) const OWN: &[(Engine, &str)] = &[(Engine::Postgres, LIST_TABLES)];

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
    /// Returns how many were too large for that and were only vacuumed.
    ///
    /// # Errors
    /// Database errors.
    pub async fn scrub(&self) -> sqlx::Result<usize> {
        match self {
            Self::Lite { writer, .. } => empty(writer).await.map(|_| 0),
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

async fn rewrite_small_tables(pool: &PgPool) -> sqlx::Result<usize> {
    let mut conn: PoolConnection<Postgres> = pool.acquire().await?;
    // It is not returned to the pool, because its limits were changed.
    conn.close_on_drop();
    sqlx::raw_sql("set statement_timeout = 0")
        .execute(&mut *conn)
        .await?;
    let tables: Vec<(String, bool)> = sqlx::query_as(LIST_TABLES)
        .bind(SMALL_BYTES)
        .bind(MAX_TABLES)
        .fetch_all(&mut *conn)
        .await?;
    let mut large = 0;
    for (table, is_small) in tables {
        let vacuum = if is_small {
            "vacuum (full, analyze)"
        } else {
            "vacuum (analyze)"
        };
        large += usize::from(!is_small);
        sqlx::raw_sql(AssertSqlSafe(format!("{vacuum} {table}")))
            .execute(&mut *conn)
            .await?;
    }
    // Statistics hold samples of values. The owner of the database may do this; for others it is a warning.
    sqlx::raw_sql("vacuum (full) pg_catalog.pg_statistic")
        .execute(&mut *conn)
        .await?;
    Ok(large)
}
