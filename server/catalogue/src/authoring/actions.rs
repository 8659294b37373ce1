//! The use cases of drafts: creating, reading, saving, deleting and restoring them.

use std::collections::HashSet;

use accounts::users;
use axum::http::StatusCode;
use axum::response::Response;
use bytes::Bytes;
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::blobs::BlobKey;
use platform::db::{Conn, Isolation, Tx};
use platform::idempotency::{Idempotency, REPLAYED, Reply, principal_of};
use platform::web::Problem;
use serde_json::value::RawValue;

use super::draft::ScenarioDraft;
use super::edit::apply_edit;
use super::errors::{self, in_trash, not_found, outdated_version};
use super::images::DraftImage;
use super::missing::missing;
use super::model::{DraftStatus, DraftView, ScenarioState};
use super::parse::parse_draft;
use super::pictures::{discard, store_image};
use super::prepare::{PreparedDraft, prepare};
use super::purge;
use super::rules::{MAX_CURRENT_BYTES, MAX_DRAFTS};
use super::store::{self, DraftOrigin, DraftRow};
use super::validate::DraftProblem;
use super::work::compute;
use crate::AppState;
use crate::scenarios::{self, ScenarioId};

/// What a new draft begins with.
#[derive(Debug, Default)]
pub struct NewDraft {
    /// The draft. It names no image: those that come with it are placed in it.
    pub draft: ScenarioDraft,
    /// The upright image, as it was uploaded.
    pub cover: Option<Bytes>,
    /// The wide image, as it was uploaded.
    pub banner: Option<Bytes>,
    /// SHA-256 of the card it was imported from, in hexadecimal digits.
    pub card_hash: Option<String>,
    /// Bytes of what it was read from: a large one is handled on a thread for long work.
    pub bytes: usize,
}

/// Creates a draft of this person, once for each `key`. `answer` makes the body of the answer.
///
/// # Errors
/// 409 if they have [`MAX_DRAFTS`]; 422 if the draft is not within the limits or an image cannot be read.
pub async fn create<A>(
    app: &AppState,
    author: &UserId,
    key: &Idempotency,
    new: NewDraft,
    answer: A,
) -> Result<Response, Problem>
where
    A: FnOnce(DraftView) -> serde_json::Result<Box<RawValue>> + Send + 'static,
{
    let (now, card_hash) = (app.clock.now(), new.card_hash.clone());
    let id = ScenarioId::trusted(app.random.id(now));
    let origin = DraftOrigin {
        id: &id,
        author,
        card_hash: card_hash.as_deref(),
        now,
    };
    let mut stored = Vec::new();
    let result = create_with_images(app, origin, key, new, answer, &mut stored).await;
    let is_new = result
        .as_ref()
        .is_ok_and(|response| response.status().is_success() && !response.headers().contains_key(&REPLAYED));
    if !is_new && !stored.is_empty() && is_missing(app, author, &id).await {
        discard(&app.blobs, &stored).await;
    }
    result
}

/// Whether there is certainly no such draft: a commit whose answer was lost may have made it.
async fn is_missing(app: &AppState, author: &UserId, id: &ScenarioId) -> bool {
    let Ok(mut conn) = app.db.read().await else {
        return false;
    };
    matches!(store::find(&mut conn, id, author).await, Ok(None))
}

