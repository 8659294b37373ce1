//! Requests from other processes to the one that runs a turn.

use std::time::Duration;

use platform::news::{News, Subject, Subscription};
use tokio::time::Instant;

/// A process with watchers repeats its request at least twice within this time.
const FOLLOWED_FOR: Duration = Duration::from_secs(40);

/// Requests from other processes: to check whether the turn was stopped, and to store its text more often.
pub(super) struct RemoteRequests {
    subscription: Subscription,
    followed: Option<Instant>,
}

impl RemoteRequests {
    /// Receives requests about this turn from now on.
    pub(super) fn new(news: &News, turn_id: &str) -> Self {
        Self {
            subscription: news.subscribe(Subject::Order(turn_id.to_owned())),
            followed: None,
        }
    }

    /// Waits for the next request, including one that came in the meantime.
    pub(super) async fn next(&mut self) {
        self.subscription.changed().await;
        self.followed = Some(Instant::now());
    }

    /// Whether another process has watchers of the turn.
    pub(super) fn is_followed(&self) -> bool {
        self.followed.is_some_and(|at| at.elapsed() < FOLLOWED_FOR)
    }
}
