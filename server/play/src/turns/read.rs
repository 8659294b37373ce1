//! Reads turns for their players: from the log of this process, else from the database.

use accounts::guests::Owner;
use accounts::safety;
use kernel::{Shekels, Timestamp};
use platform::db::Conn;
use platform::web::Problem;

use super::errors::turn_not_found;
use super::model::{DraftedSpeaker, Turn, TurnFault, TurnKind, TurnPrice, TurnState};
use super::paying;
use super::store::{self, TurnRow};
use crate::AppState;
use crate::prompt::Shorten;
use crate::stories::{self, Message, MessageId, Story, StoryId};

/// The turn with this id, if it belongs to a story of this owner.
///
/// # Errors
/// 404.
pub(super) async fn find(app: &AppState, owner: &Owner, id: &str) -> Result<Turn, Problem> {
    let (mut conn, story, row) = own(app, owner, id).await?;
    match app.turns.find(id) {
        Some(channel) => Ok(channel.turn()),
        None => stored(&mut conn, &story, row).await,
    }
}

/// The stored turn, even if this process has its log.
///
/// # Errors
/// 404.
pub(super) async fn find_stored(app: &AppState, owner: &Owner, id: &str) -> Result<Turn, Problem> {
    let (mut conn, story, row) = own(app, owner, id).await?;
    stored(&mut conn, &story, row).await
}

async fn own(app: &AppState, owner: &Owner, id: &str) -> Result<(Conn, Story, TurnRow), Problem> {
    let mut conn = app.db.read().await?;
    let row = store::find_turn(&mut conn, id)
        .await?
        .ok_or_else(turn_not_found)?;
    let story = stories::load_story(&mut conn, owner, &StoryId::trusted(row.story_id.clone()))
        .await
        .map_err(|_| turn_not_found())?;
    Ok((conn, story, row))
}

/// The latest running turn of this story, if there is one.
///
/// # Errors
/// Database errors.
pub(super) async fn running(app: &AppState, conn: &mut Conn, story: &Story) -> Result<Option<Turn>, Problem> {
    let Some(row) = store::find_running(conn, story.id.as_str()).await? else {
        return Ok(None);
    };
    let turn = match app.turns.find(&row.id) {
        Some(channel) => channel.turn(),
        None => stored(conn, story, row).await?,
    };
    Ok(Some(turn).filter(|turn| !turn.state.is_over()))
}

/// A turn from the database.
async fn stored(conn: &mut Conn, story: &Story, row: TurnRow) -> Result<Turn, Problem> {
    let replies = store::list_replies(conn, &row.id).await?;
    let mut messages = Vec::new();
    for id in replies.iter().filter_map(|reply| reply.message_id.as_ref()) {
        messages.extend(message(conn, story, id).await?);
    }
    let user_message = match &row.user_message_id {
        Some(id) => message(conn, story, id).await?,
        None => None,
    };
    let drafted = |reply: &store::ReplyRow| DraftedSpeaker {
        character_id: reply.speaker_id.clone(),
        why: reply.why.clone(),
    };
    let notices = messages
        .iter()
        .filter(|reply| reply.aside)
        .map(|reply| safety::notice_for_answer(&reply.content))
        .collect();
    Ok(Turn {
        notices,
        kind: TurnKind::from_stored(&row.kind),
        state: TurnState::from_stored(&row.state),
        user_message,
        replies: messages,
        text: row.text,
        drafted: replies.iter().map(drafted).collect(),
        price: TurnPrice {
            held: Shekels(replies.iter().map(|reply| reply.price).sum()),
            captured: Shekels(replies.iter().filter_map(|reply| reply.captured).sum()),
            free: replies.iter().all(|reply| reply.price == 0),
        },
        error: row.error_code.map(|code| TurnFault {
            code,
            message: row.error_message.unwrap_or_default(),
            retry_after: row.error_retry_after.and_then(|secs| u32::try_from(secs).ok()),
            shorten: row.error_shorten.as_deref().and_then(Shorten::from_stored),
        }),
        last_event: u64::try_from(row.last_event).unwrap_or(0),
        started_on: Timestamp(row.started_at),
        ended_on: row.ended_at.map(Timestamp),
        id: row.id,
        story_id: row.story_id,
    })
}

/// A message of a turn; `None` if it was deleted.
async fn message(conn: &mut Conn, story: &Story, id: &str) -> Result<Option<Message>, Problem> {
    match stories::load_message(conn, story, &MessageId::trusted(id.to_owned())).await {
        Ok(row) => Ok(stories::message_views(conn, story, vec![row]).await?.pop()),
        Err(problem) if problem.status() == http::StatusCode::NOT_FOUND => Ok(None),
        Err(problem) => Err(problem),
    }
}

/// The balance of the owner's wallet; `None` for guests.
pub(super) async fn balance(app: &AppState, owner: &Owner) -> Result<Option<Shekels>, Problem> {
    let mut conn = app.db.read().await?;
    Ok(paying::balance(&mut conn, owner).await?)
}
