//! The published versions of scenarios, as stories read them.

use kernel::ids::UserId;
use platform::blocking::WorkLimit;
use platform::db::Conn;
use platform::web::Problem;

use super::model::{FrozenBook, ModelTexts};
use super::store;
use crate::lorebooks::AttachedBook;
use crate::scenarios::ScenarioId;

/// Up to this many bytes are parsed in place: a few milliseconds.
const PARSED_HERE_BYTES: usize = 64 << 10;
/// Large versions that are parsed at the same time, and how many more may wait.
static PARSING: WorkLimit = WorkLimit::new(2, 64);

/// The version that this person plays: the named one if they may play it, else the latest that they may. Versions
/// that nobody but their author could ever see are for the author alone. `None` for a scenario without versions.
///
/// # Errors
/// Database errors.
pub async fn playable_version(
    conn: &mut Conn,
    id: &ScenarioId,
    player: Option<&UserId>,
    named: Option<i64>,
) -> sqlx::Result<Option<i64>> {
    let player = player.map_or("", UserId::as_str);
    if let Some(named) = named.filter(|named| *named > 0)
        && let Some(version) = store::find_playable(conn, id, player, named).await?
    {
        return Ok(Some(version));
    }
    store::find_playable(conn, id, player, 0).await
}

/// What a version says to models; `None` if it is gone with its author's account.
///
/// # Errors
/// Database errors; 503 if too many versions are being read.
pub async fn model_texts(
    conn: &mut Conn,
    id: &ScenarioId,
    version: i64,
) -> Result<Option<ModelTexts>, Problem> {
    match store::find_texts(conn, id, version).await? {
        Some(json) => parse(json).await.map(Some),
        None => Ok(None),
    }
}

/// Whether the players of a version may not read what it says to models.
///
/// # Errors
/// Database errors.
pub async fn is_closed(conn: &mut Conn, id: &ScenarioId, version: i64) -> sqlx::Result<bool> {
    store::is_closed(conn, id, version).await
}

/// The lorebooks of a version, in the order in which they are scanned.
///
/// # Errors
/// Database errors; 503 if too many versions are being read.
pub async fn books_of(conn: &mut Conn, id: &ScenarioId, version: i64) -> Result<Vec<AttachedBook>, Problem> {
    let Some(json) = store::find_books(conn, id, version).await? else {
        return Ok(Vec::new());
    };
    let books: Vec<FrozenBook> = parse(json).await?;
    let attached = books.into_iter().map(|frozen| AttachedBook {
        id: frozen.id,
        kind: frozen.kind,
        target_id: frozen.target_id,
        owner_id: String::new(),
        book: frozen.book,
    });
    Ok(attached.collect())
}

async fn parse<T: serde::de::DeserializeOwned + Send + 'static>(
    json: Box<serde_json::value::RawValue>,
) -> Result<T, Problem> {
    let is_short = json.get().len() <= PARSED_HERE_BYTES;
    let read = move || serde_json::from_str(json.get());
    let value = if is_short {
        read()
    } else {
        PARSING.run(read).await?
    };
    value.map_err(Problem::internal)
}
