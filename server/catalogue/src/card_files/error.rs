//! Why a card file is refused, in sentences for the person who chose it.

use std::{fmt, io};

use kernel::ErrorCode;
use platform::web::Problem;

use super::kind::FileKind;
use super::limits::{
    MAX_ARCHIVE_ENTRIES, MAX_ASSETS, MAX_CARD_JSON_BYTES, MAX_CHUNKS, MAX_FILE_BYTES, MAX_JSON_DEPTH,
    MAX_JSON_VALUES, MAX_PATH_BYTES, MAX_PICTURE_BYTES, MAX_RATIO, MAX_TEXT_CHUNKS, MAX_UNPACKED_BYTES,
    MAX_YAML_BYTES, megabytes,
};

/// Why a file is not taken as a card, or a card is not written.
#[derive(Debug, thiserror::Error)]
pub enum CardFileError {
    /// The storage failed. The cause is for the log, never for the answer.
    #[error("The file couldn’t be read.")]
    Io(#[source] io::Error),
    /// There is nothing in the file.
    #[error("This file is empty.")]
    Empty,
    /// The file is larger than any card file may be.
    #[error(
        "This file has {}. A card file can have up to {}.",
        megabytes(*size_bytes),
        megabytes(MAX_FILE_BYTES)
    )]
    FileTooLarge {
        /// The file's size.
        size_bytes: u64,
    },
    /// Not a kind of file that can hold a card.
    #[error("{}", unknown(looks_like.as_deref()))]
    Unknown {
        /// What it is instead, where its first bytes say so: `a PDF`.
        looks_like: Option<&'static str>,
    },
    /// The card is encrypted.
    #[error("{0}")]
    Encrypted(Encryption),
    /// The file is of a kind that can hold a card, and holds none.
    #[error("{}", no_card(*kind))]
    NoCard {
        /// What the file is.
        kind: FileKind,
    },
    /// There is a card, and it cannot be read.
    #[error("{place} can’t be read: {fault}.")]
    Card {
        /// Where in the file it is.
        place: CardPlace,
        /// What is wrong with it.
        fault: CardFault,
    },
    /// The PNG itself is damaged or does not keep to a limit.
    #[error("{0}")]
    Png(PngFault),
    /// The zip itself is damaged or does not keep to a limit.
    #[error("{0}")]
    Archive(ArchiveFault),
    /// One asset cannot be read or written.
    #[error("The asset {path} can’t be used: {fault}.")]
    Asset {
        /// Its path, shortened where it is long.
        path: String,
        /// What is wrong with it.
        fault: AssetFault,
    },
}

/// Who encrypted a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// RisuAI, whose protected cards begin with `rcc||`.
    RisuAi,
    /// A zip program, with a password.
    Zip,
}

/// Where in a file a card is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardPlace {
    /// The whole file.
    File,
    /// A text chunk of a PNG.
    Chunk {
        /// Its keyword in lower case: `ccv3` or `chara`.
        keyword: &'static str,
        /// Which of the chunks with this keyword it is, from 1.
        number: usize,
    },
    /// `card.json` of a CHARX.
    CardJson,
    /// The comment of a picture's EXIF data.
    Comment,
}

/// Why a card cannot be read: a clause without a full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardFault {
    /// More than [`MAX_CARD_JSON_BYTES`], or its text is longer than such a card needs.
    TooLarge,
    /// More than [`MAX_YAML_BYTES`].
    YamlTooLarge,
    /// Neither JSON nor base64 of JSON.
    NoJson,
    /// The compressed text is damaged.
    Compression,
    /// The checksum does not fit the content.
    Checksum,
    /// Not UTF-8.
    Encoding,
    /// UTF-16, as some editors save it.
    Utf16,
    /// Not valid JSON.
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// Not valid YAML, or YAML that is more than plain values.
    Yaml {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// Valid, but not an object.
    NotAnObject,
    /// Nested deeper than [`MAX_JSON_DEPTH`].
    TooDeep {
        /// The line where it becomes too deep, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// More than [`MAX_JSON_VALUES`] values.
    TooManyValues,
    /// Encrypted by RisuAI.
    Encrypted,
    /// Compressed in a way other than deflate.
    Method,
}

/// What is wrong with a PNG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PngFault {
    /// It does not begin like a PNG. Only the writer says so.
    NotPng,
    /// It ends before its end chunk.
    Truncated,
    /// A chunk states a length that no chunk may have, or has a name that none may have.
    Chunk,
    /// The chunks are not in the order that the standard asks for.
    Order,
    /// A chunk's checksum does not fit its content.
    Checksum {
        /// The chunk's name.
        chunk: String,
    },
    /// More than [`MAX_CHUNKS`] chunks.
    TooManyChunks,
    /// More than [`MAX_TEXT_CHUNKS`] text chunks.
    TooManyTextChunks,
}

