//! Whole stories at once: out, for exports, and in, for imports.

use std::collections::HashMap;

use kernel::Timestamp;
use platform::db::{Conn, Tx, push_in_list, query_on, statements};
use platform::web::Problem;
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::create::{EmptyStory, create, make_room, story_exists};
use super::rows::{MessageRow, Owner, Story, StorySafety};
use super::rules::{self, PREVIEW_CHARS, beginning, search_key};
use super::text::{Author, MessageState, Origin};
use super::tree::{MessageRecord, Presence, message_columns};
use super::{MessageId, store};
use crate::AppState;

/// Rows of one statement: as many as the engines take parameters for.
const ROWS: usize = 500;

statements! {
    LIST_EXPORT_IDS = "
        select m.id
        from messages m
        where m.story_id = $1 and (m.deleted_at is null or $2)
        order by m.depth, m.position";
    LIST_PLACES = "
        select m.id, m.parent_id, m.author, m.name
        from messages m
        where m.story_id = $1 and m.deleted_at is null
        order by m.depth, m.position";
    LIST_ALL_OF = "select id from stories where owner_kind = $1 and owner_id = $2 order by created_at, id";
    SET_BEGUN = "update stories set created_at = $2, version = $3 where id = $1";
}

/// A message with what an edit replaced.
#[derive(Debug, Clone)]
pub struct ExportMessage {
    /// The message.
    pub row: MessageRow,
    /// The deletion it went with.
    pub deleted_in: Option<i64>,
    /// Earlier texts: version, text, and until when.
    pub revisions: Vec<(i64, String, Timestamp)>,
}

/// Where a message stands in the tree of its story, and whose it is; not what it says.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct MessagePlace {
    /// The message's id.
    pub id: String,
    /// That of the message it follows.
    pub parent_id: Option<String>,
    /// Who says it.
    #[sqlx(try_from = "String")]
    pub author: Author,
    /// Under which name.
    pub name: String,
}

/// The places of all messages of a story on all branches, none that is deleted. Those that are followed come
/// before those that follow them, and alternatives in their order.
///
/// # Errors
/// Database errors.
pub async fn list_places(conn: &mut Conn, story: &Story) -> sqlx::Result<Vec<MessagePlace>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, MessagePlace>(LIST_PLACES)
        .bind(story.id.as_str())
        .fetch_all(x)
        .await)
}

/// The ids of all messages of a story, what is deleted only if it is asked for; in the same order.
///
/// # Errors
/// Database errors.
pub async fn list_export_ids(
    conn: &mut Conn,
    story: &Story,
    with_deleted: bool,
) -> sqlx::Result<Vec<MessageId>> {
    let ids = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_EXPORT_IDS)
        .bind(story.id.as_str())
        .bind(with_deleted)
        .fetch_all(x)
        .await)?;
    Ok(ids.into_iter().map(MessageId::trusted).collect())
}

/// Those of these messages that are there, in this order.
///
/// # Errors
/// Database errors.
pub async fn list_export_messages(conn: &mut Conn, ids: &[MessageId]) -> sqlx::Result<Vec<ExportMessage>> {
    let rows: Vec<MessageRecord> = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(concat!(
            "select ",
            message_columns!(),
            " from messages m where m.id in "
        ));
        push_in_list(&mut query, ids.iter().map(MessageId::as_str));
        query.build_query_as().fetch_all(x).await
    })?;
    let revisions: Vec<(String, i64, String, i64)> = query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select message_id, version, content, created_at from message_revisions where message_id in ",
        );
        push_in_list(&mut query, ids.iter().map(MessageId::as_str));
        query.push(" order by message_id, version");
        query.build_query_as().fetch_all(x).await
    })?;
    let mut by_id: HashMap<String, ExportMessage> = HashMap::new();
    for row in rows.into_iter().map(MessageRow::from) {
        by_id.insert(
            row.id.to_string(),
            ExportMessage {
                deleted_in: row.deleted_in,
                revisions: Vec::new(),
                row,
            },
        );
    }
    for (id, version, content, at) in revisions {
        if let Some(one) = by_id.get_mut(&id) {
            one.revisions.push((version, content, Timestamp(at)));
        }
    }
    Ok(ids.iter().filter_map(|id| by_id.remove(id.as_str())).collect())
}

/// Whether this guest has a story of this scenario or card.
///
/// # Errors
/// Database errors.
pub async fn has_story_of(conn: &mut Conn, owner: &Owner, source: &str) -> sqlx::Result<bool> {
    Ok(store::find_of_guest(conn, owner.id(), source).await?.is_some())
}

/// All stories of an owner, also those in the trash.
///
/// # Errors
/// Database errors.
pub async fn list_all_of(conn: &mut Conn, owner: &Owner) -> sqlx::Result<Vec<Story>> {
    let ids = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_ALL_OF)
        .bind(owner.kind())
        .bind(owner.id())
        .fetch_all(x)
        .await)?;
    let mut stories = Vec::with_capacity(ids.len());
    for id in ids {
        stories.extend(store::find(conn, &crate::stories::StoryId::trusted(id)).await?);
    }
    Ok(stories)
}

