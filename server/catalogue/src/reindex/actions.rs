//! Updates the search entries of an author's works after a rename.
//!
//! Search finds a work by its author's name, too. The transaction of the rename updates the first works. If
//! there are more, a row of `renamed_authors` records the progress, and a job updates the rest in batches,
//! also after a restart. Filters by author need no update: they use the author's id.

use std::collections::{BTreeSet, HashMap};

use accounts::users;
use kernel::Rating;
use kernel::ids::UserId;
use platform::db::{Conn, Isolation, Tx};
use platform::search::{self, Doc, Kind};
use platform::web::Problem;

use super::store::{self, Progress, WORKS_AT_ONCE, Work};
use crate::AppState;

/// Authors that one round of the job updates; the rest waits for the next.
const MAX_AUTHORS: i64 = 20;

/// Updates the first works of an author who now has this name. Part of the transaction of the rename, which
/// has locked the author's row.
///
/// # Errors
/// Database errors.
pub async fn begin(tx: &mut Tx, author: &UserId, name: &str) -> sqlx::Result<()> {
    let start = Progress {
        kind: Kind::Scenario,
        after: String::new(),
    };
    let mut left = index_batch(tx, author, name, start).await?;
    if let Some(cards @ Progress { kind: Kind::Card, .. }) = left {
        left = index_batch(tx, author, name, cards).await?;
    }
    store::save_progress(tx, author, left.as_ref()).await
}

/// Updates what [`begin`] left, for some authors; returns how many. Safe to run at any time, also by several
/// processes at once.
///
/// # Errors
/// The first failure; the next run continues where this one stopped.
pub async fn finish(app: &AppState) -> Result<u64, Problem> {
    let mut conn = app.db.read().await?;
    let authors = store::list_renamed(&mut conn, MAX_AUTHORS).await?;
    drop(conn);
    let mut done = 0;
    for author in authors.into_iter().map(UserId::trusted) {
        let author = &author;
        while app
            .db
            .transact(Isolation::Ordinary, |tx| Box::pin(run_batch(tx, author)))
            .await?
        {}
        app.changes.lists();
        done += 1;
    }
    Ok(done)
}

/// Updates one batch; returns whether anything is left.
async fn run_batch(tx: &mut Tx, author: &UserId) -> Result<bool, Problem> {
    // Locks the author's row, as a rename does, so that the name stays the author's until the commit.
    let Some(author_row) = users::lock_profile(tx, author).await? else {
        return Ok(false);
    };
    let Some(progress) = store::find_progress(tx, author).await? else {
        return Ok(false);
    };
    let left = index_batch(tx, author, &author_row.authorname, progress).await?;
    store::save_progress(tx, author, left.as_ref()).await?;
    Ok(left.is_some())
}

/// Updates the entries of one batch; returns the progress, `None` at the end.
async fn index_batch(
    tx: &mut Tx,
    author: &UserId,
    name: &str,
    from: Progress,
) -> sqlx::Result<Option<Progress>> {
    let works = list_works(tx, author, &from).await?;
    replace_words(tx, from.kind, &works, author, name).await?;
    Ok(next_batch(&works, from.kind))
}

/// Moves the search entries of these scenarios, and of no others, to another author with another name, all in
/// this transaction. `author` still owns them.
///
/// # Errors
/// Database errors.
pub async fn move_scenarios(
    tx: &mut Tx,
    author: &UserId,
    scenarios: &BTreeSet<String>,
    to: &UserId,
    name: &str,
) -> sqlx::Result<()> {
    let mut from = Progress {
        kind: Kind::Scenario,
        after: String::new(),
    };
    while from.kind == Kind::Scenario {
        let mut works = list_works(tx, author, &from).await?;
        let next = next_batch(&works, from.kind);
        works.retain(|work| scenarios.contains(&work.id));
        replace_words(tx, Kind::Scenario, &works, to, name).await?;
        match next {
            Some(next) => from = next,
            None => break,
        }
    }
    Ok(())
}

/// Writes the search entries of these works by this author.
async fn replace_words(
    tx: &mut Tx,
    kind: Kind,
    works: &[Work],
    author: &UserId,
    name: &str,
) -> sqlx::Result<()> {
    let docs: Vec<Doc<'_>> = works
        .iter()
        .map(|work| Doc {
            item_id: &work.id,
            name: &work.name,
            labels: work
                .tags
                .iter()
                .map(|(_, name)| name.as_str())
                .chain([name])
                .chain(work.actors.iter().map(String::as_str))
                .collect(),
            body: work.body.iter().map(String::as_str).collect(),
            tag_ids: work.tags.iter().map(|(id, _)| id.as_str()).collect(),
            notes: work.notes.iter().map(String::as_str).collect(),
            author_id: author.as_str(),
            rating: Rating::from_stored(&work.rating),
            // Ignored: the index keeps a work's popularity.
            popularity: 0,
        })
        .collect();
    search::replace_words(tx, kind, &docs, name).await
}

/// Where the batch after these works begins; `None` at the end.
fn next_batch(works: &[Work], kind: Kind) -> Option<Progress> {
    match (works.last(), kind) {
        (Some(last), kind) if works.len() == WORKS_AT_ONCE => Some(Progress {
            kind,
            after: last.id.clone(),
        }),
        (_, Kind::Scenario) => Some(Progress {
            kind: Kind::Card,
            after: String::new(),
        }),
        (_, Kind::Card) => None,
    }
}

/// The next works of an author, with their tags, actors and content notes.
async fn list_works(conn: &mut Conn, author: &UserId, from: &Progress) -> sqlx::Result<Vec<Work>> {
    let mut works = match from.kind {
        Kind::Scenario => store::list_scenarios(conn, author, &from.after).await?,
        Kind::Card => store::list_cards(conn, author, &from.after).await?,
    };
    let Some(last) = works.last().map(|work| work.id.clone()) else {
        return Ok(works);
    };
    let indexes: HashMap<String, usize> = works
        .iter()
        .enumerate()
        .map(|(index, work)| (work.id.clone(), index))
        .collect();
    for (work, id, name) in store::list_tags(conn, author, from, &last).await? {
        if let Some(work) = indexes.get(&work).and_then(|index| works.get_mut(*index)) {
            work.tags.push((id, name));
        }
    }
    if from.kind == Kind::Scenario {
        for (work, name) in store::list_actors(conn, author, from, &last).await? {
            if let Some(work) = indexes.get(&work).and_then(|index| works.get_mut(*index)) {
                work.actors.push(name);
            }
        }
        for (work, note) in store::list_notes(conn, author, from, &last).await? {
            if let Some(work) = indexes.get(&work).and_then(|index| works.get_mut(*index)) {
                work.notes.push(note);
            }
        }
    }
    Ok(works)
}
