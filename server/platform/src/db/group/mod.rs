//! Group commit: many operations, one physical commit (ADR 13).
//!
//! A durable commit costs milliseconds, a statement microseconds. So operations share a transaction: each waits for its
//! turn at the one connection, does its work between a savepoint and its release, and hands the open transaction to the
//! next in the queue. A member that finds the queue empty, or the batch large enough, has it committed. Only then does any
//! member learn its result, refusals included, because they too were decided on what was not yet durable.
//!
//! On SQLite every [`super::Db::transact`] works this way, on PostgreSQL those that move money: there the batch is
//! serializable, and an advisory lock makes the processes of a site take turns instead of failing each other. A
//! serializable transaction sees the database as it was when it began, so it admits only operations that had asked for a
//! turn by then: a later one may already know of something newer.

mod batch;
mod member;
mod queue;

use std::sync::Arc;

use sqlx::{PgPool, SqlitePool};

use super::contention::RetryJitter;
use batch::Source;
use queue::Queue;

pub(super) use batch::{Outcome, Verdict};
pub(super) use member::Member;
pub use queue::MAX_WAITING;

/// The operations that share transactions of one database. Clones share them.
#[derive(Clone)]
pub struct Group(Arc<Queue>);

impl Group {
    pub(super) fn of_sqlite(writer: SqlitePool, jitter: Arc<RetryJitter>) -> Self {
        Self(Arc::new(Queue::new(Source::Lite(writer), jitter)))
    }

    pub(super) fn of_postgres(pool: PgPool, jitter: Arc<RetryJitter>) -> Self {
        Self(Arc::new(Queue::new(Source::Pg(pool), jitter)))
    }

    pub(super) fn jitter(&self) -> &RetryJitter {
        &self.0.jitter
    }

    /// Waits for a turn. `is_exempt`: no fault may be injected into the batch.
    pub(super) async fn enter(&self, is_exempt: bool) -> sqlx::Result<Member> {
        Member::join(&self.0, is_exempt).await
    }
}
