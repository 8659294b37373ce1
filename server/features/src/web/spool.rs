//! Files that are too large to be held in memory: written to a file without a name on a thread for such work, then sent piece by piece.
//!
//! A connection to the database is held only while the file is made, never for as long as its reader takes; and what goes wrong while it is made is
//! answered by a problem document.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::stream::unfold;
use tokio::io::AsyncReadExt;
use tokio::runtime::Handle;

use super::Problem;
use crate::blocking::{Lane, Share, SharedLane};

/// What is written and sent at once, in bytes.
const PIECE_BYTES: usize = 64 << 10;
/// Files that are made at the same time, and how many more wait for that.
static MAKING: Lane = Lane::new(2, 32);
/// Files that are there at the same time until they are sent, and how many more are waited for; how many of both one caller may have.
static KEPT: SharedLane = SharedLane::new(64, 64, 4);

/// A file that is being made.
pub(crate) type Spool = BufWriter<File>;

/// A file that was made.
pub(crate) struct Spooled {
    file: File,
    bytes: u64,
    place: Share<'static>,
}

/// Makes a file for this caller. `write` runs on a thread of its own, on which it may compute as long as it has to.
///
/// # Errors
/// What `write` says; 503 where too many files are asked for.
pub(crate) async fn spool(caller: &str, write: impl AsyncFnOnce(&mut Spool) -> Result<(), Problem> + Send + 'static) -> Result<Spooled, Problem> {
    let place = KEPT.enter(caller).await?;
    let runtime = Handle::current();
    let made = MAKING.run(move || {
        let mut file = BufWriter::with_capacity(PIECE_BYTES, tempfile::tempfile().map_err(Problem::internal)?);
        runtime.block_on(write(&mut file))?;
        rewound(file).map_err(Problem::internal)
    });
    let (file, bytes) = made.await??;
    Ok(Spooled { file, bytes, place })
}

fn rewound(mut file: Spool) -> io::Result<(File, u64)> {
    file.flush()?;
    let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    let bytes = file.stream_position()?;
    file.rewind()?;
    Ok((file, bytes))
}

impl IntoResponse for Spooled {
    fn into_response(self) -> Response {
        let Self { file, bytes, place } = self;
        let pieces = unfold((tokio::fs::File::from_std(file), place), |(mut file, place)| async move {
            let mut piece = vec![0; PIECE_BYTES];
            match file.read(&mut piece).await {
                Ok(0) => None,
                Ok(read) => {
                    piece.truncate(read);
                    Some((Ok(Bytes::from(piece)), (file, place)))
                }
                Err(error) => Some((Err(error), (file, place))),
            }
        });
        let mut response = Body::from_stream(pieces).into_response();
        response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(bytes));
        response
    }
}
