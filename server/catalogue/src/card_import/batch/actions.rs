//! The use cases of batches: creating, reading, sealing, answering and deleting them.

use std::collections::HashMap;

use accounts::users;
use kernel::ids::UserId;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use kernel::{ErrorCode, Timestamp};
use platform::db::{Conn, Isolation, Tx, record_erasure};
use platform::web::{Problem, cut_to_page, read_cursor};
use serde::Deserialize;
use utoipa::IntoParams;

use super::model::{
    ChangedCards, FileCounts, FileState, ImportBatch, ImportFile, ImportFileReport, ImportedInto,
};
use super::store::{self, BatchPosition, BatchRow, FileRow};
use super::work::import_soon;
use crate::AppState;
use crate::authoring::rules::fits;
use crate::authoring::shown_title;
use crate::card_import::rules::{MAX_BATCH_NAME_CHARS, MAX_BATCHES, MAX_UNFINISHED};
use crate::scenarios::ScenarioId;

/// Parameters of the list of batches.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BatchesParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// Parameters of the list of a batch's files.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FilesParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
    /// Only files in this state.
    #[param(inline)]
    state: Option<FileState>,
}

pub(super) fn not_found() -> Problem {
    Problem::not_found("import")
}

/// The name of a new batch without white space around it; an empty one is none.
///
/// # Errors
/// 422 if it is too long.
pub(super) fn read_name(name: Option<&str>) -> Result<Option<&str>, Problem> {
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    match name {
        Some(name) if !fits(name, MAX_BATCH_NAME_CHARS) || name.contains('\0') => Err(Problem::invalid(
            "/name",
            format!("Use at most {MAX_BATCH_NAME_CHARS} characters."),
        )),
        name => Ok(name),
    }
}

/// Creates a batch.
///
/// # Errors
/// 409 if this person has [`MAX_UNFINISHED`] batches that are not finished, or [`MAX_BATCHES`] together.
pub(super) async fn create(
    app: &AppState,
    tx: &mut Tx,
    owner: &UserId,
    name: Option<&str>,
) -> Result<ImportBatch, Problem> {
    users::lock_user_row(tx, owner).await?;
    let (batches, unfinished) = store::count_batches(tx, owner).await?;
    if unfinished >= MAX_UNFINISHED {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            format!(
                "{MAX_UNFINISHED} imports can be under way at a time. Wait until one is finished, or delete one."
            ),
        ));
    }
    if batches >= MAX_BATCHES {
        return Err(Problem::new(
            ErrorCode::CONFLICT,
            format!("{MAX_BATCHES} imports are the most that are kept. Delete some; the scenarios stay."),
        ));
    }
    let now = app.clock.now();
    let id = app.random.id(now);
    store::insert_batch(tx, &id, owner, name, now).await?;
    load(tx, &id, owner).await
}

/// A batch of this person.
///
/// # Errors
/// 404 if they have no such batch.
pub(super) async fn load(conn: &mut Conn, id: &str, owner: &UserId) -> Result<ImportBatch, Problem> {
    let row = store::find_batch(conn, id, owner).await?.ok_or_else(not_found)?;
    let mut counts = store::count_states(conn, owner, id, id).await?;
    Ok(view(row, &mut counts))
}

/// A page of this person's batches, the newest first.
///
/// # Errors
/// 400 for a cursor of another list.
pub(super) async fn list(
    app: &AppState,
    owner: &UserId,
    params: BatchesParams,
) -> Result<Page<ImportBatch>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let name = format!("card-imports:{owner}");
    let after = read_cursor(app, &name, params.cursor.as_deref())?;
    let mut conn = app.db.read().await?;
    let rows = store::list_batches(&mut conn, owner, after, limit + 1).await?;
    // Ids grow with the time of creation.
    let ids = || rows.iter().map(|row| row.id.as_str());
    let mut counts = match (ids().min(), ids().max()) {
        (Some(first), Some(last)) => store::count_states(&mut conn, owner, first, last).await?,
        _ => HashMap::new(),
    };
    let rows = rows
        .into_iter()
        .map(|row| {
            let position = BatchPosition(row.created_at, row.id.clone());
            (view(row, &mut counts), position)
        })
        .collect();
    let (results, next_cursor) = cut_to_page(app, &name, rows, limit);
    Ok(Page { results, next_cursor })
}

