//! Word of what changed in a story, for all who have it open (spec section 3; the tree itself is read again
//! by them).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use tokio::sync::broadcast::{self, Receiver, Sender};
use utoipa::ToSchema;

use super::rows::Story;
use super::{MessageId, StoryId};

/// Changes that one who is slow may be behind; beyond, they hear of the latest.
const BACKLOG: usize = 32;
/// Most who watch one story at one time.
pub const MAX_WATCHERS: usize = 16;

/// How a story stands after a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoryChanged {
    /// The story's version.
    pub version: i64,
    /// The message at which its reader is.
    #[schema(required = true)]
    pub head_id: Option<MessageId>,
    /// The turn that runs in it, if this is about one.
    #[schema(required = true)]
    pub turn_id: Option<String>,
}

/// Tells whoever watches a story of its changes, once they are durable. Clones share their watchers. Watchers
/// at other processes hear by [`platform::news`] and look for themselves (`http::events`).
#[derive(Clone, Default)]
pub struct LiveStories(Arc<Mutex<HashMap<StoryId, Sender<StoryChanged>>>>);

impl LiveStories {
    /// A story changed, and the change is durable.
    pub fn changed(&self, story: &StoryId, version: i64, head_id: Option<&MessageId>, turn_id: Option<&str>) {
        let watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = watched.get(story) {
            // An error says that the last watcher has just left.
            let _ = sender.send(StoryChanged {
                version,
                head_id: head_id.cloned(),
                turn_id: turn_id.map(str::to_owned),
            });
        }
    }

    /// The same for a story as it is after the change, which is about no turn.
    pub fn story_changed(&self, story: &Story) {
        self.changed(&story.id, story.version, story.head_id.as_ref(), None);
    }

    /// Watches a story; none where too many do.
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

    /// Ends all watching: the process goes down.
    pub fn close(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// How many stories are watched.
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

/// One who watches a story.
pub struct StoryWatch {
    receiver: Option<Receiver<StoryChanged>>,
    story: StoryId,
    of: LiveStories,
}

impl StoryWatch {
    /// The next change; none when the watching has ended. Who is far behind misses some, never the latest.
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
        live.changed(&other, 9, None, None);
        live.changed(&one, 2, None, Some("t"));
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
            live.changed(&one, version, None, None);
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
