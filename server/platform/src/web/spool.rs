//! Downloads that are too large to be held in memory: written to an unnamed file on a blocking thread, then
//! sent piece by piece.
//!
//! A database connection and a place within the limit are held only while the file is written: a slow reader holds
//! nothing but the file. The number of files is limited ([`SpoolQuota`]), and so is the time to send one
//! ([`time_to_send`]). An error while a file is written is answered by a problem document.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::stream::unfold;
use kernel::ErrorCode;
use tokio::io::AsyncReadExt;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use super::Problem;
use crate::blocking::SharedWorkLimit;

/// How much is written and sent at once, in bytes.
const PIECE_BYTES: usize = 64 << 10;
/// How many files are written at the same time, and how many more wait for that; how many of both one caller
/// may have.
static WRITERS: SharedWorkLimit = SharedWorkLimit::new(2, 32, 4);
/// How many files may be written or sent at the same time, how many of them one caller may have, and their
/// bytes together.
static QUOTA: SpoolQuota = SpoolQuota::new(256, 4, 4 << 30);
/// The base of the time limit for sending a file; the time at the slowest rate is added.
const TIME_TO_SEND: Duration = Duration::from_secs(60);
/// The slowest rate at which a file is sent, in bytes a second.
const SLOWEST: u64 = 32 << 10;
/// `Retry-After` if there is no space for a file, in seconds.
const RETRY_SECS: u32 = 30;

/// A file that is being written.
pub type Spool = BufWriter<File>;

/// A file that is complete.
pub struct Spooled {
    file: File,
    bytes: u64,
    reservation: Reservation,
}

/// The disk space and the number of files.
#[derive(Debug)]
struct SpoolQuota {
    files: usize,
    each: usize,
    bytes: u64,
    used: Mutex<QuotaUse>,
}

#[derive(Debug)]
struct QuotaUse {
    files: BTreeMap<String, usize>,
    bytes: u64,
}

/// A place for one file, released when this is dropped.
#[derive(Debug)]
struct Reservation {
    quota: &'static SpoolQuota,
    caller: String,
    bytes: u64,
}

impl SpoolQuota {
    /// `files`: the maximum number; `each`: how many of them one caller may have; `bytes`: their maximum size
    /// together.
    const fn new(files: usize, each: usize, bytes: u64) -> Self {
        Self {
            files,
            each,
            bytes,
            used: Mutex::new(QuotaUse {
                files: BTreeMap::new(),
                bytes: 0,
            }),
        }
    }

    /// Reserves a place for a file of this caller.
    ///
    /// # Errors
    /// 429 if this caller has as many as one may have, 503 if there is none at all.
    fn reserve(&'static self, caller: &str) -> Result<Reservation, Problem> {
        let mut used = self.used();
        let own = used.files.get(caller).copied().unwrap_or_default();
        if own >= self.each {
            return Err(Problem::new(
                ErrorCode::RATE_LIMITED,
                "Your other files are still being sent. Please try again once they are.",
            )
            .with_retry_after(RETRY_SECS));
        }
        if used.files.values().sum::<usize>() >= self.files || used.bytes >= self.bytes {
            return Err(full(
                "Too many files are being sent at once. Please try again in a moment.",
            ));
        }
        used.files.insert(caller.to_owned(), own + 1);
        Ok(Reservation {
            quota: self,
            caller: caller.to_owned(),
            bytes: 0,
        })
    }

    fn used(&self) -> MutexGuard<'_, QuotaUse> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn full(sentence: &str) -> Problem {
    Problem::new(ErrorCode::OVERLOADED, sentence).with_retry_after(RETRY_SECS)
}

impl Reservation {
    /// Counts the bytes of the complete file.
    ///
    /// # Errors
    /// 503 if they exceed the limit.
    fn add_bytes(&mut self, bytes: u64) -> Result<(), Problem> {
        let mut used = self.quota.used();
        if used.bytes.saturating_add(bytes) > self.quota.bytes {
            return Err(full(
                "Too many files are being sent at once. Please try again in a moment.",
            ));
        }
        used.bytes += bytes;
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut used = self.quota.used();
        used.bytes = used.bytes.saturating_sub(self.bytes);
        match used.files.get_mut(&self.caller) {
            Some(files) if *files > 1 => *files -= 1,
            _ => drop(used.files.remove(&self.caller)),
        }
    }
}

