//! Writes a CHARX. The same card and assets always give the same bytes.

use std::io::{self, Read, Seek, Write};

use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::read::CARD_PATH;
use crate::card_files::asset::plain_path;
use crate::card_files::error::{AssetFault, CardFileError, CardPlace};
use crate::card_files::json;
use crate::card_files::kind::AssetKind;
use crate::card_files::limits::{MAX_ASSETS, MAX_FILE_BYTES, MAX_PICTURE_BYTES};
use crate::card_files::notice::printable;

/// Writes a CHARX to a file: the card first, then asset by asset, each streamed.
///
/// A file is an archive only after [`finish`](Self::finish).
#[derive(Debug)]
pub struct CharxWriter<W: Write + Seek> {
    archive: ZipWriter<W>,
    paths: Vec<String>,
    total_bytes: u64,
}

/// Every file of every archive has the same time and rights.
fn options(method: CompressionMethod) -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(method)
        .last_modified_time(DateTime::DEFAULT)
        .unix_permissions(0o644)
}

impl<W: Write + Seek> CharxWriter<W> {
    /// Begins an archive with its card.
    ///
    /// # Errors
    /// The card is not one that [`open`](super::super::open) takes, or `out` fails.
    pub fn new(out: W, card: &Value) -> Result<Self, CardFileError> {
        let text = json::to_bytes(card).map_err(|fault| CardFileError::Card {
            place: CardPlace::CardJson,
            fault,
        })?;
        let mut archive = ZipWriter::new(out);
        archive
            .start_file(CARD_PATH, options(CompressionMethod::Deflated))
            .map_err(io::Error::from)?;
        archive.write_all(&text)?;
        Ok(Self {
            archive,
            paths: Vec::new(),
            total_bytes: 0,
        })
    }

    /// Adds an asset under the path by which the card names it.
    /// What is packed by itself, as pictures, sound and films are, is stored; the rest is deflated.
    ///
    /// # Errors
    /// The path is taken or no plain path, the asset is over a limit that [`open`](super::super::open)
    /// holds, or `content` or the file fails.
    pub fn add(&mut self, path: &str, content: impl Read) -> Result<(), CardFileError> {
        let refused = |fault| CardFileError::Asset {
            path: printable(path.as_bytes()),
            fault,
        };
        plain_path(path.as_bytes()).map_err(refused)?;
        if path == CARD_PATH || self.paths.iter().any(|other| other == path) {
            return Err(refused(AssetFault::Duplicate));
        }
        if self.paths.len() == MAX_ASSETS {
            return Err(refused(AssetFault::TooMany));
        }
        let kind = AssetKind::of_path(path);
        let (method, fault, most) = match kind {
            AssetKind::Image => (
                CompressionMethod::Stored,
                AssetFault::PictureTooLarge,
                MAX_PICTURE_BYTES,
            ),
            AssetKind::Audio | AssetKind::Video => (
                CompressionMethod::Stored,
                AssetFault::TotalTooLarge,
                MAX_FILE_BYTES,
            ),
            _ => (
                CompressionMethod::Deflated,
                AssetFault::TotalTooLarge,
                MAX_FILE_BYTES,
            ),
        };
        let left = MAX_FILE_BYTES - self.total_bytes;
        self.archive
            .start_file(path, options(method))
            .map_err(io::Error::from)?;
        let written = io::copy(&mut content.take(most.min(left) + 1), &mut self.archive)?;
        if written > most {
            return Err(refused(fault));
        }
        if written > left {
            return Err(refused(AssetFault::TotalTooLarge));
        }
        self.total_bytes += written;
        self.paths.push(path.to_owned());
        Ok(())
    }

    /// Writes the directory; returns the file.
    ///
    /// # Errors
    /// The file fails.
    pub fn finish(self) -> Result<W, CardFileError> {
        Ok(self.archive.finish().map_err(io::Error::from)?)
    }
}
