//! SQL of messages: the tree of a story, walked by parents, by kept places further up, and by what is shown.

use std::collections::HashMap;

use kernel::Timestamp;
use platform::db::{Conn, Tx, push_in_list, query_on, statements};
use serde::{Deserialize, Serialize};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::rows::{MessageRow, NewMessage};
use super::rules::{self, search_key};
use super::text::{Author, MessageState, Origin};
use super::{MessageId, StoryId};

macro_rules! message_columns {
    () => {
        "m.id, m.story_id, m.parent_id, m.depth, m.active_child_id, m.author, m.author_id, m.name, m.content, m.state, m.presence, m.hidden, m.origin, m.aside, m.ending, m.model, \
         m.prompt_tokens, m.reply_tokens, m.price, m.turn_id, m.client_id, m.version, m.created_at, m.edited_at, m.deleted_at, m.deleted_in"
    };
}

pub(super) use message_columns;

/// The stored form of a presence set.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Presence {
    pub(super) ids: Vec<String>,
}

#[derive(sqlx::FromRow)]
pub(super) struct MessageRecord {
    id: String,
    story_id: String,
    parent_id: Option<String>,
    depth: i64,
    active_child_id: Option<String>,
    #[sqlx(try_from = "String")]
    author: Author,
    author_id: Option<String>,
    name: String,
    content: String,
    #[sqlx(try_from = "String")]
    state: MessageState,
    presence: Option<Json<Presence>>,
    hidden: bool,
    #[sqlx(try_from = "String")]
    origin: Origin,
    aside: bool,
    ending: bool,
    model: Option<String>,
    prompt_tokens: Option<i64>,
    reply_tokens: Option<i64>,
    price: i64,
    turn_id: Option<String>,
    client_id: Option<String>,
    version: i64,
    created_at: i64,
    edited_at: Option<i64>,
    deleted_at: Option<i64>,
    deleted_in: Option<i64>,
}

impl From<MessageRecord> for MessageRow {
    fn from(row: MessageRecord) -> Self {
        Self {
            id: MessageId::trusted(row.id),
            story_id: StoryId::trusted(row.story_id),
            parent_id: row.parent_id.map(MessageId::trusted),
            depth: row.depth,
            active_child_id: row.active_child_id.map(MessageId::trusted),
            author: row.author,
            author_id: row.author_id,
            name: row.name,
            content: row.content,
            state: row.state,
            presence: row.presence.map(|json| json.0.ids),
            hidden: row.hidden,
            origin: row.origin,
            aside: row.aside,
            ending: row.ending,
            model: row.model,
            prompt_tokens: row.prompt_tokens,
            reply_tokens: row.reply_tokens,
            price: row.price,
            turn_id: row.turn_id,
            client_id: row.client_id,
            version: row.version,
            created_at: Timestamp(row.created_at),
            edited_at: row.edited_at.map(Timestamp),
            deleted_at: row.deleted_at.map(Timestamp),
            deleted_in: row.deleted_in,
        }
    }
}

