//! Writes a card into a PNG, without a change to the picture itself.

use std::io::{self, Cursor, Read, Seek, Write};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

use super::layout::scan;
use crate::card_files::error::{AssetFault, CardFileError, CardPlace};
use crate::card_files::json;
use crate::card_files::limits::MAX_PICTURE_BYTES;
use crate::card_files::source::{Ranges, Source};

/// The forms of one card that go into a PNG: older programs read the one, newer ones the other.
#[derive(Debug, Clone, Copy)]
pub struct PngCards<'a> {
    /// The card in version 2, for the chunk `chara`.
    pub v2: &'a Value,
    /// The card in version 3, for the chunk `ccv3`.
    pub v3: &'a Value,
}

/// Writes the picture with both forms of the card before its end chunk. Cards and assets that the picture
/// brought are left out; every other chunk stays, byte for byte.
///
/// # Errors
/// The portrait is not a sound PNG or is too large, a card is not one that [`open`](super::super::open)
/// takes, or `out` fails.
pub fn write_png(portrait: &[u8], cards: PngCards<'_>, out: &mut impl Write) -> Result<(), CardFileError> {
    let mut source = Source::new(Cursor::new(portrait))?;
    if source.len() > MAX_PICTURE_BYTES {
        return Err(CardFileError::Asset {
            path: "portrait".to_owned(),
            fault: AssetFault::PictureTooLarge,
        });
    }
    let layout = scan(&mut source)?;
    let v2 = chunk("chara", cards.v2)?;
    let v3 = chunk("ccv3", cards.v3)?;
    copy(&mut Ranges::new(&mut source, &layout.picture), out)?;
    out.write_all(&v2)?;
    out.write_all(&v3)?;
    copy(&mut Ranges::new(&mut source, &[layout.end]), out)
}

fn copy<R: Read + Seek>(from: &mut Ranges<'_, R>, out: &mut impl Write) -> Result<(), CardFileError> {
    io::copy(from, out)?;
    Ok(())
}

/// The chunk tEXt with a card as base64.
fn chunk(keyword: &'static str, card: &Value) -> Result<Vec<u8>, CardFileError> {
    let text = json::to_bytes(card).map_err(|fault| CardFileError::Card {
        place: CardPlace::Chunk { keyword, number: 1 },
        fault,
    })?;
    let mut body = format!("tEXt{keyword}\0").into_bytes();
    body.extend_from_slice(BASE64_STANDARD.encode(text).as_bytes());
    let length = u32::try_from(body.len() - 4).map_err(io::Error::other)?;
    let checksum = crc32fast::hash(&body);
    Ok([&length.to_be_bytes()[..], &body, &checksum.to_be_bytes()].concat())
}
