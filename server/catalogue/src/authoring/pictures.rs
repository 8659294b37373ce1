//! The stored images of drafts.

use bytes::Bytes;
use platform::blobs::{BlobKey, Blobs};
use platform::db::Conn;
use platform::image_judge::verdicts_of;
use platform::media::{Fit, Format, ImageFrame, ImageRecipe, reencode_upload};
use platform::web::Problem;

use super::errors::DRAFT_QUOTA_REACHED;
use super::model::PictureVerdict;
use super::rules::{IMAGE_QUALITY, IMAGE_SIDE, MAX_DRAFT_IMAGES};
use super::second_looks::list_asked;
use super::store;
use crate::scenarios::ScenarioId;

/// Encodes an uploaded image anew and stores it in the folder of its draft: the same image is stored once
/// there, and no other draft loses it when this one is purged. `field` is its name in the form.
///
/// # Errors
/// 415 for a file that is no image, 422 for one that cannot be read, 503 if too many wait.
pub(super) async fn store_image(
    blobs: &Blobs,
    id: &ScenarioId,
    field: &'static str,
    file: Bytes,
) -> Result<BlobKey, Problem> {
    let recipe = ImageRecipe {
        frame: ImageFrame::WHOLE,
        width: IMAGE_SIDE,
        height: Some(IMAGE_SIDE),
        fit: Fit::Inside,
        quality: IMAGE_QUALITY,
        format: Format::Webp,
        blur: false,
    };
    let image = reencode_upload(field, file, recipe).await?;
    Ok(blobs
        .put_content(&format!("scenarios/{id}"), image, "webp")
        .await?)
}

/// Deletes images that no draft has got after all. A failure only leaves a file behind.
pub(super) async fn discard(blobs: &Blobs, keys: &[BlobKey]) {
    for key in keys {
        if let Err(error) = blobs.delete(key).await {
            tracing::warn!(%key, %error, "an image {key} that is not used could not be deleted");
        }
    }
}

/// The refusal of one image too many.
pub(super) fn too_many_images() -> Problem {
    Problem::new(
        DRAFT_QUOTA_REACHED,
        format!("{MAX_DRAFT_IMAGES} images are the most that one scenario can have."),
    )
}

/// The images that were uploaded to a draft, in the order of their keys, and what the judge says of them.
///
/// # Errors
/// Database errors.
pub(super) async fn list_judged(conn: &mut Conn, id: &ScenarioId) -> sqlx::Result<Vec<PictureVerdict>> {
    let mut keys = store::list_images(conn, id).await?;
    keys.sort_unstable();
    let named: Vec<&str> = keys.iter().map(String::as_str).collect();
    let mut verdicts = verdicts_of(conn, &named).await?;
    let asked = list_asked(conn, id).await?;
    let picture = |key: String| {
        let verdict = verdicts.remove(&key)?;
        let is_asked = asked.contains(&key);
        Some(PictureVerdict::of(key, verdict, is_asked))
    };
    Ok(keys.into_iter().filter_map(picture).collect())
}
