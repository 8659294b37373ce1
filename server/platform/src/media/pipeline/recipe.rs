//! How to make one image out of another: the arguments of [`transform`](super::transform).

use crate::media::frame::ImageFrame;

/// How to make one image out of another. Two equal recipes give equal bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ImageRecipe {
    /// Which part of the source is used, and which point of it stays in view.
    pub frame: ImageFrame,
    /// Width in pixels; a smaller source stays as it is.
    pub width: u32,
    /// Height in pixels; without it the height follows from the shape of that part.
    pub height: Option<u32>,
    /// How the source is brought into width and height; without a height it has no effect.
    pub fit: Fit,
    /// 1 to 100.
    pub quality: u8,
    /// What to encode.
    pub format: Format,
    /// Whether all detail is destroyed: the image for someone who may not see an explicit one (O-10).
    pub blur: bool,
}

/// How an image is brought into a box. The seven spellings of spec section 5 name five behaviours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fit {
    /// `cover`, `crop`: fills the box and keeps its shape; what exceeds the box is cut around the focus point.
    Cover,
    /// `contain`: all of the image, centred in the box, the rest empty.
    Contain,
    /// `fill`, `scale`: stretched to the box.
    Fill,
    /// `inside`: all of the image, no larger than the box.
    Inside,
    /// `outside`: all of the image, no smaller than the box.
    Outside,
}

/// What is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Lossy WebP.
    Webp,
    /// JPEG, on the dark ground where the source is transparent.
    Jpeg,
    /// PNG.
    Png,
    /// The source's own kind where every browser reads it (JPEG, PNG, and GIF as PNG); of other kinds, JPEG
    /// for what has nothing transparent and PNG for the rest.
    Plain,
}
