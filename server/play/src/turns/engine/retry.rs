//! How often storing the end of a turn is tried.

use std::time::Duration;

use kernel::ErrorCode;
use platform::web::Problem;

use crate::turns::rules::HOLD_MS;

/// Tries while the database is too busy.
const TRIES: u32 = 6;
/// The first pause between two tries; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The longest pause while the storage is full: a hold is settled at most this long after there is space
/// again.
const LONGEST_PAUSE_WHEN_FULL: Duration = Duration::from_secs(1);
/// Tries while the storage is full: about as long as shekels are held.
const TRIES_WHEN_FULL: u32 = (HOLD_MS / 1_000) as u32;

/// The tries to store an end.
pub(super) struct EndRetry {
    tries: u32,
    pause: Duration,
}

impl Default for EndRetry {
    fn default() -> Self {
        Self {
            tries: 0,
            pause: FIRST_PAUSE,
        }
    }
}

impl EndRetry {
    /// The result of a try; `None`, after a pause, if there should be another one.
    pub(super) async fn after<T>(&mut self, tried: Result<T, Problem>) -> Option<Result<T, Problem>> {
        self.tries += 1;
        let problem = match tried {
            Err(problem) if problem.status() == http::StatusCode::SERVICE_UNAVAILABLE => problem,
            result => return Some(result),
        };
        let is_full = problem.code() == ErrorCode::STORAGE_FULL;
        let most = if is_full { TRIES_WHEN_FULL } else { TRIES };
        if self.tries >= most {
            return Some(Err(problem));
        }
        tokio::time::sleep(self.pause).await;
        self.pause *= 2;
        if is_full {
            self.pause = self.pause.min(LONGEST_PAUSE_WHEN_FULL);
        }
        None
    }
}
