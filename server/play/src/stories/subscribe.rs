//! Notifies everybody who has a story open of its changes (spec section 3); they read the tree again
//! themselves.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use tokio::sync::broadcast::{self, Receiver, Sender};
use utoipa::ToSchema;

use super::model::MessageAnswer;
use super::rows::Story;
use super::{MessageId, StoryId};

/// How many changes a slow watcher may be behind; after that it only gets the latest.
const BACKLOG: usize = 32;
/// The most watchers of one story.
pub const MAX_WATCHERS: usize = 16;

/// The state of a story after a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoryChanged {
    /// The story's version.
    pub version: i64,
    /// The reader's position.
    #[schema(required = true)]
    pub head_id: Option<MessageId>,
    /// The turn that runs in it, if the change is about one.
    #[schema(required = true)]
    pub turn_id: Option<String>,
}

/// Notifies the watchers of a story of its changes, once they are committed. Clones share their watchers.
/// Watchers at other processes are notified by [`platform::news`] and read the story themselves (`watcher`).
#[derive(Clone, Default)]
pub struct LiveStories(Arc<Mutex<HashMap<StoryId, Sender<StoryChanged>>>>);

impl LiveStories {
    /// A story changed, and the change is committed. `story` is its state after the change.
    pub fn story_changed(&self, story: &Story) {
        self.changed(&story.id, story.version, story.head_id.as_ref());
    }

    /// The same for a change that a turn made.
    pub fn turn_changed(&self, story: &Story, turn_id: &str) {
        self.publish(&story.id, story.version, story.head_id.as_ref(), Some(turn_id));
    }

    /// The same for a change of a message.
    pub fn message_changed(&self, answer: &MessageAnswer) {
        self.changed(&answer.message.story_id, answer.version, answer.head_id.as_ref());
    }

    /// The same for a caller that has only the version and the head of the story.
    pub fn changed(&self, story: &StoryId, version: i64, head_id: Option<&MessageId>) {
        self.publish(story, version, head_id, None);
    }

    /// The same, with the turn that made the change, if one did.
    pub(crate) fn publish(
        &self,
        story: &StoryId,
        version: i64,
        head_id: Option<&MessageId>,
        turn_id: Option<&str>,
    ) {
        let watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = watched.get(story) {
            // Sending fails if the last watcher has just left.
            let _ = sender.send(StoryChanged {
                version,
                head_id: head_id.cloned(),
                turn_id: turn_id.map(str::to_owned),
            });
        }
    }

    /// Watches a story; `None` if there are too many watchers.
    #[must_use]
    pub fn watch(&self, story: &StoryId) -> Option<StoryWatch> {
        let mut watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = watched
            .entry(story.clone())
            .or_insert_with(|| broadcast::channel(BACKLOG).0);
        if sender.receiver_count() >= MAX_WATCHERS {
            return None;
        }
        Some(StoryWatch {
            receiver: Some(sender.subscribe()),
            story: story.clone(),
            of: self.clone(),
        })
    }

    /// Ends all watching, because the process shuts down.
    pub fn close(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// The number of watched stories.
    #[must_use]
    pub fn watched(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl std::fmt::Debug for LiveStories {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LiveStories")
    }
}

/// A watcher of a story.
pub struct StoryWatch {
    receiver: Option<Receiver<StoryChanged>>,
    story: StoryId,
    of: LiveStories,
}

impl StoryWatch {
    /// The next change; `None` when watching has ended. A watcher that is far behind misses some, but never
    /// the latest.
    pub async fn next(&mut self) -> Option<StoryChanged> {
        let receiver = self.receiver.as_mut()?;
        loop {
            match receiver.recv().await {
                Ok(changed) => return Some(changed),
                Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }
}

impl Drop for StoryWatch {
    fn drop(&mut self) {
        let mut watched = self.of.0.lock().unwrap_or_else(PoisonError::into_inner);
        self.receiver = None;
        if watched
            .get(&self.story)
            .is_some_and(|sender| sender.receiver_count() == 0)
        {
            watched.remove(&self.story);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn watchers_hear_of_their_story_only_and_leave_nothing_behind() {
        let live = LiveStories::default();
        let (one, other) = (
            StoryId::trusted("one".to_owned()),
            StoryId::trusted("other".to_owned()),
        );
        let (mut a, mut b) = (live.watch(&one).expect("room"), live.watch(&one).expect("room"));
        live.changed(&other, 9, None);
        live.publish(&one, 2, None, Some("t"));
        for watch in [&mut a, &mut b] {
            assert_eq!(
                watch
                    .next()
                    .await
                    .map(|changed| (changed.version, changed.turn_id)),
                Some((2, Some("t".to_owned())))
            );
        }
        for version in 0..100 {
            live.changed(&one, version, None);
        }
        let mut last = None;
        while last != Some(99) {
            last = a.next().await.map(|changed| changed.version);
        }
        let crowd: Vec<_> = (0..MAX_WATCHERS + 3).filter_map(|_| live.watch(&one)).collect();
        assert_eq!(crowd.len(), MAX_WATCHERS - 2);
        drop((a, b, crowd));
        assert_eq!(live.watched(), 0);
        let mut c = live.watch(&one).expect("room");
        live.close();
        assert_eq!(c.next().await, None);
    }
}