/// A message to be imported. Others are named by their place in the list.
#[derive(Debug, Clone)]
pub struct ImportedMessage {
    /// What it follows; a place before its own.
    pub parent: Option<usize>,
    /// Who wrote it.
    pub author: Author,
    /// The character, or the persona the player was.
    pub author_id: Option<String>,
    /// The name it is signed with.
    pub name: String,
    /// What it says.
    pub content: String,
    /// How far it came.
    pub state: MessageState,
    /// The characters who witnessed it; none: all.
    pub presence: Option<Vec<String>>,
    /// Whether it is left out of prompts.
    pub hidden: bool,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether the house says it.
    pub aside: bool,
    /// Whether the demo's story ends with it.
    pub ending: bool,
    /// The model that wrote it.
    pub model: Option<String>,
    /// Tokens of the prompt.
    pub prompt_tokens: Option<i64>,
    /// Tokens of itself.
    pub reply_tokens: Option<i64>,
    /// What was paid for it, elsewhere.
    pub price: i64,
    /// Its version.
    pub version: i64,
    /// When it was written.
    pub created_at: Timestamp,
    /// When its text was last replaced.
    pub edited_at: Option<Timestamp>,
    /// When it was deleted.
    pub deleted_at: Option<Timestamp>,
    /// The deletion it went with.
    pub deleted_in: Option<i64>,
    /// Which of those that follow it is shown; none: the last.
    pub active_child: Option<usize>,
    /// Earlier texts: version, text, and until when.
    pub revisions: Vec<(i64, String, Timestamp)>,
}

/// A story to be imported: checked, and with everything worked out that takes time, so that storing it takes
/// little.
#[derive(Debug)]
pub struct StoryImport {
    blank: EmptyStory,
    begun_at: Timestamp,
    head: usize,
    safety: StorySafety,
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    id: MessageId,
    depth: i64,
    position: i64,
    jump: usize,
    active_child: Option<usize>,
    content_key: String,
    message: ImportedMessage,
}

impl StoryImport {
    /// Puts a story together. `messages` is not empty, and each follows one before it; `head` is one of them
    /// that is not deleted.
    #[must_use]
    pub fn new(
        app: &AppState,
        blank: EmptyStory,
        begun_at: Timestamp,
        messages: Vec<ImportedMessage>,
        head: usize,
        safety: StorySafety,
    ) -> Self {
        let ids = ids_in_time(app, &messages);
        let mut followers = vec![0_i64; messages.len() + 1];
        let mut rows: Vec<Row> = Vec::with_capacity(messages.len());
        for (place, message) in messages.into_iter().enumerate() {
            let follows = message.parent.map_or(0, |parent| parent + 1);
            let position = followers[follows];
            followers[follows] += 1;
            let (depth, jump) = match message.parent {
                None => (0, place),
                Some(parent) => {
                    let kept = rows[parent].jump;
                    let far = rows[kept].jump;
                    let (jump, _) = rules::jump(
                        (parent, rows[parent].depth),
                        (kept, rows[kept].depth),
                        (far, rows[far].depth),
                    );
                    (rows[parent].depth + 1, jump)
                }
            };
            let content_key = search_key(&message.content);
            rows.push(Row {
                id: ids[place].clone(),
                depth,
                position,
                jump,
                active_child: None,
                content_key,
                message,
            });
        }
        show_lines(&mut rows, head);
        Self {
            blank,
            begun_at,
            head,
            safety,
            rows,
        }
    }

    /// The ids that the messages get, in their order.
    pub fn ids(&self) -> impl Iterator<Item = &MessageId> {
        self.rows.iter().map(|row| &row.id)
    }

    /// How deep the messages are, in their order.
    pub fn depths(&self) -> impl Iterator<Item = i64> {
        self.rows.iter().map(|row| row.depth)
    }
}

/// Ids that sort as the messages were written: the latest id is the latest message.
fn ids_in_time(app: &AppState, messages: &[ImportedMessage]) -> Vec<MessageId> {
    let mut order: Vec<usize> = (0..messages.len()).collect();
    order.sort_by_key(|place| messages[*place].created_at);
    let now = app.clock.now();
    let mut bits = [0; 10];
    app.random.fill(&mut bits[..3]);
    let mut ids = vec![MessageId::trusted(String::new()); messages.len()];
    for (number, place) in order.into_iter().enumerate() {
        app.random.fill(&mut bits[6..]);
        // Three bytes count; the first three, the same for all, and the last four keep the ids from being
        // guessed.
        bits[3..6].copy_from_slice(&u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes()[1..]);
        ids[place] = MessageId::trusted(kernel::ids::id_from_parts(now, &bits));
    }
    ids
}

/// Which of those that follow a message is shown: the one that is named, else the last that is not deleted;
/// on the way to the head, that way.
fn show_lines(rows: &mut [Row], head: usize) {
    for place in 0..rows.len() {
        let Some(parent) = rows[place].message.parent else {
            continue;
        };
        let named = rows[parent].message.active_child;
        if rows[place].message.deleted_at.is_none() && (named.is_none() || named == Some(place)) {
            rows[parent].active_child = Some(place);
        }
    }
    let mut at = head;
    while let Some(parent) = rows[at].message.parent {
        rows[parent].active_child = Some(at);
        at = parent;
    }
}

