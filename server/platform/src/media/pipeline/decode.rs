//! Decodes an image: header first, within limits, and stoppable.

use std::io::{BufRead, Cursor, Read, Seek, SeekFrom};

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::kind::{ImageKind, check_jpeg};
use crate::blocking::Stop;
use crate::media::error::{MediaError, Unreadable};

/// The longest side of an image that is decoded, in pixels (U-7).
pub(super) const SOURCE_SIDE: u32 = 8_192;
/// The largest area of an image that is decoded, in pixels (U-7).
const SOURCE_PIXELS: u64 = 40_000_000;
/// What a decoder may allocate for one image, in bytes (U-7).
const DECODE_BYTES: u64 = 256 * 1024 * 1024;

/// Ends the work at its next check: between two steps, or at the decoder's next read.
pub(super) fn check(stop: &Stop) -> Result<(), MediaError> {
    if stop.is_raised() {
        Err(MediaError::Late)
    } else {
        Ok(())
    }
}

/// A decoded image, not yet turned upright.
pub(super) struct Decoded {
    pub(super) image: DynamicImage,
    pub(super) orientation: Orientation,
    pub(super) kind: ImageKind,
}

impl Decoded {
    /// Width and height once turned upright.
    pub(super) fn upright_size(&self) -> (u32, u32) {
        let (width, height) = (self.image.width(), self.image.height());
        if swaps_sides(self.orientation) {
            (height, width)
        } else {
            (width, height)
        }
    }
}

pub(super) fn swaps_sides(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

pub(super) fn decode(source: &[u8], stop: &Stop) -> Result<Decoded, MediaError> {
    let kind = ImageKind::of(source).ok_or(Unreadable::Kind)?;
    if kind == ImageKind::Jpeg {
        check_jpeg(source)?;
    }
    let mut decoder = open(source, kind, stop)?;
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    if decoder.total_bytes() > DECODE_BYTES {
        return Err(Unreadable::Pixels.into());
    }
    // A broken EXIF block does not make the image invalid: it is dropped anyway.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let image = DynamicImage::from_decoder(decoder).map_err(|error| refusal(&error, stop))?;
    Ok(Decoded {
        image,
        orientation,
        kind,
    })
}

/// Reads the header only.
pub(super) fn open<'a>(
    source: &'a [u8],
    kind: ImageKind,
    stop: &Stop,
) -> Result<impl ImageDecoder + 'a, MediaError> {
    let format = match kind {
        ImageKind::Jpeg => ImageFormat::Jpeg,
        ImageKind::Png => ImageFormat::Png,
        ImageKind::Gif => ImageFormat::Gif,
        ImageKind::Webp => ImageFormat::WebP,
        ImageKind::Bmp => ImageFormat::Bmp,
    };
    let mut reader = ImageReader::with_format(Stoppable::new(source, stop), format);
    reader.limits(limits());
    reader.into_decoder().map_err(|error| refusal(&error, stop))
}

/// What a decoder may be given and may allocate (U-7).
pub(super) fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(SOURCE_SIDE);
    limits.max_image_height = Some(SOURCE_SIDE);
    limits.max_alloc = Some(DECODE_BYTES);
    limits
}

pub(super) fn refusal(error: &image::ImageError, stop: &Stop) -> MediaError {
    match (check(stop), error) {
        (Err(late), _) => late,
        (Ok(()), image::ImageError::Limits(_)) => Unreadable::Pixels.into(),
        (Ok(()), _) => Unreadable::Broken.into(),
    }
}

/// Refuses an image that is too large by its header, before a single pixel is decoded (U-7).
///
/// # Errors
/// [`Unreadable::Pixels`] for more than the limits, and for an image without an area.
pub(super) fn check_size(width: u32, height: u32) -> Result<(), Unreadable> {
    let too_long = width > SOURCE_SIDE || height > SOURCE_SIDE;
    let too_many = u64::from(width) * u64::from(height) > SOURCE_PIXELS;
    match width == 0 || height == 0 || too_long || too_many {
        true => Err(Unreadable::Pixels),
        false => Ok(()),
    }
}

/// A reader that fails once the work was stopped, so that a slow decoder ends in the middle of its work.
pub(super) struct Stoppable<'a> {
    source: Cursor<&'a [u8]>,
    stop: Stop,
}

impl<'a> Stoppable<'a> {
    pub(super) fn new(source: &'a [u8], stop: &Stop) -> Self {
        Self {
            source: Cursor::new(source),
            stop: stop.clone(),
        }
    }

    fn check(&self) -> std::io::Result<()> {
        check(&self.stop).map_err(|_| std::io::ErrorKind::TimedOut.into())
    }
}

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.check()?;
        self.source.read(buffer)
    }
}

impl BufRead for Stoppable<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.check()?;
        self.source.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.source.consume(amount);
    }
}

impl Seek for Stoppable<'_> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.source.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_limits_hold_at_their_edges() {
        assert!(check_size(8_192, 4_882).is_ok());
        assert!(check_size(8_192, 4_883).is_err());
        assert!(check_size(8_193, 1).is_err());
        assert!(check_size(0, 10).is_err());
        assert!(check_size(30_000, 30_000).is_err());
    }
}
