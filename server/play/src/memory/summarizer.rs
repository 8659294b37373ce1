//! Limits the summaries that are being written: one at a time in each story, and some in this process.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::Timestamp;
use platform::web::Problem;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::rules::REFRESH_EVERY_MS;
use crate::stories::StoryId;

/// Summaries written at the same time.
const MAX_AT_ONCE: usize = 4;
/// How many stories are remembered for the pause between two requested summaries.
const MAX_ASKED: usize = 10_000;

/// The summaries that are being written. Clones share them.
#[derive(Clone)]
pub struct Summarizer(Arc<Inner>);

struct Inner {
    running: Mutex<HashSet<StoryId>>,
    asked: Mutex<HashMap<StoryId, Timestamp>>,
    permits: Semaphore,
}

impl Default for Summarizer {
    fn default() -> Self {
        Self(Arc::new(Inner {
            running: Mutex::default(),
            asked: Mutex::default(),
            permits: Semaphore::new(MAX_AT_ONCE),
        }))
    }
}

impl std::fmt::Debug for Summarizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Summarizer")
    }
}

impl Summarizer {
    /// The right to write the summary of a story; `None` while it is being written.
    pub(super) fn lock(&self, story: &StoryId) -> Option<StoryLock> {
        self.running_stories().insert(story.clone()).then(|| StoryLock {
            summarizer: self.clone(),
            story: story.clone(),
        })
    }

    /// Waits until fewer than [`MAX_AT_ONCE`] summaries are being written.
    pub(super) async fn permit(&self) -> Result<SemaphorePermit<'_>, Problem> {
        self.0.permits.acquire().await.map_err(Problem::internal)
    }

    /// How many summaries are being written.
    #[must_use]
    pub fn count_running(&self) -> usize {
        self.running_stories().len()
    }

    /// Records that a player requests a summary. If they requested one shortly before, returns how long they
    /// have to wait, in milliseconds.
    pub(super) fn record_request(&self, story: &StoryId, now: Timestamp) -> Option<i64> {
        let mut asked = self.0.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = asked
            .get(story)
            .map(|at| REFRESH_EVERY_MS - (now.0 - at.0))
            .filter(|wait| (1..=REFRESH_EVERY_MS).contains(wait));
        if wait.is_none() {
            if asked.len() >= MAX_ASKED {
                asked.retain(|_, at| now.0 - at.0 < REFRESH_EVERY_MS);
            }
            asked.insert(story.clone(), now);
        }
        wait
    }

    fn running_stories(&self) -> MutexGuard<'_, HashSet<StoryId>> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to write the summary of a story, until it is dropped.
pub(super) struct StoryLock {
    summarizer: Summarizer,
    story: StoryId,
}

impl Drop for StoryLock {
    fn drop(&mut self) {
        self.summarizer.running_stories().remove(&self.story);
    }
}
