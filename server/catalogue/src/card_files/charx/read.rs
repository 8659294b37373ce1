//! Reads a CHARX: `card.json` at the root, and every other file as an asset.

use std::io::{Read, Seek};
use std::ops::Range;

use serde_json::Value;

use crate::card_files::archive::{Directory, PackedFile, find, open_file, visit};
use crate::card_files::asset::{Asset, AssetList, AssetPlace, plain_path};
use crate::card_files::error::{
    ArchiveFault, AssetFault, CardFault, CardFileError, CardPlace, Encryption, PartError,
};
use crate::card_files::json;
use crate::card_files::kind::{AssetKind, FileKind};
use crate::card_files::limits::MAX_CARD_JSON_BYTES;
use crate::card_files::notice::Notices;
use crate::card_files::source::{Source, read_up_to};

/// The card's path. It is compared exactly.
pub(super) const CARD_PATH: &str = "card.json";
/// What file managers put into an archive by themselves.
const LITTER: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];
/// The folder of what macOS puts there.
const LITTER_FOLDER: &[u8] = b"__MACOSX/";

/// What a CHARX holds.
#[derive(Debug)]
pub(crate) struct CharxCard {
    pub(crate) kind: FileKind,
    pub(crate) card: Value,
    /// What stands in front of the archive, such as a picture.
    pub(crate) front: Range<u64>,
    pub(crate) assets: Vec<Asset>,
}

/// The directory of an archive that ends where the file ends, if it lists a `card.json`. A picture with
/// something else behind it, and one that only looks as if there were an archive, are pictures.
pub(crate) fn find_card<R: Read + Seek>(source: &mut Source<R>) -> Result<Option<Directory>, CardFileError> {
    let Some(directory) = find(source)? else {
        return Ok(None);
    };
    let mut has_card = false;
    let visited = visit(source, &directory, |entry| {
        has_card |= entry.path == CARD_PATH.as_bytes();
        Ok(())
    });
    match visited {
        Err(CardFileError::Io(error)) => Err(error.into()),
        _ => Ok(has_card.then_some(directory)),
    }
}

/// Reads a card from an archive.
///
/// # Errors
/// The archive is damaged, encrypted or over a limit, has no card, or one that cannot be read. Assets over a
/// limit are left out without an error.
pub(crate) fn read<R: Read + Seek>(
    source: &mut Source<R>,
    directory: &Directory,
    notices: &mut Notices,
) -> Result<CharxCard, CardFileError> {
    let mut card = None;
    let mut assets = AssetList::default();
    let mut front = directory.range.start;
    visit(source, directory, |entry| {
        front = front.min(entry.file.header_at);
        if entry.path == CARD_PATH.as_bytes() {
            return match card.replace(entry.file) {
                None => Ok(()),
                Some(_) => Err(ArchiveFault::SeveralCards.into()),
            };
        }
        if !is_passed_over(entry.path)
            && let Err(fault) = take(&mut assets, entry.path, entry.file)
        {
            notices.leave_out(entry.path, fault);
        }
        Ok(())
    })?;
    let kind = match front {
        0 => FileKind::Charx,
        _ => FileKind::CharxInPicture,
    };
    let card = card.ok_or(CardFileError::NoCard { kind })?;
    Ok(CharxCard {
        kind,
        card: read_card(source, &card)?,
        front: 0..front,
        assets: assets.into_list(),
    })
}

/// Whether an entry is a folder, or nothing that an author put there.
fn is_passed_over(path: &[u8]) -> bool {
    let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    let is_litter = LITTER.iter().any(|litter| name == litter.as_bytes());
    name.is_empty() || is_litter || path.starts_with(LITTER_FOLDER)
}

fn take(assets: &mut AssetList, path: &[u8], file: PackedFile) -> Result<(), AssetFault> {
    if assets.is_full() {
        return Err(AssetFault::TooMany);
    }
    let path = plain_path(path)?;
    file.check()?;
    assets.take(Asset {
        path: path.to_owned(),
        kind: AssetKind::of_path(path),
        size_bytes: file.unpacked_bytes,
        place: AssetPlace::Archive(file),
    })
}

fn read_card<R: Read + Seek>(source: &mut Source<R>, file: &PackedFile) -> Result<Value, CardFileError> {
    if file.is_encrypted() {
        return Err(CardFileError::Encrypted(Encryption::Zip));
    }
    let refused = |fault| PartError::Fault(fault).at(CardPlace::CardJson);
    if file.unpacked_bytes > MAX_CARD_JSON_BYTES as u64 {
        return Err(refused(CardFault::TooLarge));
    }
    let content = open_file(source, CARD_PATH.as_bytes(), file).map_err(|error| match error {
        PartError::Io(error) => error.into(),
        PartError::Fault(AssetFault::Method) => refused(CardFault::Method),
        PartError::Fault(_) => ArchiveFault::Damaged.into(),
    })?;
    let text = read_up_to(content, MAX_CARD_JSON_BYTES)
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::InvalidData => refused(CardFault::Checksum),
            _ => error.into(),
        })?
        .ok_or_else(|| refused(CardFault::TooLarge))?;
    json::parse(&text).map_err(refused)
}