fn view(row: BatchRow, counts: &mut HashMap<String, FileCounts>) -> ImportBatch {
    let counts = counts.remove(&row.id).unwrap_or_default();
    let sealed = row.sealed_at.is_some();
    ImportBatch {
        id: row.id,
        name: row.name,
        created_on: Timestamp(row.created_at),
        sealed,
        finished: sealed && counts.open() == 0,
        changed: row.changed.as_deref().map(ChangedCards::of_stored),
        counts,
    }
}

/// A page of the files of a batch, by position.
///
/// # Errors
/// 404 if this person has no such batch; 400 for a cursor of another list.
pub(super) async fn list_files(
    app: &AppState,
    owner: &UserId,
    id: &str,
    params: FilesParams,
) -> Result<Page<ImportFile>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let name = format!("card-import-files:{id}:{:?}", params.state);
    let after = read_cursor(app, &name, params.cursor.as_deref())?;
    let mut conn = app.db.read().await?;
    store::find_batch(&mut conn, id, owner)
        .await?
        .ok_or_else(not_found)?;
    let rows = store::list_files(&mut conn, id, owner, after, params.state, limit + 1).await?;
    let rows = rows
        .into_iter()
        .map(|row| {
            let position = row.position;
            (view_file(row), position)
        })
        .collect();
    let (results, next_cursor) = cut_to_page(app, &name, rows, limit);
    Ok(Page { results, next_cursor })
}

/// A file with what became of its fields.
///
/// # Errors
/// 404 if this person has no such batch, or it has no such file.
pub(super) async fn load_report(
    conn: &mut Conn,
    owner: &UserId,
    id: &str,
    position: i64,
) -> Result<ImportFileReport, Problem> {
    let row = store::find_file(conn, id, owner, position)
        .await?
        .ok_or_else(|| Problem::not_found("file"))?;
    let outcome = store::find_report(conn, id, position).await?.unwrap_or_default();
    Ok(ImportFileReport {
        file: view_file(row),
        outcome,
    })
}

/// A file as its owner sees it.
pub(super) fn view_file(row: FileRow) -> ImportFile {
    let into = |id: String, title: String| ImportedInto {
        id: ScenarioId::trusted(id),
        display_name: shown_title(&title).to_owned(),
    };
    ImportFile {
        position: row.position,
        name: row.name,
        bytes: row.bytes,
        state: FileState::of_stored(&row.state),
        scenario: row
            .scenario_id
            .zip(row.scenario_title)
            .map(|(id, title)| into(id, title)),
        problem: row.problem,
        differences: row.differences,
    }
}

/// All files of a batch are there. Does nothing to one that is sealed.
///
/// # Errors
/// 404 if this person has no such batch.
pub(super) async fn seal(app: &AppState, owner: &UserId, id: &str) -> Result<ImportBatch, Problem> {
    let now = app.clock.now();
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            store::seal_batch(tx, id, owner, now).await?;
            load(tx, id, owner).await
        })
    });
    use_case.await
}

/// Answers what is done with changed cards, those that are found later included.
///
/// # Errors
/// 404 if this person has no such batch.
pub(super) async fn answer(
    app: &AppState,
    owner: &UserId,
    id: &str,
    changed: ChangedCards,
) -> Result<ImportBatch, Problem> {
    let now = app.clock.now();
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            store::lock_batch(tx, id, owner).await?.ok_or_else(not_found)?;
            store::answer_batch(tx, id, changed, now).await?;
            load(tx, id, owner).await
        })
    });
    let batch = use_case.await?;
    import_soon(app);
    Ok(batch)
}

/// Deletes a batch. What is not imported yet is dropped; scenarios stay. The job deletes the blobs.
///
/// # Errors
/// 404 if this person has no such batch.
pub(super) async fn delete(app: &AppState, owner: &UserId, id: &str) -> Result<(), Problem> {
    let now = app.clock.now();
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            if !store::delete_batch(tx, id, owner).await? {
                return Err(not_found());
            }
            Ok(record_erasure(tx, now).await?)
        })
    });
    use_case.await
}
