//! Opens a card file of any kind, and gives its card, its picture and its assets.

use std::io::{self, Read, Seek};
use std::ops::Range;

use serde_json::Value;

use super::archive::{find, open_file};
use super::asset::{Asset, AssetPlace};
use super::base64::{Base64Reader, is_not_base64};
use super::error::{ArchiveFault, AssetFault, CardFileError, Encryption};
use super::kind::{FileKind, PictureKind};
use super::limits::{MAX_FILE_BYTES, MAX_PICTURE_BYTES};
use super::notice::{Notice, Notices, printable};
use super::recognise::{Beginning, HEAD_BYTES, recognise};
use super::source::{Ranges, Source};
use super::{charx, photo, png, text_file};

/// A card file that was recognised, with its card. Pictures and assets stay in the file until they are read.
#[derive(Debug)]
pub struct CardFile<R> {
    source: Source<R>,
    found: Found,
    notices: Vec<Notice>,
}

/// What was found in a file.
#[derive(Debug)]
struct Found {
    kind: FileKind,
    card: Value,
    assets: Vec<Asset>,
    picture: Option<Picture>,
}

/// The picture that a file is or begins with.
#[derive(Debug)]
struct Picture {
    kind: PictureKind,
    ranges: Vec<Range<u64>>,
}

/// Recognises a card file by its content and reads its card.
///
/// It holds the text of the card (at most [`MAX_CARD_JSON_BYTES`](super::MAX_CARD_JSON_BYTES)), one
/// buffer, and the list of assets in memory, whatever the file says of itself.
///
/// # Errors
/// Why the file is not taken. What is only over a limit beside the card is in
/// [`notices`](CardFile::notices) instead.
pub fn open<R: Read + Seek>(file: R) -> Result<CardFile<R>, CardFileError> {
    let mut source = Source::new(file)?;
    let size_bytes = source.len();
    if size_bytes == 0 {
        return Err(CardFileError::Empty);
    }
    if size_bytes > MAX_FILE_BYTES {
        return Err(CardFileError::FileTooLarge { size_bytes });
    }
    let mut notices = Notices::default();
    let mut found = read(&mut source, &mut notices)?;
    if let Some(picture) = &found.picture
        && picture.size_bytes() > MAX_PICTURE_BYTES
    {
        let size_bytes = picture.size_bytes();
        notices.push(Notice::PictureTooLarge { size_bytes });
        found.picture = None;
    }
    Ok(CardFile {
        source,
        found,
        notices: notices.into_list(),
    })
}

fn read<R: Read + Seek>(source: &mut Source<R>, notices: &mut Notices) -> Result<Found, CardFileError> {
    let head = source.read_at(0, HEAD_BYTES)?;
    let beginning = recognise(&head);
    if beginning == Beginning::Archive {
        let directory = find(source)?.ok_or(ArchiveFault::Damaged)?;
        return Ok(found_in_archive(charx::read(source, &directory, notices)?, None));
    }
    // A card that is packed behind a picture, or behind anything else, has more to it than one in the
    // picture.
    if let Some(directory) = charx::find_card(source)? {
        let front = match beginning {
            Beginning::Picture(kind) => Some(kind),
            _ => None,
        };
        return Ok(found_in_archive(charx::read(source, &directory, notices)?, front));
    }
    match beginning {
        Beginning::Picture(PictureKind::Png) => {
            let read = png::read(source, notices)?;
            Ok(Found {
                kind: read.kind,
                card: read.card,
                assets: read.assets,
                picture: Some(Picture {
                    kind: PictureKind::Png,
                    ranges: read.picture,
                }),
            })
        }
        Beginning::Picture(picture) => {
            let (kind, card) = photo::read(source, picture)?;
            Ok(Found {
                kind,
                card,
                assets: Vec::new(),
                picture: Some(Picture::of(picture, 0..source.len())),
            })
        }
        Beginning::RisuEncrypted => Err(CardFileError::Encrypted(Encryption::RisuAi)),
        Beginning::Other(what) => Err(CardFileError::Unknown {
            looks_like: Some(what),
        }),
        Beginning::Text | Beginning::Archive => {
            let (kind, card) = text_file::read(source)?;
            Ok(Found {
                kind,
                card,
                assets: Vec::new(),
                picture: None,
            })
        }
    }
}

fn found_in_archive(read: charx::CharxCard, front: Option<PictureKind>) -> Found {
    Found {
        kind: read.kind,
        card: read.card,
        assets: read.assets,
        picture: front.map(|kind| Picture::of(kind, read.front)),
    }
}

impl Picture {
    /// A picture that is one range of the file.
    fn of(kind: PictureKind, range: Range<u64>) -> Self {
        let ranges = vec![range];
        Self { kind, ranges }
    }

    fn size_bytes(&self) -> u64 {
        self.ranges.iter().map(|range| range.end - range.start).sum()
    }
}

impl<R: Read + Seek> CardFile<R> {
    /// What the file is.
    #[must_use]
    pub fn kind(&self) -> FileKind {
        self.found.kind
    }

    /// The card: a JSON object of any version.
    #[must_use]
    pub fn card(&self) -> &Value {
        &self.found.card
    }

    /// Takes the card out, so that it is in memory once only; `null` stays.
    pub fn take_card(&mut self) -> Value {
        self.found.card.take()
    }

    /// What was not taken as it is.
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// The files that come with the card, in the order of the file.
    #[must_use]
    pub fn assets(&self) -> &[Asset] {
        &self.found.assets
    }

    /// Streams an asset by its place in [`assets`](Self::assets). It gives no more bytes than the asset's
    /// [`size_bytes`](Asset::size_bytes), which is within the limits.
    ///
    /// # Errors
    /// There is no such asset, its header is damaged, or the storage failed. A fault that shows later is an
    /// [`AssetFault`] in the reader's error: [`asset_fault`] finds it.
    pub fn read_asset(&mut self, index: usize) -> Result<impl Read, CardFileError> {
        let missing = || io::Error::from(io::ErrorKind::NotFound);
        let asset = self.found.assets.get(index).ok_or_else(missing)?;
        let content: Box<dyn Read + '_> = match &asset.place {
            AssetPlace::Archive(file) => open_file(&mut self.source, asset.path.as_bytes(), file)
                .map_err(|error| error.of_asset(&printable(asset.path.as_bytes())))?,
            AssetPlace::Base64(range) => Box::new(Base64Reader::new(self.source.window(range.clone())?)),
        };
        Ok(content)
    }

    /// The kind of the picture that the file is or begins with, for the portrait. `None` where there is
    /// none, or one that is too large.
    #[must_use]
    pub fn picture_kind(&self) -> Option<PictureKind> {
        self.found.picture.as_ref().map(|picture| picture.kind)
    }

    /// Streams that picture, without the card: at most
    /// [`MAX_PICTURE_BYTES`](super::MAX_PICTURE_BYTES). Its pixels were not looked at.
    pub fn read_picture(&mut self) -> Option<impl Read> {
        let picture = self.found.picture.as_ref()?;
        Some(Ranges::new(&mut self.source, &picture.ranges))
    }
}

/// Why reading an asset failed, if it is the asset's fault and not the storage's.
#[must_use]
pub fn asset_fault(error: &io::Error) -> Option<AssetFault> {
    if is_not_base64(error) {
        return Some(AssetFault::Damaged);
    }
    error.get_ref().and_then(|inner| inner.downcast_ref()).copied()
}
