//! Card files: the containers in which other programs keep a character card, read and written.
//!
//! [`open`] recognises a file by its content (PNG and APNG, CHARX, JPEG, WebP, JSON, YAML) and gives the
//! card as JSON, the assets as a list and as streams, and the picture. It holds hostile files to the table
//! in `limits.rs`, and refuses with a sentence for the person who chose the file. [`write_png`] and
//! [`CharxWriter`] write the two forms that other programs take. What the fields of a card mean is another
//! slice's concern; this one stores nothing and looks into no picture.

mod archive;
mod asset;
mod base64;
mod card_file;
mod card_text;
mod charx;
mod data_url;
mod error;
mod json;
mod kind;
mod limits;
mod notice;
mod photo;
mod png;
mod recognise;
mod source;
#[cfg(test)]
mod tests;
mod text_file;
mod yaml;

pub use asset::Asset;
pub use card_file::{CardFile, asset_fault, open};
pub use charx::CharxWriter;
pub use data_url::read_data_url;
pub use error::{ArchiveFault, AssetFault, CardFault, CardFileError, CardPlace, Encryption, PngFault};
pub use kind::{AssetKind, FileKind, PictureKind};
pub use limits::{
    FREE_UNPACKED_BYTES, MAX_ARCHIVE_ENTRIES, MAX_ASSETS, MAX_CARD_JSON_BYTES, MAX_CARD_TEXT_BYTES,
    MAX_CARDS_TRIED, MAX_CHUNKS, MAX_DIRECTORY_BYTES, MAX_FILE_BYTES, MAX_JSON_DEPTH, MAX_JSON_VALUES,
    MAX_NAMED_ASSETS, MAX_PATH_BYTES, MAX_PICTURE_BYTES, MAX_RATIO, MAX_TEXT_CHUNKS, MAX_UNPACKED_BYTES,
    MAX_YAML_BYTES,
};
pub use notice::Notice;
pub use png::{PngCards, write_png};
#[cfg(test)]
pub(crate) use tests::builders;

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "card_files",
    about: None,
    uses: &["media"],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
