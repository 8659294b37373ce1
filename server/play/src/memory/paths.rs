//! The memory on a path of a story, and of a whole story.

use std::collections::HashSet;

use kernel::ErrorCode;
use platform::db::{Conn, Tx};
use platform::web::Problem;

use super::model::{Fact, Summary};
use super::rules::covered_messages;
use super::store;
use crate::stories::{self, MessageId, MessageRow, Story, StoryId};

/// The memory on a path (earliest message first): the facts that apply, and the summary that reaches
/// furthest.
///
/// # Errors
/// Database errors.
pub async fn for_path(
    conn: &mut Conn,
    story: &StoryId,
    path: &[MessageRow],
) -> sqlx::Result<(Vec<Fact>, Option<Summary>)> {
    let ids: HashSet<&str> = path.iter().map(|row| row.id.as_str()).collect();
    let facts = store::list_facts(conn, story).await?;
    let held = facts
        .into_iter()
        .filter(|fact| {
            fact.source_message_id
                .as_ref()
                .is_none_or(|id| ids.contains(id.as_str()))
        })
        .collect();
    let spans = store::list_summary_spans(conn, story).await?;
    let summary = match spans
        .into_iter()
        .find(|span| ids.contains(span.last_message_id.as_str()))
    {
        Some(span) => store::find_summary(conn, &span.id).await?,
        None => None,
    };
    // A player who emptied the summary wants none.
    let summary = summary.filter(|summary| !summary.text.trim().is_empty());
    Ok((
        held,
        summary.map(|summary| Summary {
            message_ids: covered_messages(&summary, path),
            ..summary
        }),
    ))
}

/// The same at the head of the story, without reading the whole path: every fact with whether it applies
/// there, and the summary.
pub(super) async fn at_head(
    conn: &mut Conn,
    story: &Story,
) -> Result<(Vec<(Fact, bool)>, Option<Summary>), Problem> {
    let mut facts = Vec::new();
    for fact in store::list_facts(conn, &story.id).await? {
        let holds = match &fact.source_message_id {
            Some(id) => is_on_path_to_head(conn, story, id).await?,
            None => true,
        };
        facts.push((fact, holds));
    }
    Ok((facts, summary_at(conn, story, story.head_id.as_ref()).await?))
}

async fn is_on_path_to_head(conn: &mut Conn, story: &Story, id: &MessageId) -> Result<bool, Problem> {
    let Some(head) = &story.head_id else {
        return Ok(false);
    };
    match stories::load_message(conn, story, id).await {
        Ok(row) => Ok(stories::is_on_path(conn, &row, head).await?),
        Err(problem) if problem.code() == ErrorCode::NOT_FOUND => Ok(false),
        Err(problem) => Err(problem),
    }
}

/// The summary that applies to the path that ends here.
pub(super) async fn summary_at(
    conn: &mut Conn,
    story: &Story,
    end: Option<&MessageId>,
) -> Result<Option<Summary>, Problem> {
    let Some(end) = end else { return Ok(None) };
    for span in store::list_summary_spans(conn, &story.id).await? {
        let last = MessageId::trusted(span.last_message_id);
        let row = match stories::load_message(conn, story, &last).await {
            Ok(row) => row,
            Err(problem) if problem.code() == ErrorCode::NOT_FOUND => continue,
            Err(problem) => return Err(problem),
        };
        debug_assert_eq!(row.depth, span.last_depth);
        if stories::is_on_path(conn, &row, end).await? {
            return Ok(store::find_summary(conn, &span.id).await?);
        }
    }
    Ok(None)
}

/// All facts and summaries of a story, on all branches: for exports.
///
/// # Errors
/// Database errors.
pub async fn list_all(conn: &mut Conn, story: &StoryId) -> sqlx::Result<(Vec<Fact>, Vec<Summary>)> {
    Ok((
        store::list_facts(conn, story).await?,
        store::list_summaries(conn, story).await?,
    ))
}

/// Stores the facts and summaries of an imported story. The caller chooses the ids, which must be new.
///
/// # Errors
/// Database errors.
pub async fn restore(
    tx: &mut Tx,
    story: &StoryId,
    facts: &[Fact],
    summaries: &[Summary],
) -> sqlx::Result<()> {
    for fact in facts {
        store::insert_fact(tx, story, fact).await?;
    }
    for summary in summaries {
        store::insert_summary(tx, story, summary).await?;
    }
    Ok(())
}
