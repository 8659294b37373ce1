//! Follows one story: its present state, then every change, in whichever process it is made.

use accounts::guests::Owner;
use kernel::ErrorCode;
use platform::news::{Subject, Subscription};
use platform::web::Problem;

use super::access::load_story;
use super::subscribe::{StoryChanged, StoryWatch};
use super::{MessageId, StoryId, store};
use crate::AppState;

/// When to try again if a story has too many watchers, in seconds.
const RETRY_SECS: u32 = 30;

/// Follows one story.
pub(super) struct Watcher {
    app: AppState,
    id: StoryId,
    watch: StoryWatch,
    /// Receives changes made by other processes.
    news: Subscription,
    known: i64,
    waiting: Option<StoryChanged>,
}

impl Watcher {
    /// Watches a story of this owner from now on.
    ///
    /// # Errors
    /// 404 if this owner has no such story, 429 if it has too many watchers.
    pub(super) async fn begin(app: AppState, owner: &Owner, id: StoryId) -> Result<Self, Problem> {
        // Watches before it reads the version, so that no change in between is lost.
        let mut conn = app.db.read().await?;
        load_story(&mut conn, owner, &id).await?;
        let watch = app.live.watch(&id).ok_or_else(too_many_watchers)?;
        let news = app.news.subscribe(Subject::Story(id.to_string()));
        let story = load_story(&mut conn, owner, &id).await?;
        drop(conn);
        let first = StoryChanged {
            version: story.version,
            head_id: story.head_id,
            turn_id: None,
        };
        Ok(Self {
            app,
            id,
            watch,
            news,
            known: -1,
            waiting: Some(first),
        })
    }

    /// First the present state of the story, then its next change; `None` when there is nothing left to watch.
    pub(super) async fn next(&mut self) -> Option<StoryChanged> {
        if let Some(first) = self.waiting.take() {
            self.known = first.version;
            return Some(first);
        }
        loop {
            tokio::select! {
                changed = self.watch.next() => {
                    let changed = changed?;
                    self.known = self.known.max(changed.version);
                    return Some(changed);
                }
                () = self.news.changed() => {
                    // If the database fails, the stream ends, and the client reconnects.
                    let seen = self.read_version().await.ok()?;
                    let (version, head) = seen?;
                    if version > self.known {
                        self.known = version;
                        return Some(StoryChanged { version, head_id: head.map(MessageId::trusted), turn_id: None });
                    }
                }
            }
        }
    }

    async fn read_version(&self) -> sqlx::Result<Option<(i64, Option<String>)>> {
        let mut conn = self.app.db.read().await?;
        store::read_version(&mut conn, &self.id).await
    }
}

fn too_many_watchers() -> Problem {
    Problem::new(
        ErrorCode::RATE_LIMITED,
        "This story is open in too many windows. Close one.",
    )
    .with_retry_after(RETRY_SECS)
}
