//! Imports a whole story: prepared beforehand, stored in one transaction.

use accounts::guests::Owner;
use catalogue::scenarios::ScenarioId;
use kernel::Timestamp;
use platform::db::{Conn, Tx, query_on, statements};
use platform::web::Problem;
use sqlx::QueryBuilder;
use sqlx::types::Json;

use crate::AppState;
use crate::stories::create::{EmptyStory, create, story_created_meanwhile};
use crate::stories::quota::{check_quota, lock_guest};
use crate::stories::rows::{Story, StorySafety};
use crate::stories::rules::{self, PREVIEW_CHARS, search_key, snippet};
use crate::stories::text::{Author, MessageState, Origin};
use crate::stories::tree::Presence;
use crate::stories::{MessageId, store};

/// Rows of one statement: as many as the engines' limit of parameters allows.
const ROWS: usize = 500;

statements! {
    SET_BEGUN = "update stories set created_at = $2, version = $3 where id = $1";
}

/// A message to be imported. It refers to other messages by their index in the list.
#[derive(Debug, Clone)]
pub struct ImportedMessage {
    /// The message it follows; its index is smaller.
    pub parent: Option<usize>,
    /// Who wrote it.
    pub author: Author,
    /// The character, or the persona the player was.
    pub author_id: Option<String>,
    /// The name of its author.
    pub name: String,
    /// Its text.
    pub content: String,
    /// How far it came.
    pub state: MessageState,
    /// The characters who witnessed it; `None`: all.
    pub presence: Option<Vec<String>>,
    /// Whether it is left out of prompts.
    pub hidden: bool,
    /// How it came about.
    pub origin: Origin,
    /// Whether it is the site's message to the player, not part of the story.
    pub aside: bool,
    /// Whether it ends the demo's story.
    pub ending: bool,
    /// The model that wrote it.
    pub model: Option<String>,
    /// Tokens of the prompt.
    pub prompt_tokens: Option<i64>,
    /// Tokens of its text.
    pub reply_tokens: Option<i64>,
    /// The price that was paid for it, elsewhere.
    pub price: i64,
    /// Its version.
    pub version: i64,
    /// When it was written.
    pub created_at: Timestamp,
    /// When its text was last replaced.
    pub edited_at: Option<Timestamp>,
    /// When it was deleted.
    pub deleted_at: Option<Timestamp>,
    /// The number of the deletion that deleted it.
    pub deleted_in: Option<i64>,
    /// Which of its children is shown; `None`: the last.
    pub active_child: Option<usize>,
    /// Earlier texts: version, text, and until when.
    pub revisions: Vec<(i64, String, Timestamp)>,
}

/// A story to be imported: checked, and with everything computed that takes time, so that storing it is
/// quick.
#[derive(Debug)]
pub struct StoryImport {
    empty: EmptyStory,
    begun_at: Timestamp,
    head: usize,
    safety: StorySafety,
    rows: Vec<ImportRow>,
}

#[derive(Debug)]
struct ImportRow {
    id: MessageId,
    depth: i64,
    position: i64,
    jump: usize,
    active_child: Option<usize>,
    content_key: String,
    message: ImportedMessage,
}

impl StoryImport {
    /// Prepares a story. `messages` is not empty, and each follows an earlier one; `head` is one that is not
    /// deleted.
    #[must_use]
    pub fn new(
        app: &AppState,
        empty: EmptyStory,
        begun_at: Timestamp,
        messages: Vec<ImportedMessage>,
        head: usize,
        safety: StorySafety,
    ) -> Self {
        let ids = ids_in_time(app, &messages);
        let mut rows = place_in_tree(messages, ids);
        show_lines(&mut rows, head);
        Self {
            empty,
            begun_at,
            head,
            safety,
            rows,
        }
    }

    /// The ids of the messages, in their order.
    pub fn ids(&self) -> impl Iterator<Item = &MessageId> {
        self.rows.iter().map(|row| &row.id)
    }

    /// The depths of the messages, in their order.
    pub fn depths(&self) -> impl Iterator<Item = i64> {
        self.rows.iter().map(|row| row.depth)
    }

    /// The messages that are not deleted.
    fn live(&self) -> impl Iterator<Item = &ImportRow> {
        self.rows.iter().filter(|row| row.message.deleted_at.is_none())
    }

    /// The index of the first message on the path to the head.
    fn root(&self) -> usize {
        let mut root = self.head;
        while let Some(parent) = self.rows[root].message.parent {
            root = parent;
        }
        root
    }
}

/// Each message with its id and its position in the tree.
fn place_in_tree(messages: Vec<ImportedMessage>, ids: Vec<MessageId>) -> Vec<ImportRow> {
    let mut followers = vec![0_i64; messages.len() + 1];
    let mut rows: Vec<ImportRow> = Vec::with_capacity(messages.len());
    for (place, (message, id)) in messages.into_iter().zip(ids).enumerate() {
        let follows = message.parent.map_or(0, |parent| parent + 1);
        let position = followers[follows];
        followers[follows] += 1;
        let (depth, jump) = match message.parent {
            None => (0, place),
            Some(parent) => (rows[parent].depth + 1, jump_from(&rows, parent)),
        };
        rows.push(ImportRow {
            id,
            depth,
            position,
            jump,
            active_child: None,
            content_key: search_key(&message.content),
            message,
        });
    }
    rows
}

