//! Sharing pictures: the 1200x630 PNG that a link preview shows for a scenario.
//!
//! The scenario's banner (or its cover, standing at the right before its own blurred colours), darkened
//! towards the text: title, tagline, author and the wordmark. Lines are broken by the real widths of the real
//! fonts. A text with a character that no font has is left out whole: better no title than boxes. An explicit
//! scenario's picture is blurred beyond recognition, since nobody has confirmed anything where link previews
//! are shown (O-10).

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use futures::future::BoxFuture;
use image::{RgbaImage, imageops};
use kernel::Timestamp;
use resvg::tiny_skia::{IntSize, Pixmap, Transform};
use resvg::usvg::{self, fontdb};
use unicode_segmentation::UnicodeSegmentation;

use super::cache::{CacheKey, Stored};
use super::error::MediaError;
use super::optimiser::{Found, Media};
use super::picture::{self, GROUND, Stop};
use super::rules::{Fit, Format, ImageRecipe};
use super::sniff::Kind;
use super::source::{MEDIA_PATH, Source};
use crate::blobs::BlobKey;
use crate::web::Problem;

/// Width in pixels.
pub const OG_WIDTH: u32 = 1200;
/// Height in pixels.
pub const OG_HEIGHT: u32 = 630;

/// Raised whenever equal cards begin to look different.
const DESIGN: u32 = 1;
/// Distance of the text from the left and lower edge, in pixels.
const MARGIN: f32 = 72.0;
/// How wide a line of text may be over a banner, in pixels.
const LINE_OVER_BANNER: f32 = 900.0;
/// How wide a line of text may be beside a portrait, in pixels.
const LINE_BESIDE_PORTRAIT: f32 = 690.0;
/// Title sizes, in pixels, tried from the largest until three lines are enough.
const TITLE_SIZES: [f32; 3] = [76.0, 64.0, 54.0];
/// The most lines of a title.
const TITLE_LINES: usize = 3;
/// The most lines of a tagline.
const TAGLINE_LINES: usize = 2;
/// Size of the tagline, in pixels.
const TAGLINE_SIZE: f32 = 31.0;
/// The size at which words are measured, in pixels; widths grow in proportion.
const MEASURED_SIZE: f32 = 100.0;
/// Longer texts are cut before they are measured, in user-perceived characters.
const TEXT_GRAPHEMES: usize = 200;
/// A picture at least this much wider than high is a banner; others are portraits.
const BANNER_SHAPE: f64 = 1.2;

/// What a sharing picture says and shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OgCard {
    /// The scenario's name.
    pub title: String,
    /// Its author's name.
    pub author: Option<String>,
    /// Its tagline; may be empty.
    pub tagline: String,
    /// The banner, else the cover, as in `avatar_urls`: a root-relative `/media/…` path.
    pub picture: Option<String>,
    /// Whether the picture may be shown only to who has confirmed it (spec section 9).
    pub explicit: bool,
    /// When the scenario last changed.
    pub updated: Timestamp,
}

/// Where the cards come from; the scenarios slice stands behind it.
pub trait OgCards: Send + Sync {
    /// The card of a scenario that everybody may see; `None` for any other.
    fn card<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<OgCard>, Problem>>;
}

/// No scenario has a card.
#[derive(Debug, Clone, Copy)]
pub struct NoCards;

impl OgCards for NoCards {
    fn card<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Option<OgCard>, Problem>> {
        Box::pin(std::future::ready(Ok(None)))
    }
}

/// A card together with the version of the picture it shows: all that decides its bytes.
pub(super) struct Drawing {
    key: CacheKey,
    card: OgCard,
    picture: Option<BlobKey>,
}

impl Drawing {
    /// A picture that is gone or foreign is left out, for a preview without it is better than none.
    ///
    /// The picture may be explicit although this scenario is not, where another one has it, too.
    pub(super) async fn of(media: &Media, id: &str, mut card: OgCard) -> Self {
        let named = card
            .picture
            .as_deref()
            .and_then(|path| path.strip_prefix(MEDIA_PATH));
        let named = named.and_then(|key| BlobKey::parse(key).ok());
        let (picture, version) = match named {
            Some(key) => match media.info(&key).await {
                Ok(info) => (Some(key), info.version),
                Err(_) => (None, String::new()),
            },
            None => (None, String::new()),
        };
        if let Some(picture) = &picture {
            card.explicit |= media.is_explicit(picture).await;
        }
        let key = CacheKey::new(&format!("og {id}"), &format!("{DESIGN} {card:?} {version}"));
        Self { key, card, picture }
    }