async fn create_with_images<A>(
    app: &AppState,
    origin: DraftOrigin<'_>,
    key: &Idempotency,
    new: NewDraft,
    answer: A,
    stored: &mut Vec<BlobKey>,
) -> Result<Response, Problem>
where
    A: FnOnce(DraftView) -> serde_json::Result<Box<RawValue>> + Send + 'static,
{
    let NewDraft {
        mut draft,
        cover,
        banner,
        bytes,
        ..
    } = new;
    for (field, file, place) in [
        ("cover", cover, &mut draft.cover),
        ("banner", banner, &mut draft.banner),
    ] {
        let Some(file) = file else { continue };
        let key = store_image(&app.blobs, origin.id, field, file).await?;
        place.get_or_insert_with(DraftImage::default).key = key.to_string();
        stored.push(key);
    }
    let known: HashSet<String> = stored.iter().map(BlobKey::to_string).collect();
    let (id, from_card, now) = (origin.id.clone(), origin.card_hash.is_some(), origin.now);
    let work = move || {
        let prepared = prepare(&draft, &known)?;
        let status = DraftStatus {
            id,
            version: 1,
            state: ScenarioState::Draft,
            from_card,
            created_on: now,
            updated_on: now,
            deleted_on: None,
            missing: prepared.missing.clone(),
        };
        let body = answer(DraftView { status, draft }).map_err(Problem::internal)?;
        Ok((prepared, body))
    };
    let (prepared, body) = compute(bytes, work).await?;
    let (prepared, body, stored) = (&prepared, &body, &*stored);
    let principal = principal_of(origin.author);
    key.run(app, &principal, Isolation::Ordinary, |tx| {
        Box::pin(async move {
            insert(tx, origin, prepared, stored).await?;
            Reply::json(StatusCode::CREATED, body)
        })
    })
    .await
}

async fn insert(
    tx: &mut Tx,
    origin: DraftOrigin<'_>,
    draft: &PreparedDraft,
    images: &[BlobKey],
) -> Result<(), Problem> {
    users::lock_user_row(tx, origin.author).await?;
    if store::count(tx, origin.author).await? >= MAX_DRAFTS {
        return Err(Problem::new(
            errors::DRAFT_QUOTA_REACHED,
            format!(
                "{MAX_DRAFTS} scenarios are the most one can have, those in the trash included. \
                 Delete some permanently to make new ones."
            ),
        ));
    }
    store::insert(tx, origin, draft).await?;
    for key in images {
        store::insert_image(tx, origin.id, key.as_str(), origin.now).await?;
    }
    Ok(())
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
pub(super) async fn save(
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
    let Edit { status, change } = compute(bytes, move || decide(&row, edited, seen, &known, now)).await?;
    let Some((version, prepared)) = change else {
        return Ok(status);
    };
    if replace(app, author, id, version, &prepared, now).await? {
        Ok(status)
    } else {
        Err(refuse_outdated(app, author, id).await)
    }
}

fn decide(
    row: &DraftRow,
    edited: ScenarioDraft,
    seen: i64,
    known: &HashSet<String>,
    now: Timestamp,
) -> Result<Edit, Problem> {
    if row.deleted_at.is_some() {
        return Err(in_trash());
    }
    let stored = stored_draft(row)?;
    let edited = apply_edit(&stored, edited);
    if edited == stored {
        return Ok(Edit {
            status: status(row, missing(&stored)),
            change: None,
        });
    }
    if row.version != seen {
        return Err(outdated(row)?);
    }
    let prepared = prepare(&edited, known)?;
    let status = DraftStatus {
        version: row.version + 1,
        updated_on: now,
        ..status(row, prepared.missing.clone())
    };
    Ok(Edit {
        status,
        change: Some((row.version, prepared)),
    })
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
    let row = match app.db.read().await {
        Ok(mut conn) => load(&mut conn, author, id).await,
        Err(error) => Err(error.into()),
    };
    let refusal = match row {
        Ok(row) if row.deleted_at.is_some() => Err(in_trash()),
        Ok(row) => compute(row.document.get().len(), move || outdated(&row)).await,
        Err(problem) => Err(problem),
    };
    refusal.unwrap_or_else(|problem| problem)
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
pub(super) async fn delete(
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

/// Restores a draft from the trash; does nothing if it is not there. What was published of it is private then.
///
/// # Errors
/// 404 if this person has no such draft.
pub(super) async fn restore(tx: &mut Tx, author: &UserId, id: &ScenarioId) -> Result<(), Problem> {
    if store::lock(tx, id, author)
        .await?
        .ok_or_else(not_found)?
        .is_some()
    {
        scenarios::restore(tx, id).await?;
        store::set_deleted(tx, id, author, None).await?;
    }
    Ok(())
}

/// The content of a stored draft.
///
/// # Errors
/// 500 if it cannot be read.
pub(super) fn stored_draft(row: &DraftRow) -> Result<ScenarioDraft, Problem> {
    serde_json::from_str(row.document.get()).map_err(Problem::internal)
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