/// Writes a file for this caller. `write` runs on a blocking thread and may compute for as long as it needs.
///
/// # Errors
/// The error of `write`; 429 if this caller has too many files, 503 if there are too many.
pub async fn spool(
    caller: &str,
    write: impl AsyncFnOnce(&mut Spool) -> Result<(), Problem> + Send + 'static,
) -> Result<Spooled, Problem> {
    spool_on(&QUOTA, caller, write).await
}

async fn spool_on(
    quota: &'static SpoolQuota,
    caller: &str,
    write: impl AsyncFnOnce(&mut Spool) -> Result<(), Problem> + Send + 'static,
) -> Result<Spooled, Problem> {
    let mut reservation = quota.reserve(caller)?;
    let place = WRITERS.enter(caller).await?;
    let runtime = Handle::current();
    let made = tokio::task::spawn_blocking(move || {
        let _place = place;
        let mut file = BufWriter::with_capacity(PIECE_BYTES, tempfile::tempfile()?);
        runtime.block_on(write(&mut file))?;
        let (file, bytes) = rewound(file)?;
        reservation.add_bytes(bytes)?;
        Ok(Spooled {
            file,
            bytes,
            reservation,
        })
    });
    made.await.map_err(Problem::internal)?
}

fn rewound(mut file: Spool) -> io::Result<(File, u64)> {
    file.flush()?;
    let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    let bytes = file.stream_position()?;
    file.rewind()?;
    Ok((file, bytes))
}

/// How long sending a file of this many bytes may take.
fn time_to_send(bytes: u64) -> Duration {
    TIME_TO_SEND + Duration::from_secs(bytes / SLOWEST)
}

/// A file with its place, until it is sent or the time for that is over; then `None`.
type OpenSpool = Arc<tokio::sync::Mutex<Option<(tokio::fs::File, Reservation)>>>;

/// Removes a file whose reader is too slow: nothing polls the stream then, so the stream cannot check the
/// time itself.
struct SendTimeout(JoinHandle<()>);

