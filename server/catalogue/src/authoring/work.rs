//! Where drafts are read, checked and written: small ones in place, large ones on a thread for long work.

use platform::blocking::WorkLimit;
use platform::web::Problem;

/// Up to this many bytes are handled in place: a few milliseconds.
const HERE_BYTES: usize = 64 << 10;
/// Large drafts that are handled at the same time, and how many more may wait.
static LARGE: WorkLimit = WorkLimit::new(2, 64);

/// Runs work on JSON of this many bytes.
///
/// # Errors
/// Those of the work; 503 if too many large drafts wait already.
pub(crate) async fn compute<T: Send + 'static>(
    bytes: usize,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    if bytes <= HERE_BYTES {
        work()
    } else {
        LARGE.run(work).await?
    }
}
