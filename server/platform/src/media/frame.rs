//! The frame of an image: the part of it that is shown, and the point that stays in view when that part is cut to
//! another shape. Pure.
//!
//! One of our own addresses carries it: `/media/{key}?crop=x,y,width,height&focus=x,y`, in fractions of the upright
//! original with at most four decimals, and only what is set. The optimiser and OG images follow it; the original is
//! served whole. Frames are snapped to thousandths, as sizes are to their lists. That leaves a source more variants
//! than anybody needs; what they may take is capped for each source, and for all ([`super::derivatives`]).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::error::MediaError;

/// Into how many steps the sides of an image are divided.
const STEPS: u16 = 1_000;
/// What a fraction is read in, before it is snapped: four decimals.
const READ_STEPS: u32 = 10_000;
/// The most decimals of a fraction.
const DECIMALS: usize = 4;

const BAD_CROP: &str =
    "crop must be x,y,width,height: a part of the picture in fractions from 0 to 1, with at most 4 decimals.";
const BAD_FOCUS: &str =
    "focus must be x,y: a point of the picture in fractions from 0 to 1, with at most 4 decimals.";
const REPEATED: &str = "A parameter may be given once only.";

/// Which part of an image is shown, and what stays in view of it. In texts it is the query of its address.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub struct ImageFrame {
    crop: Option<CropSteps>,
    /// From the left and from the top, in [`STEPS`].
    focus: Option<(u16, u16)>,
}

/// A part of an image, in [`STEPS`] of its sides. It lies within the image and has an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct CropSteps {
    x: u16,
    y: u16,
    width: u16,
    height: u16,
}

/// A part of an image in whole pixels. It lies within the image and has an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PixelPart {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl ImageFrame {
    /// All of an image; its middle stays in view.
    pub const WHOLE: Self = Self {
        crop: None,
        focus: None,
    };

    /// A frame of fractions: left, top, width and height of a part, and a point from the left and from the top. What
    /// reaches over the edge is moved to it.
    #[must_use]
    pub fn new(crop: Option<[f64; 4]>, focus: Option<[f64; 2]>) -> Self {
        let part = |[x, y, width, height]: [f64; 4]| {
            let (x, width) = span(steps(x), steps(x + width));
            let (y, height) = span(steps(y), steps(y + height));
            CropSteps { x, y, width, height }
        };
        Self {
            crop: crop.map(part),
            focus: focus.map(|[x, y]| (steps(x), steps(y))),
        }
    }

    /// Whether all of the image is shown around its middle.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        *self == Self::WHOLE
    }

    /// Reads the frame that an address carries; other parts of its query mean nothing.
    ///
    /// # Errors
    /// [`MediaError::Parameter`] for a crop or a focus point that is no part of an image, or given twice.
    pub fn of_address(address: &str) -> Result<Self, MediaError> {
        let (address, _) = address.split_once('#').unwrap_or((address, ""));
        let (_, query) = address.split_once('?').unwrap_or((address, ""));
        Self::of_query(query)
    }

    fn of_query(query: &str) -> Result<Self, MediaError> {
        let bad = |name, message| MediaError::Parameter { name, message };
        let mut frame = Self::WHOLE;
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match name.as_ref() {
                "crop" => {
                    let part = read_crop(&value).ok_or(bad("crop", BAD_CROP))?;
                    if frame.crop.replace(part).is_some() {
                        return Err(bad("crop", REPEATED));
                    }
                }
                "focus" => {
                    let [x, y] = read_fractions(&value).ok_or(bad("focus", BAD_FOCUS))?;
                    if frame.focus.replace((snapped(x), snapped(y))).is_some() {
                        return Err(bad("focus", REPEATED));
                    }
                }
                _ => {}
            }
        }
        Ok(frame)
    }

    /// The part that is shown of an image of this size.
    pub(super) fn part_of(&self, (width, height): (u32, u32)) -> PixelPart {
        let crop = self.crop.unwrap_or(CropSteps {
            x: 0,
            y: 0,
            width: STEPS,
            height: STEPS,
        });
        let (left, part_width) = pixels(crop.x, crop.width, width);
        let (top, part_height) = pixels(crop.y, crop.height, height);
        PixelPart {
            left,
            top,
            width: part_width,
            height: part_height,
        }
    }

    /// The point of an image of this size that stays in view, in pixels; none if it is the middle of its part.
    pub(super) fn focus_in(&self, (width, height): (u32, u32)) -> Option<(f64, f64)> {
        let at = |step: u16, side: u32| f64::from(step) * f64::from(side) / f64::from(STEPS);
        self.focus.map(|(x, y)| (at(x, width), at(y, height)))
    }
}

