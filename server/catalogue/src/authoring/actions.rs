//! The use cases of drafts: reading, saving, deleting and restoring them.

use std::collections::HashSet;

use bytes::Bytes;
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Isolation, Tx};
use platform::web::Problem;
use serde_json::value::RawValue;

use super::draft::ScenarioDraft;
use super::edit::apply_edit;
use super::errors::{in_trash, not_found, outdated_version};
use super::missing::missing;
use super::model::{DraftStatus, DraftView, JudgedImages, ScenarioState};
use super::parse::parse_draft;
use super::pictures::list_judged;
use super::prepare::{PreparedDraft, prepare};
use super::purge;
use super::rules::MAX_CURRENT_BYTES;
use super::store::{self, DraftRow};
use super::validate::DraftProblem;
use super::work::compute;
use crate::AppState;
use crate::scenarios::{self, ScenarioId};

/// The draft of this person, not in the trash, that was imported from the card file with this SHA-256; of
/// several the latest. `answer` makes JSON of it.
///
/// # Errors
/// Those of the database.
pub async fn find_imported<A>(
    app: &AppState,
    author: &UserId,
    card_hash: &str,
    answer: A,
) -> Result<Option<Box<RawValue>>, Problem>
where
    A: FnOnce(DraftView) -> serde_json::Result<Box<RawValue>> + Send + 'static,
{
    let mut conn = app.db.read().await?;
    let row = match store::find_imported(&mut conn, author, card_hash).await? {
        Some(id) => store::find(&mut conn, &ScenarioId::trusted(id), author).await?,
        None => None,
    };
    let Some(row) = row else { return Ok(None) };
    drop(conn);
    compute(row.document.get().len(), move || {
        answer(view(&row)?).map(Some).map_err(Problem::internal)
    })
    .await
}

/// A draft of this person, also in the trash, as JSON.
///
/// # Errors
/// 404 if they have no such draft.
pub(super) async fn read(app: &AppState, author: &UserId, id: &ScenarioId) -> Result<Box<RawValue>, Problem> {
    let mut conn = app.db.read().await?;
    let row = load(&mut conn, author, id).await?;
    drop(conn);
    compute(row.document.get().len(), move || {
        serde_json::value::to_raw_value(&view(&row)?).map_err(Problem::internal)
    })
    .await
}

/// The images that were uploaded to a draft of this person, also in the trash, without reading the draft.
///
/// # Errors
/// 404 if they have no such draft.
pub(super) async fn list_images(
    app: &AppState,
    author: &UserId,
    id: &ScenarioId,
) -> Result<JudgedImages, Problem> {
    let mut conn = app.db.read().await?;
    if !store::exists(&mut conn, id, author).await? {
        return Err(not_found());
    }
    Ok(JudgedImages {
        images: list_judged(&mut conn, id).await?,
    })
}

/// A draft as it is stored.
///
/// # Errors
/// 404 if this person has no such draft.
pub(super) async fn load(conn: &mut Conn, author: &UserId, id: &ScenarioId) -> Result<DraftRow, Problem> {
    store::find(conn, id, author).await?.ok_or_else(not_found)
}

/// What an edit comes to.
struct Edit {
    /// How the draft stands afterwards.
    status: DraftStatus,
    /// What has to be stored in place of this version; `None`: it is stored already.
    change: Option<(i64, PreparedDraft)>,
}

/// Saves an edited draft, sent as JSON. `seen` is the version that was edited. What is stored already needs no
/// version: an edit that is sent again after its answer was lost changes nothing.
///
/// # Errors
/// 404; 409 if the draft is in the trash; 412 with the draft as it is if it has another version; 422 with every
/// field that is not acceptable.
pub(crate) async fn save(
    app: &AppState,
    author: &UserId,
    id: &ScenarioId,
    seen: i64,
    sent: Bytes,
) -> Result<DraftStatus, Problem> {
    let sent_bytes = sent.len();
    let edited = compute(sent_bytes, move || parse_draft(&sent)).await?;
    let mut conn = app.db.read().await?;
    let row = load(&mut conn, author, id).await?;
    let known: HashSet<String> = store::list_images(&mut conn, id).await?.into_iter().collect();
    drop(conn);
    let (bytes, now) = (sent_bytes + row.document.get().len(), app.clock.now());
    let edit = compute(bytes, move || decide(&row, edited, seen, &known, now)).await?;
    let Some(Edit { status, change }) = edit else {
        return Err(refuse_outdated(app, author, id).await);
    };
    let Some((version, prepared)) = change else {
        return Ok(status);
    };
    if replace(app, author, id, version, &prepared, now).await? {
        Ok(status)
    } else {
        Err(refuse_outdated(app, author, id).await)
    }
}

