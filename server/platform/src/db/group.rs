//! Group commit: many operations, one physical commit (ADR 13).
//!
//! A durable commit costs milliseconds, a statement microseconds. So operations share a transaction: each
//! waits for its turn at the one connection, does its work between a savepoint and its release, and hands the
//! open transaction to the next in line. Whoever finds nobody behind them, or the batch large enough, has it
//! committed; only then does any member learn its result, refusals included, because they too were decided on
//! what was not yet durable.
//!
//! On SQLite every [`super::Db::transact`] goes this way, on PostgreSQL those that move money: there the
//! batch is serializable, and an advisory lock makes the processes of a site take turns instead of failing
//! each other. A serializable transaction sees the database as it was when it began, so it takes in only what
//! had asked for a turn by then: whoever asks later may have been told of something newer.

use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres, Sqlite, SqlitePool};
use tokio::sync::{Mutex, OwnedMutexGuard, watch};
use tokio::time::{Instant, timeout};

use super::Split;
use super::transact::{RetryJitter, is_contention};
use super::unwritable::is_unwritable;

/// Most operations that wait for their turn; one more is refused at once.
pub const MAX_WAITING: usize = 256;
/// Most operations of one physical commit.
const MAX_MEMBERS: u32 = 128;
/// Longest a batch takes in further members, so that the first ones are not kept waiting.
const MAX_OPEN: Duration = Duration::from_millis(50);
/// Longest an operation waits for its turn.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// By this number the processes of a site know the lock under which money moves on PostgreSQL. Any number
/// would do.
const MONEY_LOCK: i64 = 0x6472_616d_6c65_6467;

/// Takes SQLite's write lock, and writes nothing. Where a file could not be opened for writing, as when the
/// process had no descriptor left, SQLite opens it for reading without a word, and on such a connection even
/// this first statement begins. The second one fails there, and the connection is closed with the batch.
const BEGIN_LITE: &str = "begin immediate; delete from _sqlx_migrations where false";

/// Whose turn it is, and the transaction they share. Clones share it.
#[derive(Clone)]
pub struct Group {
    shared: Arc<Shared>,
}

struct Shared {
    source: Source,
    open: Arc<Mutex<Option<Batch>>>,
    waiting: AtomicUsize,
    /// How many operations have asked for a turn so far.
    asked: AtomicU64,
    chance: Arc<RetryJitter>,
}

enum Source {
    Lite(SqlitePool),
    Pg(PgPool),
}

/// How a batch ended.
#[derive(Debug, Clone)]
pub(super) enum Outcome {
    Pending,
    /// Everything its members did is durable.
    Committed,
    /// Nothing of it took effect; its members may do their work again.
    Lost,
    /// It is not known what took effect; [`ErrorKind::StorageFull`] where nothing can be written.
    Failed(ErrorKind, Arc<str>),
}

/// What becomes of a member's work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Keep,
    Undo,
    /// The engine gave the whole transaction up.
    Break,
}

impl Group {
    pub(super) fn of_sqlite(writer: SqlitePool, chance: Arc<RetryJitter>) -> Self {
        Self::new(Source::Lite(writer), chance)
    }

    pub(super) fn of_postgres(pool: PgPool, chance: Arc<RetryJitter>) -> Self {
        Self::new(Source::Pg(pool), chance)
    }

    fn new(source: Source, chance: Arc<RetryJitter>) -> Self {
        Self {
            shared: Arc::new(Shared {
                source,
                open: Arc::default(),
                waiting: AtomicUsize::new(0),
                asked: AtomicU64::new(0),
                chance,
            }),
        }
    }

    pub(super) fn chance(&self) -> &RetryJitter {
        &self.shared.chance
    }

