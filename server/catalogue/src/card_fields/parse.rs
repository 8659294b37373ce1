//! Reads the fields that cards of all programs have.

use platform::web::remove_nul;
use serde_json::Value;

use super::assets::read_assets;
use super::book::read_book;
use super::data::{read_openings, read_origin, read_tags, read_texts};
use super::extensions::read_extensions;
use super::files::{Files, OWN_PICTURE};
use super::form::{FormedCard, read_form};
use super::report::{CardReport, KEPT};
use crate::authoring::{DraftActor, DraftImage, ScenarioDraft};

/// The id of the actor that a card describes.
pub(super) const ACTOR_ID: &str = "actor-1";

/// Why a file's JSON is not imported at all. Each displays as a sentence for the person who sent it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardFieldsError {
    /// It has none of the fields of a card.
    NotACard,
    /// It is a lorebook.
    Lorebook,
}

impl std::fmt::Display for CardFieldsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NotACard => "This is not a character card: it has none of the fields of a card.",
            Self::Lorebook => {
                "This is a lorebook, not a character card. Open a story and import it under Lorebooks."
            }
        })
    }
}

impl std::error::Error for CardFieldsError {}

/// A card as it was read. Its images have the paths of their files as keys.
pub(super) struct ParsedCard {
    pub(super) draft: ScenarioDraft,
    /// What a card of our own says beyond the fields of cards.
    pub(super) own: Option<Value>,
}

/// Reads a card of any form.
pub(super) fn parse(
    mut card: Value,
    files: &Files,
    report: &mut CardReport,
) -> Result<ParsedCard, CardFieldsError> {
    if remove_nul(&mut card) {
        report.changed("", "NUL characters were removed from the card’s texts.");
    }
    let is_book = is_lorebook(&card);
    let Some(FormedCard {
        mut data,
        mut top,
        is_v3,
    }) = read_form(card, report)
    else {
        return Err(if is_book {
            CardFieldsError::Lorebook
        } else {
            CardFieldsError::NotACard
        });
    };
    let mut draft = ScenarioDraft {
        actors: vec![DraftActor {
            id: ACTOR_ID.to_owned(),
            ..DraftActor::default()
        }],
        ..ScenarioDraft::default()
    };
    read_texts(&mut data, &mut draft, report);
    read_openings(&mut data, &mut draft, report);
    read_tags(&mut data, &mut draft, report);
    read_origin(&mut data, &mut draft, report);
    read_book(&mut data, is_v3, &mut draft, report);
    read_assets(&mut data, files, &mut draft, report);
    let extensions = data.object("extensions", report);
    let own = read_extensions(extensions, &mut top, files, &mut draft, report);
    if draft.actors[0].portrait.is_none() && files.index(OWN_PICTURE).is_some() {
        draft.actors[0].portrait = Some(DraftImage {
            key: OWN_PICTURE.to_owned(),
            ..DraftImage::default()
        });
    }
    for name in top.keys() {
        report.kept(name, KEPT);
    }
    draft.actors[0].kept.top = top;
    for name in data.names() {
        report.kept(&data.path(name), KEPT);
    }
    draft.actors[0].kept.data = data.rest();
    Ok(ParsedCard { draft, own })
}

fn is_lorebook(card: &Value) -> bool {
    let has_entries = |value: &Value| value.get("entries").is_some();
    has_entries(card) || card.get("data").is_some_and(has_entries)
}