impl Drop for SendTimeout {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl IntoResponse for Spooled {
    fn into_response(self) -> Response {
        let limit = time_to_send(self.bytes);
        self.sent_within(limit)
    }
}

impl Spooled {
    fn sent_within(self, limit: Duration) -> Response {
        let Self {
            file,
            bytes,
            reservation,
        } = self;
        let spool: OpenSpool = Arc::new(tokio::sync::Mutex::new(Some((
            tokio::fs::File::from_std(file),
            reservation,
        ))));
        let late = Arc::downgrade(&spool);
        let timeout = SendTimeout(tokio::spawn(async move {
            tokio::time::sleep(limit).await;
            if let Some(late) = late.upgrade() {
                late.lock().await.take();
            }
        }));
        let pieces = unfold((spool, timeout), |(spool, timeout)| async move {
            let piece = next_piece(&spool).await.transpose()?;
            Some((piece, (spool, timeout)))
        });
        let mut response = Body::from_stream(pieces).into_response();
        response
            .headers_mut()
            .insert(header::CONTENT_LENGTH, HeaderValue::from(bytes));
        response
    }
}

/// The next piece of a file; `None` at its end.
async fn next_piece(spool: &OpenSpool) -> io::Result<Option<Bytes>> {
    let mut spool = spool.lock().await;
    let Some((file, _)) = spool.as_mut() else {
        return Err(io::ErrorKind::TimedOut.into());
    };
    let mut piece = vec![0; PIECE_BYTES];
    let read = file.read(&mut piece).await?;
    piece.truncate(read);
    Ok((read > 0).then(|| Bytes::from(piece)))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn file(quota: &'static SpoolQuota, caller: &str, bytes: usize) -> Result<Spooled, Problem> {
        spool_on(quota, caller, async move |file: &mut Spool| {
            Ok(file.write_all(&vec![b'a'; bytes])?)
        })
        .await
    }

    /// How many bytes and how many callers hold places.
    fn kept(quota: &SpoolQuota) -> (u64, usize) {
        let used = quota.used();
        (used.bytes, used.files.len())
    }

    #[tokio::test]
    async fn slow_readers_keep_nobody_from_making_files() {
        static QUOTA: SpoolQuota = SpoolQuota::new(8, 8, 1 << 20);
        let mut slow = Vec::new();
        // More than one caller may have written at the same time.
        for _ in 0..6 {
            slow.push(file(&QUOTA, "ann", 10).await.expect("a file").into_response());
        }
        assert!(file(&QUOTA, "ben", 10).await.is_ok());
        drop(slow);
        assert!(
            QUOTA.used().files.is_empty(),
            "what nobody takes any more is gone"
        );
    }

    #[tokio::test]
    async fn so_many_files_and_so_many_bytes_are_kept_and_the_next_is_told_to_come_again() {
        static QUOTA: SpoolQuota = SpoolQuota::new(3, 2, 100);
        let refused = async |caller: &str, bytes: usize| {
            let answer = file(&QUOTA, caller, bytes).await.err()?.into_response();
            let header = |name| {
                answer
                    .headers()
                    .get(name)
                    .and_then(|value| value.to_str().ok())
                    .map(str::to_owned)
            };
            Some((
                answer.status().as_u16(),
                header(header::CONTENT_TYPE),
                header(header::RETRY_AFTER),
            ))
        };
        let told = |status: u16| {
            Some((
                status,
                Some("application/problem+json; charset=utf-8".to_owned()),
                Some("30".to_owned()),
            ))
        };
        let first = [
            file(&QUOTA, "ann", 10).await.expect("a file"),
            file(&QUOTA, "ann", 10).await.expect("a file"),
        ];
        assert_eq!(refused("ann", 10).await, told(429), "no more for ann");
        assert_eq!(refused("ben", 81).await, told(503), "too many bytes");
        let last = file(&QUOTA, "ben", 80).await.expect("a file");
        assert_eq!(refused("cleo", 0).await, told(503), "too many files");
        drop((first, last));
        assert_eq!(kept(&QUOTA), (0, 0));
        assert_eq!(refused("cleo", 100).await, None);
    }

    #[tokio::test]
    #[cfg(unix)]
    async fn a_file_has_no_name_and_a_failed_one_keeps_no_room() {
        use std::os::unix::fs::MetadataExt;
        static QUOTA: SpoolQuota = SpoolQuota::new(2, 2, 100);
        let made = file(&QUOTA, "ann", 10).await.expect("a file");
        // Unlinked, so that the system removes it once it is closed, even if this process is killed.
        assert_eq!(made.file.metadata().expect("what it is").nlink(), 0);
        drop(made);
        let failed = spool_on(&QUOTA, "ann", async |_: &mut Spool| {
            Err(Problem::bad_request("No."))
        })
        .await;
        assert_eq!(
            failed.err().map(|problem| problem.code()),
            Some(ErrorCode::BAD_REQUEST)
        );
        assert_eq!(kept(&QUOTA), (0, 0));
    }

    #[tokio::test]
    async fn who_takes_too_long_is_sent_no_more() {
        static QUOTA: SpoolQuota = SpoolQuota::new(2, 2, 1 << 30);
        let bytes = 2 * PIECE_BYTES;
        let quick = file(&QUOTA, "ann", bytes).await.expect("a file").into_response();
        assert_eq!(
            axum::body::to_bytes(quick.into_body(), usize::MAX)
                .await
                .expect("all of it")
                .len(),
            bytes
        );
        assert!(QUOTA.used().files.is_empty(), "who has it all keeps nothing");

        let slow = file(&QUOTA, "ann", bytes)
            .await
            .expect("a file")
            .sent_within(Duration::ZERO);
        while !QUOTA.used().files.is_empty() {
            tokio::task::yield_now().await;
        }
        assert!(
            axum::body::to_bytes(slow.into_body(), usize::MAX).await.is_err(),
            "what is cut off is not used for all of it"
        );
        assert_eq!(time_to_send(200 << 20), Duration::from_secs(60 + 6_400));
    }
}