    pub(super) fn key(&self) -> CacheKey {
        self.key
    }

    pub(super) async fn picture(self, media: &Media) -> Result<(Stored, Found), MediaError> {
        let (painter, worker) = (media.painter(), media.clone());
        let (card, picture) = (self.card, self.picture);
        let draw = async move {
            let original = match picture {
                Some(key) => worker.original(&Source::Own(key)).await.ok(),
                None => None,
            };
            let loading = Arc::clone(&painter);
            // Reading the system's fonts takes longer than a picture may; it happens once and is not the
            // picture's time.
            if let Err(error) = tokio::task::spawn_blocking(move || loading.fonts().len()).await {
                tracing::error!(%error, "the fonts could not be loaded");
            }
            let bytes = worker
                .on_worker(move |stop| painter.paint(&card, original.as_deref(), stop))
                .await?;
            Ok(Stored {
                bytes: bytes.into(),
                kind: Kind::Png,
            })
        };
        media.once(self.key, draw).await
    }
}

/// Draws cards with the fonts it finds.
#[derive(Debug)]
pub struct Painter {
    directory: Option<PathBuf>,
    fonts: OnceLock<Arc<fontdb::Database>>,
}

impl Painter {
    /// A painter with the fonts of `directory` (`title*.ttf`, `text*.ttf`) and, for what they lack, the
    /// system's.
    pub fn new(directory: Option<PathBuf>) -> Self {
        Self {
            directory,
            fonts: OnceLock::new(),
        }
    }

    /// The fonts, read on first use.
    fn fonts(&self) -> &Arc<fontdb::Database> {
        self.fonts
            .get_or_init(|| Arc::new(load_fonts(self.directory.as_deref())))
    }

    /// Draws a card over `original`, the content of its picture, as a PNG file.
    ///
    /// # Errors
    /// [`MediaError::Late`] after [`Stop::raise`]. A picture that cannot be decoded is left out.
    pub fn paint(&self, card: &OgCard, original: Option<&[u8]>, stop: &Stop) -> Result<Vec<u8>, MediaError> {
        let scene = match original.map(|bytes| scene(bytes, card.explicit, stop)) {
            Some(Ok(scene)) => Some(scene),
            Some(Err(MediaError::Late)) => return Err(MediaError::Late),
            Some(Err(_)) | None => None,
        };
        let line = match &scene {
            Some(Scene {
                portrait: Some(_), ..
            }) => LINE_BESIDE_PORTRAIT,
            _ => LINE_OVER_BANNER,
        };
        let mut canvas = canvas(scene).ok_or(MediaError::Store)?;
        let text = Typesetter {
            fonts: Arc::clone(self.fonts()),
        };
        let foreground = text
            .tree(&foreground(card, &text, line))
            .ok_or(MediaError::Store)?;
        resvg::render(&foreground, Transform::identity(), &mut canvas.as_mut());
        png(&canvas).ok_or(MediaError::Store)
    }
}

