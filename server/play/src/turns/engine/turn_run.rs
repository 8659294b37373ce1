//! A running turn: its job, its log, and how watchers of the story are notified.

use std::sync::Arc;

use kernel::Shekels;
use platform::llm::ModelError;
use platform::news::Subject;
use platform::web::Problem;

use super::remote::RemoteRequests;
use crate::AppState;
use crate::stories::{self, Message, MessageId, MessageRow, Story};
use crate::turns::channel::Channel;
use crate::turns::job::Job;

/// A running turn.
pub(super) struct TurnRun {
    pub(super) app: AppState,
    pub(super) channel: Arc<Channel>,
    pub(super) remote: RemoteRequests,
    pub(super) job: Job,
    /// The player's time zone.
    pub(super) timezone: Option<String>,
    /// The shekels charged for its replies so far.
    pub(super) captured: Shekels,
    /// The latest message that did not fit into a prompt.
    pub(super) left_out: Option<MessageId>,
}

impl TurnRun {
    /// A message as the player sees it.
    pub(super) async fn view(&self, row: MessageRow) -> Result<Message, Problem> {
        let mut conn = self.app.db.read().await?;
        let at_start = &self.job.story;
        let story = stories::load_story(&mut conn, &at_start.owner, &at_start.id).await?;
        drop(conn);
        self.view_in(&story, row).await
    }

    /// The same in a loaded story.
    pub(super) async fn view_in(&self, story: &Story, row: MessageRow) -> Result<Message, Problem> {
        let mut conn = self.app.db.read().await?;
        stories::message_views(&mut conn, story, vec![row])
            .await?
            .pop()
            .ok_or_else(|| Problem::not_found("message"))
    }

    /// Notifies those who have the story open that it changed.
    pub(super) fn notify_watchers(&self, story: &Story) {
        self.app.live.turn_changed(story, &self.job.turn_id);
    }

    /// Notifies other processes that show the turn that there is more of it.
    pub(super) async fn notify_followers(&self) {
        if self.remote.is_followed() {
            let turn = Subject::Turn(self.job.turn_id.clone());
            self.app.news.publish(&self.app.db, &turn).await;
        }
    }

    /// Logs a model's failure in one line, without the key and without any text of the story.
    pub(super) fn log(&self, model: &str, error: &ModelError) {
        error.log(
            model,
            &format!("turn {}", self.job.turn_id),
            self.job.request_id.as_deref(),
        );
    }
}
