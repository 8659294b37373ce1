//! The transaction that members of a group share, and how it ends.

use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres, Sqlite, SqlitePool};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::db::Split;
use crate::db::contention::{RetryJitter, is_contention};
use crate::db::unwritable::is_unwritable;

/// Most members of a batch: operations of one physical commit.
const MAX_MEMBERS: u32 = 128;
/// The longest a batch accepts further members, so that the first ones do not wait too long.
const MAX_OPEN: Duration = Duration::from_millis(50);
/// The advisory lock under which money moves on PostgreSQL. The processes of a site only have to use the same number.
const MONEY_LOCK: i64 = 0x6472_616d_6c65_6467;

/// Takes SQLite's write lock, and writes nothing. If a file could not be opened for writing, for example because the
/// process had no descriptor left, SQLite silently opens it for reading, and on such a connection even this first
/// statement succeeds. The second one fails there, and the connection is closed with the batch.
const BEGIN_LITE: &str = "begin immediate; delete from _sqlx_migrations where false";

/// Where batches get their connection.
pub(super) enum Source {
    Lite(SqlitePool),
    Pg(PgPool),
}

/// How a batch ended.
#[derive(Debug, Clone)]
pub(in crate::db) enum Outcome {
    Pending,
    /// Everything its members did is durable.
    Committed,
    /// Nothing took effect; its members may do their work again.
    Lost,
    /// It is not known what took effect; [`ErrorKind::StorageFull`] if nothing can be written.
    Failed(ErrorKind, Arc<str>),
}

/// What happens to the work of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::db) enum Verdict {
    Keep,
    Undo,
    /// The database rolled back the whole transaction.
    Break,
}

/// A transaction that several members share.
pub(super) struct Batch {
    session: Session,
    members: u32,
    /// The number of the last operation that was in the queue when the batch took its view of the database: no later
    /// one may join.
    last_admitted: u64,
    /// Whether no fault may be injected: a member makes its last attempt.
    is_exempt: bool,
    opened: Instant,
    outcome: watch::Sender<Outcome>,
    ended: bool,
}

impl Batch {
    /// Begins a transaction. `asked` counts the operations that have asked for a turn so far.
    pub(super) async fn open(source: &Source, asked: &AtomicU64) -> sqlx::Result<Self> {
        let session = match source {
            Source::Lite(writer) => Session::Lite(writer.acquire().await?),
            Source::Pg(pool) => Session::Pg(pool.acquire().await?),
        };
        let mut batch = Self {
            session,
            members: 0,
            // SQLite's only writer sees everything that was ever committed.
            last_admitted: u64::MAX,
            is_exempt: false,
            opened: Instant::now(),
            outcome: watch::Sender::new(Outcome::Pending),
            ended: false,
        };
        match &mut batch.session {
            Session::Lite(_) => batch.session.run(BEGIN_LITE).await?,
            Session::Pg(conn) => {
                // Taken before the transaction begins: a wait inside it would leave it with an older view.
                sqlx::query("select pg_advisory_lock($1)")
                    .bind(MONEY_LOCK)
                    .execute(&mut **conn)
                    .await?;
                batch.session.run("begin isolation level serializable").await?;
                // The first statement after this takes the view.
                batch.last_admitted = asked.load(Ordering::SeqCst);
            }
        }
        Ok(batch)
    }

    /// Whether the operation with this number may join.
    pub(super) fn admits(&self, number: u64) -> bool {
        number <= self.last_admitted
    }

    /// Whether no further member may join.
    pub(super) fn is_full(&self) -> bool {
        self.members >= MAX_MEMBERS || self.opened.elapsed() >= MAX_OPEN
    }

    /// Adds a member and begins its work.
    pub(super) async fn join(&mut self, is_exempt: bool) -> sqlx::Result<()> {
        self.members += 1;
        self.is_exempt |= is_exempt;
        self.session.run("savepoint member").await
    }

    /// The connection.
    pub(super) fn split(&mut self) -> Split<'_> {
        self.session.split()
    }

    /// Its outcome, as a channel to wait on.
    pub(super) fn outcome(&self) -> watch::Receiver<Outcome> {
        self.outcome.subscribe()
    }

    /// Keeps or undoes the work of the present member. Returns whether it was kept as requested, and whether the
    /// transaction is unusable.
    pub(super) async fn settle(&mut self, verdict: Verdict) -> (sqlx::Result<()>, bool) {
        let kept = match verdict {
            Verdict::Break => return (Ok(()), true),
            Verdict::Undo => Ok(()),
            Verdict::Keep => match self.session.run("release savepoint member").await {
                Ok(()) => return (Ok(()), false),
                Err(error) if is_contention(&error) => return (Ok(()), true),
                Err(error) => Err(error),
            },
        };
        match self
            .session
            .run("rollback to savepoint member; release savepoint member")
            .await
        {
            Ok(()) => (kept, false),
            // The savepoint no longer exists: the database rolled back the whole transaction, as SQLite does
            // when the disk is full.
            Err(_) => (Ok(()), true),
        }
    }

    /// Commits it, or rolls it back if it is `broken`, and sends its members the outcome.
    pub(super) async fn end(mut self, broken: bool, jitter: &RetryJitter) {
        let is_lost = broken || (!self.is_exempt && jitter.injects_fault());
        let outcome = if is_lost {
            Outcome::Lost
        } else {
            self.commit().await
        };
        if !matches!(outcome, Outcome::Committed) {
            // If even this fails, the connection is closed with the batch, which has the same effect.
            self.ended = self.session.run("rollback").await.is_ok();
        }
        // There may be no receiver: the members may all have left.
        self.outcome.send_replace(outcome);
        if let Session::Pg(conn) = &mut self.session {
            let freed = sqlx::query("select pg_advisory_unlock($1)")
                .bind(MONEY_LOCK)
                .execute(&mut **conn)
                .await;
            self.ended &= freed.is_ok();
        }
    }

    async fn commit(&mut self) -> Outcome {
        match self.session.run("commit").await {
            Ok(()) => {
                self.ended = true;
                Outcome::Committed
            }
            Err(error) if is_contention(&error) => Outcome::Lost,
            Err(error) => {
                tracing::error!(%error, members = self.members, "a commit failed");
                let kind = if is_unwritable(&error) {
                    ErrorKind::StorageFull
                } else {
                    ErrorKind::Other
                };
                Outcome::Failed(kind, error.to_string().into())
            }
        }
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        match &mut self.session {
            Session::Lite(conn) => conn.close_on_drop(),
            Session::Pg(conn) => conn.close_on_drop(),
        }
    }
}

/// The connection of a batch.
enum Session {
    Lite(PoolConnection<Sqlite>),
    Pg(PoolConnection<Postgres>),
}

impl Session {
    fn split(&mut self) -> Split<'_> {
        match self {
            Self::Lite(conn) => Split::Lite(conn),
            Self::Pg(conn) => Split::Pg(conn),
        }
    }

    async fn run(&mut self, sql: &'static str) -> sqlx::Result<()> {
        match self {
            Self::Lite(conn) => sqlx::raw_sql(sql).execute(&mut **conn).await.map(drop),
            Self::Pg(conn) => sqlx::raw_sql(sql).execute(&mut **conn).await.map(drop),
        }
    }
}
