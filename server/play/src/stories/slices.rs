//! Reads a story's paths page by page.

use platform::db::Conn;
use platform::web::Problem;
use serde::{Deserialize, Deserializer};

use super::access::load_message;
use super::model::Slice;
use super::rows::{MessageRow, Story};
use super::rules::{DEFAULT_SLICE, MAX_SLICE};
use super::{MessageId, StoryId, tree, view};

/// Where a slice begins or ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Anchor {
    /// The reader's position.
    Head,
    /// Before the first message.
    Root,
    /// This message.
    Message(MessageId),
}

impl<'de> Deserialize<'de> for Anchor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = MessageId::deserialize(deserializer)?;
        Ok(match id.as_str() {
            "head" => Self::Head,
            "root" => Self::Root,
            _ => Self::Message(id),
        })
    }
}

/// Which part of a path to read.
#[derive(Debug, Clone, Copy, Default)]
pub struct SliceQuery {
    /// Most messages; 50 by default.
    pub limit: Option<i64>,
    /// Up: only smaller depths. Down: only larger depths.
    pub cursor_depth: Option<i64>,
    /// Which sibling of the anchor (up) or which child of it (down), from 0.
    pub branch_index: Option<i64>,
}

impl SliceQuery {
    fn limit(self) -> u32 {
        let requested = self
            .limit
            .unwrap_or(i64::from(DEFAULT_SLICE))
            .clamp(1, i64::from(MAX_SLICE));
        u32::try_from(requested).unwrap_or(DEFAULT_SLICE)
    }
}

async fn resolve(conn: &mut Conn, story: &Story, anchor: &Anchor) -> Result<Option<MessageRow>, Problem> {
    match anchor {
        Anchor::Root => Ok(None),
        Anchor::Message(id) => load_message(conn, story, id).await.map(Some),
        Anchor::Head => match &story.head_id {
            Some(id) => load_message(conn, story, id).await.map(Some),
            None => Ok(None),
        },
    }
}

async fn nth(
    conn: &mut Conn,
    story: &StoryId,
    parent: Option<&MessageId>,
    index: i64,
) -> Result<MessageId, Problem> {
    let children = tree::list_children(conn, story, parent).await?;
    let found = usize::try_from(index)
        .ok()
        .and_then(|index| children.into_iter().nth(index));
    found.ok_or_else(|| Problem::not_found("branch"))
}

/// The path that ends at the anchor, the earliest first.
///
/// # Errors
/// 404 if the anchor or the branch does not exist.
pub async fn slice_up(
    conn: &mut Conn,
    story: &Story,
    anchor: &Anchor,
    query: SliceQuery,
) -> Result<Slice, Problem> {
    let Some(mut end) = resolve(conn, story, anchor).await? else {
        return answer(conn, story, Vec::new(), None).await;
    };
    if let Some(index) = query.branch_index {
        let beside = nth(conn, &story.id, end.parent_id.as_ref(), index).await?;
        end = load_message(conn, story, &beside).await?;
    }
    let depth = query
        .cursor_depth
        .map_or(end.depth, |cursor| end.depth.min(cursor.saturating_sub(1)));
    let Some(start) = tree::ancestor_at(conn, &end.id, depth).await? else {
        return answer(conn, story, Vec::new(), None).await;
    };
    let rows = tree::walk_up(conn, &start, query.limit()).await?;
    let next = rows.first().map(|row| row.depth).filter(|depth| *depth > 0);
    answer(conn, story, rows, next).await
}

/// The messages after the anchor on the shown path, the earliest first.
///
/// # Errors
/// 404 if the anchor or the branch does not exist.
pub async fn slice_down(
    conn: &mut Conn,
    story: &Story,
    anchor: &Anchor,
    query: SliceQuery,
) -> Result<Slice, Problem> {
    let from = resolve(conn, story, anchor).await?;
    let parent = from.as_ref().map(|row| &row.id);
    let first = match (query.branch_index, &from) {
        (Some(index), _) => Some(nth(conn, &story.id, parent, index).await?),
        (None, Some(row)) => row.active_child_id.clone(),
        (None, None) if *anchor == Anchor::Root => story.root_id.clone(),
        (None, None) => None,
    };
    let Some(first) = first else {
        return answer(conn, story, Vec::new(), None).await;
    };
    let limit = query.limit();
    let below = query.cursor_depth.unwrap_or(-1);
    let start = skip(conn, story, from.as_ref(), &first, below).await?;
    let mut rows = tree::walk_down(conn, &start, below, limit + 1).await?;
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next = rows.last().map(|row| row.depth).filter(|_| more);
    answer(conn, story, rows, next).await
}

/// Where walking down can begin without missing anything: if the path to the head goes this way, at the
/// requested depth rather than at its beginning.
async fn skip(
    conn: &mut Conn,
    story: &Story,
    from: Option<&MessageRow>,
    first: &MessageId,
    below: i64,
) -> Result<MessageId, Problem> {
    let first_depth = from.map_or(0, |row| row.depth + 1);
    let Some(head) = story.head_id.as_ref().filter(|_| below > first_depth) else {
        return Ok(first.clone());
    };
    if tree::ancestor_at(conn, head, first_depth).await?.as_ref() != Some(first) {
        return Ok(first.clone());
    }
    Ok(tree::ancestor_at(conn, head, below)
        .await?
        .unwrap_or_else(|| head.clone()))
}

async fn answer(
    conn: &mut Conn,
    story: &Story,
    rows: Vec<MessageRow>,
    next: Option<i64>,
) -> Result<Slice, Problem> {
    let results = view::messages(conn, story, rows).await?;
    Ok(Slice {
        results,
        next_cursor_depth: next,
        head_id: story.head_id.clone(),
        version: story.version,
    })
}
