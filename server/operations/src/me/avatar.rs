//! Portraits: uploads are decoded, rotated upright, cropped and encoded anew, so that nothing but pixels is
//! stored (U-6, U-9).

use std::time::Duration;

use accounts::users;
use axum::extract::Multipart;
use axum::extract::multipart::MultipartRejection;
use bytes::Bytes;
use kernel::ErrorCode;
use kernel::ids::UserId;
use platform::blobs::{BlobKey, Blobs};
use platform::media::{self, Fit, Format, ImageRecipe, MediaError, Stop, UPLOAD_BYTES, Unreadable};
use platform::web::{Problem, read_file_field, unreadable_form, uploaded_form};
use tokio::sync::Semaphore;

/// The largest body of the upload: the file and its multipart framing, so that our own message reports a file
/// that is too large.
pub(super) const UPLOAD_BODY_BYTES: usize = UPLOAD_BYTES + 64 * 1024;
/// Sides of a portrait, in pixels.
const PORTRAIT_SIDE: u32 = 640;
/// Quality of a portrait.
const PORTRAIT_QUALITY: u8 = 85;
/// Portraits processed at the same time; each may need 160 MB while it is decoded.
static PLACES: Semaphore = Semaphore::const_new(2);
/// How long an upload waits for its turn.
const WAIT: Duration = Duration::from_secs(5);
/// How long processing a portrait may take.
const WORK: Duration = Duration::from_secs(5);
/// When to try again, in seconds.
const RETRY_SECS: u32 = 5;

/// The text of spec section 5, "Avatar upload".
const TOO_LARGE: &str = "File too large (max 10 MB)";
const WRONG_KIND: &str = "Invalid file type. Please upload a JPEG, PNG, GIF, WebP, or BMP image.";

fn too_large() -> Problem {
    Problem::new(ErrorCode::PAYLOAD_TOO_LARGE, TOO_LARGE)
}

/// The bytes of the form's field `file`.
pub(super) async fn read_file(form: Result<Multipart, MultipartRejection>) -> Result<Bytes, Problem> {
    let mut form = uploaded_form(form, "picture")?;
    while let Some(field) = form
        .next_field()
        .await
        .map_err(|error| unreadable_form(&error, too_large))?
    {
        if field.name() == Some("file") {
            return read_file_field(field, UPLOAD_BYTES, too_large).await;
        }
    }
    Err(Problem::invalid("file", "Send the picture as the field file."))
}

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
    let busy = || {
        Problem::new(
            ErrorCode::OVERLOADED,
            "Too many pictures are being processed. Please try again in a moment.",
        )
        .with_retry_after(RETRY_SECS)
    };
    let place = tokio::time::timeout(WAIT, PLACES.acquire())
        .await
        .map_err(|_| busy())?
        .map_err(Problem::internal)?;
    let stop = Stop::default();
    let for_work = stop.clone();
    let work = tokio::task::spawn_blocking(move || {
        // The task holds the permit: it runs on for a moment if the caller has gone.
        let _place = place;
        transform(&file, &for_work)
    });
    match tokio::time::timeout(WORK, work).await {
        Ok(done) => done.map_err(Problem::internal)?,
        Err(_) => {
            stop.raise();
            Err(Problem::invalid("file", "This picture took too long to process."))
        }
    }
}

fn transform(file: &[u8], stop: &Stop) -> Result<Bytes, Problem> {
    let refused = |error: MediaError| match error {
        MediaError::Unreadable(Unreadable::Kind) => {
            Problem::new(ErrorCode::UNSUPPORTED_MEDIA_TYPE, WRONG_KIND)
        }
        MediaError::Unreadable(reason) => Problem::invalid("file", reason.to_string()),
        other => other.into(),
    };
    let recipe = ImageRecipe {
        width: PORTRAIT_SIDE,
        height: Some(PORTRAIT_SIDE),
        fit: Fit::Cover,
        quality: PORTRAIT_QUALITY,
        format: Format::Webp,
        blur: false,
    };
    Ok(media::reencode(file, &recipe, stop)
        .map_err(refused)?
        .bytes
        .into())
}
