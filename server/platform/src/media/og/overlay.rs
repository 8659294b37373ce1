//! The text that is laid over an image, as SVG.

use super::card::OgCard;
use super::face::{BODY, Face, STRONG, TITLE};
use super::typesetter::{TITLE_SIZES, Typesetter, clean};
use super::{OG_HEIGHT, OG_WIDTH};

/// Distance of the text from the left and lower edge, in pixels.
const MARGIN: f32 = 72.0;
/// The most lines of a tagline.
const TAGLINE_LINES: usize = 2;
/// Size of the tagline, in pixels.
const TAGLINE_SIZE: f32 = 31.0;
/// Size of the author's name, in pixels.
const AUTHOR_SIZE: f32 = 26.0;
/// Size of the wordmark, in pixels.
const WORDMARK_SIZE: f32 = 36.0;
/// The pixels between two groups of lines.
const GAP: f32 = 24.0;

/// The SVG of a card's text, in lines of at most `line` pixels.
pub(super) fn overlay(card: &OgCard, text: &Typesetter, line: f32) -> String {
    let tagline = text
        .lines(&card.tagline, &BODY, TAGLINE_SIZE, line, TAGLINE_LINES)
        .unwrap_or_default();
    let author = card.author.as_deref().map(|name| format!("by {}", clean(name)));
    let author = author
        .and_then(|name| text.lines(&name, &STRONG, AUTHOR_SIZE, line, 1))
        .unwrap_or_default();
    let (title_size, title) = text
        .title(&card.title, line)
        .unwrap_or((TITLE_SIZES[0], Vec::new()));

    // Set from the bottom up, so that the text stands on the lower margin however many lines it has.
    let mut column = Column::from_below();
    column.add(&author, &STRONG, AUTHOR_SIZE, AUTHOR_SIZE + GAP, "#FFC300");
    column.add(&tagline, &BODY, TAGLINE_SIZE, TAGLINE_SIZE * 1.35, "#D5DEE7");
    if !tagline.is_empty() {
        column.baseline -= GAP;
    }
    column.add(&title, &TITLE, title_size, title_size * 1.12, "#FFFFFF");
    if !title.is_empty() {
        column.rule(title_size);
    }
    let wordmark = text
        .lines("Dramatis", &TITLE, WORDMARK_SIZE, line, 1)
        .unwrap_or_default();
    let wordmark = wordmark
        .iter()
        .map(|row| TITLE.row(MARGIN + 34.0, row, 92.0, WORDMARK_SIZE, "#FFFFFF"));
    column.parts.extend(wordmark);

    format!(
        include_str!("overlay.svg"),
        width = OG_WIDTH,
        height = OG_HEIGHT,
        foot = OG_HEIGHT - 6,
        left = MARGIN,
        parts = column.parts.concat(),
    )
}

/// Lines of text, set from the bottom up.
struct Column {
    baseline: f32,
    parts: Vec<String>,
}

impl Column {
    fn from_below() -> Self {
        Self {
            baseline: OG_HEIGHT as f32 - MARGIN,
            parts: Vec::new(),
        }
    }

    fn add(&mut self, rows: &[String], face: &Face, size: f32, height: f32, colour: &str) {
        for row in rows.iter().rev() {
            self.parts
                .push(face.row(MARGIN, row, self.baseline, size, colour));
            self.baseline -= height;
        }
    }

    /// A short line above a title of this size.
    fn rule(&mut self, title_size: f32) {
        let top = self.baseline + title_size * 0.12 - 22.0;
        self.parts.push(format!(
            r##"<rect x="{MARGIN}" y="{top}" width="88" height="6" rx="3" fill="#FFC300"/>"##
        ));
    }
}
