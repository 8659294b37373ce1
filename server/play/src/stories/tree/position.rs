//! Computes a new message's position in the tree.

use platform::db::{Conn, query_on, statements};

use crate::stories::{MessageId, StoryId, rules};

statements! {
    FIND_PARENT = "
        select p.depth, p.jump_id, p.jump_depth, j.jump_id as far_id, j.jump_depth as far_depth, (
            select cast(coalesce(max(c.position), -1) + 1 as bigint)
            from messages c
            where c.parent_id = p.id
        ) as next_position
        from messages p
        join messages j on j.id = p.jump_id
        where p.id = $1 and p.story_id = $2 and p.deleted_at is null";
    NEXT_ROOT = "
        select cast(coalesce(max(position), -1) + 1 as bigint)
        from messages
        where story_id = $1 and coalesce(parent_id, '') = ''";
}

/// The position of a new message.
#[derive(Debug, Clone)]
pub(in crate::stories) struct TreePosition {
    pub(in crate::stories) depth: i64,
    pub(in crate::stories) position: i64,
    /// The ancestor it refers to, and its depth (`rules::jump`).
    pub(super) jump: (String, i64),
}

#[derive(sqlx::FromRow)]
struct ParentRecord {
    depth: i64,
    jump_id: String,
    jump_depth: i64,
    far_id: String,
    far_depth: i64,
    next_position: i64,
}

/// The position of the next message after this one; `None` if the story has no such message.
pub(in crate::stories) async fn position_after(
    conn: &mut Conn,
    story: &StoryId,
    parent: &MessageId,
) -> sqlx::Result<Option<TreePosition>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, ParentRecord>(FIND_PARENT)
        .bind(parent.as_str())
        .bind(story.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(row.map(|row| {
        let jump = rules::jump(
            (parent.to_string(), row.depth),
            (row.jump_id, row.jump_depth),
            (row.far_id, row.far_depth),
        );
        TreePosition {
            depth: row.depth + 1,
            position: row.next_position,
            jump,
        }
    }))
}

/// The position of the next beginning of the story.
pub(in crate::stories) async fn position_at_root(
    conn: &mut Conn,
    story: &StoryId,
    id: &MessageId,
) -> sqlx::Result<TreePosition> {
    let position = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(NEXT_ROOT)
        .bind(story.as_str())
        .fetch_one(x)
        .await)?;
    Ok(TreePosition {
        depth: 0,
        position,
        jump: (id.to_string(), 0),
    })
}
