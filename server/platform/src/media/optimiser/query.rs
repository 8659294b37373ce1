//! Reads what the query of `/_image` requests. Pure.

use super::sizes::{DEFAULT_QUALITY, HEIGHTS, WIDTHS, box_height, quality_bucket, snap};
use crate::media::error::{MediaError, SourceRefusal};
use crate::media::frame::ImageFrame;
use crate::media::pipeline::{Fit, Format, ImageRecipe};

/// The longest `url` parameter, in bytes.
const SOURCE_CHARS: usize = 2_048;

/// What a request for a derivative asks for, with every value already on its list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::media) struct ImageRequest {
    /// The `url` parameter as sent; [`Source`](crate::media::source::Source) judges it.
    pub url: String,
    /// How to make the derivative; its frame stands in the address of one of our own images.
    pub recipe: ImageRecipe,
    /// Whether `fm` was given; if not, the answer depends on `Accept`.
    pub format_given: bool,
}

/// Reads the query of `/_image`. Unknown parameters are ignored; a known one given twice is an error.
///
/// `accept` is the request's `Accept` header; it decides the format if `fm` is absent.
///
/// # Errors
/// [`MediaError::Parameter`] for the first parameter that is missing, repeated or not on its list;
/// [`MediaError::Source`] for a `url` that is too long.
pub(in crate::media) fn read_query(query: &str, accept: &str) -> Result<ImageRequest, MediaError> {
    let raw = RawQuery::parse(query)?;
    let url = raw.url.ok_or(bad("url", "url is required."))?;
    if url.len() > SOURCE_CHARS {
        return Err(SourceRefusal::Address.into());
    }
    let width = raw.w.ok_or(bad("w", "w, the width in pixels, is required."))?;
    let width = read_number(&width).ok_or(bad("w", "w must be a whole number of pixels."))?;
    let height = raw
        .h
        .map(|h| read_number(&h).ok_or(bad("h", "h must be a whole number of pixels.")))
        .transpose()?;
    let quality = raw
        .q
        .map(|q| read_quality(&q).ok_or(bad("q", "q must be a whole number from 1 to 100.")))
        .transpose()?;
    let fit = raw.fit.map(|fit| read_fit(&fit)).transpose()?;
    let format = raw.fm.map(|fm| read_format(&fm)).transpose()?;
    let blur = read_blur(raw.blur.as_deref())?;

    let (width, height, fit) = size(width, height, fit.unwrap_or(Fit::Cover));
    Ok(ImageRequest {
        url,
        recipe: ImageRecipe {
            frame: ImageFrame::WHOLE,
            width,
            height,
            fit,
            quality: quality_bucket(quality.unwrap_or(DEFAULT_QUALITY)),
            format: format.unwrap_or_else(|| accepted_format(accept)),
            blur,
        },
        format_given: format.is_some(),
    })
}

/// The size that is made for a requested one.
fn size(width: u32, height: Option<u32>, fit: Fit) -> (u32, Option<u32>, Fit) {
    let snapped = snap(width, &WIDTHS);
    match height {
        // Without a height the fit has no effect: it must not make another variant.
        None => (snapped, None, Fit::Cover),
        Some(height) => {
            let height = match fit {
                Fit::Inside | Fit::Outside => snap(height, &HEIGHTS),
                Fit::Cover | Fit::Contain | Fit::Fill => box_height(width, height, snapped),
            };
            (snapped, Some(height), fit)
        }
    }
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
    fn parse(query: &str) -> Result<Self, MediaError> {
        let mut raw = Self::default();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            raw.take(&name, value.into_owned())?;
        }
        Ok(raw)
    }

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

/// A whole number of at least zero; one that is too large for the type becomes the largest, because it is snapped
/// anyway.
fn read_number(text: &str) -> Option<u32> {
    let digits_only = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits_only.then(|| text.parse().unwrap_or(u32::MAX))
}

/// Spec section 5: quality is clamped, so a whole number below or above the range is not an error.
fn read_quality(text: &str) -> Option<u8> {
    if let Some(digits) = text.strip_prefix('-') {
        return read_number(digits).map(|_| 1);
    }
    read_number(text).and_then(|q| u8::try_from(q.clamp(1, 100)).ok())
}

fn read_fit(text: &str) -> Result<Fit, MediaError> {
    Ok(match text {
        "cover" | "crop" => Fit::Cover,
        "contain" => Fit::Contain,
        "fill" | "scale" => Fit::Fill,
        "inside" => Fit::Inside,
        "outside" => Fit::Outside,
        _ => {
            return Err(bad(
                "fit",
                "fit must be one of crop, scale, fill, inside, outside, cover, contain.",
            ));
        }
    })
}

fn read_format(text: &str) -> Result<Format, MediaError> {
    Ok(match text {
        "webp" => Format::Webp,
        "jpg" | "jpeg" => Format::Jpeg,
        "png" => Format::Png,
        _ => return Err(bad("fm", "fm must be one of webp, jpg, jpeg, png.")),
    })
}

fn read_blur(text: Option<&str>) -> Result<bool, MediaError> {
    match text {
        None | Some("0") => Ok(false),
        Some("1") => Ok(true),
        Some(_) => Err(bad("blur", "blur must be 0 or 1.")),
    }
}

/// The format for a request without `fm`: WebP if the client accepts it, else what every browser reads.
fn accepted_format(accept: &str) -> Format {
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
    if takes_webp { Format::Webp } else { Format::Plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<ImageRequest, MediaError> {
        read_query(query, "image/avif,image/webp,*/*")
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
            let request = read(&format!("url=/media/a.png&w=64&q={text}")).expect("a number");
            assert_eq!(request.recipe.quality, quality, "{text}");
        }
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
            let request = read(&format!("url=x&w=64&h=64&fit={text}")).expect(text);
            assert_eq!(request.recipe.fit, fit);
        }
        let formats = [
            ("webp", Format::Webp),
            ("jpg", Format::Jpeg),
            ("jpeg", Format::Jpeg),
            ("png", Format::Png),
        ];
        for (text, format) in formats {
            let request = read(&format!("url=x&w=64&fm={text}&utm_source=ignored")).expect(text);
            assert_eq!((request.recipe.format, request.format_given), (format, true));
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
            assert_eq!(accepted_format(accept), format, "{accept}");
        }
    }
}
