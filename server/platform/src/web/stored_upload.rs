//! Uploads that are too large to be held in memory: written to an unnamed file as they arrive.

use std::fs::File;
use std::io::{self, Seek, Write};

use axum::extract::Multipart;
use axum::extract::multipart::MultipartRejection;
use bytes::{Bytes, BytesMut};
use futures::{Stream, StreamExt};
use kernel::hex;
use sha2::{Digest, Sha256};

use super::form::{Sink, receive_form_file};
use super::problem::Problem;

/// How much is written at once, in bytes.
const PIECE_BYTES: usize = 1 << 20;

/// An uploaded file on the disk. It has no name there, so that the system removes it once it is closed,
/// also if this process is killed.
#[derive(Debug)]
pub struct StoredUpload {
    /// The file, at its beginning.
    pub file: File,
    /// Its length.
    pub bytes: u64,
    /// SHA-256 of its content, in hexadecimal digits.
    pub sha256: String,
    /// Its name where it comes from; `None` if that was not sent. Nobody has checked it.
    pub name: Option<String>,
}

/// Stores the content of the form's field `file`, at most `max_bytes` long, and never holds more than a
/// piece of it in memory. `what` is what it should be: "card". The caller limits how many files there are
/// at a time.
///
/// # Errors
/// 415 where the body is no form; `too_large()` for a file that is too large; 422 for a form without a
/// file; 400 where it cannot be read; 503 where the disk is full.
pub async fn store_form_file(
    form: Result<Multipart, MultipartRejection>,
    what: &str,
    max_bytes: u64,
    too_large: fn() -> Problem,
) -> Result<StoredUpload, Problem> {
    let mut sink = FileSink::default();
    let name = receive_form_file(form, what, max_bytes, too_large, &mut sink).await?;
    let stored = sink.finish().await?;
    Ok(StoredUpload { name, ..stored })
}

/// Stores content that comes in pieces and without a name, such as a blob, and never holds more than a piece of it in memory.
/// The caller limits how many files there are at a time.
///
/// # Errors
/// Those of the pieces; 503 where the disk is full.
pub async fn store_pieces<E>(
    mut pieces: impl Stream<Item = Result<Bytes, E>> + Send + Unpin,
) -> Result<StoredUpload, Problem>
where
    E: Send,
    Problem: From<E>,
{
    let mut sink = FileSink::default();
    while let Some(piece) = pieces.next().await {
        sink.add(piece?).await?;
    }
    sink.finish().await
}

/// What has arrived of a file.
#[derive(Default)]
struct FileSink {
    /// The part that is not written yet.
    rest: BytesMut,
    /// The part that is; `None` before the first piece.
    written: Option<Written>,
}

struct Written {
    file: File,
    bytes: u64,
    hash: Sha256,
}

impl Sink for FileSink {
    async fn add(&mut self, piece: Bytes) -> Result<(), Problem> {
        self.rest.extend_from_slice(&piece);
        if self.rest.len() >= PIECE_BYTES {
            self.write().await?;
        }
        Ok(())
    }
}

impl FileSink {
    /// Writes what has arrived, on a blocking thread: a disk may take its time, and so does the hash.
    async fn write(&mut self) -> Result<(), Problem> {
        let (piece, written) = (self.rest.split().freeze(), self.written.take());
        let work = tokio::task::spawn_blocking(move || Written::add(written, &piece));
        self.written = Some(work.await.map_err(Problem::internal)??);
        Ok(())
    }

    async fn finish(mut self) -> Result<StoredUpload, Problem> {
        self.write().await?;
        let mut written = self
            .written
            .ok_or_else(|| Problem::internal("nothing was written"))?;
        written.file.rewind()?;
        Ok(StoredUpload {
            file: written.file,
            bytes: written.bytes,
            sha256: hex(&written.hash.finalize()),
            name: None,
        })
    }
}

