//! The use cases of lorebooks: reading, changing and attaching them.

use accounts::users;
use kernel::ids::UserId;
use kernel::{ErrorCode, Timestamp};
use platform::db::{Conn, Isolation, Tx};
use platform::web::Problem;

use super::book::Book;
use super::model::{Attachment, AttachmentKind, Lorebook, LorebookSummary, Lorebooks};
use super::rules::{MAX_ATTACHMENTS, MAX_BOOKS};
use super::store::{self, BookRow};
use crate::AppState;

fn not_found() -> Problem {
    Problem::not_found("lorebook")
}

/// All lorebooks of this person, the latest changed first.
///
/// # Errors
/// Database errors.
pub(super) async fn list(conn: &mut Conn, owner: &UserId) -> Result<Lorebooks, Problem> {
    let rows = store::list(conn, owner).await?;
    let mut attachments = store::all_attachments(conn, owner).await?;
    let books = rows.into_iter().map(|row| LorebookSummary {
        attachments: attachments.remove(&row.id).unwrap_or_default(),
        id: row.id,
        name: row.name,
        entry_count: row.entry_count,
        version: row.version,
        created_on: Timestamp(row.created_at),
        updated_on: Timestamp(row.updated_at),
    });
    Ok(Lorebooks {
        books: books.collect(),
    })
}

/// One lorebook of this person.
///
/// # Errors
/// 404 if they have no such book.
pub(super) async fn load(conn: &mut Conn, id: &str, owner: &UserId) -> Result<Lorebook, Problem> {
    let row: BookRow = store::find(conn, id, owner).await?.ok_or_else(not_found)?;
    let attachments = store::attachments(conn, id).await?;
    let book = Book {
        name: row.name,
        ..row.book.0
    };
    Ok(Lorebook {
        id: row.id,
        entry_count: book.entries.len() as i64,
        book,
        attachments,
        version: row.version,
        created_on: Timestamp(row.created_at),
        updated_on: Timestamp(row.updated_at),
    })
}

/// Stores a new book.
///
/// # Errors
/// 409 if this person has [`MAX_BOOKS`] already.
pub(super) async fn create(
    app: &AppState,
    tx: &mut Tx,
    owner: &UserId,
    book: &Book,
) -> Result<Lorebook, Problem> {
    if store::count(tx, owner).await? >= MAX_BOOKS {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            format!("{MAX_BOOKS} lorebooks are the most one can have."),
        ));
    }
    let now = app.clock.now();
    let id = app.random.id(now);
    store::insert(tx, &id, owner, book, now).await?;
    load(tx, &id, owner).await
}

/// Replaces the content of a book. `seen`: the version the caller has seen; `None` skips the check.
///
/// # Errors
/// 404 if they have no such book; 409 with the current book if it has another version.
pub(super) async fn replace(
    app: &AppState,
    tx: &mut Tx,
    owner: &UserId,
    id: &str,
    book: &Book,
    seen: Option<i64>,
) -> Result<Lorebook, Problem> {
    let version = store::lock(tx, id, owner).await?.ok_or_else(not_found)?;
    if seen.is_some_and(|seen| seen != version) {
        let refusal = Problem::new(ErrorCode::CONFLICT, "This lorebook has changed in the meantime.");
        return Err(refusal.with_current(&load(tx, id, owner).await?));
    }
    store::update(tx, id, owner, book, app.clock.now()).await?;
    load(tx, id, owner).await
}

/// Deletes a book with its attachments.
///
/// # Errors
/// 404 if this person has no such book.
pub(super) async fn delete(tx: &mut Tx, owner: &UserId, id: &str) -> Result<(), Problem> {
    store::lock(tx, id, owner).await?.ok_or_else(not_found)?;
    Ok(store::delete(tx, id, owner).await?)
}

/// Which of these attachments the book does not have yet.
///
/// # Errors
/// 404 if the book is not this person's, 422 if the attachments are invalid.
pub async fn find_new_attachments(
    conn: &mut Conn,
    owner: &UserId,
    id: &str,
    attachments: &[Attachment],
) -> Result<Vec<Attachment>, Problem> {
    if attachments.len() > MAX_ATTACHMENTS {
        return Err(Problem::invalid(
            "/attachments",
            format!("At most {MAX_ATTACHMENTS} places, please."),
        ));
    }
    let is_malformed = |attachment: &Attachment| !kernel::ids::is_well_formed(&attachment.id);
    if let Some(number) = attachments.iter().position(is_malformed) {
        return Err(Problem::invalid(
            format!("/attachments/{number}/id"),
            "This is no id.",
        ));
    }
    store::find(conn, id, owner).await?.ok_or_else(not_found)?;
    let known = store::attachments(conn, id).await?;
    Ok(attachments
        .iter()
        .filter(|attachment| !known.contains(attachment))
        .cloned()
        .collect())
}

/// Sets what a book is attached to. The caller checks that stories belong to their owner; this function
/// checks new scenarios, actors and personas. Earlier attachments may stay, even to deleted targets: a book
/// applies only where its owner may attach it.
///
/// # Errors
/// 404 if the book or a new target is not this person's, 422 if the attachments are invalid.
pub async fn attach(
    app: &AppState,
    owner: &UserId,
    id: &str,
    attachments: &[Attachment],
) -> Result<Lorebook, Problem> {
    let mut unique: Vec<Attachment> = Vec::new();
    for attachment in attachments {
        if !unique.contains(attachment) {
            unique.push(attachment.clone());
        }
    }
    let attachments = &unique;
    let use_case = app
        .db
        .transact(Isolation::Ordinary, |tx: &mut platform::db::Scope<'_>| {
            Box::pin(replace_attachments(tx, owner, id, attachments))
        });
    use_case.await
}

async fn replace_attachments(
    tx: &mut Tx,
    owner: &UserId,
    id: &str,
    attachments: &[Attachment],
) -> Result<Lorebook, Problem> {
    store::lock(tx, id, owner).await?.ok_or_else(not_found)?;
    for attachment in find_new_attachments(tx, owner, id, attachments).await? {
        if !may_attach(tx, owner, &attachment).await? {
            return Err(Problem::not_found(attachment.kind.name()));
        }
    }
    store::attach(tx, id, attachments).await?;
    load(tx, id, owner).await
}

async fn may_attach(tx: &mut Tx, owner: &UserId, attachment: &Attachment) -> Result<bool, Problem> {
    Ok(match attachment.kind {
        AttachmentKind::Persona => users::find_player(tx, owner)
            .await?
            .is_some_and(|player| player.personas.contains_key(&attachment.id)),
        AttachmentKind::Story => true,
        AttachmentKind::Scenario | AttachmentKind::Actor => {
            store::is_author_of(tx, attachment, owner).await?
        }
    })
}