    /// Waits for a turn. `spared`: the batch must not be struck by an injected failure.
    pub(super) async fn enter(&self, spared: bool) -> sqlx::Result<Turn> {
        let mut place = Place::take(&self.shared).ok_or(sqlx::Error::PoolTimedOut)?;
        let mut seat = timeout(MAX_WAIT, self.shared.open.clone().lock_owned())
            .await
            .map_err(|_| sqlx::Error::PoolTimedOut)?;
        place.seated = true;
        let number = place.number;
        drop(place);
        let mut open = seat.take();
        if let Some(old) = open.take_if(|batch| batch.admits < number) {
            // Ended by a task, as in `pass_on`; it keeps the seat meanwhile.
            let chance = self.shared.chance.clone();
            let ending = tokio::spawn(async move {
                old.end(false, &chance).await;
                seat
            });
            seat = ending.await.map_err(|_| sqlx::Error::WorkerCrashed)?;
        }
        let mut batch = match open {
            Some(batch) => batch,
            None => self.shared.open_batch().await?,
        };
        batch.members += 1;
        batch.spared |= spared;
        let mut turn = Turn {
            shared: self.shared.clone(),
            held: Some((batch, seat)),
        };
        turn.begin().await?;
        Ok(turn)
    }
}

impl Shared {
    async fn open_batch(&self) -> sqlx::Result<Batch> {
        let session = match &self.source {
            Source::Lite(writer) => Session::Lite(writer.acquire().await?),
            Source::Pg(pool) => Session::Pg(pool.acquire().await?),
        };
        let mut batch = Batch {
            session,
            members: 0,
            // SQLite's only writer sees all that was ever committed.
            admits: u64::MAX,
            spared: false,
            opened: Instant::now(),
            outcome: watch::Sender::new(Outcome::Pending),
            ended: false,
        };
        match &mut batch.session {
            Session::Lite(_) => batch.session.run(BEGIN_LITE).await?,
            Session::Pg(conn) => {
                // Before the transaction begins: within it, waiting would leave us with a view from before
                // the wait.
                sqlx::query("select pg_advisory_lock($1)")
                    .bind(MONEY_LOCK)
                    .execute(&mut **conn)
                    .await?;
                batch.session.run("begin isolation level serializable").await?;
                // The view is taken by the first statement, after this.
                batch.admits = self.asked.load(Ordering::SeqCst);
            }
        }
        Ok(batch)
    }

    /// Passes the batch on to whoever waits, or ends it. The ending is a task of its own: a member that is
    /// dropped meanwhile must not leave the others without an outcome.
    fn pass_on(self: &Arc<Self>, batch: Batch, mut seat: Seat, broken: bool) {
        let full = batch.members >= MAX_MEMBERS || batch.opened.elapsed() >= MAX_OPEN;
        if !broken && !full && self.waiting.load(Ordering::SeqCst) > 0 {
            *seat = Some(batch);
            return;
        }
        let chance = self.chance.clone();
        spawn(async move {
            batch.end(broken, &chance).await;
            drop(seat);
        });
    }

    /// Ends the batch that was left for somebody who then went away.
    fn sweep(self: &Arc<Self>) {
        let shared = self.clone();
        spawn(async move {
            let mut seat = shared.open.clone().lock_owned().await;
            if let Some(batch) = seat.take() {
                shared.pass_on(batch, seat, false);
            }
        });
    }
}

/// Outside a runtime nothing can be ended in order any more: connections close, which undoes what was not
/// committed.
fn spawn(ending: impl Future<Output = ()> + Send + 'static) {
    if let Ok(runtime) = tokio::runtime::Handle::try_current() {
        runtime.spawn(ending);
    }
}

/// A place in the queue.
struct Place {
    shared: Arc<Shared>,
    seated: bool,
    /// The how many-th to ask, from 1.
    number: u64,
}

