//! From the bytes of one picture to the bytes of another: check, decode, turn upright, resize, encode.
//!
//! All of it is blocking work for one core; [`super::optimiser`] runs it on a worker. Nothing of the source
//! but its pixels survives: no EXIF, XMP, IPTC, comment or colour profile is ever written (U-9), and whatever
//! else hides in a file that is two things at once is gone with it (U-6).

use std::io::{BufRead, Cursor, Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};

use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageFormat, ImageReader, Limits};

use super::error::{MediaError, Unreadable};
use super::rules::{DECODE_BYTES, Format, ImageRecipe, Layout, SOURCE_SIDE, check_size, lay_out};
use super::sniff::{Kind, check_jpeg};
pub use crate::blocking::Stop;

/// Raised whenever equal recipes begin to give other bytes, so that old cache entries are not mistaken for
/// new ones.
pub(super) const PIPELINE: u32 = 1;

/// What lies under transparent parts where the answer is a JPEG: the default theme's background (spec section
/// 3).
pub(super) const GROUND: [u8; 3] = [0x00, 0x08, 0x14];

/// Longest side, in pixels, of what a blurred picture is made from: enough for its colours, too little for
/// its content.
const BLUR_SIDE: u32 = 20;

/// libwebp's effort, 0 to 6. Measured on a 2,000x3,000 photograph made 828 wide: the next step takes 85 ms of
/// processor time instead of 50 and saves one and a half percent.
const WEBP_METHOD: i32 = 2;

/// An encoded picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivative {
    /// The file's content.
    pub bytes: Vec<u8>,
    /// What it is: JPEG, PNG or WebP.
    pub kind: Kind,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Ends the work at its next check: between two steps, or at the decoder's next read.
fn check(stop: &Stop) -> Result<(), MediaError> {
    if stop.is_raised() {
        Err(MediaError::Late)
    } else {
        Ok(())
    }
}

/// Makes the picture that `recipe` asks for out of `source`.
///
/// # Errors
/// [`MediaError::Unreadable`] for bytes that are no picture, too large a picture or a damaged one, whatever a
/// decoder does with them; [`MediaError::Late`] after [`Stop::raise`].
pub fn transform(source: &[u8], recipe: &ImageRecipe, stop: &Stop) -> Result<Derivative, MediaError> {
    guarded(|| {
        let decoded = decode(source, stop)?;
        check(stop)?;
        let layout = lay_out(decoded.upright_size(), recipe);
        let picture = decoded.resize(&layout, recipe.blur)?;
        check(stop)?;
        let picture = on_canvas(picture, layout);
        encode(
            &picture,
            pick_kind(recipe.format, decoded.kind, &picture),
            recipe.quality,
        )
    })
}

/// Decodes `source` and lays it out as RGBA pixels, for callers that draw on it.
///
/// # Errors
/// As [`transform`].
pub(super) fn pixels(
    source: &[u8],
    recipe: &ImageRecipe,
    stop: &Stop,
) -> Result<image::RgbaImage, MediaError> {
    guarded(|| {
        let decoded = decode(source, stop)?;
        let layout = lay_out(decoded.upright_size(), recipe);
        let picture = decoded.resize(&layout, recipe.blur)?;
        Ok(on_canvas(picture, layout).into_rgba8())
    })
}

/// Kind, width and height (as stored, before orientation) of a picture, from its header alone.
///
/// # Errors
/// [`MediaError::Unreadable`] for what [`transform`] would refuse by its header.
pub fn inspect(source: &[u8]) -> Result<(Kind, u32, u32), MediaError> {
    guarded(|| {
        let kind = Kind::of(source).ok_or(Unreadable::Kind)?;
        let decoder = open(source, kind, &Stop::default())?;
        let (width, height) = decoder.dimensions();
        check_size(width, height)?;
        Ok((kind, width, height))
    })
}

/// Decoders of hostile input panic now and then; for the caller that is one more way to be damaged.
fn guarded<T>(work: impl FnOnce() -> Result<T, MediaError>) -> Result<T, MediaError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        tracing::warn!("a picture decoder panicked; the picture is refused as damaged");
        Err(Unreadable::Broken.into())
    })
}

struct Decoded {
    picture: DynamicImage,
    orientation: Orientation,
    kind: Kind,
}

impl Decoded {
    /// Width and height once turned upright.
    fn upright_size(&self) -> (u32, u32) {
        let (width, height) = (self.picture.width(), self.picture.height());
        if swaps_sides(self.orientation) {
            (height, width)
        } else {
            (width, height)
        }
    }

