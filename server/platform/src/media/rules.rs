//! The optimiser's decisions: which parameters mean what, which sizes exist, which rectangle becomes which.
//!
//! Everything here is a pure function of its arguments. Spec sections 5 ("Image optimization"), 7 and 9.

use super::error::{MediaError, SourceRefusal};

/// Every width a picture is made in, in pixels. Spec section 5: "a fixed list of widths from 16 up to 3840".
///
/// Beside the usual layout widths it holds what the 233 wide thumbnail card needs at 1x, 2x and 3x (spec
/// section 9).
pub const WIDTHS: [u32; 19] = [
    16, 32, 48, 64, 96, 128, 233, 256, 384, 466, 640, 699, 750, 828, 1080, 1200, 1920, 2048, 3840,
];

/// Every height that limits a picture that keeps its own shape ([`Fit::Inside`], [`Fit::Outside`]).
pub const HEIGHTS: [u32; 22] = [
    16, 32, 48, 64, 96, 128, 233, 256, 350, 384, 466, 640, 699, 700, 750, 828, 1050, 1080, 1200, 1920, 2048,
    3840,
];

/// Boxes that a picture fills have a height that is a multiple of one 48th of their width: fine enough for
/// 2:3, 16:9, 8:3 and 4:3 to be exact, coarse enough for a source to have few boxes (U-11).
pub(crate) const SHAPE_STEPS: u64 = 48;
/// No box is flatter than 8:1 or taller than 1:8, in [`SHAPE_STEPS`].
const SHAPES: std::ops::RangeInclusive<u64> = SHAPE_STEPS / 8..=SHAPE_STEPS * 8;

/// Quality when none is asked for (spec section 9).
pub(super) const DEFAULT_QUALITY: u8 = 80;
/// Qualities are made in steps of this size, so that a source has few variants (U-11).
pub(super) const QUALITY_STEP: u8 = 5;

/// The largest file that may have been uploaded, in bytes (spec section 9: 10 MB).
pub const UPLOAD_BYTES: usize = 10_485_760;
/// The largest file fetched from another host, in bytes (U-10).
pub(super) const FETCHED_BYTES: usize = 8 * 1024 * 1024;
/// The longest side of a picture that is decoded, in pixels (U-7).
pub(super) const SOURCE_SIDE: u32 = 8_192;
/// The largest area of a picture that is decoded, in pixels (U-7).
pub(super) const SOURCE_PIXELS: u64 = 40_000_000;
/// What a decoder may allocate for one picture, in bytes (U-7).
pub(super) const DECODE_BYTES: u64 = 256 * 1024 * 1024;
/// The longest side of an answer, in pixels (U-11); the last entry of both lists.
pub(super) const ANSWER_SIDE: u32 = 3_840;
/// The longest `url` parameter, in bytes.
pub(super) const SOURCE_CHARS: usize = 2_048;

/// What the query of `/_image` asks for, with every value already on its list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageRequest {
    /// The `url` parameter as sent; [`super::source::Source`] judges it.
    pub url: String,
    /// How to make the picture.
    pub recipe: ImageRecipe,
    /// Whether `fm` was given: if not, the answer depends on `Accept`.
    pub format_given: bool,
}

/// How to make one picture out of another. Two equal recipes give equal bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ImageRecipe {
    /// Width in pixels, of [`WIDTHS`]; a smaller source stays as it is.
    pub width: u32,
    /// Height in pixels, of [`HEIGHTS`] or in the shape asked for; without it the height follows from the
    /// source's shape.
    pub height: Option<u32>,
    /// How the source is brought into width and height; without a height it means nothing and is `Cover`.
    pub fit: Fit,
    /// 1 to 100, in steps of [`QUALITY_STEP`].
    pub quality: u8,
    /// What to encode.
    pub format: Format,
    /// Whether all detail is destroyed: the picture for someone who may not see an explicit one (O-10).
    pub blur: bool,
}

/// What is made of an explicit original for someone who may not see it (O-10). The size hardly matters: it is
/// a blur.
pub(super) const VEILED_ORIGINAL: ImageRecipe = ImageRecipe {
    width: 640,
    height: None,
    fit: Fit::Cover,
    quality: 60,
    format: Format::Plain,
    blur: true,
};

