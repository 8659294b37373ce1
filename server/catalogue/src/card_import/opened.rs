//! A card file that was opened: its card is read, its pictures are still in the file.

use std::fs::File;
use std::io::{self, Read};

use bytes::Bytes;
use platform::web::{Problem, StoredUpload};

use super::model::ReadLorebook;
use super::notices::list_unused;
use crate::card_fields::{AssetName, CardPicture, ImportedCard, OWN_PICTURE, import, import_book};
use crate::card_files::{
    AssetFault, AssetKind, CardFile, CardFileError, Notice, asset_fault, open, read_data_url,
};

/// A card with its pictures.
pub(super) struct OpenedCard {
    /// The file, for its pictures.
    pub(super) file: CardFile<File>,
    /// What its fields mean.
    pub(super) card: ImportedCard,
    /// What was left out beside them.
    pub(super) notices: Vec<String>,
}

impl OpenedCard {
    /// Reads a card, or a lorebook, which is called like its file if it has no name. Work that takes its time.
    ///
    /// # Errors
    /// 422 if it is no card or cannot be read.
    pub(super) fn read(file: File, file_name: Option<&str>) -> Result<Self, Problem> {
        let mut file = open(file)?;
        let mut names: Vec<AssetName> = file
            .assets()
            .iter()
            .map(|asset| AssetName {
                path: asset.path.clone(),
                is_picture: asset.kind == AssetKind::Image,
            })
            .collect();
        if file.picture_kind().is_some() {
            names.push(AssetName {
                path: OWN_PICTURE.to_owned(),
                is_picture: true,
            });
        }
        let card = import(&file.take_card(), &names, file_name)
            .map_err(|error| Problem::invalid("file", error.to_string()))?;
        let mut notices: Vec<String> = file.notices().iter().map(Notice::to_string).collect();
        notices.extend(list_unused(&file, &card.pictures));
        Ok(Self { file, card, notices })
    }
}

/// Reads the lorebook of a file: a book by itself, or that of a card. Work that takes its time.
///
/// # Errors
/// 422 if there is none that can be used.
pub(super) fn read_book(upload: StoredUpload) -> Result<ReadLorebook, Problem> {
    let mut file = open(upload.file)?;
    let read = import_book(file.take_card(), upload.name.as_deref())
        .map_err(|error| Problem::invalid("file", error.to_string()))?;
    Ok(ReadLorebook {
        lorebook: read.book,
        report: read.report,
        notices: file.notices().iter().map(Notice::to_string).collect(),
    })
}

/// The content of a picture, at most 10 MB. Work that takes its time. The inner error says why the picture
/// cannot be read.
///
/// # Errors
/// 500 if the file cannot be read.
pub(super) fn read_picture(
    file: &mut CardFile<File>,
    picture: &CardPicture,
) -> Result<Result<Bytes, AssetFault>, Problem> {
    let mut content = Vec::new();
    let read = match picture.asset {
        None => return Ok(read_data_url(&picture.inline).map(Bytes::from)),
        Some(index) if index < file.assets().len() => match file.read_asset(index) {
            Ok(mut asset) => asset.read_to_end(&mut content),
            Err(CardFileError::Io(error)) => Err(error),
            Err(CardFileError::Asset { fault, .. }) => return Ok(Err(fault)),
            Err(_) => return Ok(Err(AssetFault::Damaged)),
        },
        // The name behind those of the assets is that of the file's own picture.
        Some(_) => match file.read_picture() {
            Some(mut own) => own.read_to_end(&mut content),
            None => return Ok(Err(AssetFault::Damaged)),
        },
    };
    match read {
        Ok(_) => Ok(Ok(Bytes::from(content))),
        Err(error) => find_fault(error).map(Err),
    }
}

/// What is wrong with the picture.
///
/// # Errors
/// It is the file that cannot be read.
fn find_fault(error: io::Error) -> Result<AssetFault, Problem> {
    match (asset_fault(&error), error.kind()) {
        (Some(fault), _) => Ok(fault),
        (None, io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof) => Ok(AssetFault::Damaged),
        (None, _) => Err(error.into()),
    }
}