    /// Resizes first and turns upright after, because the small picture is the cheaper one to turn.
    fn resize(&self, layout: &Layout, blur: bool) -> Result<DynamicImage, MediaError> {
        let (left, top, width, height) = layout.crop;
        let (crop, scaled) = match swaps_sides(self.orientation) {
            true => ((top, left, height, width), (layout.scaled.1, layout.scaled.0)),
            false => (layout.crop, layout.scaled),
        };
        let mut picture = if blur {
            let scale = (f64::from(BLUR_SIDE) / f64::from(scaled.0.max(scaled.1))).min(1.0);
            let tiny = (tiny_side(scaled.0, scale), tiny_side(scaled.1, scale));
            let tiny = scale_to(&self.picture, crop, tiny, FilterType::Box)?.blur(1.2);
            let all = (0.0, 0.0, f64::from(tiny.width()), f64::from(tiny.height()));
            scale_to(&tiny, all, scaled, FilterType::CatmullRom)?
        } else {
            scale_to(&self.picture, crop, scaled, FilterType::Lanczos3)?
        };
        picture.apply_orientation(self.orientation);
        Ok(picture)
    }
}

fn tiny_side(side: u32, scale: f64) -> u32 {
    ((f64::from(side) * scale).round() as u32).max(1)
}

fn swaps_sides(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

fn decode(source: &[u8], stop: &Stop) -> Result<Decoded, MediaError> {
    let kind = Kind::of(source).ok_or(Unreadable::Kind)?;
    if kind == Kind::Jpeg {
        check_jpeg(source)?;
    }
    let mut decoder = open(source, kind, stop)?;
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    if decoder.total_bytes() > DECODE_BYTES {
        return Err(Unreadable::Pixels.into());
    }
    // A broken EXIF block is no reason to refuse the picture: it is going to be dropped anyway.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let picture = DynamicImage::from_decoder(decoder).map_err(|error| refusal(&error, stop))?;
    Ok(Decoded {
        picture,
        orientation,
        kind,
    })
}

/// Reads the header only.
fn open<'a>(source: &'a [u8], kind: Kind, stop: &Stop) -> Result<impl ImageDecoder + 'a, MediaError> {
    let format = match kind {
        Kind::Jpeg => ImageFormat::Jpeg,
        Kind::Png => ImageFormat::Png,
        Kind::Gif => ImageFormat::Gif,
        Kind::Webp => ImageFormat::WebP,
        Kind::Bmp => ImageFormat::Bmp,
    };
    let mut reader = ImageReader::with_format(
        Stoppable {
            source: Cursor::new(source),
            stop: stop.clone(),
        },
        format,
    );
    let mut limits = Limits::default();
    limits.max_image_width = Some(SOURCE_SIDE);
    limits.max_image_height = Some(SOURCE_SIDE);
    limits.max_alloc = Some(DECODE_BYTES);
    reader.limits(limits);
    reader.into_decoder().map_err(|error| refusal(&error, stop))
}

fn refusal(error: &image::ImageError, stop: &Stop) -> MediaError {
    match (check(stop), error) {
        (Err(late), _) => late,
        (Ok(()), image::ImageError::Limits(_)) => Unreadable::Pixels.into(),
        (Ok(()), _) => Unreadable::Broken.into(),
    }
}

fn scale_to(
    picture: &DynamicImage,
    (left, top, width, height): (f64, f64, f64, f64),
    (to_width, to_height): (u32, u32),
    filter: FilterType,
) -> Result<DynamicImage, MediaError> {
    let is_whole = (width, height) == (f64::from(picture.width()), f64::from(picture.height()));
    if is_whole && (to_width, to_height) == (picture.width(), picture.height()) {
        return Ok(picture.clone());
    }
    let mut scaled = DynamicImage::new(to_width, to_height, picture.color());
    // Colours are multiplied by their alpha while they are mixed: transparent pixels leave no dark or bright
    // seams.
    let options = ResizeOptions::new()
        .crop(left, top, width, height)
        .resize_alg(ResizeAlg::Convolution(filter))
        .use_alpha(true);
    Resizer::new()
        .resize(picture, &mut scaled, &options)
        .map_err(|error| {
            tracing::warn!(%error, "a decoded picture could not be resized");
            MediaError::from(Unreadable::Broken)
        })?;
    Ok(scaled)
}