/// How a picture is brought into a box. The seven spellings of spec section 5 name five behaviours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fit {
    /// `cover`, `crop`: fills the box, keeps its shape, cuts what stands out on either side.
    Cover,
    /// `contain`: all of the picture, centred in the box, the rest empty.
    Contain,
    /// `fill`, `scale`: stretched to the box.
    Fill,
    /// `inside`: all of the picture, no larger than the box.
    Inside,
    /// `outside`: all of the picture, no smaller than the box.
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

impl Format {
    /// The format for a request without `fm`: WebP for who accepts it, else what every browser reads.
    pub fn accepted(accept: &str) -> Self {
        let takes_webp = accept.split(',').any(|range| {
            let mut parts = range.split(';').map(str::trim);
            let names_webp = parts
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case("image/webp"));
            let refused = parts
                .filter_map(|part| part.strip_prefix("q="))
                .any(|q| q.parse::<f32>().is_ok_and(|q| q <= 0.0));
            names_webp && !refused
        });
        if takes_webp { Self::Webp } else { Self::Plain }
    }
}

/// Reads the query of `/_image`. Unknown parameters are ignored; a known one given twice is an error.
///
/// `accept` is the request's `Accept` header; it decides the format where `fm` is absent.
///
/// # Errors
/// [`MediaError::Parameter`] for the first parameter that is missing, repeated or not on its list.
pub(super) fn read_query(query: &str, accept: &str) -> Result<ImageRequest, MediaError> {
    let mut raw = RawQuery::default();
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        raw.take(&name, value.into_owned())?;
    }

    let url = raw.url.ok_or(bad("url", "url is required."))?;
    if url.len() > SOURCE_CHARS {
        return Err(SourceRefusal::Address.into());
    }
    let width = raw.w.ok_or(bad("w", "w, the width in pixels, is required."))?;
    let asked = whole(&width).ok_or(bad("w", "w must be a whole number of pixels."))?;
    let width = snap(asked, &WIDTHS);
    let asked_height = match raw.h {
        Some(h) => Some(whole(&h).ok_or(bad("h", "h must be a whole number of pixels."))?),
        None => None,
    };
    let quality = match raw.q {
        Some(q) => read_quality(&q).ok_or(bad("q", "q must be a whole number from 1 to 100."))?,
        None => DEFAULT_QUALITY,
    };
    let fit = match raw.fit {
        Some(fit) => read_fit(&fit).ok_or(bad(
            "fit",
            "fit must be one of crop, scale, fill, inside, outside, cover, contain.",
        ))?,
        None => Fit::Cover,
    };
    let format_given = raw.fm.is_some();
    let format = match raw.fm {
        Some(fm) => read_format(&fm).ok_or(bad("fm", "fm must be one of webp, jpg, jpeg, png."))?,
        None => Format::accepted(accept),
    };
    let blur = match raw.blur.as_deref() {
        None | Some("0") => false,
        Some("1") => true,
        Some(_) => return Err(bad("blur", "blur must be 0 or 1.")),
    };

    let height = asked_height.map(|height| match fit {
        Fit::Inside | Fit::Outside => snap(height, &HEIGHTS),
        Fit::Cover | Fit::Contain | Fit::Fill => box_height(asked, height, width),
    });
    let fit = if height.is_some() { fit } else { Fit::Cover };
    let recipe = ImageRecipe {
        width,
        height,
        fit,
        quality: quality_bucket(quality),
        format,
        blur,
    };
    Ok(ImageRequest {
        url,
        recipe,
        format_given,
    })
}

#[derive(Default)]
struct RawQuery {
    url: Option<String>,
    w: Option<String>,
    h: Option<String>,
    q: Option<String>,
    fit: Option<String>,
    fm: Option<String>,
    blur: Option<String>,
}

impl RawQuery {
    fn take(&mut self, name: &str, value: String) -> Result<(), MediaError> {
        let (name, slot) = match name {
            "url" => ("url", &mut self.url),
            "w" => ("w", &mut self.w),
            "h" => ("h", &mut self.h),
            "q" => ("q", &mut self.q),
            "fit" => ("fit", &mut self.fit),
            "fm" => ("fm", &mut self.fm),
            "blur" => ("blur", &mut self.blur),
            _ => return Ok(()),
        };
        match slot.replace(value) {
            None => Ok(()),
            Some(_) => Err(bad(name, "A parameter may be given once only.")),
        }
    }
}

