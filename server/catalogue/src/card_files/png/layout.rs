//! What is where in a PNG card: the picture, the cards and the assets.

use std::io::{Read, Seek};
use std::ops::Range;

use super::chunks::{Chunks, SIGNATURE};
use super::text::{TextChunk, Use, recognise};
use crate::card_files::error::{CardFileError, PngFault};
use crate::card_files::limits::{MAX_ASSETS, MAX_TEXT_CHUNKS};
use crate::card_files::source::Source;

/// The parts of a PNG.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// The picture without its end chunk and without what belongs to the card, in few ranges.
    pub(super) picture: Vec<Range<u64>>,
    /// The end chunk.
    pub(super) end: Range<u64>,
    pub(super) is_animated: bool,
    /// The cards in the order of the file, with their keywords and which of the keyword they are, from 1.
    pub(super) cards: Vec<(&'static str, usize, TextChunk)>,
    /// The assets with their numbers, at most [`MAX_ASSETS`].
    pub(super) assets: Vec<(String, TextChunk)>,
    /// The numbers of assets beyond [`MAX_ASSETS`]. As many as there are chunks, and short.
    pub(super) further_assets: Vec<String>,
}

/// Looks at all chunks of a PNG.
///
/// # Errors
/// What is wrong with the PNG itself.
pub(super) fn scan<R: Read + Seek>(source: &mut Source<R>) -> Result<Layout, CardFileError> {
    let mut layout = Layout::default();
    keep(&mut layout.picture, 0..SIGNATURE.len() as u64);
    let mut chunks = Chunks::new(source)?;
    let mut texts = 0;
    while let Some(chunk) = chunks.next()? {
        layout.is_animated |= chunk.name == *b"acTL";
        match recognise(&chunk) {
            Some((Use::Card(keyword), text)) => {
                texts += 1;
                let before = layout.cards.iter().filter(|(other, ..)| *other == keyword);
                let number = before.count() + 1;
                layout.cards.push((keyword, number, text));
            }
            Some((Use::Asset(number), text)) => match layout.assets.len() < MAX_ASSETS {
                true => layout.assets.push((number, text)),
                false => layout.further_assets.push(number),
            },
            Some((Use::Other, _)) => {
                texts += 1;
                keep(&mut layout.picture, chunk.whole);
            }
            None if chunk.name == *b"IEND" => layout.end = chunk.whole,
            None => keep(&mut layout.picture, chunk.whole),
        }
        if texts > MAX_TEXT_CHUNKS {
            return Err(PngFault::TooManyTextChunks.into());
        }
    }
    Ok(layout)
}

/// Adds a range, to the last one where it follows at once.
fn keep(ranges: &mut Vec<Range<u64>>, next: Range<u64>) {
    match ranges.last_mut() {
        Some(last) if last.end == next.start => last.end = next.end,
        _ => ranges.push(next),
    }
}
