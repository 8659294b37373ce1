//! Breaks measured text into lines. Pure.

use unicode_segmentation::UnicodeSegmentation;

/// The size at which words are measured, in pixels; widths grow in proportion.
pub(super) const MEASURED_SIZE: f32 = 100.0;

/// The words of a text and their widths at [`MEASURED_SIZE`].
pub(super) struct Measured {
    pub(super) words: Vec<Word>,
    /// The width of a space.
    pub(super) space: f32,
    /// The width of an ellipsis.
    pub(super) ellipsis: f32,
}

/// A word and its width at [`MEASURED_SIZE`].
#[derive(Clone)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) width: f32,
}

impl Measured {
    /// At most `most` lines, the last one ending in an ellipsis if something had to be left out.
    pub(super) fn lines(&self, size: f32, line: f32, most: usize) -> Vec<String> {
        let mut rows = self.break_lines(size, line);
        if rows.len() <= most {
            // The narrowest width that needs no further line makes the lines even; a lone last word looks lost.
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
        rows.iter().map(|row| text_of(row)).collect()
    }

    /// Breaks at spaces, and within a word (or a text without spaces) only where it alone is wider than the
    /// line.
    pub(super) fn break_lines(&self, size: f32, line: f32) -> Vec<Vec<Word>> {
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

    /// Shortens a row by whole words until an ellipsis fits.
    fn cut(&self, row: &mut Vec<Word>, size: f32, line: f32) {
        let fitting = line * MEASURED_SIZE / size - self.ellipsis;
        let width = |row: &[Word]| row.iter().map(|word| word.width + self.space).sum::<f32>() - self.space;
        while row.len() > 1 && width(row) > fitting {
            row.pop();
        }
        if let Some(last) = row.last_mut() {
            if let Some(shorter) = pieces(last, fitting).into_iter().next() {
                *last = shorter;
            }
            last.text = format!("{}…", last.text.trim_end_matches([',', '.', ';', ':', '-']));
        }
    }
}

fn text_of(row: &[Word]) -> String {
    let words: Vec<&str> = row.iter().map(|word| word.text.as_str()).collect();
    words.join(" ")
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