/// The site's own fonts, then the system's for the scripts that ours lack.
///
/// Afterwards `serif` means the family of the directory's `title*.ttf` and `sans-serif` that of its
/// `text*.ttf`; where it has none, a common family that the system has.
fn load_fonts(directory: Option<&Path>) -> fontdb::Database {
    let mut fonts = fontdb::Database::new();
    let (mut title, mut text) = (None, None);
    for file in font_files(directory) {
        if let Err(error) = fonts.load_font_file(&file) {
            tracing::warn!(%error, file = %file.display(), "a font could not be read");
            continue;
        }
        let family = fonts
            .faces()
            .last()
            .and_then(|face| face.families.first())
            .map(|(name, _)| name.clone());
        match file.file_name().and_then(|name| name.to_str()) {
            Some(name) if name.starts_with("title") => title = title.or(family),
            Some(name) if name.starts_with("text") => text = text.or(family),
            _ => {}
        }
    }
    fonts.load_system_fonts();

    let common = |fonts: &fontdb::Database, names: [&str; 4]| {
        let is_there = |name: &&str| {
            fonts
                .faces()
                .any(|face| face.families.iter().any(|(family, _)| family == name))
        };
        names
            .iter()
            .find(|name| is_there(name))
            .map(|name| (*name).to_owned())
    };
    if let Some(name) = title.or_else(|| {
        common(
            &fonts,
            [
                "Noto Serif",
                "DejaVu Serif",
                "Liberation Serif",
                "Times New Roman",
            ],
        )
    }) {
        fonts.set_serif_family(name);
    }
    if let Some(name) =
        text.or_else(|| common(&fonts, ["Noto Sans", "DejaVu Sans", "Liberation Sans", "Arial"]))
    {
        fonts.set_sans_serif_family(name);
    }
    fonts
}

/// In the order of their names, so that the choice among equals is the same on every machine.
fn font_files(directory: Option<&Path>) -> Vec<PathBuf> {
    let entries = directory
        .into_iter()
        .filter_map(|directory| std::fs::read_dir(directory).ok())
        .flatten()
        .flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "ttf"))
        .collect();
    // The first file of a family is the one that texts are set in; most are in Latin script.
    let is_plain_latin = |path: &Path| {
        path.file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| name.contains("-latin-") && !name.contains("-ext-"))
    };
    files.sort_by_key(|path| (!is_plain_latin(path), path.clone()));
    files
}

/// What stands behind the text.
struct Scene {
    backdrop: RgbaImage,
    portrait: Option<RgbaImage>,
}

fn scene(bytes: &[u8], explicit: bool, stop: &Stop) -> Result<Scene, MediaError> {
    let (_, width, height) = picture::inspect(bytes)?;
    let is_banner = f64::from(width) >= f64::from(height) * BANNER_SHAPE;
    let recipe = |width, height, blur| ImageRecipe {
        width,
        height: Some(height),
        fit: Fit::Cover,
        quality: 100,
        format: Format::Png,
        blur,
    };
    let backdrop = picture::pixels(bytes, &recipe(OG_WIDTH, OG_HEIGHT, explicit || !is_banner), stop)?;
    let backdrop = enlarge(backdrop, OG_WIDTH, OG_HEIGHT);
    if is_banner || explicit {
        return Ok(Scene {
            backdrop,
            portrait: None,
        });
    }
    let portrait_width = OG_HEIGHT * 2 / 3;
    let portrait = picture::pixels(bytes, &recipe(portrait_width, OG_HEIGHT, false), stop)?;
    Ok(Scene {
        backdrop,
        portrait: Some(enlarge(portrait, portrait_width, OG_HEIGHT)),
    })
}

/// The optimiser never enlarges; a small banner still has to fill its place here.
fn enlarge(picture: RgbaImage, width: u32, height: u32) -> RgbaImage {
    match picture.dimensions() == (width, height) {
        true => picture,
        false => imageops::resize(&picture, width, height, imageops::FilterType::CatmullRom),
    }
}

fn canvas(scene: Option<Scene>) -> Option<Pixmap> {
    let mut picture = ground(OG_WIDTH, OG_HEIGHT);
    if let Some(scene) = scene {
        imageops::overlay(&mut picture, &scene.backdrop, 0, 0);
        if let Some(portrait) = scene.portrait {
            let left = i64::from(OG_WIDTH.saturating_sub(portrait.width()));
            let mut solid = ground(portrait.width(), portrait.height());
            imageops::overlay(&mut solid, &portrait, 0, 0);
            imageops::replace(&mut picture, &solid, left, 0);
        }
    }
    pixmap(picture)
}

fn ground(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_pixel(
        width,
        height,
        image::Rgba([GROUND[0], GROUND[1], GROUND[2], u8::MAX]),
    )
}

/// Takes a picture without transparent parts, for which premultiplied and plain colours are the same.
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
    let picture = image::RgbImage::from_raw(canvas.width(), canvas.height(), rgb)?;
    picture::encode_png(&image::DynamicImage::ImageRgb8(picture))
}

