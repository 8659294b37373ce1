//! SQL that walks the tree: up by parents and references to ancestors, down by shown children.

use platform::db::{Conn, query_on, statements};

use super::records::{MessageRecord, message_columns};
use crate::stories::MessageId;
use crate::stories::rows::MessageRow;

statements! {
    /// Climbs from `$1` to depth `$2`: by the reference if that does not lead too far, else by the parent.
    CLIMB = "
        with recursive climb (id, depth, next_id) as (
            select m.id, m.depth, case when m.jump_depth >= $2 then m.jump_id else m.parent_id end
            from messages m
            where m.id = $1
            union all
            select m.id, m.depth, case when m.jump_depth >= $2 then m.jump_id else m.parent_id end
            from climb
            join messages m on m.id = climb.next_id
            where climb.depth > $2
        )
        select id
        from climb
        where depth = $2";
    FIND_STEP = "select id, depth, parent_id, jump_id from messages where id = $1";
    WALK_UP = concat!(
        "with recursive line (id, parent_id, steps) as (
            select m.id, m.parent_id, cast(1 as bigint)
            from messages m
            where m.id = $1
            union all
            select m.id, m.parent_id, line.steps + 1
            from line
            join messages m on m.id = line.parent_id
            where line.steps < $2
        )
        select ",
        message_columns!(),
        " from line join messages m on m.id = line.id order by m.depth"
    );
    WALK_DOWN = concat!(
        "with recursive line (id, next_id, steps) as (
            select m.id, m.active_child_id, case when m.depth > $2 then cast(1 as bigint) else 0 end
            from messages m
            where m.id = $1
            union all
            select m.id, m.active_child_id, line.steps + case when m.depth > $2 then 1 else 0 end
            from line
            join messages m on m.id = line.next_id
            where line.steps < $3
        )
        select ",
        message_columns!(),
        " from line join messages m on m.id = line.id where m.depth > $2 order by m.depth"
    );
}

/// Up to `limit` messages of the path that ends here, the earliest first.
pub(in crate::stories) async fn walk_up(
    conn: &mut Conn,
    end: &MessageId,
    limit: u32,
) -> sqlx::Result<Vec<MessageRow>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, MessageRecord>(WALK_UP)
        .bind(end.as_str())
        .bind(i64::from(limit))
        .fetch_all(x)
        .await)?;
    Ok(rows.into_iter().map(MessageRow::from).collect())
}

/// Up to `limit` messages of the shown path that begins here, only those below this depth; the earliest
/// first.
pub(in crate::stories) async fn walk_down(
    conn: &mut Conn,
    start: &MessageId,
    below: i64,
    limit: u32,
) -> sqlx::Result<Vec<MessageRow>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, MessageRecord>(WALK_DOWN)
        .bind(start.as_str())
        .bind(below)
        .bind(i64::from(limit))
        .fetch_all(x)
        .await)?;
    Ok(rows.into_iter().map(MessageRow::from).collect())
}

/// The message of this path at this depth; `None` if the path is shorter.
pub(in crate::stories) async fn ancestor_at(
    conn: &mut Conn,
    end: &MessageId,
    depth: i64,
) -> sqlx::Result<Option<MessageId>> {
    if depth < 0 {
        return Ok(None);
    }
    let id = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(CLIMB)
        .bind(end.as_str())
        .bind(depth)
        .fetch_optional(x)
        .await)?;
    Ok(id.map(MessageId::trusted))
}

#[derive(Debug, Clone, sqlx::FromRow)]
struct Step {
    id: String,
    depth: i64,
    parent_id: Option<String>,
    jump_id: String,
}

async fn find_step(conn: &mut Conn, id: &str) -> sqlx::Result<Step> {
    query_on!(conn, |x: D| sqlx::query_as::<D, Step>(FIND_STEP)
        .bind(id)
        .fetch_one(x)
        .await)
}

/// The depth of the last message that two paths share; -1 if there is none.
pub(in crate::stories) async fn shared_depth(
    conn: &mut Conn,
    one: &MessageId,
    other: &MessageId,
) -> sqlx::Result<i64> {
    let (mut a, mut b) = (
        find_step(conn, one.as_str()).await?,
        find_step(conn, other.as_str()).await?,
    );
    let depth = a.depth.min(b.depth);
    for step in [&mut a, &mut b] {
        if step.depth > depth {
            let level = ancestor_at(conn, &MessageId::trusted(step.id.clone()), depth).await?;
            *step = find_step(conn, level.as_ref().map_or("", MessageId::as_str)).await?;
        }
    }
    // Messages at the same depth refer to ancestors at the same depth.
    while a.id != b.id {
        let (up, other_up) = if a.jump_id == b.jump_id {
            (a.parent_id, b.parent_id)
        } else {
            (Some(a.jump_id), Some(b.jump_id))
        };
        let Some((up, other_up)) = up.zip(other_up) else {
            return Ok(-1);
        };
        if a.depth == 0 {
            return Ok(-1);
        }
        (a, b) = (find_step(conn, &up).await?, find_step(conn, &other_up).await?);
    }
    Ok(a.depth)
}