fn bad(name: &'static str, message: &'static str) -> MediaError {
    MediaError::Parameter { name, message }
}

/// A whole number of at least zero; more than fits is as much as fits, since the caller snaps it anyway.
fn whole(text: &str) -> Option<u32> {
    let digits_only = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits_only.then(|| text.parse().unwrap_or(u32::MAX))
}

/// Spec section 5: quality is clamped, so a whole number below or above the range is not an error.
fn read_quality(text: &str) -> Option<u8> {
    if let Some(digits) = text.strip_prefix('-') {
        return whole(digits).map(|_| 1);
    }
    whole(text).and_then(|q| u8::try_from(q.clamp(1, 100)).ok())
}

/// The quality a picture is really made in: the nearest multiple of [`QUALITY_STEP`], and 1 for the lowest.
pub(super) fn quality_bucket(quality: u8) -> u8 {
    let nearest = (u16::from(quality.min(100)) + u16::from(QUALITY_STEP) / 2) / u16::from(QUALITY_STEP);
    u8::try_from(nearest * u16::from(QUALITY_STEP))
        .unwrap_or(100)
        .clamp(1, 100)
}

fn read_fit(text: &str) -> Option<Fit> {
    Some(match text {
        "cover" | "crop" => Fit::Cover,
        "contain" => Fit::Contain,
        "fill" | "scale" => Fit::Fill,
        "inside" => Fit::Inside,
        "outside" => Fit::Outside,
        _ => return None,
    })
}

fn read_format(text: &str) -> Option<Format> {
    Some(match text {
        "webp" => Format::Webp,
        "jpg" | "jpeg" => Format::Jpeg,
        "png" => Format::Png,
        _ => return None,
    })
}

/// The entry of a sorted list nearest to `wanted`; of two equally near, the larger (sharper) one.
pub(super) fn snap(wanted: u32, list: &[u32]) -> u32 {
    list.iter()
        .copied()
        .min_by_key(|&size| (size.abs_diff(wanted), std::cmp::Reverse(size)))
        .unwrap_or(wanted)
}

/// The height that keeps a box's shape when its width was moved to the list, so that a layout of 40 by 40
/// pixels gets a square of 48 and not 48 by 40.
fn box_height(asked_width: u32, asked_height: u32, width: u32) -> u32 {
    let (asked_width, asked_height) = (u64::from(asked_width.max(1)), u64::from(asked_height));
    let shape = (asked_height * SHAPE_STEPS + asked_width / 2) / asked_width;
    let shape = shape.clamp(*SHAPES.start(), *SHAPES.end());
    let height = (u64::from(width) * shape + SHAPE_STEPS / 2) / SHAPE_STEPS;
    u32::try_from(height).unwrap_or(ANSWER_SIDE).clamp(1, ANSWER_SIDE)
}

/// Refuses what the header promises to be too much, before a single pixel is decoded (U-7).
///
/// # Errors
/// [`super::error::Unreadable::Pixels`] for more than the limits, and for a picture without area.
pub(super) fn check_size(width: u32, height: u32) -> Result<(), super::error::Unreadable> {
    let too_long = width > SOURCE_SIDE || height > SOURCE_SIDE;
    let too_many = u64::from(width) * u64::from(height) > SOURCE_PIXELS;
    match width == 0 || height == 0 || too_long || too_many {
        true => Err(super::error::Unreadable::Pixels),
        false => Ok(()),
    }
}

/// Where a picture's pixels go: cut `crop` out of the source, scale it to `scaled`, lay it centred on
/// `canvas`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layout {
    /// Left, top, width and height of the part of the source that is used, in source pixels.
    pub crop: (f64, f64, f64, f64),
    /// What that part is scaled to, in pixels.
    pub scaled: (u32, u32),
    /// The answer's size, in pixels; larger than `scaled` for [`Fit::Contain`] only.
    pub canvas: (u32, u32),
}