/// Stores an imported story.
///
/// # Errors
/// 409 where a guest has a story of the same scenario; 429 where there are enough stories.
pub async fn import(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    import: &StoryImport,
) -> Result<Story, Problem> {
    make_room(tx, owner).await?;
    let Some(mut story) = create(app, tx, owner, &import.blank).await? else {
        let source = import
            .blank
            .scenario_id
            .as_ref()
            .map(catalogue::scenarios::ScenarioId::as_str)
            .unwrap_or_default();
        let existing = store::find_of_guest(tx, owner.id(), source).await?;
        return Err(existing.map_or_else(Problem::contended, |(id, _)| story_exists(&id)));
    };
    for rows in import.rows.chunks(ROWS) {
        insert_rows(tx, &story, &import.rows, rows).await?;
    }
    let revisions: Vec<(&MessageId, &(i64, String, Timestamp))> = import
        .rows
        .iter()
        .flat_map(|row| row.message.revisions.iter().map(|old| (&row.id, old)))
        .collect();
    for old in revisions.chunks(ROWS) {
        insert_revisions(tx, old).await?;
    }
    let live = || import.rows.iter().filter(|row| row.message.deleted_at.is_none());
    let head = &import.rows[import.head];
    let mut root = import.head;
    while let Some(parent) = import.rows[root].message.parent {
        root = parent;
    }
    story.message_count = live().count() as i64;
    story.said_count = import
        .rows
        .iter()
        .filter(|row| row.message.author == Author::User)
        .count() as i64;
    story.head_id = Some(head.id.clone());
    story.root_id = Some(import.rows[root].id.clone());
    story.preview = beginning(&head.message.content, PREVIEW_CHARS);
    story.last_message_at = live()
        .map(|row| row.message.created_at)
        .max()
        .unwrap_or(story.created_at);
    story.created_at = import.begun_at;
    // A file does not say when.
    let struck_at = (import.safety.strikes > 0).then(|| app.clock.now());
    story.safety = StorySafety {
        struck_at,
        ..import.safety
    };
    // Deletions are known by the story's version, so that what comes has to be later than what came.
    story.version = 1 + import
        .rows
        .iter()
        .filter_map(|row| row.message.deleted_in)
        .max()
        .unwrap_or(0);
    store::save(tx, &story).await?;
    query_on!(tx, |x: D| {
        let set = sqlx::query::<D>(SET_BEGUN)
            .bind(story.id.as_str())
            .bind(story.created_at.0)
            .bind(story.version);
        set.execute(x).await.map(drop)
    })?;
    Ok(story)
}

async fn insert_rows(tx: &mut Tx, story: &Story, all: &[Row], rows: &[Row]) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "insert into messages (id, story_id, parent_id, depth, position, jump_id, jump_depth, active_child_id, author, author_id, name, content, content_key, \
             state, presence, hidden, origin, model, prompt_tokens, reply_tokens, price, version, created_at, edited_at, deleted_at, deleted_in, aside, ending) ",
        );
        let id_at = |place: usize| all[place].id.to_string();
        query.push_values(rows, |mut to, row| {
            let one = &row.message;
            to.push_bind(row.id.to_string())
                .push_bind(story.id.to_string())
                .push_bind(one.parent.map(id_at))
                .push_bind(row.depth);
            to.push_bind(row.position)
                .push_bind(id_at(row.jump))
                .push_bind(all[row.jump].depth)
                .push_bind(row.active_child.map(id_at));
            to.push_bind(one.author.as_str())
                .push_bind(one.author_id.clone())
                .push_bind(one.name.clone())
                .push_bind(one.content.clone());
            to.push_bind(row.content_key.clone())
                .push_bind(one.state.as_str());
            to.push_bind(one.presence.clone().map(|ids| Json(Presence { ids })))
                .push_bind(one.hidden)
                .push_bind(one.origin.as_str());
            to.push_bind(one.model.clone())
                .push_bind(one.prompt_tokens)
                .push_bind(one.reply_tokens)
                .push_bind(one.price);
            to.push_bind(one.version)
                .push_bind(one.created_at.0)
                .push_bind(one.edited_at.map(|at| at.0));
            to.push_bind(one.deleted_at.map(|at| at.0))
                .push_bind(one.deleted_in)
                .push_bind(one.aside)
                .push_bind(one.ending);
        });
        query.build().persistent(false).execute(x).await.map(drop)
    })
}

async fn insert_revisions(tx: &mut Tx, rows: &[(&MessageId, &(i64, String, Timestamp))]) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "insert into message_revisions (message_id, version, content, created_at) ",
        );
        query.push_values(rows, |mut to, (id, (version, content, at))| {
            to.push_bind(id.to_string())
                .push_bind(*version)
                .push_bind(content.clone())
                .push_bind(at.0);
        });
        query.push(" on conflict do nothing");
        query.build().persistent(false).execute(x).await.map(drop)
    })
}
