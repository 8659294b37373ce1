//! Applies `migrations/`: the common files and those of the engine in use, as one history in number order.

use sqlx::migrate::{Migration, Migrator};

use super::{Db, DbError};

static COMMON: Migrator = sqlx::migrate!("../../migrations/common");
static SQLITE: Migrator = sqlx::migrate!("../../migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("../../migrations/postgres");

pub(super) async fn run(db: &Db) -> Result<(), DbError> {
    let own = if db.is_postgres() { &POSTGRES } else { &SQLITE };
    let mut history: Vec<Migration> = COMMON.iter().chain(own.iter()).cloned().collect();
    history.sort_by_key(|migration| migration.version);
    let migrator = Migrator::with_migrations(history);
    match db {
        Db::Lite { writer, .. } => migrator.run(writer).await?,
        Db::Pg { pool, .. } => migrator.run(pool).await?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_used_once_per_engine() {
        for own in [&SQLITE, &POSTGRES] {
            let mut numbers: Vec<i64> = COMMON.iter().chain(own.iter()).map(|m| m.version).collect();
            let all = numbers.len();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), all);
        }
    }
}
