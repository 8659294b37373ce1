//! What other processes ask of the one that runs a turn.

use std::time::Duration;

use platform::news::{Ear, News, Subject};
use tokio::time::Instant;

/// A process that shows a turn to somebody repeats it at least this often, twice over.
const FOLLOWED_FOR: Duration = Duration::from_secs(40);

/// Requests from other processes: to look whether the turn was stopped, and to store more often what they show.
pub(super) struct RemoteRequests {
    ear: Ear,
    followed: Option<Instant>,
}

impl RemoteRequests {
    /// Hears requests about this turn from now on.
    pub(super) fn new(news: &News, turn_id: &str) -> Self {
        Self {
            ear: news.ear(Subject::Order(turn_id.to_owned())),
            followed: None,
        }
    }

    /// Waits for the next one, also for one that came while nobody waited.
    pub(super) async fn next(&mut self) {
        self.ear.heard().await;
        self.followed = Some(Instant::now());
    }

    /// Whether another process shows the turn to somebody.
    pub(super) fn is_followed(&self) -> bool {
        self.followed.is_some_and(|at| at.elapsed() < FOLLOWED_FOR)
    }
}
