//! The threads that assemble prompts, and how many at a time.

use catalogue::lorebooks::rules::MAX_SCAN_TIME;
use platform::blocking::{Stop, WorkLimit};
use platform::web::Problem;

/// Prompts that are assembled at the same time.
const AT_ONCE: usize = 2;
/// How many more may wait.
const MAX_WAITING: usize = 512;
static LIMIT: WorkLimit = WorkLimit::new(AT_ONCE, MAX_WAITING);

/// Runs work on a prompt away from the threads that answer requests: how long it takes depends on what people
/// wrote into a story's cards, lorebooks and messages.
///
/// # Errors
/// 503 if too many prompts are waiting.
pub async fn run_within_scan_limit<T: Send + 'static>(
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> Result<T, Problem> {
    LIMIT.run_within(MAX_SCAN_TIME, work).await
}
