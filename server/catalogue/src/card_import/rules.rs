//! The limits of an import. Those of card files are in `card_files`.

use std::time::Duration;

use kernel::DAY_MS;

use crate::card_files::MAX_FILE_BYTES;

/// The largest body: the file and its multipart framing.
pub const FORM_BYTES: usize = MAX_FILE_BYTES as usize + 64 * 1024;
/// Files that are received or read at the same time: each is on the disk until it is imported.
pub const FILES_AT_ONCE: usize = 32;
/// How many of them one person may have.
pub const FILES_OF_ONE: usize = 8;
/// Cards that are read at the same time. Each may need ten times the size of its text, and a picture.
pub const CARDS_AT_ONCE: usize = 2;
/// How long the pictures of one file may take. Those that are not stored by then are left out.
pub const PICTURES_TIME: Duration = Duration::from_secs(300);
/// Pictures that are named among those left out; the others are counted.
pub const MAX_NAMED_PICTURES: usize = 100;
/// Files of one kind that a notice names; the others are counted.
pub const MAX_NAMED_FILES: usize = 5;

/// Files of a batch.
pub const MAX_FILES: i64 = 1_000;
/// Bytes of all files of a batch.
pub const MAX_BATCH_BYTES: i64 = 2 << 30;
/// Batches of one person that are not finished.
pub const MAX_UNFINISHED: i64 = 3;
/// Batches of one person, those that are finished included.
pub const MAX_BATCHES: i64 = 100;
/// Characters of a batch's name.
pub const MAX_BATCH_NAME_CHARS: usize = 200;
/// Characters of a file's name or path.
pub const MAX_FILE_NAME_CHARS: usize = 1_000;
/// How long a batch is kept after it was created, in milliseconds: 30 days.
pub const KEEP_MS: i64 = 30 * DAY_MS;
/// How long a batch waits for further files, in milliseconds: a day. Then nobody can add any.
pub const SEAL_MS: i64 = DAY_MS;
/// Files that are stored for later at the same time. Each needs some megabytes of memory.
pub const STORED_AT_ONCE: usize = 2;
/// Files of batches that one process imports at the same time. With two, readers of the site waited longer and the
/// memory grew beyond its limit (docs/benchmarks.md), for a fifth less time.
pub const WORKERS: usize = 1;
/// How long a file belongs to a worker that does not say that it still lives, in milliseconds.
pub const LEASE_MS: i64 = 60_000;
/// How often a worker says so.
pub const RENEW_TIME: Duration = Duration::from_secs(15);
/// Attempts after which a file fails that cannot be imported through a fault of the server, or during which the
/// server ended each time.
pub const MAX_ATTEMPTS: i64 = 5;
/// How long after an attempt that failed the next is made, in milliseconds; after each further one, twice as long.
pub const RETRY_MS: i64 = 5_000;
/// How long the blob of a file may stay without the row of the file, in milliseconds: storing one takes less.
pub const STORING_MS: i64 = 3_600_000;
/// Rows that one run of the job deletes; the next run deletes more.
pub const PURGED_AT_ONCE: i64 = 500;
