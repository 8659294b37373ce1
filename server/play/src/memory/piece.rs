//! One piece of a summary: the previous summary and the messages after it become the next summary.

use accounts::guests::Owner;
use kernel::ErrorCode;
use platform::db::{Conn, Isolation, Tx};
use platform::llm::Model;
use platform::web::Problem;

use super::model::Summary;
use super::paths::summary_at;
use super::request::request_summary;
use super::rules::{Chunk, MAX_CHUNK_MESSAGES, chunk, chunk_tokens, is_enough};
use super::store;
use crate::AppState;
use crate::stories::{self, Character, MessageId, MessageRow, Story, StoryId};

/// The reason why a piece is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// Messages have left the prompt: it is written once there are enough of them.
    LeftPrompt,
    /// The player requests it, and this is the first piece: a summary that reaches far enough is rewritten.
    AskedFirst,
    /// The player requests it.
    Asked,
}

/// The input of a piece.
struct Span {
    /// The summary that it continues.
    base: Option<Summary>,
    /// The summary that it rewrites.
    rewritten: Option<Summary>,
    /// The message that it should reach, and its depth.
    goal: MessageId,
    goal_depth: i64,
}

impl Span {
    /// The depth of the last message that the base covers; -1: none.
    fn covered_depth(&self) -> i64 {
        match &self.base {
            // A summary that the player wrote first belongs to the beginning, but does not cover it.
            Some(base) if base.last_depth == 0 && base.model.is_none() => -1,
            Some(base) => base.last_depth,
            None => -1,
        }
    }
}

/// Writes one piece; returns false if nothing is left to do.
pub(super) async fn write_piece(
    app: &AppState,
    owner: &Owner,
    id: &StoryId,
    last: &MessageId,
    reason: Reason,
) -> Result<bool, Problem> {
    let mut conn = app.db.read().await?;
    let story = stories::load_story(&mut conn, owner, id).await?;
    let Some(span) = find_span(&mut conn, &story, last, reason).await? else {
        return Ok(false);
    };
    let rows = read_span(&mut conn, &story, &span).await?;
    let cast = stories::list_characters(&mut conn, &story).await?;
    drop(conn);
    let model = app.models.get(story.settings.chat_model.as_deref()).clone();
    let Some(piece) = chunk(&rows, budget_of(&span, &model)) else {
        return Ok(false);
    };
    if reason == Reason::LeftPrompt && !is_enough(&piece) {
        return Ok(false);
    }
    let text = text_of(app, &model, &story, &span, &piece, &cast).await?;
    if text.is_empty() {
        return Ok(false);
    }
    let new = &new_summary(app, &model, &span, &piece, text);
    let (story, span) = (&story, &span);
    let kept = app
        .db
        .transact(Isolation::Ordinary, |tx| {
            Box::pin(store_summary(tx, story, span, new))
        })
        .await?;
    Ok(kept && new.last_depth < span.goal_depth)
}

/// The input of the next piece; `None` if the summary reaches as far as it can.
async fn find_span(
    conn: &mut Conn,
    story: &Story,
    last: &MessageId,
    reason: Reason,
) -> Result<Option<Span>, Problem> {
    let end = stories::load_message(conn, story, last).await?;
    let found = summary_at(conn, story, Some(last)).await?;
    if found.as_ref().is_none_or(|found| found.last_depth < end.depth) {
        return Ok(Some(Span {
            base: found,
            rewritten: None,
            goal: last.clone(),
            goal_depth: end.depth,
        }));
    }
    // The player's own summary is never rewritten.
    let Some(written) = found.filter(|found| reason == Reason::AskedFirst && !found.edited) else {
        return Ok(None);
    };
    let base = match &written.based_on {
        Some(id) => store::find_summary(conn, id).await?,
        None => None,
    };
    Ok(Some(Span {
        base,
        goal: written.last_message_id.clone(),
        goal_depth: written.last_depth,
        rewritten: Some(written),
    }))
}

/// The messages after the base, the earliest first: of a long path only the beginning, which fills a piece.
async fn read_span(conn: &mut Conn, story: &Story, span: &Span) -> Result<Vec<MessageRow>, Problem> {
    let covered = span.covered_depth();
    let count = u32::try_from(span.goal_depth - covered).unwrap_or(u32::MAX);
    let near = if count > MAX_CHUNK_MESSAGES && span.rewritten.is_none() {
        stories::ancestor_at(conn, &span.goal, covered + i64::from(MAX_CHUNK_MESSAGES)).await?
    } else {
        None
    };
    let (end, most) = match &near {
        Some(near) => (near, MAX_CHUNK_MESSAGES),
        None => (&span.goal, count),
    };
    Ok(stories::path_to(conn, story, Some(end), count.min(most)).await?)
}

/// Tokens of messages in the piece. A rewritten piece takes everything that it covers.
fn budget_of(span: &Span, model: &Model) -> u32 {
    if span.rewritten.is_some() {
        return u32::MAX;
    }
    let base = span.base.as_ref().map(|base| base.text.as_str());
    chunk_tokens(model.info().context_tokens, base)
}

/// The text of the new summary: its base's if the messages add nothing.
async fn text_of(
    app: &AppState,
    model: &Model,
    story: &Story,
    span: &Span,
    piece: &Chunk<'_>,
    cast: &[Character],
) -> Result<String, Problem> {
    if piece.covered.is_empty() {
        return Ok(span
            .base
            .as_ref()
            .map(|base| base.text.clone())
            .unwrap_or_default());
    }
    request_summary(app, model, story, span.base.as_ref(), piece, cast).await
}

fn new_summary(app: &AppState, model: &Model, span: &Span, piece: &Chunk<'_>, text: String) -> Summary {
    let now = app.clock.now();
    let base = span.base.as_ref();
    let left_out = base.iter().flat_map(|base| &base.left_out).chain(&piece.left_out);
    Summary {
        id: app.random.id(now),
        text,
        first_message_id: base.map_or_else(|| piece.first.id.clone(), |base| base.first_message_id.clone()),
        last_message_id: piece.last.id.clone(),
        first_depth: base.map_or(piece.first.depth, |base| base.first_depth),
        last_depth: piece.last.depth,
        left_out: left_out.cloned().collect(),
        message_ids: Vec::new(),
        edited: false,
        based_on: base.map(|base| base.id.clone()),
        model: Some(model.info().name.clone()),
        version: 1,
        created_at: now,
        updated_at: now,
    }
}

/// Stores a summary, unless its input has changed or was deleted: then the next turn tries again.
async fn store_summary(tx: &mut Tx, story: &Story, span: &Span, new: &Summary) -> Result<bool, Problem> {
    if let Some(base) = &span.base {
        let now = store::find_summary(tx, &base.id).await?;
        if now.is_none_or(|now| now.version != base.version) {
            return Ok(false);
        }
    }
    match stories::load_message(tx, story, &new.last_message_id).await {
        Ok(_) => {}
        Err(problem) if problem.code() == ErrorCode::NOT_FOUND => return Ok(false),
        Err(problem) => return Err(problem),
    }
    match &span.rewritten {
        Some(old) => Ok(store::update_summary(
            tx,
            &Summary {
                text: new.text.clone(),
                model: new.model.clone(),
                updated_at: new.updated_at,
                ..old.clone()
            },
        )
        .await?),
        None => Ok(store::insert_summary(tx, &story.id, new).await?),
    }
}
