//! Portraits: uploads are cropped to a square, encoded anew and stored.

use accounts::users;
use bytes::Bytes;
use kernel::ids::UserId;
use platform::blobs::{BlobKey, Blobs};
use platform::media::{Fit, Format, ImageFrame, ImageRecipe, reencode_upload};
use platform::web::Problem;

/// Sides of a portrait, in pixels.
const PORTRAIT_SIDE: u32 = 640;
/// Quality of a portrait.
const PORTRAIT_QUALITY: u8 = 85;

/// Makes a portrait from an upload and stores it in its owner's folder.
pub(super) async fn store_portrait(blobs: &Blobs, owner: &UserId, file: Bytes) -> Result<BlobKey, Problem> {
    let portrait = make_portrait(file).await?;
    blobs
        .put_content(&format!("avatars/{owner}"), portrait, "webp")
        .await
        .map_err(Problem::from)
}

/// The same for a persona, in a file of its own: the same image may be both, and either may be deleted.
pub(super) async fn store_persona_portrait(
    blobs: &Blobs,
    owner: &UserId,
    file: Bytes,
) -> Result<BlobKey, Problem> {
    let portrait = make_portrait(file).await?;
    blobs
        .put_content(&users::persona_folder(owner), portrait, "webp")
        .await
        .map_err(Problem::from)
}

async fn make_portrait(file: Bytes) -> Result<Bytes, Problem> {
    let recipe = ImageRecipe {
        frame: ImageFrame::WHOLE,
        width: PORTRAIT_SIDE,
        height: Some(PORTRAIT_SIDE),
        fit: Fit::Cover,
        quality: PORTRAIT_QUALITY,
        format: Format::Webp,
        blur: false,
    };
    reencode_upload("file", file, recipe).await
}
