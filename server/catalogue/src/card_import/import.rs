//! Makes a draft out of a card's JSON.

use bytes::Bytes;
use kernel::hex;
use platform::web::Problem;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::authoring::{DraftView, NewDraft};
use crate::card_fields::{
    AssetName, CardPicture, FieldOutcome, FieldReport, ImportedCard, PictureLink, PicturePlace, import,
};

/// A picture elsewhere that a card shows.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CardLink {
    /// Its place in the draft, as a JSON pointer.
    place: String,
    /// Its address. Nothing was loaded from there.
    address: String,
}

/// An imported card.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ImportedScenario {
    /// The draft.
    pub(super) scenario: DraftView,
    /// What became of each field.
    pub(super) report: Vec<FieldReport>,
    /// Pictures elsewhere, for which others can be uploaded.
    pub(super) links: Vec<CardLink>,
}

/// What a card becomes: the new draft, and what there is to say of it.
#[derive(Debug)]
pub(super) struct CardDraft {
    pub(super) new: NewDraft,
    pub(super) report: Vec<FieldReport>,
    pub(super) links: Vec<CardLink>,
}

/// Reads a file with the JSON of a card. Work that takes its time.
///
/// # Errors
/// 422 if it is no JSON or no card.
pub(super) fn read_json_card(file: &Bytes) -> Result<CardDraft, Problem> {
    // Some programs write a byte order mark, which JSON does not have (RFC 8259 section 8.1).
    let text = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    let card: Value = serde_json::from_slice(text)
        .map_err(|_| Problem::invalid("file", "This file isn’t a character card: it isn’t JSON."))?;
    read_card(&card, &[], hex(&Sha256::digest(file)), file.len())
}

/// Makes a draft from the JSON of a card and the names of the files that came with it. `hash` is the SHA-256 of the
/// whole file in hexadecimal digits, `bytes` its size.
///
/// # Errors
/// 422 if it is no card.
pub(super) fn read_card(
    card: &Value,
    assets: &[AssetName],
    hash: String,
    bytes: usize,
) -> Result<CardDraft, Problem> {
    let ImportedCard {
        draft,
        pictures,
        links,
        mut report,
    } = import(card, assets).map_err(|error| Problem::invalid("file", error.to_string()))?;
    report.extend(pictures.iter().map(refuse_picture));
    Ok(CardDraft {
        new: NewDraft {
            draft,
            card_hash: Some(hash),
            bytes,
            ..NewDraft::default()
        },
        report,
        links: links.into_iter().map(CardLink::from).collect(),
    })
}

/// Files of JSON carry pictures only within their text; they are named, so that the author can upload them.
fn refuse_picture(picture: &CardPicture) -> FieldReport {
    let place = match &picture.place {
        PicturePlace::Cover => "the cover".to_owned(),
        PicturePlace::Banner => "the banner".to_owned(),
        PicturePlace::Portrait { .. } => "the portrait".to_owned(),
        PicturePlace::Expression { name, .. } => format!("the expression {name}"),
        PicturePlace::Picture { index, .. } => format!("picture {}", index + 1),
    };
    FieldReport {
        field: "data.assets".to_owned(),
        outcome: FieldOutcome::Refused,
        note: format!("Left out: {place}. Upload the picture to show it."),
    }
}

impl From<PictureLink> for CardLink {
    fn from(link: PictureLink) -> Self {
        Self {
            place: link.place,
            address: link.address,
        }
    }
}
