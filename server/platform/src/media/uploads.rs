//! Uploads: checked by their header, decoded and re-encoded, so that nothing but pixels is stored (U-6, U-9).

use super::error::MediaError;
use super::pipeline::{Derivative, ImageRecipe, inspect, transform};
use crate::blocking::Stop;

/// The largest file that may be uploaded, in bytes (spec section 9: 10 MB).
pub const UPLOAD_BYTES: usize = 10_485_760;

/// Re-encodes an uploaded file by `recipe`. Blocking work for one core.
///
/// # Errors
/// [`MediaError::Unreadable`] for bytes that are not an image, and for an image that is too large or damaged;
/// [`MediaError::Late`] after [`Stop::raise`].
pub fn reencode(file: &[u8], recipe: &ImageRecipe, stop: &Stop) -> Result<Derivative, MediaError> {
    inspect(file)?;
    transform(file, recipe, stop)
}