/// What is wrong with a zip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveFault {
    /// It has no directory, or one that does not fit the file.
    Damaged,
    /// More than [`MAX_ARCHIVE_ENTRIES`] files, or a directory that is too large.
    TooManyEntries,
    /// More than one `card.json`: programs would disagree which of them counts.
    SeveralCards,
}

/// Why an asset is left out or cannot be read: a clause without a full stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AssetFault {
    /// More than [`MAX_ASSETS`] assets.
    #[error("a file can bring up to {MAX_ASSETS} assets")]
    TooMany,
    /// A picture of more than [`MAX_PICTURE_BYTES`].
    #[error("a picture can have up to {}", megabytes(MAX_PICTURE_BYTES))]
    PictureTooLarge,
    /// All assets together are over [`MAX_UNPACKED_BYTES`].
    #[error("all assets together can have up to {}", megabytes(MAX_UNPACKED_BYTES))]
    TotalTooLarge,
    /// It unpacks to more than [`MAX_RATIO`] times its packed size.
    #[error("it grows to more than {MAX_RATIO} times its size when it is unpacked")]
    Ratio,
    /// Its path leads out of the archive, is too long, or has characters that no path has.
    #[error("its path isn’t a plain path of up to {MAX_PATH_BYTES} characters")]
    Path,
    /// Another asset has the same path; the first counts.
    #[error("another asset has the same path")]
    Duplicate,
    /// Encrypted.
    #[error("it’s protected with a password")]
    Encrypted,
    /// Compressed in a way other than deflate.
    #[error("it’s compressed in a way that cards don’t use")]
    Method,
    /// Cut short, or its content does not fit its checksum or its size.
    #[error("it’s damaged")]
    Damaged,
}

fn unknown(looks_like: Option<&str>) -> String {
    let known = "Choose a PNG, CHARX, JPEG, WebP, JSON or YAML file with a character card.";
    match looks_like {
        Some(what) => format!("This is {what}, which can’t hold a character card. {known}"),
        None => format!("This file format isn’t supported. {known}"),
    }
}

fn no_card(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Charx | FileKind::CharxInPicture => {
            "This archive has no card.json at its top, so it isn’t a CHARX card."
        }
        FileKind::Png | FileKind::Apng | FileKind::Jpeg | FileKind::WebP => {
            "This picture holds no character card. Pictures lose their card when they are edited, \
             converted or sent through a messenger: use the original file."
        }
        FileKind::Json | FileKind::Yaml => "This file holds no character card.",
    }
}

impl fmt::Display for Encryption {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::RisuAi => {
                "This card is encrypted by RisuAI, and only RisuAI can open it. Export it there \
                 without protection."
            }
            Self::Zip => {
                "This archive is protected with a password. Unpack it, and pack it again without one."
            }
        })
    }
}

impl fmt::Display for CardPlace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => out.write_str("This file"),
            Self::Chunk { keyword, number: 1 } => write!(out, "The card in the chunk {keyword}"),
            Self::Chunk { keyword, number } => {
                write!(out, "The card in the chunk {keyword} number {number}")
            }
            Self::CardJson => out.write_str("The archive’s card.json"),
            Self::Comment => out.write_str("The card in the picture’s comment"),
        }
    }
}