fn on_canvas(picture: DynamicImage, layout: Layout) -> DynamicImage {
    if layout.canvas == layout.scaled {
        return picture;
    }
    let mut canvas = image::RgbaImage::new(layout.canvas.0, layout.canvas.1);
    let left = (layout.canvas.0 - layout.scaled.0) / 2;
    let top = (layout.canvas.1 - layout.scaled.1) / 2;
    image::imageops::replace(
        &mut canvas,
        &picture.into_rgba8(),
        i64::from(left),
        i64::from(top),
    );
    DynamicImage::ImageRgba8(canvas)
}

fn pick_kind(format: Format, source: Kind, picture: &DynamicImage) -> Kind {
    match (format, source) {
        (Format::Webp, _) => Kind::Webp,
        (Format::Jpeg, _) | (Format::Plain, Kind::Jpeg) => Kind::Jpeg,
        (Format::Png, _) | (Format::Plain, Kind::Png | Kind::Gif) => Kind::Png,
        (Format::Plain, Kind::Webp | Kind::Bmp) if is_transparent(picture) => Kind::Png,
        (Format::Plain, Kind::Webp | Kind::Bmp) => Kind::Jpeg,
    }
}

fn is_transparent(picture: &DynamicImage) -> bool {
    picture.color().has_alpha() && picture.to_rgba8().pixels().any(|pixel| pixel.0[3] < u8::MAX)
}

fn encode(picture: &DynamicImage, kind: Kind, quality: u8) -> Result<Derivative, MediaError> {
    let (width, height) = (picture.width(), picture.height());
    let bytes = match kind {
        Kind::Webp => encode_webp(picture, quality),
        Kind::Jpeg => encode_jpeg(picture, quality),
        _ => encode_png(picture),
    };
    match bytes {
        Some(bytes) => {
            let kind = if matches!(kind, Kind::Webp | Kind::Jpeg) {
                kind
            } else {
                Kind::Png
            };
            Ok(Derivative {
                bytes,
                kind,
                width,
                height,
            })
        }
        None => {
            tracing::error!(?kind, width, height, "a picture could not be encoded");
            Err(MediaError::Store)
        }
    }
}

fn encode_webp(picture: &DynamicImage, quality: u8) -> Option<Vec<u8>> {
    let mut config = webp::WebPConfig::new().ok()?;
    config.quality = f32::from(quality);
    config.method = WEBP_METHOD;
    let (width, height) = (picture.width(), picture.height());
    let encoded = if picture.color().has_alpha() {
        let pixels = picture.to_rgba8();
        webp::Encoder::from_rgba(&pixels, width, height).encode_advanced(&config)
    } else {
        let pixels = picture.to_rgb8();
        webp::Encoder::from_rgb(&pixels, width, height).encode_advanced(&config)
    };
    encoded.ok().map(|memory| memory.to_vec())
}

fn encode_jpeg(picture: &DynamicImage, quality: u8) -> Option<Vec<u8>> {
    let pixels = match picture.color().has_alpha() {
        true => flatten(picture),
        false => picture.to_rgb8(),
    };
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality)
        .write_image(&pixels, pixels.width(), pixels.height(), ExtendedColorType::Rgb8)
        .ok()?;
    Some(bytes)
}

/// Lays a picture with transparent parts on [`GROUND`].
fn flatten(picture: &DynamicImage) -> image::RgbImage {
    let source = picture.to_rgba8();
    let mut flat = image::RgbImage::new(source.width(), source.height());
    for (to, from) in flat.pixels_mut().zip(source.pixels()) {
        let alpha = u32::from(from.0[3]);
        let mix = |colour: u8, ground: u8| {
            let mixed = u32::from(colour) * alpha + u32::from(ground) * (255 - alpha);
            u8::try_from((mixed + 127) / 255).unwrap_or(u8::MAX)
        };
        let [red, green, blue, _] = from.0;
        to.0 = [mix(red, GROUND[0]), mix(green, GROUND[1]), mix(blue, GROUND[2])];
    }
    flat
}

/// Encodes as PNG without losing anything.
pub(super) fn encode_png(picture: &DynamicImage) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, PngFilter::Adaptive);
    let (width, height) = (picture.width(), picture.height());
    if picture.color().has_alpha() {
        encoder.write_image(&picture.to_rgba8(), width, height, ExtendedColorType::Rgba8)
    } else {
        encoder.write_image(&picture.to_rgb8(), width, height, ExtendedColorType::Rgb8)
    }
    .ok()?;
    Some(bytes)
}

/// A reader that ends in an error once nobody waits, so that a slow decoder stops in the middle of its work.
struct Stoppable<'a> {
    source: Cursor<&'a [u8]>,
    stop: Stop,
}

impl Stoppable<'_> {
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
