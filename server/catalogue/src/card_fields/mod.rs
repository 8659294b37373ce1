//! What the fields of character cards mean here (`docs/cards.md`, reference 3.1 to 3.4).
//!
//! [`import`] makes the draft of a scenario from the JSON of a card or of a lorebook in any form in use,
//! [`import_book`] reads a lorebook alone; [`export_card`] and
//! [`export_scenario`] write cards from a draft. Reading is tolerant and never fails halfway: what cannot be
//! used is named in the report, field by field. Fields that mean nothing here are kept and written again
//! unchanged, except for what is about people. What a card has no field for is written into
//! `extensions.dramatis`, so that our own import makes the same draft again. Everything here is a pure
//! function: files are opened by others, and no address in a card is ever fetched.

mod assets;
mod book;
mod data;
mod error;
mod export;
mod extensions;
mod fields;
mod files;
mod form;
mod import;
mod not_exported;
mod pack;
mod parse;
mod patch;
mod picture_fields;
mod place;
mod references;
mod report;
mod shown;
#[cfg(test)]
mod tests;

pub use book::{ImportedBook, import_book};
pub use error::CardFieldsError;
pub use export::{CardForm, Carrier, ExportFile, ExportedCard, export_card, export_scenario};
pub use import::{ImportedCard, PictureLink, import};
pub use place::{AssetName, CardPicture, OWN_PICTURE, PicturePlace, place_picture};
pub use references::{PictureReference, ReferenceKind, find_references, without_pictures};
pub use report::{FieldOutcome, FieldReport};
pub use shown::with_stored_pictures;

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "card_fields",
    about: None,
    uses: &["blobs", "llm", "media", "lorebooks", "authoring"],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
