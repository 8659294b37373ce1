//! The use cases of images: uploading one to a draft, and placing it there.

use std::collections::HashSet;

use accounts::users;
use bytes::Bytes;
use kernel::ErrorCode;
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Isolation, Tx};
use platform::image_judge::{judge_soon, register};
use platform::media::{AvatarUrls, media_url};
use platform::web::Problem;

use super::actions::{load, stored_draft};
use super::draft::ScenarioDraft;
use super::errors::{in_trash, not_found};
use super::images::DraftImage;
use super::model::{PlacedImage, UploadedImage};
use super::pictures::{store_image, too_many_images};
use super::prepare::{PreparedDraft, prepare};
use super::rules::MAX_DRAFT_IMAGES;
use super::store::{self, DraftRow};
use super::work::compute;
use crate::AppState;
use crate::scenarios::ScenarioId;

/// How often an image is placed anew because the draft was saved at the same moment.
const ATTEMPTS: usize = 5;

/// A place of an image in a draft.
#[derive(Debug, Clone)]
pub(super) enum ImagePlace {
    /// The scenario's upright image.
    Cover,
    /// The portrait of the actor with this id.
    Portrait(String),
}

/// Stores an image and places it in a draft, whatever its version, in one transaction.
///
/// # Errors
/// 404 if this person has no such draft or it has no such actor; 409 if it is in the trash, has
/// [`MAX_DRAFT_IMAGES`] or changes all the time; 413, 415 and 422 for files that are no acceptable image.
pub(super) async fn upload_to(
    app: &AppState,
    author: &UserId,
    id: &ScenarioId,
    place: ImagePlace,
    file: Bytes,
) -> Result<PlacedImage, Problem> {
    check_place(app, author, id, place.clone()).await?;
    let key = store_image(&app.blobs, id, "file", file).await?.to_string();
    for _ in 0..ATTEMPTS {
        let mut conn = app.db.read().await?;
        let row = load(&mut conn, author, id).await?;
        let mut known: HashSet<String> = store::list_images(&mut conn, id).await?.into_iter().collect();
        drop(conn);
        known.insert(key.clone());
        let (version, now) = (row.version, app.clock.now());
        let (bytes, to, image) = (row.document.get().len(), place.clone(), key.clone());
        let (prepared, avatar_urls) = compute(bytes, move || {
            let mut draft = open(&row)?;
            set(&mut draft, &to, image)?;
            Ok((prepare(&draft, &known)?, avatar_urls(&draft, &to)))
        })
        .await?;
        let (draft, new_key) = (&prepared, key.as_str());
        let use_case = app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(replace_with_image(tx, author, id, version, draft, new_key, now))
        });
        if use_case.await? {
            judge_soon(app, vec![key.clone()]);
            return Ok(PlacedImage {
                avatar_urls,
                key,
                version: version + 1,
            });
        }
    }
    Err(Problem::new(
        ErrorCode::CONFLICT,
        "This scenario is being changed at the same moment. Please try again.",
    ))
}

/// Stores an image for a draft, which may name it from then on.
///
/// # Errors
/// As for [`upload_to`].
pub(super) async fn upload(
    app: &AppState,
    author: &UserId,
    id: &ScenarioId,
    file: Bytes,
) -> Result<UploadedImage, Problem> {
    let mut conn = app.db.read().await?;
    if load(&mut conn, author, id).await?.deleted_at.is_some() {
        return Err(in_trash());
    }
    drop(conn);
    let key = store_image(&app.blobs, id, "file", file).await?;
    let (now, key) = (app.clock.now(), key.as_str());
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            let deleted_at = store::lock(tx, id, author).await?.ok_or_else(not_found)?;
            if deleted_at.is_some() {
                return Err(in_trash());
            }
            add_image(tx, id, key, now).await
        })
    });
    use_case.await?;
    judge_soon(app, vec![key.to_owned()]);
    Ok(UploadedImage {
        key: key.to_owned(),
        url: media_url(key),
    })
}

async fn replace_with_image(
    tx: &mut Tx,
    author: &UserId,
    id: &ScenarioId,
    version: i64,
    draft: &PreparedDraft,
    key: &str,
    now: Timestamp,
) -> Result<bool, Problem> {
    let is_current = store::update(tx, id, author, version, draft, now).await?;
    if is_current {
        add_image(tx, id, key, now).await?;
    }
    Ok(is_current)
}

async fn add_image(tx: &mut Tx, id: &ScenarioId, key: &str, now: Timestamp) -> Result<(), Problem> {
    store::insert_image(tx, id, key, now).await?;
    register(tx, key, now).await?;
    if store::count_images(tx, id).await? > MAX_DRAFT_IMAGES {
        return Err(too_many_images());
    }
    Ok(())
}

/// Refuses a file for a place that is not there before any work is done for it.
async fn check_place(
    app: &AppState,
    author: &UserId,
    id: &ScenarioId,
    place: ImagePlace,
) -> Result<(), Problem> {
    let mut conn = app.db.read().await?;
    let row = load(&mut conn, author, id).await?;
    drop(conn);
    compute(row.document.get().len(), move || {
        set(&mut open(&row)?, &place, String::new())
    })
    .await
}

fn open(row: &DraftRow) -> Result<ScenarioDraft, Problem> {
    if row.deleted_at.is_some() {
        return Err(in_trash());
    }
    stored_draft(row)
}

/// Puts another image in its place. What was said of the one before does not hold for it, except for the
/// address by which texts name it.
fn set(draft: &mut ScenarioDraft, place: &ImagePlace, key: String) -> Result<(), Problem> {
    let place = match place {
        ImagePlace::Cover => &mut draft.cover,
        ImagePlace::Portrait(actor) => {
            &mut draft
                .actor_mut(actor)
                .ok_or_else(|| Problem::not_found("actor"))?
                .portrait
        }
    };
    let before = place.take().unwrap_or_default();
    *place = Some(DraftImage {
        key,
        uri: before.uri,
        unknown: before.unknown,
        ..DraftImage::default()
    });
    Ok(())
}

fn avatar_urls(draft: &ScenarioDraft, place: &ImagePlace) -> AvatarUrls {
    match place {
        ImagePlace::Cover => AvatarUrls::from(&draft.images()),
        ImagePlace::Portrait(actor) => {
            let portrait = draft.actor(actor).and_then(|actor| actor.portrait.as_ref());
            users::portrait(portrait.map(|image| image.key.as_str()))
        }
    }
}
