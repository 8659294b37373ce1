//! Reads the card in a picture's comment, in each of the forms that programs gave it.

use std::io::{Read, Seek};

use serde_json::Value;

use super::containers::find_exif;
use super::exif::{ByteOrder, find_comment};
use crate::card_files::card_text::read_card;
use crate::card_files::error::{CardFault, CardFileError, CardPlace, PartError};
use crate::card_files::kind::{FileKind, PictureKind};
use crate::card_files::limits::MAX_CARD_TEXT_BYTES;
use crate::card_files::source::{Source, read_up_to};

/// Bytes in front of a comment that name its character set (Exif 2.32, table 9).
const CHARSET_BYTES: usize = 8;

/// Reads a card from a JPEG or WebP.
///
/// # Errors
/// The picture has no card in its comment, or one that cannot be read.
pub(crate) fn read<R: Read + Seek>(
    source: &mut Source<R>,
    picture: PictureKind,
) -> Result<(FileKind, Value), CardFileError> {
    let kind = match picture {
        PictureKind::WebP => FileKind::WebP,
        PictureKind::Jpeg | PictureKind::Png => FileKind::Jpeg,
    };
    let place = match find_exif(source, picture)? {
        Some(exif) => find_comment(source, exif)?,
        None => None,
    };
    let (range, order) = place.ok_or(CardFileError::NoCard { kind })?;
    let refused = |fault| PartError::Fault(fault).at(CardPlace::Comment);
    let comment = read_up_to(source.window(range)?, MAX_CARD_TEXT_BYTES)?
        .ok_or_else(|| refused(CardFault::TooLarge))?;
    let text = decode(comment, order);
    match read_card(text.as_slice()) {
        Ok(card) => Ok((kind, card)),
        // Cameras and editors write comments, too.
        Err(PartError::Fault(CardFault::NoJson)) => Err(CardFileError::NoCard { kind }),
        Err(error) => Err(error.at(CardPlace::Comment)),
    }
}

/// The comment as UTF-8, without its character set.
fn decode(comment: Vec<u8>, order: ByteOrder) -> Vec<u8> {
    let (charset, text) = comment.split_at_checked(CHARSET_BYTES).unwrap_or((&[], &comment));
    let text = match charset {
        b"UNICODE\0" => return from_utf16(text, order).into_bytes(),
        b"ASCII\0\0\0" | b"\0\0\0\0\0\0\0\0" | b"JIS\0\0\0\0\0" => text,
        // A text without a character set in front.
        _ => &comment,
    };
    from_numbers(text).unwrap_or_else(|| text.to_vec())
}

fn from_utf16(text: &[u8], order: ByteOrder) -> String {
    // A mark at the beginning says more than the order of the TIFF.
    let (order, text) = match text {
        [0xff, 0xfe, rest @ ..] => (ByteOrder::Little, rest),
        [0xfe, 0xff, rest @ ..] => (ByteOrder::Big, rest),
        // Some programs write the comment in one order whatever the TIFF has: a card begins with an ASCII
        // character.
        [0, low, ..] if *low != 0 => (ByteOrder::Big, text),
        [low, 0, ..] if *low != 0 => (ByteOrder::Little, text),
        _ => (order, text),
    };
    let units = text.chunks_exact(2).map(|pair| order.u16([pair[0], pair[1]]));
    char::decode_utf16(units)
        .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// A text of decimal numbers with commas between them, each of which is a byte: how some programs print a
/// list of bytes into the comment.
fn from_numbers(text: &[u8]) -> Option<Vec<u8>> {
    let is_list = text
        .iter()
        .all(|byte| matches!(byte, b'0'..=b'9' | b',' | b' ' | 0))
        && text.contains(&b',');
    if !is_list {
        return None;
    }
    let numbers = std::str::from_utf8(text).ok()?.trim_end_matches('\0').split(',');
    numbers.map(|number| number.trim().parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_read_in_every_form() {
        let utf16 = |big: bool| -> Vec<u8> {
            let units = "{\"é\":1}".encode_utf16();
            units
                .flat_map(|unit| {
                    if big {
                        unit.to_be_bytes()
                    } else {
                        unit.to_le_bytes()
                    }
                })
                .collect()
        };
        for (comment, text) in [
            ([&b"ASCII\0\0\0"[..], b"{}"].concat(), "{}"),
            ([&b"\0\0\0\0\0\0\0\0"[..], b"{}"].concat(), "{}"),
            (b"{\"name\":\"Aki\"}".to_vec(), "{\"name\":\"Aki\"}"),
            (b"ASCII\0\0\x00123,34, 97,34,58,49,125\0".to_vec(), "{\"a\":1}"),
            ([&b"UNICODE\0"[..], &utf16(true)].concat(), "{\"é\":1}"),
            ([&b"UNICODE\0"[..], &utf16(false)].concat(), "{\"é\":1}"),
            ([&b"UNICODE\0\xff\xfe"[..], &utf16(false)].concat(), "{\"é\":1}"),
            (b"300,1".to_vec(), "300,1"),
        ] {
            let decoded = decode(comment, ByteOrder::Big);
            assert_eq!(String::from_utf8_lossy(&decoded), text);
        }
    }
}
