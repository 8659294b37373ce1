//! `dramatis backup FILE`: a consistent copy of the SQLite database, made while the server may be writing.

use std::path::Path;

use platform::db::{Db, create_private};

use super::{Outcome, block_on, wiring};
use crate::config::Settings;

pub(super) fn run(settings: &Settings, file: &Path) -> Outcome {
    let name = file.to_str().ok_or("the file's name is not text")?;
    if file.exists() {
        return Err(format!("{name} exists already").into());
    }
    block_on(async {
        let db = wiring::database(&settings.data).await?;
        let Db::Lite { writer, .. } = &db else {
            return Err(
                "PostgreSQL has its own tools for this: pg_dump, or a base backup with the log archived"
                    .into(),
            );
        };
        // SQLite would create the file readable for everybody; it fills an existing empty one.
        create_private(file)?;
        sqlx::query("vacuum into $1").bind(name).execute(writer).await?;
        std::fs::File::open(file)?.sync_all()?;
        db.close().await;
        tracing::info!(file = name, "the copy is complete");
        Ok(())
    })?
}