/// The SVG that is laid over the scene.
fn foreground(card: &OgCard, text: &Typesetter, line: f32) -> String {
    let tagline = text
        .lines(&card.tagline, &BODY, TAGLINE_SIZE, line, TAGLINE_LINES)
        .unwrap_or_default();
    let author = card.author.as_deref().map(|name| format!("by {}", clean(name)));
    let author = author
        .and_then(|name| text.lines(&name, &STRONG, 26.0, line, 1))
        .unwrap_or_default();
    let (size, title) = text
        .title(&card.title, line)
        .unwrap_or((TITLE_SIZES[0], Vec::new()));

    // Set from the bottom up, so that the text stands on the lower margin however many lines it has.
    let mut baseline = OG_HEIGHT as f32 - MARGIN;
    let mut parts = Vec::new();
    for row in author.iter().rev() {
        parts.push(STRONG.row(row, baseline, 26.0, "#FFC300"));
        baseline -= 26.0 + 24.0;
    }
    for row in tagline.iter().rev() {
        parts.push(BODY.row(row, baseline, TAGLINE_SIZE, "#D5DEE7"));
        baseline -= TAGLINE_SIZE * 1.35;
    }
    if !tagline.is_empty() {
        baseline -= 24.0;
    }
    for row in title.iter().rev() {
        parts.push(TITLE.row(row, baseline, size, "#FFFFFF"));
        baseline -= size * 1.12;
    }
    if !title.is_empty() {
        let top = baseline + size * 0.12 - 22.0;
        parts.push(format!(
            r##"<rect x="{MARGIN}" y="{top}" width="88" height="6" rx="3" fill="#FFC300"/>"##
        ));
    }
    let wordmark = text.lines("Dramatis", &TITLE, 36.0, line, 1).unwrap_or_default();
    parts.extend(
        wordmark
            .iter()
            .map(|row| TITLE.row_at(MARGIN + 34.0, row, 92.0, 36.0, "#FFFFFF")),
    );

    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{OG_WIDTH}" height="{OG_HEIGHT}">
<defs>
<linearGradient id="side" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#000814" stop-opacity=".88"/><stop offset=".5" stop-color="#000814" stop-opacity=".62"/><stop offset=".8" stop-color="#000814" stop-opacity=".08"/><stop offset="1" stop-color="#000814" stop-opacity="0"/></linearGradient>
<linearGradient id="foot" x1="0" y1="0" x2="0" y2="1"><stop offset=".35" stop-color="#000814" stop-opacity="0"/><stop offset="1" stop-color="#000814" stop-opacity=".82"/></linearGradient>
<radialGradient id="glow" cx=".9" cy=".1" r=".7"><stop offset="0" stop-color="#CE00E0" stop-opacity=".16"/><stop offset="1" stop-color="#CE00E0" stop-opacity="0"/></radialGradient>
</defs>
<rect width="100%" height="100%" fill="url(#glow)"/><rect width="100%" height="100%" fill="url(#side)"/><rect width="100%" height="100%" fill="url(#foot)"/>
<rect y="{foot}" width="100%" height="6" fill="#FFC300"/>
<path d="M{left} 80l11-13 11 13-11 13z" fill="#FFC300"/>
{parts}
</svg>"##,
        foot = OG_HEIGHT - 6,
        left = MARGIN,
        parts = parts.concat(),
    )
}

/// A font as the SVG names it.
struct Face {
    family: &'static str,
    weight: u16,
}

const TITLE: Face = Face {
    family: "serif",
    weight: 600,
};
const BODY: Face = Face {
    family: "sans-serif",
    weight: 400,
};
const STRONG: Face = Face {
    family: "sans-serif",
    weight: 600,
};

impl Face {
    fn row(&self, text: &str, baseline: f32, size: f32, colour: &str) -> String {
        self.row_at(MARGIN, text, baseline, size, colour)
    }