impl Place {
    /// None where the queue is full.
    fn take(shared: &Arc<Shared>) -> Option<Self> {
        let joined = shared
            .waiting
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |waiting| {
                (waiting < MAX_WAITING).then_some(waiting + 1)
            });
        joined.ok().map(|_| Self {
            shared: shared.clone(),
            seated: false,
            number: shared.asked.fetch_add(1, Ordering::SeqCst) + 1,
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let others = self.shared.waiting.fetch_sub(1, Ordering::SeqCst) - 1;
        if others == 0 && !self.seated {
            self.shared.sweep();
        }
    }
}

type Seat = OwnedMutexGuard<Option<Batch>>;

/// The right to use the shared transaction.
pub(super) struct Turn {
    shared: Arc<Shared>,
    held: Option<(Batch, Seat)>,
}

impl Turn {
    pub(super) fn split(&mut self) -> Split<'_> {
        match &mut self.held {
            Some((batch, _)) => batch.session.split(),
            None => unreachable!("a turn holds its batch until it is left"),
        }
    }

    pub(super) fn is_postgres(&self) -> bool {
        matches!(self.shared.source, Source::Pg(_))
    }

    async fn begin(&mut self) -> sqlx::Result<()> {
        match &mut self.held {
            Some((batch, _)) => batch.session.run("savepoint member").await,
            None => Ok(()),
        }
    }

    /// Ends the turn; what was done is kept or undone. The outcome of the whole batch comes later.
    ///
    /// # Errors
    /// When the work cannot be kept although it was to be; then it is undone.
    pub(super) async fn leave(mut self, verdict: Verdict) -> sqlx::Result<Ending> {
        let Some((batch, _)) = &mut self.held else {
            return Err(sqlx::Error::WorkerCrashed);
        };
        let outcome = batch.outcome.subscribe();
        let (kept, broken) = batch.settle(verdict).await;
        if let Some((batch, seat)) = self.held.take() {
            self.shared.pass_on(batch, seat, broken);
        }
        kept.map(|()| Ending(outcome))
    }
}

/// A turn that is dropped, because its caller went away or panicked, undoes its own work and nobody else's.
impl Drop for Turn {
    fn drop(&mut self) {
        let Some((mut batch, seat)) = self.held.take() else {
            return;
        };
        let shared = self.shared.clone();
        spawn(async move {
            let (_, broken) = batch.settle(Verdict::Undo).await;
            shared.pass_on(batch, seat, broken);
        });
    }
}

/// The ending of a batch, to be waited for.
pub(super) struct Ending(watch::Receiver<Outcome>);

impl Ending {
    pub(super) async fn wait(mut self) -> Outcome {
        match self
            .0
            .wait_for(|outcome| !matches!(outcome, Outcome::Pending))
            .await
        {
            Ok(outcome) => outcome.clone(),
            Err(_) => Outcome::Failed(ErrorKind::Other, "the server stopped before the commit".into()),
        }
    }
}

struct Batch {
    session: Session,
    members: u32,
    /// The last to have asked for a turn before the batch took its view of the database: nobody later may
    /// join.
    admits: u64,
    spared: bool,
    opened: Instant,
    outcome: watch::Sender<Outcome>,
    ended: bool,
}

impl Batch {
    /// Keeps or undoes the present member's work: whether it was kept as wished, and whether the transaction
    /// is beyond use.
    async fn settle(&mut self, verdict: Verdict) -> (sqlx::Result<()>, bool) {
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
            // There is no such savepoint any more: the engine gave the whole transaction up, as SQLite does
            // where the disk is full.
            Err(_) => (Ok(()), true),
        }
    }

    async fn end(mut self, broken: bool, chance: &RetryJitter) {
        let struck = !broken && !self.spared && chance.strikes();
        let outcome = if broken || struck {
            Outcome::Lost
        } else {
            self.commit().await
        };
        if !matches!(outcome, Outcome::Committed) {
            // Where even this fails, the connection is closed with the batch, which undoes as much.
            self.ended = self.session.run("rollback").await.is_ok();
        }
        // Nobody listens to a batch whose members all went away.
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
