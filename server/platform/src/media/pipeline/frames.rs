//! The frames of a file by which it is judged.

use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::{AnimationDecoder, DynamicImage, Frames, ImageDecoder};

use super::decode::{Stoppable, check, decode, limits, refusal};
use super::kind::ImageKind;
use super::transform::guarded;
use crate::blocking::Stop;
use crate::media::error::{MediaError, Unreadable};

/// The most frames of an animation that is read.
const MAX_FRAMES: usize = 1_000;

/// The image of a file that is shown, turned upright; of an animation also its middle and its last frame.
///
/// # Errors
/// [`MediaError::Unreadable`] for bytes that are not an image, too large an image, one with too many frames
/// or a damaged one; [`MediaError::Late`] after [`Stop::raise`].
pub fn decode_frames(source: &[u8], stop: &Stop) -> Result<Vec<DynamicImage>, MediaError> {
    guarded(|| {
        let mut shown = decode(source, stop)?;
        shown.image.apply_orientation(shown.orientation);
        let mut frames = vec![shown.image];
        if let Some(animation) = animation(source, shown.kind, stop)? {
            let last = count(animation, stop)?.saturating_sub(1);
            let middle = last / 2;
            // The shown image is the first frame, except that it may be an image of its own in a PNG.
            let seen = usize::from(shown.kind != ImageKind::Png);
            let again = self::animation(source, shown.kind, stop)?.into_iter().flatten();
            for (index, frame) in again.enumerate().take(last + 1).skip(seen) {
                let frame = frame.map_err(|error| refusal(&error, stop))?;
                if index == middle || index == last {
                    frames.push(frame.into_buffer().into());
                }
            }
        }
        Ok(frames)
    })
}

/// How many frames an animation has.
fn count(animation: Frames<'_>, stop: &Stop) -> Result<usize, MediaError> {
    let mut frames = 0;
    for frame in animation {
        frame.map_err(|error| refusal(&error, stop))?;
        check(stop)?;
        frames += 1;
        if frames > MAX_FRAMES {
            return Err(Unreadable::Pixels.into());
        }
    }
    Ok(frames)
}

/// The frames of an animation; `None` if the file is none.
fn animation<'a>(source: &'a [u8], kind: ImageKind, stop: &Stop) -> Result<Option<Frames<'a>>, MediaError> {
    let refuse = |error| refusal(&error, stop);
    let reader = Stoppable::new(source, stop);
    Ok(match kind {
        ImageKind::Gif => {
            let mut decoder = GifDecoder::new(reader).map_err(refuse)?;
            decoder.set_limits(limits()).map_err(refuse)?;
            Some(decoder.into_frames())
        }
        ImageKind::Webp => {
            let decoder = WebPDecoder::new(reader).map_err(refuse)?;
            decoder.has_animation().then(|| decoder.into_frames())
        }
        ImageKind::Png => {
            let decoder = PngDecoder::with_limits(reader, limits()).map_err(refuse)?;
            match decoder.is_apng().map_err(refuse)? {
                true => Some(decoder.apng().map_err(refuse)?.into_frames()),
                false => None,
            }
        }
        ImageKind::Jpeg | ImageKind::Bmp => None,
    })
}