impl fmt::Display for CardFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => {
                let limit = megabytes(MAX_CARD_JSON_BYTES as u64);
                write!(out, "a card can have up to {limit} without its pictures")
            }
            Self::YamlTooLarge => {
                write!(
                    out,
                    "a card in YAML can have up to {}",
                    megabytes(MAX_YAML_BYTES as u64)
                )
            }
            Self::NoJson => out.write_str("it’s neither JSON nor JSON in base64"),
            Self::Compression => out.write_str("its compressed text is damaged"),
            Self::Checksum => out.write_str("it’s damaged (the checksum is wrong)"),
            Self::Encoding => out.write_str("it isn’t UTF-8 text"),
            Self::Utf16 => out.write_str("it’s UTF-16 text; save it as UTF-8"),
            Self::Json { line, column } => {
                write!(out, "it isn’t valid JSON at line {line}, column {column}")
            }
            Self::Yaml { line, column } => {
                write!(out, "it isn’t plain YAML at line {line}, column {column}")
            }
            Self::NotAnObject => out.write_str("a card is a JSON object with named fields"),
            Self::TooDeep { line, column } => write!(
                out,
                "it’s nested deeper than {MAX_JSON_DEPTH} levels at line {line}, column {column}"
            ),
            Self::TooManyValues => write!(out, "a card can have up to {MAX_JSON_VALUES} values"),
            Self::Encrypted => out.write_str("it’s encrypted by RisuAI"),
            Self::Method => out.write_str("it’s compressed in a way that cards don’t use"),
        }
    }
}

impl fmt::Display for PngFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPng => out.write_str("This is not a PNG picture."),
            Self::Truncated => {
                out.write_str("This PNG ends too early. It was probably cut short while downloading.")
            }
            Self::Chunk | Self::Order => out.write_str("This PNG is damaged."),
            Self::Checksum { chunk } => {
                write!(
                    out,
                    "This PNG is damaged: the checksum of its part {chunk} is wrong."
                )
            }
            Self::TooManyChunks => write!(out, "This PNG has more than {MAX_CHUNKS} parts."),
            Self::TooManyTextChunks => write!(out, "This PNG has more than {MAX_TEXT_CHUNKS} texts."),
        }
    }
}

impl fmt::Display for ArchiveFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged => {
                out.write_str("This archive is damaged. It was probably cut short while downloading.")
            }
            Self::TooManyEntries => {
                write!(out, "This archive holds more than {MAX_ARCHIVE_ENTRIES} files.")
            }
            Self::SeveralCards => out.write_str("This archive has more than one card.json."),
        }
    }
}

impl From<io::Error> for CardFileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<PngFault> for CardFileError {
    fn from(fault: PngFault) -> Self {
        Self::Png(fault)
    }
}

impl From<ArchiveFault> for CardFileError {
    fn from(fault: ArchiveFault) -> Self {
        Self::Archive(fault)
    }
}

/// The refusal as the answer to an upload in the form's field `file`.
impl From<CardFileError> for Problem {
    fn from(error: CardFileError) -> Self {
        match error {
            CardFileError::Io(cause) => Self::from(cause),
            CardFileError::FileTooLarge { .. } => Self::new(ErrorCode::PAYLOAD_TOO_LARGE, error.to_string()),
            _ => Self::invalid("file", error.to_string()),
        }
    }
}

/// Why a part of a file is not read: the storage failed, or the part is faulty.
#[derive(Debug)]
pub(super) enum PartError<F> {
    /// The storage failed.
    Io(io::Error),
    /// The part is faulty.
    Fault(F),
}

impl<F> From<io::Error> for PartError<F> {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl PartError<CardFault> {
    /// This error as the refusal of the card in `place`.
    pub(super) fn at(self, place: CardPlace) -> CardFileError {
        match self {
            Self::Io(error) => error.into(),
            Self::Fault(CardFault::Encrypted) => CardFileError::Encrypted(Encryption::RisuAi),
            Self::Fault(fault) => CardFileError::Card { place, fault },
        }
    }
}

impl PartError<AssetFault> {
    /// This error as the refusal of the asset at `path`.
    pub(super) fn of_asset(self, path: &str) -> CardFileError {
        match self {
            Self::Io(error) => error.into(),
            Self::Fault(fault) => CardFileError::Asset {
                path: path.to_owned(),
                fault,
            },
        }
    }
}
