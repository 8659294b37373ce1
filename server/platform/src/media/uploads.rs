//! Uploads: checked by their header, decoded and re-encoded, so that nothing but pixels is stored (U-6, U-9).

use std::time::Duration;

use axum::extract::Multipart;
use axum::extract::multipart::MultipartRejection;
use bytes::Bytes;
use kernel::ErrorCode;
use tokio::sync::Semaphore;

use super::error::{MediaError, Unreadable};
use super::pipeline::{Derivative, ImageRecipe, inspect, transform};
use crate::blocking::Stop;
use crate::web::{Problem, read_form_file};

/// The largest file that may be uploaded, in bytes (spec section 9: 10 MB).
pub const UPLOAD_BYTES: usize = 10_485_760;
/// The largest body of an upload of one image: the file and its multipart framing, so that our own message
/// reports a file that is too large.
pub const UPLOAD_BODY_BYTES: usize = UPLOAD_BYTES + 64 * 1024;
/// Uploads processed at the same time; each may need 160 MB while it is decoded.
static PLACES: Semaphore = Semaphore::const_new(2);
/// How long an upload waits for its turn.
const WAIT: Duration = Duration::from_secs(5);
/// How long processing an upload may take.
const WORK: Duration = Duration::from_secs(5);
/// When to try again, in seconds.
const RETRY_SECS: u32 = 5;

/// The texts of spec section 5, "Avatar upload".
const TOO_LARGE: &str = "File too large (max 10 MB)";
const WRONG_KIND: &str = "Invalid file type. Please upload a JPEG, PNG, GIF, WebP, or BMP image.";

/// Re-encodes an uploaded file by `recipe`. Blocking work for one core.
///
/// # Errors
/// [`MediaError::Unreadable`] for bytes that are not an image, and for an image that is too large or damaged;
/// [`MediaError::Late`] after [`Stop::raise`].
pub fn reencode(file: &[u8], recipe: &ImageRecipe, stop: &Stop) -> Result<Derivative, MediaError> {
    inspect(file)?;
    transform(file, recipe, stop)
}

/// The refusal of a file that is larger than [`UPLOAD_BYTES`].
#[must_use]
pub fn upload_too_large() -> Problem {
    Problem::new(ErrorCode::PAYLOAD_TOO_LARGE, TOO_LARGE)
}

/// The bytes of the form's field `file`: an image, which is not looked at here.
///
/// # Errors
/// 413 for a file that is too large, 415 for a body that is no form, 422 for a form without a file.
pub async fn read_uploaded_image(form: Result<Multipart, MultipartRejection>) -> Result<Bytes, Problem> {
    read_form_file(form, "picture", UPLOAD_BYTES, upload_too_large).await
}

/// Re-encodes an uploaded image by `recipe`, when it is its turn. `field` is its name in the form, for refusals.
///
/// # Errors
/// 415 for a file that is no image, 422 for a damaged image or one that is too large, 503 if too many wait.
pub async fn reencode_upload(
    field: &'static str,
    file: Bytes,
    recipe: ImageRecipe,
) -> Result<Bytes, Problem> {
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
        reencode(&file, &recipe, &for_work).map_err(|error| refuse(field, error))
    });
    match tokio::time::timeout(WORK, work).await {
        Ok(done) => Ok(done.map_err(Problem::internal)??.bytes.into()),
        Err(_) => {
            stop.raise();
            Err(Problem::invalid(field, "This picture took too long to process."))
        }
    }
}

fn refuse(field: &str, error: MediaError) -> Problem {
    match error {
        MediaError::Unreadable(Unreadable::Kind) => {
            Problem::new(ErrorCode::UNSUPPORTED_MEDIA_TYPE, WRONG_KIND)
        }
        MediaError::Unreadable(reason) => Problem::invalid(field, reason.to_string()),
        other => other.into(),
    }
}
