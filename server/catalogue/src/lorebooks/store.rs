//! SQL of lorebooks.

use std::collections::HashMap;

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::blocking::WorkLimit;
use platform::db::{Conn, Tx, query_on, statements};
use platform::web::Problem;
use serde_json::value::RawValue;
use sqlx::types::Json;

use super::book::Book;
use super::model::{AttachedBook, Attachment, AttachmentKind};
use super::rules::{MAX_APPLIED, MAX_BOOKS};

/// Books up to this many bytes are parsed in place; larger ones on a thread for long work.
const READ_HERE_BYTES: usize = 64 << 10;
/// Stories whose books are parsed at the same time, and how many more may wait.
static READING: WorkLimit = WorkLimit::new(2, 256);

/// A book as stored.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct BookRow {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) book: Json<Book>,
    pub(super) version: i64,
    pub(super) created_at: i64,
    pub(super) updated_at: i64,
}

/// A book without its entries.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct SummaryRow {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) entry_count: i64,
    pub(super) version: i64,
    pub(super) created_at: i64,
    pub(super) updated_at: i64,
}

statements! {
    INSERT_LOREBOOK = "
        insert into lorebooks (id, owner_id, name, book, entry_count, version, created_at, updated_at)
        values ($1, $2, $3, $4, $5, 1, $6, $6)";
    FIND_LOREBOOK = "
        select id, name, book, version, created_at, updated_at
        from lorebooks
        where id = $1 and owner_id = $2";
    LIST_LOREBOOKS = "
        select id, name, entry_count, version, created_at, updated_at
        from lorebooks
        where owner_id = $1
        order by updated_at desc, id desc
        limit $2";
    COUNT_LOREBOOKS = "select count(*) from lorebooks where owner_id = $1";
    UPDATE_LOREBOOK = "
        update lorebooks
        set name = $3, book = $4, entry_count = $5, version = version + 1, updated_at = $6
        where id = $1 and owner_id = $2";
    LOCK_LOREBOOK =
        "update lorebooks set version = version where id = $1 and owner_id = $2 returning version";
    DELETE_LOREBOOK = "delete from lorebooks where id = $1 and owner_id = $2";
    DELETE_ATTACHMENTS = "delete from lorebook_attachments where lorebook_id = $1";
    INSERT_ATTACHMENT = "
        insert into lorebook_attachments (lorebook_id, kind, target_id, position)
        values ($1, $2, $3, $4)";
    LIST_ATTACHMENTS =
        "select kind, target_id from lorebook_attachments where lorebook_id = $1 order by position";
    LIST_ALL_ATTACHMENTS = "
        select a.lorebook_id, a.kind, a.target_id
        from lorebook_attachments a
        join lorebooks b on b.id = a.lorebook_id
        where b.owner_id = $1
        order by a.lorebook_id, a.position";
    OWNS_SCENARIO = "select count(*) from scenarios where id = $1 and author_id = $2";
    OWNS_ACTOR = "
        select count(*)
        from scenario_actors a
        join scenarios s on s.id = a.scenario_id
        where a.id = $1 and s.author_id = $2";
    LIST_APPLIED = "
        select b.id, b.owner_id, b.name, b.book, a.kind, a.target_id
        from lorebook_attachments a
        join lorebooks b on b.id = a.lorebook_id
        where (a.kind = 'story' and a.target_id = $1 and b.owner_id = $2) or (a.kind = 'persona' and a.target_id
            = $3 and b.owner_id = $2) or (a.kind = 'scenario' and a.target_id = $4 and b.owner_id = (
                select author_id
                from scenarios
                where id = $4
            )) or (a.kind = 'actor' and a.target_id in (
                select id
                from scenario_actors
                where scenario_id = $4
            ) and b.owner_id = (select author_id from scenarios where id = $4))
        order by a.kind, b.created_at, b.id
        limit $5";
}

pub(super) async fn insert(
    tx: &mut Tx,
    id: &str,
    owner: &UserId,
    book: &Book,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let insert = sqlx::query::<D>(INSERT_LOREBOOK)
            .bind(id)
            .bind(owner.as_str())
            .bind(&book.name)
            .bind(Json(book));
        insert
            .bind(book.entries.len() as i64)
            .bind(now.0)
            .execute(x)
            .await
            .map(drop)
    })
}

pub(super) async fn find(conn: &mut Conn, id: &str, owner: &UserId) -> sqlx::Result<Option<BookRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, BookRow>(FIND_LOREBOOK)
        .bind(id)
        .bind(owner.as_str())
        .fetch_optional(x)
        .await)
}

pub(super) async fn list(conn: &mut Conn, owner: &UserId) -> sqlx::Result<Vec<SummaryRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, SummaryRow>(LIST_LOREBOOKS)
        .bind(owner.as_str())
        .bind(MAX_BOOKS)
        .fetch_all(x)
        .await)
}

pub(super) async fn count(conn: &mut Conn, owner: &UserId) -> sqlx::Result<i64> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(COUNT_LOREBOOKS)
        .bind(owner.as_str())
        .fetch_one(x)
        .await)
}

/// Locks a book until this transaction ends; returns its version.
pub(super) async fn lock(tx: &mut Tx, id: &str, owner: &UserId) -> sqlx::Result<Option<i64>> {
    query_on!(tx, |x: D| sqlx::query_scalar::<D, i64>(LOCK_LOREBOOK)
        .bind(id)
        .bind(owner.as_str())
        .fetch_optional(x)
        .await)
}