/// What an edit of this version comes to; `None`: the draft has another one.
fn decide(
    row: &DraftRow,
    edited: ScenarioDraft,
    seen: i64,
    known: &HashSet<String>,
    now: Timestamp,
) -> Result<Option<Edit>, Problem> {
    if row.deleted_at.is_some() {
        return Err(in_trash());
    }
    let stored = stored_draft(row)?;
    let edited = apply_edit(&stored, edited);
    if edited == stored {
        return Ok(Some(Edit {
            status: status(row, missing(&stored)),
            change: None,
        }));
    }
    if row.version != seen {
        return Ok(None);
    }
    let prepared = prepare(&edited, known)?;
    let status = DraftStatus {
        version: row.version + 1,
        updated_on: now,
        ..status(row, prepared.missing.clone())
    };
    Ok(Some(Edit {
        status,
        change: Some((row.version, prepared)),
    }))
}

/// Stores a draft in place of this version; returns whether that was still the stored one.
pub(super) async fn replace(
    app: &AppState,
    author: &UserId,
    id: &ScenarioId,
    version: i64,
    draft: &PreparedDraft,
    now: Timestamp,
) -> Result<bool, Problem> {
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move { store::update(tx, id, author, version, draft, now).await })
    });
    Ok(use_case.await?)
}

/// The refusal of an edit of an older version, with the draft as it is.
async fn refuse_outdated(app: &AppState, author: &UserId, id: &ScenarioId) -> Problem {
    let refusal = async {
        let mut conn = app.db.read().await?;
        let row = load(&mut conn, author, id).await?;
        drop(conn);
        if row.deleted_at.is_some() {
            return Err(in_trash());
        }
        compute(row.document.get().len(), move || outdated(&row)).await
    };
    refusal.await.unwrap_or_else(|problem| problem)
}

fn outdated(row: &DraftRow) -> Result<Problem, Problem> {
    let mut current = serde_json::to_value(view(row)?).map_err(Problem::internal)?;
    if row.document.get().len() > MAX_CURRENT_BYTES
        && let Some(fields) = current.as_object_mut()
    {
        // A refusal is written on the thread that answers; a large draft has a call of its own.
        fields.remove("draft");
    }
    Ok(outdated_version().with_extension("current", current))
}

/// Deletes a draft, into the trash for thirty days or permanently. One that is in the trash stays there. What
/// was published of it is in no list any more.
///
/// # Errors
/// 404 if this person has no such draft.
pub(crate) async fn delete(
    app: &AppState,
    tx: &mut Tx,
    author: &UserId,
    id: &ScenarioId,
    permanent: bool,
) -> Result<(), Problem> {
    let deleted_at = store::lock(tx, id, author).await?.ok_or_else(not_found)?;
    let now = app.clock.now();
    scenarios::remove(tx, id, now).await?;
    if permanent {
        purge::delete_draft(tx, id, author, now).await?;
    } else if deleted_at.is_none() {
        store::set_deleted(tx, id, author, Some(now)).await?;
    }
    Ok(())
}

/// Restores a draft from the trash; returns whether it was there. What was published of it is private then.
///
/// # Errors
/// 404 if this person has no such draft.
pub(crate) async fn restore(tx: &mut Tx, author: &UserId, id: &ScenarioId) -> Result<bool, Problem> {
    let deleted_at = store::lock(tx, id, author).await?.ok_or_else(not_found)?;
    if deleted_at.is_none() {
        return Ok(false);
    }
    scenarios::restore(tx, id).await?;
    store::set_deleted(tx, id, author, None).await?;
    Ok(true)
}

/// The content of a stored draft.
///
/// # Errors
/// 500 if it cannot be read.
pub(super) fn stored_draft(row: &DraftRow) -> Result<ScenarioDraft, Problem> {
    read_document(&row.document)
}

/// The draft in a stored document.
///
/// # Errors
/// 500 if it cannot be read.
pub(crate) fn read_document(document: &RawValue) -> Result<ScenarioDraft, Problem> {
    serde_json::from_str(document.get()).map_err(Problem::internal)
}

fn view(row: &DraftRow) -> Result<DraftView, Problem> {
    let draft = stored_draft(row)?;
    Ok(DraftView {
        status: status(row, missing(&draft)),
        draft,
    })
}

fn status(row: &DraftRow, missing: Vec<DraftProblem>) -> DraftStatus {
    DraftStatus {
        id: ScenarioId::trusted(row.id.clone()),
        version: row.version,
        state: ScenarioState::of_stored(&row.state),
        from_card: row.card_hash.is_some(),
        created_on: Timestamp(row.created_at),
        updated_on: Timestamp(row.updated_at),
        deleted_on: row.deleted_at.map(Timestamp),
        missing,
    }
}