/// Lays a source of `source` pixels (upright) out as `recipe` asks, never enlarging it.
///
/// A box larger than the source is made smaller in its own shape, so that a caller's layout keeps its
/// proportions.
pub(super) fn lay_out(source: (u32, u32), recipe: &ImageRecipe) -> Layout {
    let (source_w, source_h) = (f64::from(source.0), f64::from(source.1));
    let whole = (0.0, 0.0, source_w, source_h);
    let largest = (f64::from(ANSWER_SIDE) / source_w.max(source_h)).min(1.0);
    let Some(height) = recipe.height else {
        let scale = (f64::from(recipe.width) / source_w).min(largest);
        let scaled = (pixels(source_w * scale), pixels(source_h * scale));
        return Layout {
            crop: whole,
            scaled,
            canvas: scaled,
        };
    };

    let (box_w, box_h) = (f64::from(recipe.width), f64::from(height));
    let to_width = box_w / source_w;
    let to_height = box_h / source_h;
    match recipe.fit {
        Fit::Cover => {
            let scale = to_width.max(to_height);
            let shrink = scale.max(1.0);
            let (crop_w, crop_h) = ((box_w / scale).min(source_w), (box_h / scale).min(source_h));
            // Whole offsets keep offset plus length within the source whatever the rounding.
            let (left, top) = (
                ((source_w - crop_w) / 2.0).floor(),
                ((source_h - crop_h) / 2.0).floor(),
            );
            let crop = (left, top, crop_w.min(source_w - left), crop_h.min(source_h - top));
            let scaled = (pixels(box_w / shrink), pixels(box_h / shrink));
            Layout {
                crop,
                scaled,
                canvas: scaled,
            }
        }
        Fit::Fill => {
            let shrink = to_width.max(to_height).max(1.0);
            let scaled = (pixels(box_w / shrink), pixels(box_h / shrink));
            Layout {
                crop: whole,
                scaled,
                canvas: scaled,
            }
        }
        Fit::Contain => {
            let scale = to_width.min(to_height);
            let shrink = scale.max(1.0);
            let canvas = (pixels(box_w / shrink), pixels(box_h / shrink));
            let scale = scale.min(1.0);
            let scaled = (
                pixels(source_w * scale).min(canvas.0),
                pixels(source_h * scale).min(canvas.1),
            );
            Layout {
                crop: whole,
                scaled,
                canvas,
            }
        }
        Fit::Inside | Fit::Outside => {
            let scale = match recipe.fit {
                Fit::Inside => to_width.min(to_height),
                _ => to_width.max(to_height),
            };
            let scale = scale.min(largest);
            let scaled = (pixels(source_w * scale), pixels(source_h * scale));
            Layout {
                crop: whole,
                scaled,
                canvas: scaled,
            }
        }
    }
}