pub(super) async fn update(
    tx: &mut Tx,
    id: &str,
    owner: &UserId,
    book: &Book,
    now: Timestamp,
) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let update = sqlx::query::<D>(UPDATE_LOREBOOK)
            .bind(id)
            .bind(owner.as_str())
            .bind(&book.name)
            .bind(Json(book));
        update
            .bind(book.entries.len() as i64)
            .bind(now.0)
            .execute(x)
            .await
            .map(drop)
    })
}

/// Deletes a book with its attachments.
pub(super) async fn delete(tx: &mut Tx, id: &str, owner: &UserId) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_ATTACHMENTS)
        .bind(id)
        .execute(x)
        .await
        .map(drop))?;
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_LOREBOOK)
        .bind(id)
        .bind(owner.as_str())
        .execute(x)
        .await
        .map(drop))
}

/// Replaces the attachments of a book.
pub(super) async fn attach(tx: &mut Tx, id: &str, attachments: &[Attachment]) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(DELETE_ATTACHMENTS)
        .bind(id)
        .execute(x)
        .await
        .map(drop))?;
    for (position, attachment) in (0_i64..).zip(attachments) {
        let (kind, target) = (attachment.kind.name(), attachment.id.as_str());
        query_on!(tx, |x: D| sqlx::query::<D>(INSERT_ATTACHMENT)
            .bind(id)
            .bind(kind)
            .bind(target)
            .bind(position)
            .execute(x)
            .await
            .map(drop))?;
    }
    Ok(())
}

fn read_attachment(kind: &str, target: String) -> Option<Attachment> {
    AttachmentKind::of_name(kind).map(|kind| Attachment { kind, id: target })
}

pub(super) async fn attachments(conn: &mut Conn, id: &str) -> sqlx::Result<Vec<Attachment>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, (String, String)>(
        LIST_ATTACHMENTS
    )
    .bind(id)
    .fetch_all(x)
    .await)?;
    Ok(rows
        .into_iter()
        .filter_map(|(kind, target)| read_attachment(&kind, target))
        .collect())
}

/// The attachments of all books of one person, by book.
pub(super) async fn all_attachments(
    conn: &mut Conn,
    owner: &UserId,
) -> sqlx::Result<HashMap<String, Vec<Attachment>>> {
    let rows = query_on!(conn, |x: D| sqlx::query_as::<D, (String, String, String)>(
        LIST_ALL_ATTACHMENTS
    )
    .bind(owner.as_str())
    .fetch_all(x)
    .await)?;
    let mut found: HashMap<String, Vec<Attachment>> = HashMap::new();
    for (book, kind, target) in rows {
        found
            .entry(book)
            .or_default()
            .extend(read_attachment(&kind, target));
    }
    Ok(found)
}

/// Whether this person is the author of the scenario or actor that a book is to be attached to.
pub(super) async fn is_author_of(
    conn: &mut Conn,
    attachment: &Attachment,
    person: &UserId,
) -> sqlx::Result<bool> {
    let text = if attachment.kind == AttachmentKind::Scenario {
        OWNS_SCENARIO
    } else {
        OWNS_ACTOR
    };
    let found = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(text)
        .bind(&attachment.id)
        .bind(person.as_str())
        .fetch_one(x)
        .await)?;
    Ok(found > 0)
}

/// The story whose books are wanted.
#[derive(Debug, Clone, Copy)]
pub struct StoryScope<'a> {
    /// The story.
    pub story_id: &'a str,
    /// The scenario it plays.
    pub scenario_id: Option<&'a str>,
    /// The person who owns the story; `None` for a guest's story.
    pub owner: Option<&'a UserId>,
    /// The persona they play.
    pub persona_id: Option<&'a str>,
}

#[derive(sqlx::FromRow)]
struct AppliedRow {
    id: String,
    owner_id: String,
    name: String,
    book: Json<Box<RawValue>>,
    kind: String,
    target_id: String,
}

/// The books that apply to a story, including those of all its actors, in the order of scanning; at most
/// [`MAX_APPLIED`]. Books of scenarios and actors belong to the scenario's author, the others to the story's
/// owner.
///
/// # Errors
/// Database errors; 503 if too many books are being parsed.
pub async fn for_story(conn: &mut Conn, scope: StoryScope<'_>) -> Result<Vec<AttachedBook>, Problem> {
    let owner = scope.owner.map(UserId::as_str);
    let rows = query_on!(conn, |x: D| {
        let list = sqlx::query_as::<D, AppliedRow>(LIST_APPLIED)
            .bind(scope.story_id)
            .bind(owner)
            .bind(scope.persona_id)
            .bind(scope.scenario_id);
        list.bind(MAX_APPLIED).fetch_all(x).await
    })?;
    let bytes: usize = rows.iter().map(|row| row.book.get().len()).sum();
    let books = if bytes <= READ_HERE_BYTES {
        read_books(rows)
    } else {
        READING.run(|| read_books(rows)).await?
    };
    books.map_err(Problem::internal)
}

fn read_books(rows: Vec<AppliedRow>) -> serde_json::Result<Vec<AttachedBook>> {
    let mut books = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(kind) = AttachmentKind::of_name(&row.kind) else {
            continue;
        };
        let book = Book {
            name: row.name,
            ..serde_json::from_str(row.book.get())?
        };
        books.push(AttachedBook {
            id: row.id,
            kind,
            target_id: row.target_id,
            owner_id: row.owner_id,
            book,
        });
    }
    books.sort_by_key(|book| book.kind);
    Ok(books)
}