statements! {
    FIND_MESSAGE = concat!("select ", message_columns!(), " from messages m where m.id = $1");
    FIND_BY_CLIENT_ID = concat!(
        "select ",
        message_columns!(),
        " from messages m where m.story_id = $1 and m.client_id = $2"
    );
    /// From `$1` up to depth `$2`: by the kept place where that does not lead too far, else by the parent.
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
    /// Shows, from `$1` up to the children of depth `$2`, the way to `$1`.
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
    INSERT_MESSAGE = "
        insert into messages (id, story_id, parent_id, depth, position, jump_id, jump_depth, author, author_id,
            name, content, content_key, state, presence, hidden, origin, model, price, turn_id, client_id,
            version, created_at, aside)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, false, $15, $16, 0, $17, $18, 1,
            $19, $20)";
    SHOW_CHILD = "update messages set active_child_id = $2 where id = $1";
    SHOW_IF_NONE = "update messages set active_child_id = $2 where id = $1 and active_child_id is null";
    CHECKPOINT =
        "update messages set content = $2 where id = $1 and state = 'writing' and deleted_at is null";
    REOPEN = "
        update messages
        set state = 'writing', content = '', content_key = '', turn_id = $2, version = version + 1
        where id = $1";
    SAVE_MESSAGE = "
        update messages
        set content = $2, content_key = $3, state = $4, presence = $5, hidden = $6, model = $7,
            prompt_tokens = $8, reply_tokens = $9, price = $10, edited_at = $11, ending = $12,
            version = version + 1
        where id = $1
        returning version";
    INSERT_REVISION = "
        insert into message_revisions (message_id, version, content, created_at)
        values ($1, $2, $3, $4)";
    DELETE_BELOW = "
        with recursive below (id) as (
            select m.id
            from messages m
            where m.id = $1
            union all
            select m.id
            from below
            join messages m on m.parent_id = below.id
            where m.deleted_at is null
        )
        update messages
        set deleted_at = $2, deleted_in = $3
        where id in (select id from below) and deleted_at is null";
    RESTORE_DELETION = "
        update messages
        set deleted_at = null, deleted_in = null
        where story_id = $1 and deleted_in = $2";
    LIST_CHILDREN = "select id from messages where parent_id = $1 and deleted_at is null order by position";
    LIST_ROOTS = "
        select id
        from messages
        where story_id = $1 and coalesce(parent_id, '') = '' and deleted_at is null
        order by position";
    /// Counts what was deleted, too.
    COUNT_SUCCESSORS = "
        select (
            select count(*)
            from messages n
            where n.parent_id = m.id
        ) + (select count(*) from messages n where n.parent_id = m.parent_id and n.position > m.position)
        from messages m
        where m.id = $1";
    /// The place of the opening that this message is, counted from 0; of what was imported, of the beginning that
    /// is not the player's.
    FIND_OPENING = "
        select position
        from messages
        where id = $1 and parent_id is null and author <> 'user' and origin in ('opening', 'imported')";
    FIND_NEIGHBOUR = "
        select n.id
        from messages m
        join messages n on n.parent_id = m.parent_id and n.deleted_at is null
        where m.id = $1
        order by abs(n.position - m.position), n.position
        limit 1";
    LIST_NODES = "
        select m.id, m.parent_id, m.depth, m.name, m.author, substr(m.content, 1, 160) as beginning, m.state
        from messages m
        where m.story_id = $1 and m.deleted_at is null
        order by m.id desc
        limit $2";
    LIST_WRITING = "select story_id, id from messages where state = 'writing' order by story_id, id limit $1";
    LIST_FORGOTTEN = "select distinct story_id from messages where deleted_at <= $1 limit $2";
    DELETE_FORGOTTEN = "delete from messages where story_id = $1 and deleted_at <= $2";
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
    LIST_DELETED = concat!(
        "select ",
        message_columns!(),
        " from messages m
        left join messages p on p.id = m.parent_id
        where m.story_id = $1 and m.deleted_in is not null
          and (p.id is null or p.deleted_in is null or p.deleted_in <> m.deleted_in)
        order by m.deleted_in desc, m.id desc
        limit $2"
    );
}

pub(super) async fn find(conn: &mut Conn, id: &MessageId) -> sqlx::Result<Option<MessageRow>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, MessageRecord>(FIND_MESSAGE)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(row.map(MessageRow::from))
}

/// The message that its sender calls so.
pub(super) async fn find_by_client_id(
    conn: &mut Conn,
    story: &StoryId,
    client_id: &str,
) -> sqlx::Result<Option<MessageRow>> {
    let row = query_on!(conn, |x: D| sqlx::query_as::<D, MessageRecord>(FIND_BY_CLIENT_ID)
        .bind(story.as_str())
        .bind(client_id)
        .fetch_optional(x)
        .await)?;
    Ok(row.map(MessageRow::from))
}

/// Up to `limit` messages of the path that ends here, the earliest first.
pub(super) async fn walk_up(conn: &mut Conn, end: &MessageId, limit: u32) -> sqlx::Result<Vec<MessageRow>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, MessageRecord>(WALK_UP)
        .bind(end.as_str())
        .bind(i64::from(limit))
        .fetch_all(x)
        .await)?;
    Ok(rows.into_iter().map(MessageRow::from).collect())
}

/// Up to `limit` messages of the shown path that begins here, only those below this depth, the earliest
/// first.
pub(super) async fn walk_down(
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

/// The message of this path at this depth; none where the path is shorter.
pub(super) async fn ancestor_at(
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

/// The depth of the last message that two paths share; -1 where they share none.
pub(super) async fn shared_depth(conn: &mut Conn, one: &MessageId, other: &MessageId) -> sqlx::Result<i64> {
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
    // At the same depth, the kept places are at the same depth, too.
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

/// The end of the shown path that goes through this message.
pub(super) async fn find_leaf(conn: &mut Conn, id: &MessageId) -> sqlx::Result<MessageId> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_LEAF)
        .bind(id.as_str())
        .fetch_one(x)
        .await)
    .map(MessageId::trusted)
}

