//! Runs use cases as transactions: atomically, and again after a conflict with others.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::time::{sleep, timeout};

use super::contention::is_contention;
use super::group::{Outcome, Verdict};
use super::{Conn, Db, Inner, Tx};

/// How many times a use case is run again at most.
pub const MAX_RETRIES: u32 = 5;
/// The first wait before a use case is run again is at most this; each further one at most twice the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(2);
/// The longest a use case may take, because all others wait meanwhile on SQLite. A use case waits for nothing but the
/// database.
const MAX_TIME: Duration = Duration::from_secs(5);

/// What a transaction needs to be protected from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Isolation {
    /// Serializable: as if it ran alone. For everything that moves shekels, together with anything else.
    Money,
    /// READ COMMITTED on PostgreSQL, serializable on SQLite: for everything else.
    Ordinary,
}

/// An error that a use case may end with.
pub trait Failure: From<sqlx::Error> {
    /// Whether running all of it again may help: the database reported 40001 or 40P01.
    fn is_contention(&self) -> bool;
}

impl Failure for sqlx::Error {
    fn is_contention(&self) -> bool {
        is_contention(self)
    }
}

/// The transaction of a use case; it dereferences to a [`Tx`]. The lifetime is that of what the use case borrows; only
/// the compiler needs it.
pub struct Scope<'env> {
    tx: Tx,
    borrows: PhantomData<fn(&'env ()) -> &'env ()>,
}

impl Deref for Scope<'_> {
    type Target = Tx;
    fn deref(&self) -> &Tx {
        &self.tx
    }
}

impl DerefMut for Scope<'_> {
    fn deref_mut(&mut self) -> &mut Tx {
        &mut self.tx
    }
}

impl Db {
    /// Runs a use case in one transaction. It is committed durably before this returns its success; a failure
    /// undoes it. It is run again as a whole, at most [`MAX_RETRIES`] times, when the database reports contention. So it
    /// must decide everything inside, from what it reads through `tx`, and must change nothing outside the database.
    ///
    /// What it needs from outside it borrows:
    ///
    /// ```ignore
    /// let (app, body) = (&app, &body);
    /// app.db.transact(Isolation::Money, |tx| Box::pin(async move {
    ///     ledger::post(tx, app.clock.now(), &body.order()).await?;
    ///     Ok::<_, Problem>(())
    /// })).await?;
    /// ```
    ///
    /// On SQLite, and for [`Isolation::Money`] on PostgreSQL, many such operations share one physical commit.
    /// Never call this or [`Db::begin`] from inside.
    ///
    /// # Errors
    /// The use case's own; database errors; [`sqlx::Error::PoolTimedOut`] (answered as 503) when too many wait, or
    /// when contention or the use case itself lasts too long.
    pub async fn transact<'env, T, E, F>(&self, isolation: Isolation, mut work: F) -> Result<T, E>
    where
        F: for<'t> FnMut(&'t mut Scope<'env>) -> BoxFuture<'t, Result<T, E>> + Send,
        E: Failure,
    {
        let mut attempts = self.attempts(isolation);
        loop {
            let mut scope = attempts.begin().await?;
            let result = attempts.bounded(work(&mut scope)).await;
            if let Some(result) = attempts.end(scope, result).await {
                return result;
            }
        }
    }

    /// The attempts of one use case, for callers that cannot use [`Db::transact`]: begin one, work, end it, until `end`
    /// gives a result.
    #[must_use]
    pub fn attempts(&self, isolation: Isolation) -> Attempts<'_> {
        Attempts {
            db: self,
            isolation,
            made: 0,
        }
    }

    /// From now on this share of the commits (0 to 1) fails as if the database had reported 40001, which proves that use
    /// cases can be run again. The last attempt of a use case is exempt: failing it would only prove the limit.
    pub fn inject_serialization_failures(&self, rate: f64) {
        self.group().jitter().set_fault_rate(rate);
    }
}

/// See [`Db::attempts`].
pub struct Attempts<'a> {
    db: &'a Db,
    isolation: Isolation,
    made: u32,
}

impl Attempts<'_> {
    /// Begins the next attempt.
    ///
    /// # Errors
    /// As [`Db::transact`].
    pub async fn begin<'env>(&mut self) -> sqlx::Result<Scope<'env>> {
        self.made += 1;
        let tx = match (self.db, self.isolation) {
            (Db::Pg { .. }, Isolation::Ordinary) => self.db.begin().await?,
            _ => Tx(Conn(Inner::Member(self.db.group().enter(self.is_last()).await?))),
        };
        Ok(Scope {
            tx,
            borrows: PhantomData,
        })
    }

    /// The result of the work, or a failure if it takes too long.
    pub async fn bounded<T, E: Failure>(&self, work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        timeout(MAX_TIME, work)
            .await
            .unwrap_or_else(|_| Err(E::from(sqlx::Error::PoolTimedOut)))
    }

    /// Ends an attempt: the result of the use case, or `None` if it must be run again.
    pub async fn end<T, E: Failure>(
        &mut self,
        scope: Scope<'_>,
        result: Result<T, E>,
    ) -> Option<Result<T, E>> {
        match scope.tx.0.0 {
            Inner::Member(member) => {
                let verdict = match &result {
                    Ok(_) => Verdict::Keep,
                    Err(error) if error.is_contention() => Verdict::Break,
                    Err(_) => Verdict::Undo,
                };
                let ending = match member.leave(verdict).await {
                    Ok(ending) => ending,
                    Err(error) => return Some(Err(error.into())),
                };
                match ending.wait().await {
                    Outcome::Committed => Some(result),
                    Outcome::Lost | Outcome::Pending => self.again(result).await,
                    Outcome::Failed(kind, why) => {
                        Some(Err(sqlx::Error::Io(std::io::Error::new(kind, &*why)).into()))
                    }
                }
            }
            Inner::PgTx(tx) => match result {
                Err(error) if error.is_contention() => {
                    drop(tx);
                    self.again(Err(error)).await
                }
                Err(error) => Some(Err(error)),
                Ok(_) if !self.is_last() && self.db.group().jitter().injects_fault() => {
                    drop(tx);
                    self.again(result).await
                }
                Ok(value) => match tx.commit().await {
                    Ok(()) => Some(Ok(value)),
                    Err(error) if is_contention(&error) => self.again(Err(error.into())).await,
                    Err(error) => Some(Err(error.into())),
                },
            },
            Inner::LitePool(_) | Inner::LiteTx(_) | Inner::PgPool(_) => Some(result),
        }
    }

    fn is_last(&self) -> bool {
        self.made > MAX_RETRIES
    }

    /// `None` after a pause of random length; a failure after the last attempt.
    async fn again<T, E: Failure>(&self, result: Result<T, E>) -> Option<Result<T, E>> {
        if self.is_last() {
            tracing::warn!(tries = self.made, "a use case was given up because of contention");
            let busy = || E::from(sqlx::Error::PoolTimedOut);
            return Some(Err(result.err().unwrap_or_else(busy)));
        }
        let longest = FIRST_PAUSE * 2_u32.saturating_pow(self.made - 1);
        sleep(self.db.group().jitter().part_of(longest)).await;
        None
    }
}
