//! Where prompts are put together: on threads for such work, so many at a time.

use catalogue::lorebooks::rules::MAX_SCAN_TIME;
use platform::blocking::{Lane, Stop};
use platform::web::Problem;

/// Prompts that are put together at the same time.
const AT_ONCE: usize = 2;
/// How many more may wait for that.
const MAX_WAITING: usize = 512;
static LANE: Lane = Lane::new(AT_ONCE, MAX_WAITING);

/// Does work on a prompt apart from the threads that answer requests. Whoever wrote a story's cards,
/// lorebooks and messages decides how much that is.
///
/// # Errors
/// 503 where too many prompts are waited for.
pub async fn run_on_prompt_lane<T: Send + 'static>(
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> Result<T, Problem> {
    LANE.run_within(MAX_SCAN_TIME, work).await
}