/// Shows the way to this message, from the last place that is shown already, which is at `shared` (-1:
/// nothing is).
pub(super) async fn show_line(tx: &mut Tx, to: &MessageId, shared: i64) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SHOW_LINE)
        .bind(to.as_str())
        .bind(shared)
        .execute(x)
        .await
        .map(drop))
}

/// Where a new message stands.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) depth: i64,
    pub(super) position: i64,
    jump: (String, i64),
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

/// Where the next message after this one stands; none where there is no such live message in the story.
pub(super) async fn place_after(
    conn: &mut Conn,
    story: &StoryId,
    parent: &MessageId,
) -> sqlx::Result<Option<Place>> {
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
        Place {
            depth: row.depth + 1,
            position: row.next_position,
            jump,
        }
    }))
}

/// Where the next beginning of the story stands.
pub(super) async fn place_at_root(conn: &mut Conn, story: &StoryId, id: &MessageId) -> sqlx::Result<Place> {
    let position = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(NEXT_ROOT)
        .bind(story.as_str())
        .fetch_one(x)
        .await)?;
    Ok(Place {
        depth: 0,
        position,
        jump: (id.to_string(), 0),
    })
}

pub(super) async fn insert(
    tx: &mut Tx,
    story: &StoryId,
    id: &MessageId,
    place: &Place,
    new: &NewMessage<'_>,
    at: Timestamp,
) -> sqlx::Result<()> {
    let key = if new.state == MessageState::Writing {
        String::new()
    } else {
        search_key(new.content)
    };
    let presence = new.presence.clone().map(|ids| Json(Presence { ids }));
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_MESSAGE)
            .bind(id.as_str())
            .bind(story.as_str())
            .bind(new.parent.map(MessageId::as_str));
        let insert = insert
            .bind(place.depth)
            .bind(place.position)
            .bind(&place.jump.0)
            .bind(place.jump.1);
        let insert = insert
            .bind(new.author.as_str())
            .bind(new.author_id)
            .bind(new.name)
            .bind(new.content)
            .bind(key)
            .bind(new.state.as_str());
        let insert = insert
            .bind(presence)
            .bind(new.origin.as_str())
            .bind(new.model)
            .bind(new.turn_id)
            .bind(new.client_id);
        insert.bind(at.0).bind(new.aside).execute(x).await.map(drop)
    })
}

/// Shows this message after that one.
pub(super) async fn show_child(
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
pub(super) async fn show_if_none(tx: &mut Tx, parent: &MessageId, child: &MessageId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(SHOW_IF_NONE)
        .bind(parent.as_str())
        .bind(child.as_str())
        .execute(x)
        .await
        .map(drop))
}

/// Lets a message be written once more, in another turn.
pub(super) async fn reopen(tx: &mut Tx, id: &MessageId, turn_id: &str) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(REOPEN)
        .bind(id.as_str())
        .bind(turn_id)
        .execute(x)
        .await
        .map(drop))
}

/// Keeps what has been written so far of a message; false where it is written no more, or deleted.
pub(super) async fn checkpoint(tx: &mut Tx, id: &MessageId, content: &str) -> sqlx::Result<bool> {
    let kept = query_on!(tx, |x: D| sqlx::query::<D>(CHECKPOINT)
        .bind(id.as_str())
        .bind(content)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))?;
    Ok(kept == 1)
}

/// Writes whatever may have changed of a message, and raises its version.
pub(super) async fn save(tx: &mut Tx, row: &mut MessageRow) -> sqlx::Result<()> {
    let key = if row.state == MessageState::Writing {
        String::new()
    } else {
        search_key(&row.content)
    };
    let presence = row.presence.clone().map(|ids| Json(Presence { ids }));
    row.version = query_on!(tx, |x: D| {
        let save = sqlx::query_scalar::<D, i64>(SAVE_MESSAGE)
            .bind(row.id.as_str())
            .bind(&row.content)
            .bind(key)
            .bind(row.state.as_str())
            .bind(presence);
        let save = save
            .bind(row.hidden)
            .bind(row.model.as_deref())
            .bind(row.prompt_tokens)
            .bind(row.reply_tokens)
            .bind(row.price);
        save.bind(row.edited_at.map(|at| at.0))
            .bind(row.ending)
            .fetch_one(x)
            .await
    })?;
    Ok(())
}

/// Keeps the text of a message that is about to be replaced.
pub(super) async fn insert_revision(tx: &mut Tx, row: &MessageRow, now: Timestamp) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_REVISION)
            .bind(row.id.as_str())
            .bind(row.version)
            .bind(&row.content)
            .bind(now.0);
        insert.execute(x).await.map(drop)
    })
}