impl Written {
    fn add(before: Option<Self>, piece: &[u8]) -> io::Result<Self> {
        let mut written = match before {
            Some(written) => written,
            None => Self {
                file: tempfile::tempfile()?,
                bytes: 0,
                hash: Sha256::new(),
            },
        };
        written.file.write_all(piece)?;
        written.bytes += piece.len() as u64;
        written.hash.update(piece);
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use axum::body::Body;
    use axum::extract::{DefaultBodyLimit, FromRequest};
    use axum::http::{Request, header};
    use kernel::ErrorCode;

    use super::*;

    fn too_large() -> Problem {
        Problem::new(ErrorCode::PAYLOAD_TOO_LARGE, "Too large.")
    }

    /// `field` is what stands behind `name=` in the form.
    async fn store(field: &str, content: &[u8], max_bytes: u64) -> Result<StoredUpload, Problem> {
        let head = format!("--edge\r\ncontent-disposition: form-data; name={field}\r\n\r\n");
        let body = [head.as_bytes(), content, b"\r\n--edge--\r\n"].concat();
        let mut request = Request::post("/")
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge")
            .body(Body::from(body))
            .expect("a request");
        DefaultBodyLimit::disable().apply(&mut request);
        let form = Multipart::from_request(request, &()).await;
        store_form_file(form, "card", max_bytes, too_large).await
    }

    #[tokio::test]
    async fn a_file_is_stored_piece_by_piece() {
        for length in [0, 1, PIECE_BYTES - 1, PIECE_BYTES, 3 * PIECE_BYTES + 1] {
            let content: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            let mut stored = store("file", &content, length as u64).await.expect("a file");
            let mut read = Vec::new();
            stored.file.read_to_end(&mut read).expect("its content");
            assert!(read == content, "{length} bytes");
            assert_eq!(stored.bytes, length as u64);
            assert_eq!(stored.sha256, hex(&Sha256::digest(&content)));
        }
    }

    #[tokio::test]
    async fn it_knows_the_name_that_was_sent() {
        for (field, name) in [
            ("file", None),
            (
                "file; filename=\"Der Leuchtturm ☾.json\"",
                Some("Der Leuchtturm ☾.json"),
            ),
        ] {
            let stored = store(field, b"{}", 2).await.expect("a file");
            assert_eq!(stored.name.as_deref(), name);
        }
    }

    #[tokio::test]
    async fn pieces_become_a_file_unless_one_is_missing() {
        let pieces = || {
            [
                Ok::<_, io::Error>(Bytes::from_static(b"ab")),
                Ok(Bytes::from_static(b"c")),
            ]
        };
        let mut stored = store_pieces(futures::stream::iter(pieces()))
            .await
            .expect("a file");
        let mut read = String::new();
        stored.file.read_to_string(&mut read).expect("its content");
        assert_eq!((read.as_str(), stored.bytes), ("abc", 3));
        let broken = pieces()
            .into_iter()
            .chain([Err(io::ErrorKind::UnexpectedEof.into())]);
        let refused = store_pieces(futures::stream::iter(broken))
            .await
            .expect_err("a failure");
        assert_eq!(refused.code(), ErrorCode::INTERNAL);
    }

    #[tokio::test]
    #[cfg(unix)]
    async fn it_has_no_name() {
        use std::os::unix::fs::MetadataExt;
        let stored = store("file", b"card", 10).await.expect("a file");
        assert_eq!(stored.file.metadata().expect("what it is").nlink(), 0);
    }

    #[tokio::test]
    async fn what_is_no_such_file_is_refused() {
        let large = store("file", b"12345", 4).await.expect_err("too large");
        assert_eq!(large.code(), ErrorCode::PAYLOAD_TOO_LARGE);
        let other = store("picture", b"1", 4).await.expect_err("no file");
        assert_eq!(other.code(), ErrorCode::VALIDATION_FAILED);
    }
}