/// A side in whole pixels: at least one, at most what a source may have.
fn pixels(side: f64) -> u32 {
    // A float-to-integer cast saturates, and NaN becomes 0; the clamp then makes either a legal side.
    (side.round() as u32).clamp(1, SOURCE_SIDE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<ImageRequest, MediaError> {
        read_query(query, "image/avif,image/webp,*/*")
    }

    #[test]
    fn lists_are_sorted_and_reach_from_16_to_3840() {
        for list in [&WIDTHS[..], &HEIGHTS[..]] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]));
            assert_eq!((list.first(), list.last()), (Some(&16), Some(&3840)));
        }
        for card in [233, 466, 699] {
            assert!(WIDTHS.contains(&card));
        }
        for card in [350, 700, 1050] {
            assert!(HEIGHTS.contains(&card));
        }
    }

    #[test]
    fn boxes_keep_their_shape_and_limits_snap() {
        let cases = [
            ("w=233&h=350", (233, 350)),
            ("w=466&h=700", (466, 699)),
            ("w=40&h=40", (48, 48)),
            ("w=1000&h=562", (1080, 608)),
            ("w=640&h=240&fit=fill", (640, 240)),
            ("w=1920&h=720&fit=contain", (1920, 720)),
            ("w=16&h=99999", (16, 128)),
            ("w=3840&h=99999", (3840, 3840)),
            ("w=99999999999&h=1", (3840, 480)),
            ("w=0&h=0", (16, 2)),
            ("w=640&h=360&fit=inside", (640, 350)),
            ("w=640&h=99999&fit=outside", (640, 3840)),
        ];
        for (query, size) in cases {
            let recipe = read(&format!("url=x&{query}")).expect(query).recipe;
            assert_eq!((recipe.width, recipe.height), (size.0, Some(size.1)), "{query}");
        }
        let boxes: std::collections::BTreeSet<u32> =
            (0..100_000).map(|height| box_height(640, height, 640)).collect();
        assert!(boxes.len() <= 288, "{}", boxes.len());
    }

    #[test]
    fn widths_snap_to_the_nearest() {
        let cases = [
            (0, 16),
            (1, 16),
            (24, 32),
            (23, 16),
            (100, 96),
            (112, 128),
            (200, 233),
            (233, 233),
            (244, 233),
            (245, 256),
            (467, 466),
            (720, 699),
            (730, 750),
            (1000, 1080),
            (1560, 1920),
            (3000, 3840),
            (3840, 3840),
            (3841, 3840),
            (u32::MAX, 3840),
        ];
        for (wanted, snapped) in cases {
            assert_eq!(snap(wanted, &WIDTHS), snapped, "{wanted}");
        }
    }

    #[test]
    fn qualities_clamp_and_fall_into_buckets() {
        let cases = [
            ("1", 1),
            ("0", 1),
            ("-7", 1),
            ("2", 1),
            ("3", 5),
            ("77", 75),
            ("78", 80),
            ("80", 80),
            ("98", 100),
            ("100", 100),
            ("101", 100),
            ("99999999999999999999", 100),
        ];
        for (text, quality) in cases {
            let wanted = read(&format!("url=/media/a.png&w=64&q={text}")).expect("a number");
            assert_eq!(wanted.recipe.quality, quality, "{text}");
        }
        let buckets: std::collections::BTreeSet<u8> = (0..=255).map(quality_bucket).collect();
        assert_eq!(buckets.len(), 21);
        assert_eq!(
            read("url=/media/a.png&w=64").expect("default").recipe.quality,
            DEFAULT_QUALITY
        );
    }

    #[test]
    fn garbage_is_refused_by_the_name_of_its_parameter() {
        let cases = [
            ("", "url"),
            ("w=64", "url"),
            ("url=/media/a", "w"),
            ("url=/media/a&w=abc", "w"),
            ("url=/media/a&w=", "w"),
            ("url=/media/a&w=-1", "w"),
            ("url=/media/a&w=1.5", "w"),
            ("url=/media/a&w=1e3", "w"),
            ("url=/media/a&w=NaN", "w"),
            ("url=/media/a&w=+5", "w"),
            ("url=/media/a&w=٣", "w"),
            ("url=/media/a&w=64&h=tall", "h"),
            ("url=/media/a&w=64&q=NaN", "q"),
            ("url=/media/a&w=64&q=", "q"),
            ("url=/media/a&w=64&q=-", "q"),
            ("url=/media/a&w=64&q=inf", "q"),
            ("url=/media/a&w=64&fit=evil", "fit"),
            ("url=/media/a&w=64&fit=Cover", "fit"),
            ("url=/media/a&w=64&fm=svg", "fm"),
            ("url=/media/a&w=64&fm=", "fm"),
            ("url=/media/a&w=64&fm=avif", "fm"),
            ("url=/media/a&w=64&blur=yes", "blur"),
            ("url=/media/a&w=64&w=65", "w"),
            ("url=/media/a&url=/media/b&w=64", "url"),
        ];
        for (query, name) in cases {
            match read(query) {
                Err(MediaError::Parameter { name: found, .. }) => assert_eq!(found, name, "{query}"),
                other => panic!("{query}: {other:?}"),
            }
        }
        let endless = format!("url=/media/{}&w=64", "a".repeat(SOURCE_CHARS));
        assert_eq!(read(&endless), Err(SourceRefusal::Address.into()));
    }

    #[test]
    fn every_fit_and_format_of_the_spec_is_read() {
        let fits = [
            ("crop", Fit::Cover),
            ("cover", Fit::Cover),
            ("scale", Fit::Fill),
            ("fill", Fit::Fill),
            ("inside", Fit::Inside),
            ("outside", Fit::Outside),
            ("contain", Fit::Contain),
        ];
        for (text, fit) in fits {
            let wanted = read(&format!("url=x&w=64&h=64&fit={text}")).expect(text);
            assert_eq!(wanted.recipe.fit, fit);
        }
        let formats = [
            ("webp", Format::Webp),
            ("jpg", Format::Jpeg),
            ("jpeg", Format::Jpeg),
            ("png", Format::Png),
        ];
        for (text, format) in formats {
            let wanted = read(&format!("url=x&w=64&fm={text}&utm_source=ignored")).expect(text);
            assert_eq!((wanted.recipe.format, wanted.format_given), (format, true));
        }
    }

    #[test]
    fn a_fit_without_a_height_makes_no_new_variant() {
        assert_eq!(read("url=x&w=64&fit=inside"), read("url=x&w=64"));
    }

    #[test]
    fn format_follows_accept() {
        let cases = [
            ("image/avif,image/webp,*/*;q=0.8", Format::Webp),
            ("IMAGE/WEBP", Format::Webp),
            ("image/webp;q=0", Format::Plain),
            ("image/webp; q=0.0", Format::Plain),
            ("*/*", Format::Plain),
            ("image/*", Format::Plain),
            ("", Format::Plain),
            ("image/webpx", Format::Plain),
        ];
        for (accept, format) in cases {
            assert_eq!(Format::accepted(accept), format, "{accept}");
        }
    }

    #[test]
    fn pictures_are_never_enlarged() {
        for fit in [Fit::Cover, Fit::Contain, Fit::Fill, Fit::Inside, Fit::Outside] {
            for height in [None, Some(16), Some(350), Some(3840)] {
                for width in WIDTHS {
                    for source in [(1, 1), (20, 8000), (8000, 20), (932, 1398), (100, 100)] {
                        let recipe = ImageRecipe {
                            width,
                            height,
                            fit,
                            quality: 80,
                            format: Format::Webp,
                            blur: false,
                        };
                        let layout = lay_out(source, &recipe);
                        let label = format!("{source:?} {recipe:?} {layout:?}");
                        let (left, top, crop_w, crop_h) = layout.crop;
                        assert!(left >= 0.0 && top >= 0.0, "{label}");
                        assert!(left + crop_w <= f64::from(source.0) + 1e-6, "{label}");
                        assert!(top + crop_h <= f64::from(source.1) + 1e-6, "{label}");
                        assert!(f64::from(layout.scaled.0) <= crop_w.ceil() + 1e-6, "{label}");
                        assert!(f64::from(layout.scaled.1) <= crop_h.ceil() + 1e-6, "{label}");
                        assert!(
                            layout.canvas.0 >= layout.scaled.0 && layout.canvas.1 >= layout.scaled.1,
                            "{label}"
                        );
                        assert!(layout.canvas.0.max(layout.canvas.1) <= ANSWER_SIDE, "{label}");
                    }
                }
            }
        }
    }

    #[test]
    fn boxes_get_the_sizes_their_fit_promises() {
        let cases = [
            // source, fit, w, h, scaled, canvas
            ((1000, 500), Fit::Cover, 233, 350, (233, 350), (233, 350)),
            ((1000, 500), Fit::Contain, 256, 256, (256, 128), (256, 256)),
            ((1000, 500), Fit::Fill, 256, 256, (256, 256), (256, 256)),
            ((1000, 500), Fit::Inside, 256, 256, (256, 128), (256, 128)),
            ((1000, 500), Fit::Outside, 256, 256, (512, 256), (512, 256)),
            ((100, 100), Fit::Cover, 466, 700, (67, 100), (67, 100)),
            ((100, 100), Fit::Contain, 256, 384, (100, 100), (100, 150)),
        ];
        for (source, fit, width, height, scaled, canvas) in cases {
            let recipe = ImageRecipe {
                width,
                height: Some(height),
                fit,
                quality: 80,
                format: Format::Webp,
                blur: false,
            };
            let layout = lay_out(source, &recipe);
            assert_eq!(
                (layout.scaled, layout.canvas),
                (scaled, canvas),
                "{source:?} {fit:?}"
            );
        }
    }

    #[test]
    fn size_limits_hold_at_their_edges() {
        assert!(check_size(8_192, 4_882).is_ok());
        assert!(check_size(8_192, 4_883).is_err());
        assert!(check_size(8_193, 1).is_err());
        assert!(check_size(0, 10).is_err());
        assert!(check_size(30_000, 30_000).is_err());
    }
}
