//! Reads a card from a PNG: the first valid `ccv3` counts, else the first valid `chara`.
//!
//! Programs differ in which of several chunks they take (the first or the last). The order here is the
//! standard's where it has one, and the other cards are reported.

use std::io::{self, Read, Seek};
use std::ops::Range;

use serde_json::Value;

use super::layout::{Layout, scan};
use super::text::{Form, TextChunk, open};
use crate::card_files::asset::{Asset, AssetList, AssetPlace, plain_path};
use crate::card_files::base64::{Base64Reader, is_not_base64};
use crate::card_files::card_text::read_card;
use crate::card_files::error::{AssetFault, CardFault, CardFileError, CardPlace, PartError};
use crate::card_files::kind::{AssetKind, FileKind};
use crate::card_files::limits::MAX_CARDS_TRIED;
use crate::card_files::notice::{Notice, Notices};
use crate::card_files::source::{Source, fill};

/// Bytes by which the kind of an asset is recognised.
const SNIFFED_BYTES: usize = 16;

/// What a PNG card holds.
#[derive(Debug)]
pub(crate) struct PngCard {
    pub(crate) kind: FileKind,
    pub(crate) card: Value,
    /// The picture without the card.
    pub(crate) picture: Vec<Range<u64>>,
    pub(crate) assets: Vec<Asset>,
}

/// Reads a card from a PNG.
///
/// # Errors
/// The PNG is damaged, holds no card, or none that can be read.
pub(crate) fn read<R: Read + Seek>(
    source: &mut Source<R>,
    notices: &mut Notices,
) -> Result<PngCard, CardFileError> {
    let layout = scan(source)?;
    let kind = match layout.is_animated {
        true => FileKind::Apng,
        false => FileKind::Png,
    };
    let card = choose(source, &layout, kind, notices)?;
    let assets = read_assets(source, &layout, notices)?;
    let mut picture = layout.picture;
    picture.push(layout.end);
    Ok(PngCard {
        kind,
        card,
        picture,
        assets,
    })
}

/// The card that counts. The others become notices.
fn choose<R: Read + Seek>(
    source: &mut Source<R>,
    layout: &Layout,
    kind: FileKind,
    notices: &mut Notices,
) -> Result<Value, CardFileError> {
    let of = |wanted: &'static str| {
        layout
            .cards
            .iter()
            .filter(move |(keyword, ..)| *keyword == wanted)
    };
    let mut chosen = None;
    let mut broken = Vec::new();
    for (keyword, number, chunk) in of("ccv3").chain(of("chara")) {
        let place = CardPlace::Chunk {
            keyword,
            number: *number,
        };
        if chosen.is_some() {
            notices.push(Notice::OtherCard { place });
            continue;
        }
        if broken.len() == MAX_CARDS_TRIED {
            notices.push(Notice::CardNotTried { place });
            continue;
        }
        match read_chunk(source, chunk) {
            Ok(card) => chosen = Some(card),
            Err(PartError::Io(error)) => return Err(error.into()),
            Err(PartError::Fault(fault)) => {
                let notice = Notice::BrokenCard {
                    place: place.clone(),
                    fault: fault.clone(),
                };
                notices.push(notice);
                broken.push((place, fault));
            }
        }
    }
    if let Some(card) = chosen {
        return Ok(card);
    }
    // That it is encrypted explains more than what is wrong with its neighbour.
    let told = broken
        .iter()
        .position(|(_, fault)| *fault == CardFault::Encrypted)
        .unwrap_or(0);
    match broken.into_iter().nth(told) {
        Some((place, fault)) => Err(PartError::Fault(fault).at(place)),
        None => Err(CardFileError::NoCard { kind }),
    }
}

fn read_chunk<R: Read + Seek>(
    source: &mut Source<R>,
    chunk: &TextChunk,
) -> Result<Value, PartError<CardFault>> {
    if !chunk.is_sound {
        return Err(PartError::Fault(CardFault::Checksum));
    }
    read_card(open(source, chunk)?)
}

/// The assets in text chunks, which RisuAI wrote before CHARX. Each is decoded once to see its size and kind.
fn read_assets<R: Read + Seek>(
    source: &mut Source<R>,
    layout: &Layout,
    notices: &mut Notices,
) -> Result<Vec<Asset>, CardFileError> {
    let mut list = AssetList::default();
    for (number, chunk) in &layout.assets {
        let path = format!("__asset:{number}");
        let read = match plain_path(number.as_bytes()) {
            Ok(_) => read_asset(source, chunk, path.clone()),
            Err(fault) => Err(PartError::Fault(fault)),
        };
        let taken = match read {
            Ok(asset) => list.take(asset),
            Err(PartError::Fault(fault)) => Err(fault),
            Err(PartError::Io(error)) => return Err(error.into()),
        };
        if let Err(fault) = taken {
            notices.leave_out(path.as_bytes(), fault);
        }
    }
    for number in &layout.further_assets {
        notices.leave_out(format!("__asset:{number}").as_bytes(), AssetFault::TooMany);
    }
    Ok(list.into_list())
}

fn read_asset<R: Read + Seek>(
    source: &mut Source<R>,
    chunk: &TextChunk,
    path: String,
) -> Result<Asset, PartError<AssetFault>> {
    if !chunk.is_sound {
        return Err(PartError::Fault(AssetFault::Damaged));
    }
    if chunk.form != Form::Plain {
        return Err(PartError::Fault(AssetFault::Method));
    }
    let mut content = Base64Reader::new(source.window(chunk.text.clone())?);
    let mut head = [0; SNIFFED_BYTES];
    let filled = fill(&mut content, &mut head).map_err(sort)?;
    let rest = io::copy(&mut content, &mut io::sink()).map_err(sort)?;
    Ok(Asset {
        path,
        kind: AssetKind::of_content(&head[..filled]),
        size_bytes: filled as u64 + rest,
        place: AssetPlace::Base64(chunk.text.clone()),
    })
}

fn sort(error: io::Error) -> PartError<AssetFault> {
    match is_not_base64(&error) {
        true => PartError::Fault(AssetFault::Damaged),
        false => PartError::Io(error),
    }
}
