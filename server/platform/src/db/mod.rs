//! The database: two engines, one SQL text.
//!
//! SQLite is the default (one file, many readers, one writer); PostgreSQL is where a site goes when it
//! outgrows one machine. A store function takes a [`Conn`] (or a [`Tx`], if it writes) and runs its statement
//! through [`query_on!`], which expands the same body once for each engine. Statements keep to the common subset
//! described in `migrations/README.md`: `$1` placeholders, `on conflict … do update`, `returning`, row-value
//! comparison, every parameter bound, every sum cast. What cannot be common lives in `search::engine` and
//! `json_rows`, both spellings side by side.
//!
//! Only HTTP handlers, jobs, seeds and tests begin a transaction; everything below takes it as an argument.
//! [`Db::transact`] runs a use case as one and knows when to run it again; [`Db::begin`] is for simple
//! writers.

mod connect;
mod contention;
mod facts;
#[cfg(test)]
mod files_tests;
mod group;
mod in_list;
mod json_rows;
mod migrate;
mod private;
pub mod scrub;
#[cfg(test)]
mod tests;
mod transact;
mod unwritable;

pub use connect::{Db, DbError, MIN_SQLITE_VERSION};
pub use contention::{is_busy, is_contention};
pub use facts::{FACTS, JOBS};
pub use group::{Group, MAX_WAITING};
pub use in_list::push_in_list;
pub use json_rows::{JsonRows, JsonSql, bool_from_int, into_rows};
#[cfg(any(test, feature = "testing"))]
pub(crate) use migrate::schema_name;
pub use private::{create_private, restrict_to_owner};
pub use scrub::{record_erasure, record_heartbeat};
pub use transact::{Attempts, Failure, Isolation, MAX_RETRIES, Scope};
pub use unwritable::{is_unwritable, is_unwritable_io};

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, Postgres, Sqlite, SqliteConnection, Transaction};

/// A connection of either engine, for reading.
pub struct Conn(Inner);

enum Inner {
    LitePool(PoolConnection<Sqlite>),
    LiteTx(Transaction<'static, Sqlite>),
    PgPool(PoolConnection<Postgres>),
    PgTx(Transaction<'static, Postgres>),
    Member(group::Member),
}

/// A [`Conn`] taken apart for [`query_on!`].
#[doc(hidden)]
pub enum Split<'a> {
    Lite(&'a mut SqliteConnection),
    Pg(&'a mut PgConnection),
}

impl Conn {
    #[doc(hidden)]
    pub fn split(&mut self) -> Split<'_> {
        match &mut self.0 {
            Inner::LitePool(conn) => Split::Lite(conn),
            Inner::LiteTx(tx) => Split::Lite(tx),
            Inner::PgPool(conn) => Split::Pg(conn),
            Inner::PgTx(tx) => Split::Pg(tx),
            Inner::Member(member) => member.split(),
        }
    }

    /// Whether this is PostgreSQL, for the few statements that cannot be common.
    #[must_use]
    pub fn is_postgres(&self) -> bool {
        match &self.0 {
            Inner::LitePool(_) | Inner::LiteTx(_) => false,
            Inner::PgPool(_) | Inner::PgTx(_) => true,
            Inner::Member(member) => member.is_postgres(),
        }
    }
}

/// A transaction of either engine. If it is dropped without [`Tx::commit`], it is rolled back;
/// [`Db::transact`] ends those that it lends.
pub struct Tx(Conn);

impl Tx {
    /// Makes everything done through this transaction durable and visible.
    ///
    /// # Errors
    /// Database errors; then nothing of the transaction took effect.
    pub async fn commit(self) -> sqlx::Result<()> {
        match self.0.0 {
            Inner::LiteTx(tx) => tx.commit().await,
            Inner::PgTx(tx) => tx.commit().await,
            // A group's member is never passed by value.
            Inner::LitePool(_) | Inner::PgPool(_) | Inner::Member(_) => Ok(()),
        }
    }

    /// Sets a savepoint: what is done from here on can be undone separately. One at a time.
    ///
    /// # Errors
    /// Database errors.
    pub async fn savepoint(&mut self) -> sqlx::Result<()> {
        self.run("savepoint part").await
    }

    /// Keeps what was done since the savepoint.
    ///
    /// # Errors
    /// Database errors.
    pub async fn keep_savepoint(&mut self) -> sqlx::Result<()> {
        self.run("release savepoint part").await
    }

    /// Undoes what was done since the savepoint.
    ///
    /// # Errors
    /// Database errors.
    pub async fn undo_savepoint(&mut self) -> sqlx::Result<()> {
        self.run("rollback to savepoint part; release savepoint part")
            .await
    }

    async fn run(&mut self, sql: &'static str) -> sqlx::Result<()> {
        match self.split() {
            Split::Lite(x) => sqlx::raw_sql(sql).execute(x).await.map(drop),
            Split::Pg(x) => sqlx::raw_sql(sql).execute(x).await.map(drop),
        }
    }
}

impl std::ops::Deref for Tx {
    type Target = Conn;
    fn deref(&self) -> &Conn {
        &self.0
    }
}

impl std::ops::DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.0
    }
}

/// Runs one query body on the engine of the connection:
/// `query_on!(conn, |x: D| sqlx::query_as::<D, Row>(SQL)…fetch_all(x))`. `x` is the engine's connection, `D` its sqlx
/// database type. The body is expanded twice and must be valid for both.
#[macro_export]
macro_rules! query_on {
    ($conn:expr, |$x:ident: $D:ident| $body:expr) => {
        match $conn.split() {
            $crate::db::Split::Lite($x) => {
                #[allow(
                    dead_code,
                    clippy::allow_attributes,
                    reason = "a body need not name the engine's type"
                )]
                type $D = sqlx::Sqlite;
                $body
            }
            $crate::db::Split::Pg($x) => {
                #[allow(
                    dead_code,
                    clippy::allow_attributes,
                    reason = "a body need not name the engine's type"
                )]
                type $D = sqlx::Postgres;
                $body
            }
        }
    };
}
pub use query_on;

/// Declares SQL texts: a constant each, and `STATEMENTS`, the list of them all, which the slice's descriptor names
/// and a test prepares on both engines.
#[macro_export]
macro_rules! statements {
    ($($(#[$about:meta])* $visibility:vis $name:ident = $text:expr;)+) => {
        $($(#[$about])* $visibility const $name: &str = $text;)+
        /// All of the above.
        pub const STATEMENTS: &[&str] = &[$($name),+];
    };
}
pub use statements;
