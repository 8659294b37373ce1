//! SQL of the shown branch after each message.

use platform::db::{Conn, Tx, query_on, statements};

use crate::stories::MessageId;

statements! {
    FIND_LEAF = "
        with recursive line (id, depth, next_id) as (
            select m.id, m.depth, m.active_child_id
            from messages m
            where m.id = $1
            union all
            select m.id, m.depth, m.active_child_id
            from line
            join messages m on m.id = line.next_id
        )
        select id
        from line
        order by depth desc
        limit 1";
    /// Shows the path to `$1`, from `$1` up to the children of depth `$2`.
    SHOW_LINE = "
        with recursive line (id, parent_id, depth) as (
            select m.id, m.parent_id, m.depth
            from messages m
            where m.id = $1
            union all
            select m.id, m.parent_id, m.depth
            from line
            join messages m on m.id = line.parent_id
            where line.depth > $2 + 1
        )
        update messages
        set active_child_id = line.id
        from line
        where messages.id = line.parent_id and line.depth > $2";
    SHOW_CHILD = "update messages set active_child_id = $2 where id = $1";
    SHOW_IF_NONE = "update messages set active_child_id = $2 where id = $1 and active_child_id is null";
    FIND_NEIGHBOUR = "
        select n.id
        from messages m
        join messages n on n.parent_id = m.parent_id and n.deleted_at is null
        where m.id = $1
        order by abs(n.position - m.position), n.position
        limit 1";
}

/// The end of the shown path through this message.
pub(in crate::stories) async fn find_leaf(conn: &mut Conn, id: &MessageId) -> sqlx::Result<MessageId> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_LEAF)
        .bind(id.as_str())
        .fetch_one(x)
        .await)
    .map(MessageId::trusted)
}

/// Shows the path to this message. `shared`: the depth down to which it is shown already (-1: nothing is).
pub(in crate::stories) async fn show_line(tx: &mut Tx, to: &MessageId, shared: i64) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SHOW_LINE)
        .bind(to.as_str())
        .bind(shared)
        .execute(x)
        .await
        .map(drop))
}

/// Shows this message after that one.
pub(in crate::stories) async fn show_child(
    tx: &mut Tx,
    parent: &MessageId,
    child: Option<&MessageId>,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SHOW_CHILD)
        .bind(parent.as_str())
        .bind(child.map(MessageId::as_str))
        .execute(x)
        .await
        .map(drop))
}

/// The same, unless another is shown.
pub(in crate::stories) async fn show_if_none(
    tx: &mut Tx,
    parent: &MessageId,
    child: &MessageId,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SHOW_IF_NONE)
        .bind(parent.as_str())
        .bind(child.as_str())
        .execute(x)
        .await
        .map(drop))
}

/// The closest sibling of this message that is not deleted.
pub(in crate::stories) async fn find_neighbour(
    conn: &mut Conn,
    id: &MessageId,
) -> sqlx::Result<Option<MessageId>> {
    let neighbour = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_NEIGHBOUR)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(neighbour.map(MessageId::trusted))
}
