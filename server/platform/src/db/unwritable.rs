//! Whether an engine, or the file system below it, accepts no writes now: the one place that knows the error
//! codes for it.

use std::io::{self, ErrorKind};

use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteError;

/// SQLite's primary codes: FULL; READONLY, also of a file system that has turned so; CANTOPEN, as when there
/// is no inode for the log.
const SQLITE_UNWRITABLE: [u32; 3] = [13, 8, 14];
/// SQLITE_IOERR of operations that write: WRITE, FSYNC, DIR_FSYNC, TRUNCATE, FSTAT, DELETE, SHMOPEN, SHMSIZE,
/// SHMMAP. Errors of reads (a bad sector) are another fault.
const SQLITE_IOERR_WRITES: [u32; 10] = [10, 778, 1_034, 1_290, 1_546, 1_802, 2_570, 4_618, 4_874, 5_386];
/// A primary code is the low byte of an extended one.
const SQLITE_PRIMARY: u32 = 0xff;
/// PostgreSQL's: disk_full, io_error, read_only_sql_transaction.
const POSTGRES_UNWRITABLE: [&str; 3] = ["53100", "58030", "25006"];

/// Whether it failed because nothing can be written now: the disk or a quota is full, there are no inodes, or
/// the file system or the database is read-only. Reads still work, and the same write may succeed once there
/// is space.
#[must_use]
pub fn is_unwritable(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => is_unwritable_io(error),
        sqlx::Error::Database(error) => is_unwritable_engine(&**error),
        _ => false,
    }
}

fn is_unwritable_engine(error: &(dyn DatabaseError + 'static)) -> bool {
    let Some(code) = error.code() else { return false };
    if error.try_downcast_ref::<SqliteError>().is_none() {
        return POSTGRES_UNWRITABLE.contains(&&*code);
    }
    let is_known = |code: u32| {
        SQLITE_UNWRITABLE.contains(&(code & SQLITE_PRIMARY)) || SQLITE_IOERR_WRITES.contains(&code)
    };
    code.parse().is_ok_and(is_known)
}

/// The same for an error of the operating system.
#[must_use]
pub fn is_unwritable_io(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::StorageFull
            | ErrorKind::QuotaExceeded
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::FileTooLarge
    )
}