impl fmt::Display for ImageFrame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(CropSteps { x, y, width, height }) = self.crop {
            let [x, y, width, height] = [x, y, width, height].map(fraction);
            write!(out, "crop={x},{y},{width},{height}")?;
        }
        if let Some((x, y)) = self.focus {
            let separator = if self.crop.is_some() { "&" } else { "" };
            write!(out, "{separator}focus={},{}", fraction(x), fraction(y))?;
        }
        Ok(())
    }
}

impl From<ImageFrame> for String {
    fn from(frame: ImageFrame) -> Self {
        frame.to_string()
    }
}

/// A frame as it was stored. One that cannot be read shows the whole image.
impl From<String> for ImageFrame {
    fn from(stored: String) -> Self {
        Self::of_query(&stored).unwrap_or_default()
    }
}

fn steps(fraction: f64) -> u16 {
    // A float-to-integer cast saturates, and NaN becomes 0.
    ((fraction * f64::from(STEPS)).round() as u16).min(STEPS)
}

/// Start and length of a span that has a length, also after snapping.
fn span(start: u16, end: u16) -> (u16, u16) {
    let start = start.min(STEPS - 1);
    (start, end.max(start + 1) - start)
}

/// Start and length of a span in whole pixels of a side.
fn pixels(start: u16, length: u16, side: u32) -> (u32, u32) {
    let at = |step: u16| {
        let pixel = (u64::from(step) * u64::from(side) + u64::from(STEPS) / 2) / u64::from(STEPS);
        u32::try_from(pixel).unwrap_or(side).min(side)
    };
    let first = at(start).min(side.saturating_sub(1));
    (first, at(start + length).max(first + 1) - first)
}

/// A number of steps as a fraction, without needless digits.
fn fraction(steps: u16) -> f64 {
    f64::from(steps) / f64::from(STEPS)
}

fn snapped(read: u32) -> u16 {
    let per_step = READ_STEPS / u32::from(STEPS);
    u16::try_from((read + per_step / 2) / per_step).unwrap_or(STEPS)
}

fn read_crop(text: &str) -> Option<CropSteps> {
    let [x, y, width, height] = read_fractions(text)?;
    let fits = |start: u32, length: u32| length > 0 && start + length <= READ_STEPS;
    if !fits(x, width) || !fits(y, height) {
        return None;
    }
    let (x, width) = span(snapped(x), snapped(x + width));
    let (y, height) = span(snapped(y), snapped(y + height));
    Some(CropSteps { x, y, width, height })
}

/// Exactly this many fractions, separated by commas, in [`READ_STEPS`].
fn read_fractions<const COUNT: usize>(text: &str) -> Option<[u32; COUNT]> {
    let list: Option<Vec<u32>> = text.split(',').take(COUNT + 1).map(read_fraction).collect();
    list?.try_into().ok()
}

