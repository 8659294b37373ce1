//! Draws a card: its image, darkened towards the text, and the text over it.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use image::{RgbaImage, imageops};
use resvg::tiny_skia::{IntSize, Pixmap, Transform};
use resvg::usvg::fontdb;

use super::card::OgCard;
use super::fonts::load_fonts;
use super::overlay::overlay;
use super::typesetter::Typesetter;
use super::{OG_HEIGHT, OG_WIDTH};
use crate::blocking::Stop;
use crate::media::error::MediaError;
use crate::media::frame::ImageFrame;
use crate::media::pipeline::{self, Fit, Format, GROUND, ImageRecipe};

/// How wide a line of text may be over a banner, in pixels.
const LINE_OVER_BANNER: f32 = 900.0;
/// How wide a line of text may be beside a portrait, in pixels.
const LINE_BESIDE_PORTRAIT: f32 = 690.0;
/// An image at least this much wider than high is a banner; others are portraits.
const BANNER_SHAPE: f64 = 1.2;

/// Draws cards with the fonts it finds.
#[derive(Debug)]
pub(super) struct Painter {
    directory: Option<PathBuf>,
    fonts: OnceLock<Arc<fontdb::Database>>,
}

impl Painter {
    /// A painter with the fonts of `directory` (`title*.ttf`, `text*.ttf`) and, for what they lack, the system's.
    pub(super) fn new(directory: Option<PathBuf>) -> Self {
        Self {
            directory,
            fonts: OnceLock::new(),
        }
    }

    /// The fonts, read on first use.
    pub(super) fn fonts(&self) -> &Arc<fontdb::Database> {
        self.fonts
            .get_or_init(|| Arc::new(load_fonts(self.directory.as_deref())))
    }

    /// Draws a card over `original`, the content of its image, as a PNG file. Blocking work for one core.
    ///
    /// # Errors
    /// [`MediaError::Late`] after [`Stop::raise`]. An image that cannot be decoded is left out.
    pub(super) fn paint(
        &self,
        card: &OgCard,
        original: Option<&[u8]>,
        stop: &Stop,
    ) -> Result<Vec<u8>, MediaError> {
        // A frame that cannot be read is left out, as an image is that is gone.
        let frame = card.image.as_deref().map(ImageFrame::of_address);
        let frame = frame.and_then(Result::ok).unwrap_or_default();
        let backdrop = match original.map(|bytes| backdrop(bytes, frame, card.explicit, stop)) {
            Some(Ok(backdrop)) => Some(backdrop),
            Some(Err(MediaError::Late)) => return Err(MediaError::Late),
            Some(Err(_)) | None => None,
        };
        let line = match &backdrop {
            Some(Backdrop {
                portrait: Some(_), ..
            }) => LINE_BESIDE_PORTRAIT,
            _ => LINE_OVER_BANNER,
        };
        let mut canvas = canvas(backdrop).ok_or(MediaError::Store)?;
        let text = Typesetter::new(Arc::clone(self.fonts()));
        let overlay = text.tree(&overlay(card, &text, line)).ok_or(MediaError::Store)?;
        resvg::render(&overlay, Transform::identity(), &mut canvas.as_mut());
        png(&canvas).ok_or(MediaError::Store)
    }
}

/// What is behind the text.
struct Backdrop {
    background: RgbaImage,
    /// A portrait at the right, before its own blurred colours.
    portrait: Option<RgbaImage>,
}

fn backdrop(bytes: &[u8], frame: ImageFrame, explicit: bool, stop: &Stop) -> Result<Backdrop, MediaError> {
    let (_, width, height) = pipeline::inspect(bytes)?;
    let part = frame.part_of((width, height));
    let is_banner = f64::from(part.width) >= f64::from(part.height) * BANNER_SHAPE;
    let recipe = |width, height, blur| ImageRecipe {
        frame,
        width,
        height: Some(height),
        fit: Fit::Cover,
        quality: 100,
        format: Format::Png,
        blur,
    };
    let background = pipeline::pixels(bytes, &recipe(OG_WIDTH, OG_HEIGHT, explicit || !is_banner), stop)?;
    // A small banner still has to fill its place.
    let background = pipeline::stretch(background, (OG_WIDTH, OG_HEIGHT))?;
    if is_banner || explicit {
        return Ok(Backdrop {
            background,
            portrait: None,
        });
    }
    let portrait_width = OG_HEIGHT * 2 / 3;
    let portrait = pipeline::pixels(bytes, &recipe(portrait_width, OG_HEIGHT, false), stop)?;
    Ok(Backdrop {
        background,
        portrait: Some(pipeline::stretch(portrait, (portrait_width, OG_HEIGHT))?),
    })
}

fn canvas(backdrop: Option<Backdrop>) -> Option<Pixmap> {
    let mut image = ground(OG_WIDTH, OG_HEIGHT);
    if let Some(backdrop) = backdrop {
        imageops::overlay(&mut image, &backdrop.background, 0, 0);
        if let Some(portrait) = backdrop.portrait {
            let left = i64::from(OG_WIDTH.saturating_sub(portrait.width()));
            let mut solid = ground(portrait.width(), portrait.height());
            imageops::overlay(&mut solid, &portrait, 0, 0);
            imageops::replace(&mut image, &solid, left, 0);
        }
    }
    pixmap(image)
}

fn ground(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_pixel(
        width,
        height,
        image::Rgba([GROUND[0], GROUND[1], GROUND[2], u8::MAX]),
    )
}

/// Takes an image without transparent parts, for which premultiplied and plain colours are the same.
fn pixmap(opaque: RgbaImage) -> Option<Pixmap> {
    let size = IntSize::from_wh(opaque.width(), opaque.height())?;
    Pixmap::from_vec(opaque.into_raw(), size)
}

fn png(canvas: &Pixmap) -> Option<Vec<u8>> {
    let rgb: Vec<u8> = canvas
        .data()
        .chunks_exact(4)
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    let image = image::RgbImage::from_raw(canvas.width(), canvas.height(), rgb)?;
    pipeline::encode_png(&image::DynamicImage::ImageRgb8(image))
}
