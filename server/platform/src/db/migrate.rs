//! Applies `migrations/`: the common files and those of the engine in use, as one history in number order.

use sqlx::migrate::{Migration, Migrator};

use super::{Db, DbError};

static COMMON: Migrator = sqlx::migrate!("../../migrations/common");
static SQLITE: Migrator = sqlx::migrate!("../../migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("../../migrations/postgres");

/// The common files and these, in number order.
fn history(own: &Migrator) -> Vec<Migration> {
    let mut history: Vec<Migration> = COMMON.iter().chain(own.iter()).cloned().collect();
    history.sort_by_key(|migration| migration.version);
    history
}

/// A name that PostgreSQL's schema has for as long as its migrations stay as they are, for tests.
#[cfg(any(test, feature = "testing"))]
pub(crate) fn schema_name() -> String {
    use sha2::{Digest, Sha256};
    let mut hash = Sha256::new();
    for migration in history(&POSTGRES) {
        hash.update(&*migration.checksum);
    }
    let digest = hash.finalize();
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) async fn run(db: &Db) -> Result<(), DbError> {
    let history = history(if db.is_postgres() { &POSTGRES } else { &SQLITE });
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