/// A fraction from 0 to 1 in plain digits, in [`READ_STEPS`].
fn read_fraction(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !matches!(whole, "0" | "1") || !is_digits(decimals) || decimals.len() > DECIMALS {
        return None;
    }
    let read: u32 = format!("{whole}{decimals:0<DECIMALS$}").parse().ok()?;
    (read <= READ_STEPS).then_some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<ImageFrame, MediaError> {
        ImageFrame::of_address(&format!("/media/a.webp?{query}"))
    }

    #[test]
    fn a_frame_is_written_as_it_is_read() {
        for query in [
            "",
            "crop=0,0,1,1",
            "focus=0,1",
            "crop=0.25,0.5,0.125,0.5&focus=0.3,0.999",
        ] {
            assert_eq!(read(query).map(|frame| frame.to_string()), Ok(query.to_owned()));
        }
        assert_eq!(read("v=3"), Ok(ImageFrame::WHOLE));
        assert_eq!(ImageFrame::of_address("/media/a.webp"), Ok(ImageFrame::WHOLE));
    }

    #[test]
    fn frames_are_snapped_to_thousandths_and_stay_within_the_image() {
        let cases = [
            ("crop=0.33349,0,0.1,1", None),
            ("crop=0.3335,0,0.6665,1", Some("crop=0.334,0,0.666,1")),
            ("crop=0.9999,0,0.0001,1", Some("crop=0.999,0,0.001,1")),
            ("focus=0.12345,0", None),
            ("focus=0.1234,0.9996", Some("focus=0.123,1")),
        ];
        for (query, snapped) in cases {
            let found = read(query).ok().map(|frame| frame.to_string());
            assert_eq!(found.as_deref(), snapped, "{query}");
        }
        let over = ImageFrame::new(Some([0.3335, -0.2, 0.6669, f64::NAN]), Some([1.5, 0.25]));
        assert_eq!(over.to_string(), "crop=0.334,0,0.666,0.001&focus=1,0.25");
    }

    #[test]
    fn what_is_no_part_of_an_image_is_refused_by_its_name() {
        let crops = [
            "",
            "0,0,1",
            "0,0,1,1,0",
            "0,0,0,1",
            "0,0,1,0.0000",
            "0.5,0,0.6,1",
            "0,0.5,1,0.5001",
            "0,0,1.1,1",
            "-0.1,0,1,1",
            "0,0,1e0,1",
            "0,0,NaN,1",
            "0, 0,1,1",
            "0,0,.5,1",
            "0,0,0.,1",
            "0,0,2,1",
            "٠,0,1,1",
        ];
        let focuses = ["", "0", "0,0,0", "1.0001,0", "-1,0", "0,inf", "0,0.00001"];
        let crops = crops.map(|crop| (format!("crop={crop}"), "crop"));
        let focuses = focuses.map(|focus| (format!("focus={focus}"), "focus"));
        let repeated = [
            ("crop=0,0,1,1&crop=0,0,1,1".to_owned(), "crop"),
            ("focus=0,0&focus=0,0".to_owned(), "focus"),
        ];
        for (query, name) in crops.into_iter().chain(focuses).chain(repeated) {
            match read(&query) {
                Err(MediaError::Parameter { name: found, .. }) => assert_eq!(found, name, "{query}"),
                other => panic!("{query}: {other:?}"),
            }
        }
    }

    #[test]
    fn parts_have_an_area_in_every_image() {
        for side in [1, 2, 3, 999, 8_192] {
            for query in [
                "crop=0.999,0.999,0.001,0.001",
                "crop=0,0,0.001,1",
                "crop=0.5,0.5,0.5,0.5",
            ] {
                let part = read(query).expect(query).part_of((side, side));
                assert!(part.width > 0 && part.height > 0, "{side} {query} {part:?}");
                assert!(
                    part.left + part.width <= side && part.top + part.height <= side,
                    "{side} {query}"
                );
            }
        }
    }

    #[test]
    fn a_stored_frame_that_cannot_be_read_shows_the_whole_image() {
        assert_eq!(ImageFrame::from("crop=9,9,9,9".to_owned()), ImageFrame::WHOLE);
    }
}
