//! The whole way from bytes to bytes, and its first step alone.

use std::panic::{AssertUnwindSafe, catch_unwind};

use image::ImageDecoder as _;

use super::decode::{check, check_size, decode, open};
use super::encode::{Derivative, encode, pick_kind};
use super::kind::ImageKind;
use super::layout::lay_out;
use super::recipe::ImageRecipe;
use super::resize::on_canvas;
use crate::blocking::Stop;
use crate::media::error::{MediaError, Unreadable};

/// Raised whenever equal recipes begin to give other bytes, so that old cache entries are not mistaken for
/// new ones.
pub(in crate::media) const PIPELINE: u32 = 2;

/// Makes the image that `recipe` asks for out of `source`.
///
/// # Errors
/// [`MediaError::Unreadable`] for bytes that are not an image, too large an image or a damaged one, for every
/// kind of decoder failure; [`MediaError::Late`] after [`Stop::raise`].
pub(in crate::media) fn transform(
    source: &[u8],
    recipe: &ImageRecipe,
    stop: &Stop,
) -> Result<Derivative, MediaError> {
    guarded(|| {
        let decoded = decode(source, stop)?;
        check(stop)?;
        let layout = lay_out(decoded.upright_size(), recipe);
        let resized = decoded.resize(&layout, recipe.blur)?;
        check(stop)?;
        let image = on_canvas(resized, layout);
        encode(
            &image,
            pick_kind(recipe.format, decoded.kind, &image),
            recipe.quality,
        )
    })
}

/// Decodes `source` and lays it out as RGBA pixels, for callers that draw on it.
///
/// # Errors
/// As [`transform`].
pub(in crate::media) fn pixels(
    source: &[u8],
    recipe: &ImageRecipe,
    stop: &Stop,
) -> Result<image::RgbaImage, MediaError> {
    guarded(|| {
        let decoded = decode(source, stop)?;
        let layout = lay_out(decoded.upright_size(), recipe);
        let image = decoded.resize(&layout, recipe.blur)?;
        Ok(on_canvas(image, layout).into_rgba8())
    })
}

/// Kind, width and height (as stored, before orientation) of an image, from its header alone.
///
/// # Errors
/// [`MediaError::Unreadable`] for what [`transform`] would refuse by its header.
pub(in crate::media) fn inspect(source: &[u8]) -> Result<(ImageKind, u32, u32), MediaError> {
    guarded(|| {
        let kind = ImageKind::of(source).ok_or(Unreadable::Kind)?;
        let decoder = open(source, kind, &Stop::default())?;
        let (width, height) = decoder.dimensions();
        check_size(width, height)?;
        Ok((kind, width, height))
    })
}

/// Decoders of hostile input panic now and then; for the caller that is one more way to be damaged.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T, MediaError>) -> Result<T, MediaError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        tracing::warn!("an image decoder panicked; the image is refused as damaged");
        Err(Unreadable::Broken.into())
    })
}