/// The ancestor that a message after this one refers to (`rules::jump`).
fn jump_from(rows: &[ImportRow], parent: usize) -> usize {
    let kept = rows[parent].jump;
    let far = rows[kept].jump;
    let (jump, _) = rules::jump(
        (parent, rows[parent].depth),
        (kept, rows[kept].depth),
        (far, rows[far].depth),
    );
    jump
}

/// Ids in the order in which the messages were written: the latest message gets the latest id.
fn ids_in_time(app: &AppState, messages: &[ImportedMessage]) -> Vec<MessageId> {
    let mut order: Vec<usize> = (0..messages.len()).collect();
    order.sort_by_key(|place| messages[*place].created_at);
    let now = app.clock.now();
    let mut bits = [0; 10];
    app.random.fill(&mut bits[..3]);
    let mut ids = vec![MessageId::trusted(String::new()); messages.len()];
    for (number, place) in order.into_iter().enumerate() {
        app.random.fill(&mut bits[6..]);
        // Three bytes hold the number; the first three, the same for all, and the last four make the ids
        // unguessable.
        bits[3..6].copy_from_slice(&u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes()[1..]);
        ids[place] = MessageId::trusted(kernel::ids::id_from_parts(now, &bits));
    }
    ids
}

/// Sets which child of each message is shown: the one the file names, else the last that is not deleted; on
/// the path to the head, the next message of the path.
fn show_lines(rows: &mut [ImportRow], head: usize) {
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

/// Whether this guest has a story of this scenario or card.
///
/// # Errors
/// Database errors.
pub async fn has_story_of(conn: &mut Conn, owner: &Owner, source: &str) -> sqlx::Result<bool> {
    Ok(store::find_of_guest(conn, owner.id(), source).await?.is_some())
}

/// Stores an imported story.
///
/// # Errors
/// 401 if an account has taken over the guest; 409 if the guest has a story of the same scenario; 429 if
/// there are enough stories.
pub async fn import(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    import: &StoryImport,
) -> Result<Story, Problem> {
    lock_guest(tx, owner).await?;
    check_quota(tx, owner).await?;
    let Some(mut story) = create(app, tx, owner, &import.empty).await? else {
        let source = import
            .empty
            .scenario_id
            .as_ref()
            .map(ScenarioId::as_str)
            .unwrap_or_default();
        return Err(story_created_meanwhile(tx, owner, source).await?);
    };
    insert_messages(tx, &story, &import.rows).await?;
    fill(&mut story, import, app.clock.now());
    store::save(tx, &story).await?;
    set_begun(tx, &story).await?;
    Ok(story)
}

/// Sets the fields of a story that depend on its messages.
fn fill(story: &mut Story, import: &StoryImport, now: Timestamp) {
    let head = &import.rows[import.head];
    let is_said = |row: &&ImportRow| row.message.author == Author::User;
    story.message_count = import.live().count() as i64;
    story.said_count = import.rows.iter().filter(is_said).count() as i64;
    story.head_id = Some(head.id.clone());
    story.root_id = Some(import.rows[import.root()].id.clone());
    story.preview = snippet(&head.message.content, PREVIEW_CHARS);
    story.last_message_at = import
        .live()
        .map(|row| row.message.created_at)
        .max()
        .unwrap_or(story.created_at);
    story.created_at = import.begun_at;
    story.safety = StorySafety {
        // The file does not contain the time.
        struck_at: (import.safety.strikes > 0).then_some(now),
        ..import.safety
    };
    // Deletions are numbered by the story's version, so later ones need later versions.
    let last_deletion = import.rows.iter().filter_map(|row| row.message.deleted_in).max();
    story.version = 1 + last_deletion.unwrap_or(0);
}

async fn set_begun(tx: &mut Tx, story: &Story) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let set = sqlx::query::<D>(SET_BEGUN)
            .bind(story.id.as_str())
            .bind(story.created_at.0)
            .bind(story.version);
        set.execute(x).await.map(drop)
    })
}

async fn insert_messages(tx: &mut Tx, story: &Story, all: &[ImportRow]) -> sqlx::Result<()> {
    for rows in all.chunks(ROWS) {
        insert_rows(tx, story, all, rows).await?;
    }
    let revisions: Vec<(&MessageId, &(i64, String, Timestamp))> = all
        .iter()
        .flat_map(|row| row.message.revisions.iter().map(|old| (&row.id, old)))
        .collect();
    for old in revisions.chunks(ROWS) {
        insert_revisions(tx, old).await?;
    }
    Ok(())
}

async fn insert_rows(tx: &mut Tx, story: &Story, all: &[ImportRow], rows: &[ImportRow]) -> sqlx::Result<()> {
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
