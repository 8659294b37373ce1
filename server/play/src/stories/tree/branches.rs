//! SQL of the children of messages, and of the map of a story.

use std::collections::HashMap;

use platform::db::{Conn, push_in_list, query_on, statements};
use sqlx::QueryBuilder;

use crate::stories::text::{Author, MessageState};
use crate::stories::{MessageId, StoryId};

statements! {
    LIST_CHILDREN = "select id from messages where parent_id = $1 and deleted_at is null order by position";
    LIST_ROOTS = "
        select id
        from messages
        where story_id = $1 and coalesce(parent_id, '') = '' and deleted_at is null
        order by position";
    /// Counts deleted messages, too.
    COUNT_SUCCESSORS = "
        select (
            select count(*)
            from messages n
            where n.parent_id = m.id
        ) + (select count(*) from messages n where n.parent_id = m.parent_id and n.position > m.position)
        from messages m
        where m.id = $1";
    /// The index of the opening that this message is, from 0; in an imported story, the index among the
    /// beginnings that are not the player's.
    FIND_OPENING = "
        select position
        from messages
        where id = $1 and parent_id is null and author <> 'user' and origin in ('opening', 'imported')";
    LIST_NODES = "
        select m.id, m.parent_id, m.depth, m.name, m.author, substr(m.content, 1, 160) as beginning, m.state
        from messages m
        where m.story_id = $1 and m.deleted_at is null
        order by m.id desc
        limit $2";
}

/// The children of this message, or the beginnings of the story, that are not deleted, in order.
pub(in crate::stories) async fn list_children(
    conn: &mut Conn,
    story: &StoryId,
    parent: Option<&MessageId>,
) -> sqlx::Result<Vec<MessageId>> {
    let (text, id) = parent.map_or((LIST_ROOTS, story.as_str()), |parent| {
        (LIST_CHILDREN, parent.as_str())
    });
    let ids = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(text)
        .bind(id)
        .fetch_all(x)
        .await)?;
    Ok(ids.into_iter().map(MessageId::trusted).collect())
}

/// The children of these messages that are not deleted, by parent, in order.
pub(in crate::stories) async fn children_of(
    conn: &mut Conn,
    parents: &[&str],
) -> sqlx::Result<HashMap<String, Vec<MessageId>>> {
    let mut children: HashMap<String, Vec<MessageId>> = HashMap::new();
    if parents.is_empty() {
        return Ok(children);
    }
    let rows: Vec<(String, String)> = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select parent_id, id from messages where deleted_at is null and parent_id in ",
        );
        push_in_list(&mut query, parents.iter().copied());
        query.push(" order by parent_id, position");
        query.build_query_as().fetch_all(x).await
    })?;
    for (parent, id) in rows {
        children.entry(parent).or_default().push(MessageId::trusted(id));
    }
    Ok(children)
}

/// How many messages follow this one directly or were added beside it later, deleted ones included.
pub(in crate::stories) async fn count_successors(conn: &mut Conn, id: &MessageId) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_SUCCESSORS)
        .bind(id.as_str())
        .fetch_one(x)
        .await)
}

/// The index of the opening that this message is, from 0; `None` if it is no opening.
pub(in crate::stories) async fn find_opening(conn: &mut Conn, id: &MessageId) -> sqlx::Result<Option<i64>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(FIND_OPENING)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)
}

/// A message on the map.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(in crate::stories) struct NodeRecord {
    pub(in crate::stories) id: String,
    pub(in crate::stories) parent_id: Option<String>,
    pub(in crate::stories) depth: i64,
    pub(in crate::stories) name: String,
    #[sqlx(try_from = "String")]
    pub(in crate::stories) author: Author,
    pub(in crate::stories) beginning: String,
    #[sqlx(try_from = "String")]
    pub(in crate::stories) state: MessageState,
}

/// Up to `limit` messages of a story that are not deleted, the latest first.
pub(in crate::stories) async fn list_nodes(
    conn: &mut Conn,
    story: &StoryId,
    limit: u32,
) -> sqlx::Result<Vec<NodeRecord>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, NodeRecord>(LIST_NODES)
        .bind(story.as_str())
        .bind(i64::from(limit))
        .fetch_all(x)
        .await)
}
