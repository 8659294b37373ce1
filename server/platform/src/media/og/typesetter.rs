//! Measures and breaks text with the fonts that will draw it.

use std::sync::Arc;

use resvg::usvg::{self, fontdb};
use unicode_segmentation::UnicodeSegmentation;

use super::face::{Face, TITLE};
use super::fonts::like_weighted_fallback;
use super::lines::{MEASURED_SIZE, Measured, Word};

/// Title sizes, in pixels, tried from the largest until three lines are enough.
pub(super) const TITLE_SIZES: [f32; 3] = [76.0, 64.0, 54.0];
/// The most lines of a title.
const TITLE_LINES: usize = 3;
/// Longer texts are cut before they are measured, in user-perceived characters.
const TEXT_GRAPHEMES: usize = 200;

/// Measures and breaks text with the fonts that will draw it.
pub(super) struct Typesetter {
    fonts: Arc<fontdb::Database>,
}

impl Typesetter {
    pub(super) fn new(fonts: Arc<fontdb::Database>) -> Self {
        Self { fonts }
    }

    /// The parsed SVG.
    pub(super) fn tree(&self, svg: &str) -> Option<usvg::Tree> {
        let options = usvg::Options {
            fontdb: Arc::clone(&self.fonts),
            font_resolver: usvg::FontResolver {
                select_fallback: like_weighted_fallback(),
                ..usvg::FontResolver::default()
            },
            // The overlay refers to no files and never will.
            image_href_resolver: usvg::ImageHrefResolver {
                resolve_data: Box::new(|_, _, _| None),
                resolve_string: Box::new(|_, _| None),
            },
            ..usvg::Options::default()
        };
        match usvg::Tree::from_str(svg, &options) {
            Ok(tree) => Some(tree),
            Err(error) => {
                tracing::error!(%error, "the overlay of an OG image is not valid SVG");
                None
            }
        }
    }

    /// The width of a text in pixels at [`MEASURED_SIZE`]; `None` if a character has no glyph in any font.
    fn width(&self, text: &str, face: &Face) -> Option<f32> {
        let row = face.row(0.0, text, MEASURED_SIZE, MEASURED_SIZE, "#000");
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

    /// Measures a text word by word; `None` if a character has no glyph in any font.
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

    /// The title at the largest size at which it needs no more lines than allowed, in lines of about equal length.
    pub(super) fn title(&self, text: &str, line: f32) -> Option<(f32, Vec<String>)> {
        let measured = self.measure(text, &TITLE)?;
        let fits = |size: &f32| measured.break_lines(*size, line).len() <= TITLE_LINES;
        let size = TITLE_SIZES
            .into_iter()
            .find(fits)
            .unwrap_or(TITLE_SIZES[TITLE_SIZES.len() - 1]);
        Some((size, measured.lines(size, line, TITLE_LINES)))
    }

    /// A text in at most `most` lines of about equal length; `None` if a character has no glyph in any
    /// font.
    pub(super) fn lines(
        &self,
        text: &str,
        face: &Face,
        size: f32,
        line: f32,
        most: usize,
    ) -> Option<Vec<String>> {
        Some(self.measure(text, face)?.lines(size, line, most))
    }
}

/// One line of ordinary characters: what XML cannot contain, line breaks and characters without a width become spaces.
pub(super) fn clean(text: &str) -> String {
    let is_noise = |c: char| {
        c.is_control()
            || matches!(c, '\u{FFFE}' | '\u{FFFF}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
    };
    let plain: String = text.chars().map(|c| if is_noise(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").graphemes(true).take(TEXT_GRAPHEMES).collect()
}