/// Deletes a message and everything below it that is not deleted, as one deletion; how many went.
pub(super) async fn delete_below(
    tx: &mut Tx,
    id: &MessageId,
    now: Timestamp,
    deletion: i64,
) -> sqlx::Result<i64> {
    let gone = query_on!(tx, |x: D| {
        let delete = sqlx::query::<D>(DELETE_BELOW)
            .bind(id.as_str())
            .bind(now.0)
            .bind(deletion);
        delete.execute(x).await.map(|done| done.rows_affected())
    })?;
    Ok(i64::try_from(gone).unwrap_or(i64::MAX))
}

/// Undoes a deletion; how many came back.
pub(super) async fn restore_deletion(tx: &mut Tx, story: &StoryId, deletion: i64) -> sqlx::Result<i64> {
    let back = query_on!(tx, |x: D| {
        let restore = sqlx::query::<D>(RESTORE_DELETION)
            .bind(story.as_str())
            .bind(deletion);
        restore.execute(x).await.map(|done| done.rows_affected())
    })?;
    Ok(i64::try_from(back).unwrap_or(i64::MAX))
}

/// The live messages that follow this one directly, or begin the story, in order.
pub(super) async fn list_children(
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

/// How many messages follow this one directly or were made beside it later, deleted ones included.
pub(super) async fn count_successors(conn: &mut Conn, id: &MessageId) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_SUCCESSORS)
        .bind(id.as_str())
        .fetch_one(x)
        .await)
}

/// Which opening this message is, counted from 0; none where it is none.
pub(super) async fn find_opening(conn: &mut Conn, id: &MessageId) -> sqlx::Result<Option<i64>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(FIND_OPENING)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)
}

/// The live message beside this one that is nearest to it.
pub(super) async fn find_neighbour(conn: &mut Conn, id: &MessageId) -> sqlx::Result<Option<MessageId>> {
    let neighbour = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(FIND_NEIGHBOUR)
        .bind(id.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(neighbour.map(MessageId::trusted))
}

/// The live children of these messages, by parent, in order.
pub(super) async fn children_of(
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

/// The texts of these messages by id.
pub(super) async fn texts_of(conn: &mut Conn, ids: &[&str]) -> sqlx::Result<HashMap<String, String>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(String, String)> = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new("select id, content from messages where id in ");
        push_in_list(&mut query, ids.iter().copied());
        query.build_query_as().fetch_all(x).await
    })?;
    Ok(rows.into_iter().collect())
}

/// A message on the map.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct NodeRecord {
    pub(super) id: String,
    pub(super) parent_id: Option<String>,
    pub(super) depth: i64,
    pub(super) name: String,
    #[sqlx(try_from = "String")]
    pub(super) author: Author,
    pub(super) beginning: String,
    #[sqlx(try_from = "String")]
    pub(super) state: MessageState,
}

/// Up to `limit` live messages of a story, the latest first.
pub(super) async fn list_nodes(
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

/// The first message of each deletion, the latest first.
pub(super) async fn list_deleted(
    conn: &mut Conn,
    story: &StoryId,
    limit: u32,
) -> sqlx::Result<Vec<MessageRow>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, MessageRecord>(LIST_DELETED)
        .bind(story.as_str())
        .bind(i64::from(limit))
        .fetch_all(x)
        .await)?;
    Ok(rows.into_iter().map(MessageRow::from).collect())
}

/// Up to `limit` messages that are being written, each with its story.
pub(super) async fn list_writing(conn: &mut Conn, limit: u32) -> sqlx::Result<Vec<(StoryId, MessageId)>> {
    let rows: Vec<(String, String)> = query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_WRITING)
        .bind(i64::from(limit))
        .fetch_all(x)
        .await)?;
    Ok(rows
        .into_iter()
        .map(|(story, id)| (StoryId::trusted(story), MessageId::trusted(id)))
        .collect())
}

/// Up to `limit` stories with messages that were deleted before this moment.
pub(super) async fn list_forgotten(
    conn: &mut Conn,
    before: Timestamp,
    limit: i64,
) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_FORGOTTEN)
        .bind(before.0)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// Deletes for good what was deleted before this moment; how many. What is below a message was never deleted
/// later than it.
pub(super) async fn delete_forgotten(tx: &mut Tx, story: &str, before: Timestamp) -> sqlx::Result<u64> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_FORGOTTEN)
        .bind(story)
        .bind(before.0)
        .execute(x)
        .await
        .map(|done| done.rows_affected()))
}