    fn row_at(&self, left: f32, text: &str, baseline: f32, size: f32, colour: &str) -> String {
        let Self { family, weight } = self;
        let text = escape(text);
        format!(
            r#"<text x="{left}" y="{baseline}" font-family="{family}" font-weight="{weight}" font-size="{size}" fill="{colour}">{text}</text>"#
        )
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Takes a missing character from a font of the same weight, else from one as bold, else from any that has
/// it.
///
/// The site's families come in one file per script and weight, so that most of their characters are "missing"
/// from the file that was chosen first.
fn like_weighted_fallback() -> usvg::FallbackSelectionFn<'static> {
    let any = usvg::FontResolver::default_fallback_selector();
    Box::new(move |character, used, fonts| {
        let weight = fonts.face(*used.first()?)?.weight;
        let is_bold = |weight: fontdb::Weight| weight >= fontdb::Weight::SEMIBOLD;
        let except = |keeps: &dyn Fn(fontdb::Weight) -> bool| -> Vec<fontdb::ID> {
            let others = fonts
                .faces()
                .filter(|face| !keeps(face.weight))
                .map(|face| face.id);
            used.iter().copied().chain(others).collect()
        };
        let (unlike, lighter) = (
            except(&|other| other == weight),
            except(&|other| is_bold(other) == is_bold(weight)),
        );
        any(character, &unlike, fonts)
            .or_else(|| any(character, &lighter, fonts))
            .or_else(|| any(character, used, fonts))
    })
}

/// One line of ordinary characters: what XML cannot hold, line breaks and what has no width become spaces.
fn clean(text: &str) -> String {
    let is_noise = |c: char| {
        c.is_control()
            || matches!(c, '\u{FFFE}' | '\u{FFFF}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
    };
    let plain: String = text.chars().map(|c| if is_noise(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").graphemes(true).take(TEXT_GRAPHEMES).collect()
}

/// Measures and breaks text with the fonts that will draw it.
struct Typesetter {
    fonts: Arc<fontdb::Database>,
}

impl Typesetter {
    fn tree(&self, svg: &str) -> Option<usvg::Tree> {
        let options = usvg::Options {
            fontdb: Arc::clone(&self.fonts),
            font_resolver: usvg::FontResolver {
                select_fallback: like_weighted_fallback(),
                ..usvg::FontResolver::default()
            },
            // The overlay names no files and never will.
            image_href_resolver: usvg::ImageHrefResolver {
                resolve_data: Box::new(|_, _, _| None),
                resolve_string: Box::new(|_, _| None),
            },
            ..usvg::Options::default()
        };
        match usvg::Tree::from_str(svg, &options) {
            Ok(tree) => Some(tree),
            Err(error) => {
                tracing::error!(%error, "the overlay of a sharing picture is not valid SVG");
                None
            }
        }
    }

    /// The width of a text in pixels at [`MEASURED_SIZE`]; `None` where a character has no glyph in any font.
    fn width(&self, text: &str, face: &Face) -> Option<f32> {
        let row = face.row_at(0.0, text, MEASURED_SIZE, MEASURED_SIZE, "#000");
        let tree = self.tree(&format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="200">{row}</svg>"#
        ))?;
        let laid_out = tree.root().children().iter().find_map(|node| match node {
            usvg::Node::Text(text) => Some(text),
            _ => None,
        })?;
        let mut glyphs = laid_out
            .layouted()
            .iter()
            .flat_map(|span| &span.positioned_glyphs);
        match glyphs.all(|glyph| glyph.id.0 != 0) {
            true => Some(laid_out.bounding_box().width()),
            false => None,
        }
    }

    /// Measures a text word by word; `None` where a character has no glyph in any font.
    fn measure(&self, text: &str, face: &Face) -> Option<Measured> {
        let text = clean(text);
        let words = text.split(' ').filter(|word| !word.is_empty());
        let words: Option<Vec<Word>> = words
            .map(|word| {
                Some(Word {
                    text: word.to_owned(),
                    width: self.width(word, face)?,
                })
            })
            .collect();
        let between = self.width("n n", face).zip(self.width("nn", face));
        let space = between.map_or(MEASURED_SIZE / 4.0, |(apart, together)| apart - together);
        let ellipsis = self.width("…", face).unwrap_or(MEASURED_SIZE);
        Some(Measured {
            words: words?,
            space,
            ellipsis,
        })
    }

    /// The title at the largest size at which it needs no more lines than it may have, in lines of about
    /// equal length.
    fn title(&self, text: &str, line: f32) -> Option<(f32, Vec<String>)> {
        let measured = self.measure(text, &TITLE)?;
        let fits = |size: &f32| measured.break_lines(*size, line).len() <= TITLE_LINES;
        let size = TITLE_SIZES
            .into_iter()
            .find(fits)
            .unwrap_or(TITLE_SIZES[TITLE_SIZES.len() - 1]);
        Some((size, measured.lines(size, line, TITLE_LINES)))
    }

    /// A text in at most `most` lines of about equal length; `None` where a character has no glyph in any
    /// font.
    fn lines(&self, text: &str, face: &Face, size: f32, line: f32, most: usize) -> Option<Vec<String>> {
        Some(self.measure(text, face)?.lines(size, line, most))
    }
}

/// A text's words and their widths at [`MEASURED_SIZE`], from which every question about lines is answered.
struct Measured {
    words: Vec<Word>,
    space: f32,
    ellipsis: f32,
}

#[derive(Clone)]
struct Word {
    text: String,
    width: f32,
}

impl Measured {
    /// At most `most` lines, the last one ending in an ellipsis where something had to be left out.
    fn lines(&self, size: f32, line: f32, most: usize) -> Vec<String> {
        let mut rows = self.break_lines(size, line);
        if rows.len() <= most {
            // The narrowest measure that needs no further line makes the lines even; a lone last word looks
            // forgotten.
            let even = (10..20)
                .map(|step| line * step as f32 / 20.0)
                .find(|&narrow| self.break_lines(size, narrow).len() == rows.len());
            if let Some(narrow) = even {
                rows = self.break_lines(size, narrow);
            }
        } else {
            rows.truncate(most);
            if let Some(last) = rows.last_mut() {
                self.cut(last, size, line);
            }
        }
        rows.iter()
            .map(|row| {
                row.iter()
                    .map(|word| word.text.as_str())
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect()
    }

    /// Breaks at spaces, and within a word (or a text without spaces) only where it alone is wider than the
    /// line.
    fn break_lines(&self, size: f32, line: f32) -> Vec<Vec<Word>> {
        let line = line * MEASURED_SIZE / size;
        let mut rows: Vec<Vec<Word>> = Vec::new();
        let mut filled = 0.0;
        for word in self.words.iter().flat_map(|word| pieces(word, line)) {
            let longer = filled + self.space + word.width;
            match rows.last_mut() {
                Some(row) if longer <= line => {
                    filled = longer;
                    row.push(word);
                }
                _ => {
                    filled = word.width;
                    rows.push(vec![word]);
                }
            }
        }
        rows
    }

    /// Shortens a row by whole words until it has room for an ellipsis.
    fn cut(&self, row: &mut Vec<Word>, size: f32, line: f32) {
        let room = line * MEASURED_SIZE / size - self.ellipsis;
        let width = |row: &[Word]| row.iter().map(|word| word.width + self.space).sum::<f32>() - self.space;
        while row.len() > 1 && width(row) > room {
            row.pop();
        }
        if let Some(last) = row.last_mut() {
            if let Some(shorter) = pieces(last, room).into_iter().next() {
                *last = shorter;
            }
            last.text = format!("{}…", last.text.trim_end_matches([',', '.', ';', ':', '-']));
        }
    }
}

/// A word as it is, or cut into pieces that fit, each of its characters taken to be equally wide.
fn pieces(word: &Word, line: f32) -> Vec<Word> {
    let graphemes: Vec<&str> = word.text.graphemes(true).collect();
    if word.width <= line || graphemes.len() < 2 {
        return vec![word.clone()];
    }
    let each = word.width / graphemes.len() as f32;
    // A float-to-integer cast saturates; a piece has one character at least.
    let fitting = ((line / each) as usize).max(1);
    graphemes
        .chunks(fitting)
        .map(|chunk| Word {
            text: chunk.concat(),
            width: each * chunk.len() as f32,
        })
        .collect()
}
