//! Scales a decoded image, turns it upright, blurs it, and lays it on a canvas.

use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::metadata::Orientation;
use image::{DynamicImage, RgbaImage};

use super::decode::{Decoded, swaps_sides};
use super::layout::Layout;
use crate::media::error::{MediaError, Unreadable};

/// Longest side, in pixels, of what a blurred image is made from: enough for its colours, too little for
/// its content.
const BLUR_SIDE: u32 = 20;

impl Decoded {
    /// Resizes first and turns upright after, because the small image is the cheaper one to turn.
    pub(super) fn resize(&self, layout: &Layout, blur: bool) -> Result<DynamicImage, MediaError> {
        let crop = as_stored(layout.crop, self.upright_size(), self.orientation);
        let scaled = match swaps_sides(self.orientation) {
            true => (layout.scaled.1, layout.scaled.0),
            false => layout.scaled,
        };
        let mut image = if blur {
            let scale = (f64::from(BLUR_SIDE) / f64::from(scaled.0.max(scaled.1))).min(1.0);
            let tiny = (tiny_side(scaled.0, scale), tiny_side(scaled.1, scale));
            let tiny = scale_to(&self.image, crop, tiny, FilterType::Box)?.blur(1.2);
            let all = (0.0, 0.0, f64::from(tiny.width()), f64::from(tiny.height()));
            scale_to(&tiny, all, scaled, FilterType::CatmullRom)?
        } else {
            scale_to(&self.image, crop, scaled, FilterType::Lanczos3)?
        };
        image.apply_orientation(self.orientation);
        Ok(image)
    }
}

/// Where a part of the upright image lies in the image as it is stored.
fn as_stored(
    (left, top, width, height): (f64, f64, f64, f64),
    (upright_w, upright_h): (u32, u32),
    orientation: Orientation,
) -> (f64, f64, f64, f64) {
    // Whole offsets, as those of a layout.
    let from_right = (f64::from(upright_w) - left - width).floor();
    let from_bottom = (f64::from(upright_h) - top - height).floor();
    match orientation {
        Orientation::NoTransforms => (left, top, width, height),
        Orientation::FlipHorizontal => (from_right, top, width, height),
        Orientation::FlipVertical => (left, from_bottom, width, height),
        Orientation::Rotate180 => (from_right, from_bottom, width, height),
        Orientation::Rotate90 => (top, from_right, height, width),
        Orientation::Rotate90FlipH => (top, left, height, width),
        Orientation::Rotate270 => (from_bottom, left, height, width),
        Orientation::Rotate270FlipH => (from_bottom, from_right, height, width),
    }
}

/// Scales an image to exactly this size, which [`Decoded::resize`] does not where it would enlarge.
///
/// # Errors
/// As of [`Decoded::resize`].
pub(in crate::media) fn stretch(image: RgbaImage, to: (u32, u32)) -> Result<RgbaImage, MediaError> {
    if image.dimensions() == to {
        return Ok(image);
    }
    let all = (0.0, 0.0, f64::from(image.width()), f64::from(image.height()));
    let image = DynamicImage::ImageRgba8(image);
    scale_to(&image, all, to, FilterType::CatmullRom).map(DynamicImage::into_rgba8)
}

fn tiny_side(side: u32, scale: f64) -> u32 {
    ((f64::from(side) * scale).round() as u32).max(1)
}

fn scale_to(
    image: &DynamicImage,
    (left, top, width, height): (f64, f64, f64, f64),
    (to_width, to_height): (u32, u32),
    filter: FilterType,
) -> Result<DynamicImage, MediaError> {
    let is_whole = (width, height) == (f64::from(image.width()), f64::from(image.height()));
    if is_whole && (to_width, to_height) == (image.width(), image.height()) {
        return Ok(image.clone());
    }
    let mut scaled = DynamicImage::new(to_width, to_height, image.color());
    // Colours are multiplied by their alpha while they are mixed: transparent pixels leave no dark or bright
    // seams.
    let options = ResizeOptions::new()
        .crop(left, top, width, height)
        .resize_alg(ResizeAlg::Convolution(filter))
        .use_alpha(true);
    Resizer::new()
        .resize(image, &mut scaled, &options)
        .map_err(|error| {
            tracing::warn!(%error, "a decoded picture could not be resized");
            MediaError::from(Unreadable::Broken)
        })?;
    Ok(scaled)
}

pub(super) fn on_canvas(image: DynamicImage, layout: Layout) -> DynamicImage {
    if layout.canvas == layout.scaled {
        return image;
    }
    let mut canvas = image::RgbaImage::new(layout.canvas.0, layout.canvas.1);
    let left = (layout.canvas.0 - layout.scaled.0) / 2;
    let top = (layout.canvas.1 - layout.scaled.1) / 2;
    image::imageops::replace(&mut canvas, &image.into_rgba8(), i64::from(left), i64::from(top));
    DynamicImage::ImageRgba8(canvas)
}
