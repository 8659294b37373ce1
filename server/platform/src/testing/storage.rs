//! A database that takes no writes, as when its disk is full or its file system has turned read-only, and
//! takes them again.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqlitePool};

use super::Site;
use crate::db::Db;

/// Why nothing can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorageFault {
    /// No page can be added to the file (SQLite), or every write is refused with `disk_full` (PostgreSQL).
    Full,
    /// Every write is refused.
    ReadOnly,
}

/// Refuses every write as PostgreSQL does where a file cannot grow.
const FILL: &str = "create function no_room() returns trigger language plpgsql as $$ begin \
     raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$; \
     do $$ declare one text; begin for one in select tablename from pg_tables where schemaname = 'public' loop \
     execute format('create trigger no_room before insert or update or delete on %I for each statement execute function no_room()', one); \
     end loop; end $$";

impl Site {
    /// From now on the database takes no writes.
    ///
    /// # Panics
    /// When that cannot be brought about.
    pub async fn inject_storage_fault(&self, how: StorageFault) {
        match (&self.state.db, how) {
            (Db::Lite { writer, .. }, StorageFault::Full) => {
                let pages: i64 = sqlx::query_scalar("pragma page_count")
                    .fetch_one(writer)
                    .await
                    .expect("a count");
                set(writer, "max_page_count", &pages.to_string()).await;
            }
            (Db::Lite { writer, .. }, StorageFault::ReadOnly) => set(writer, "query_only", "on").await,
            (Db::Pg { .. }, StorageFault::Full) => self.order(FILL.to_owned()).await,
            (Db::Pg { .. }, StorageFault::ReadOnly) => {
                self.order(format!(
                    "alter database {} set default_transaction_read_only = on",
                    self.name()
                ))
                .await
            }
        }
    }

    /// From now on it does again.
    ///
    /// # Panics
    /// When that cannot be brought about.
    pub async fn clear_storage_fault(&self) {
        match &self.state.db {
            Db::Lite { writer, .. } => {
                set(writer, "max_page_count", "4294967294").await;
                set(writer, "query_only", "off").await;
            }
            Db::Pg { .. } => {
                self.order(format!(
                    "alter database {} reset default_transaction_read_only",
                    self.name()
                ))
                .await;
                self.order("drop function if exists no_room cascade".to_owned())
                    .await;
            }
        }
    }

    fn name(&self) -> &str {
        self.db.url.rsplit('/').next().unwrap_or_default()
    }

    /// Does this in the cluster behind the site's back. The site's connections are cut: they may hold what
    /// was set before.
    async fn order(&self, text: String) {
        let mut conn = PgConnection::connect(&self.db.url).await.expect("the cluster");
        sqlx::raw_sql("set default_transaction_read_only = off")
            .execute(&mut conn)
            .await
            .expect("an order");
        sqlx::raw_sql(AssertSqlSafe(text))
            .execute(&mut conn)
            .await
            .expect("an order");
        let cut = "select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
        sqlx::raw_sql(cut).execute(&mut conn).await.expect("an order");
    }
}

/// Sets it for the writer's connection, and for those that are opened in its place.
async fn set(writer: &SqlitePool, pragma: &'static str, value: &str) {
    let options: SqliteConnectOptions = (*writer.connect_options()).clone();
    writer.set_connect_options(options.pragma(pragma, value.to_owned()));
    sqlx::raw_sql(AssertSqlSafe(format!("pragma {pragma} = {value}")))
        .execute(writer)
        .await
        .expect("a pragma");
}
