//! Text chunks: which of them hold cards and assets, and how their text is read.

use std::io::{self, Read, Seek};
use std::ops::Range;

use flate2::bufread::ZlibDecoder;

use super::chunks::Chunk;
use crate::card_files::error::{CardFault, PartError};
use crate::card_files::limits::MAX_CARD_TEXT_BYTES;
use crate::card_files::source::{Capped, Source, Window};

/// The longest keyword that the standard allows.
const MAX_KEYWORD_BYTES: usize = 79;
/// Bytes of the language of an iTXt chunk, and of its translated keyword.
const MAX_LANGUAGE_BYTES: usize = 1_024;
/// What keywords of assets begin with. RisuAI wrote a colon behind it, and reads it without, too.
const ASSET_KEYWORD: &[u8] = b"chara-ext-asset_";

/// A text chunk that belongs to the card.
#[derive(Debug)]
pub(super) struct TextChunk {
    pub(super) form: Form,
    /// The data behind the keyword.
    pub(super) text: Range<u64>,
    pub(super) is_sound: bool,
}

/// The three kinds of text chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// tEXt.
    Plain,
    /// zTXt.
    Compressed,
    /// iTXt.
    International,
}

/// What a text chunk is for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// A card under its keyword in lower case.
    Card(&'static str),
    /// An asset with this number, which is a name rather than a number.
    Asset(String),
    /// Something that cards have nothing to do with.
    Other,
}

/// A text chunk and what it is for; `None` for chunks of other kinds.
pub(super) fn recognise(chunk: &Chunk) -> Option<(Use, TextChunk)> {
    let form = match &chunk.name {
        b"tEXt" => Form::Plain,
        b"zTXt" => Form::Compressed,
        b"iTXt" => Form::International,
        _ => return None,
    };
    let length = chunk
        .head
        .iter()
        .take(MAX_KEYWORD_BYTES + 1)
        .position(|byte| *byte == 0);
    let keyword = length.map_or(&[][..], |length| &chunk.head[..length]);
    let text = TextChunk {
        form,
        text: (chunk.data.start + keyword.len() as u64 + 1).min(chunk.data.end)..chunk.data.end,
        is_sound: chunk.is_sound,
    };
    Some((use_of(keyword), text))
}

fn use_of(keyword: &[u8]) -> Use {
    if keyword.eq_ignore_ascii_case(b"ccv3") {
        return Use::Card("ccv3");
    }
    if keyword.eq_ignore_ascii_case(b"chara") {
        return Use::Card("chara");
    }
    let number = keyword
        .split_at_checked(ASSET_KEYWORD.len())
        .filter(|(start, _)| start.eq_ignore_ascii_case(ASSET_KEYWORD))
        .map(|(_, number)| number.strip_prefix(b":").unwrap_or(number));
    match number {
        Some(number) => Use::Asset(String::from_utf8_lossy(number).into_owned()),
        None => Use::Other,
    }
}

/// The text of a chunk, inflated where it is compressed. A text of more than [`MAX_CARD_TEXT_BYTES`] fails
/// while it is read.
pub(super) fn open<'a, R: Read + Seek>(
    source: &'a mut Source<R>,
    chunk: &TextChunk,
) -> Result<Box<dyn Read + 'a>, PartError<CardFault>> {
    let mut data = source.window(chunk.text.clone())?;
    let is_compressed = match chunk.form {
        Form::Plain => false,
        Form::Compressed => {
            read_method(&mut data)?;
            true
        }
        Form::International => {
            let is_compressed = read_byte(&mut data)? == 1;
            let method = read_method(&mut data);
            skip_text(&mut data)?;
            skip_text(&mut data)?;
            // The method says nothing where nothing is compressed.
            if is_compressed {
                method?;
            }
            is_compressed
        }
    };
    Ok(match is_compressed {
        true => Box::new(Capped::new(ZlibDecoder::new(data), MAX_CARD_TEXT_BYTES)),
        false => Box::new(Capped::new(data, MAX_CARD_TEXT_BYTES)),
    })
}

fn read_byte(data: &mut impl Read) -> io::Result<u8> {
    let mut byte = [0];
    let count = data.read(&mut byte)?;
    Ok(if count == 0 { 0 } else { byte[0] })
}

/// Reads the kind of compression; 0 is the only one there is.
fn read_method(data: &mut impl Read) -> Result<(), PartError<CardFault>> {
    match read_byte(data)? {
        0 => Ok(()),
        _ => Err(PartError::Fault(CardFault::Method)),
    }
}

/// Skips a text with the NUL that ends it.
fn skip_text<R: Read>(data: &mut Window<'_, R>) -> Result<(), PartError<CardFault>> {
    for _ in 0..MAX_LANGUAGE_BYTES {
        if data.limit() == 0 {
            break;
        }
        if read_byte(data)? == 0 {
            return Ok(());
        }
    }
    Err(PartError::Fault(CardFault::Encoding))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_compared_without_case() {
        for (keyword, used) in [
            (&b"chara"[..], Use::Card("chara")),
            (b"Chara", Use::Card("chara")),
            (b"CCV3", Use::Card("ccv3")),
            (b"chara-ext-asset_:0", Use::Asset("0".to_owned())),
            (b"Chara-Ext-Asset_12", Use::Asset("12".to_owned())),
            (b"chara-ext-asset_", Use::Asset(String::new())),
            (b"chara ", Use::Other),
            (b"parameters", Use::Other),
            (b"", Use::Other),
        ] {
            assert_eq!(use_of(keyword), used, "{keyword:?}");
        }
    }
}
