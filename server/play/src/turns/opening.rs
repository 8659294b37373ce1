//! Opens a reply: adds its message to the story, empty or with the text it continues, before it is written.

use platform::db::Tx;
use platform::web::Problem;

use super::context::StoryContext;
use super::job::{Assignment, Task};
use super::rules::witnesses;
use super::store::ReplyRow;
use crate::AppState;
use crate::stories::{
    self, Author, MessageId, MessageRow, MessageState, NARRATOR as NARRATOR_NAME, NewMessage, Origin,
};

/// Adds the message of a reply, which follows the message `after`.
pub(super) async fn open_reply(
    tx: &mut Tx,
    app: &AppState,
    context: &mut StoryContext,
    assignment: &Assignment,
    after: Option<&MessageId>,
    row: &ReplyRow,
) -> Result<MessageRow, Problem> {
    let before = match after {
        Some(id) => Some(stories::load_message(tx, &context.story, id).await?),
        None => None,
    };
    let speaker = row
        .speaker_id
        .as_deref()
        .and_then(|id| context.character(id))
        .map(|speaker| (speaker.id.clone(), speaker.name.clone()));
    let (origin, content) = match &assignment.task {
        Task::Continue { so_far, .. } => (Origin::Continued, so_far.as_str()),
        Task::Replies { origin, .. } => (*origin, ""),
        Task::Impersonate { .. } | Task::Rewrite { .. } => (Origin::Reply, ""),
    };
    let author = if speaker.is_some() {
        Author::Actor
    } else {
        Author::Narrator
    };
    let (id, name) = speaker.as_ref().map_or((None, NARRATOR_NAME), |(id, name)| {
        (Some(id.as_str()), name.as_str())
    });
    let new = NewMessage {
        author_id: id,
        state: MessageState::Writing,
        presence: witnesses(
            assignment.presence.as_deref(),
            before.as_ref().and_then(|row| row.presence.as_deref()),
            id,
        ),
        turn_id: Some(&row.turn_id),
        ..NewMessage::new(after, author, name, content, origin)
    };
    stories::append_message(app, tx, &mut context.story, &new).await
}
