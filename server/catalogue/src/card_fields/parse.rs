//! Reads the fields that cards of all programs have.

use platform::web::remove_nul;
use serde_json::Value;

use super::assets::read_assets;
use super::book::{read_book, read_file};
use super::data::{read_openings, read_origin, read_tags, read_texts};
use super::error::CardFieldsError;
use super::extensions::read_extensions;
use super::fields::cut;
use super::files::{Files, OWN_PICTURE};
use super::form::{FormedCard, read_form};
use super::report::{CardReport, KEPT};
use crate::authoring::rules::MAX_TITLE_CHARS;
use crate::authoring::{DraftActor, DraftImage, ScenarioDraft};

/// The id of the actor that a card describes.
pub(super) const ACTOR_ID: &str = "actor-1";

/// A card as it was read. Its images have the paths of their files as keys.
pub(super) struct ParsedCard {
    pub(super) draft: ScenarioDraft,
    /// What a card of our own says beyond the fields of cards.
    pub(super) own: Option<Value>,
}

/// Reads a card of any form, or a lorebook, which becomes a scenario without actors.
pub(super) fn parse(
    mut card: Value,
    file_name: Option<&str>,
    files: &Files,
    report: &mut CardReport,
) -> Result<ParsedCard, CardFieldsError> {
    if remove_nul(&mut card) {
        report.changed("", "NUL characters were removed from the card’s texts.");
    }
    let book = is_lorebook(&card).then(|| card.clone());
    let Some(FormedCard {
        mut data,
        mut top,
        is_v3,
    }) = read_form(card, report)
    else {
        return parse_lorebook(&book.ok_or(CardFieldsError::NotACard)?, file_name, report);
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

/// A scenario that is called like the book and holds it.
fn parse_lorebook(
    file: &Value,
    file_name: Option<&str>,
    report: &mut CardReport,
) -> Result<ParsedCard, CardFieldsError> {
    let book = read_file(file, file_name, report)?;
    report.taken(
        "",
        "It has no characters: its entries are in a new scenario that is named after it.",
    );
    let draft = ScenarioDraft {
        title: cut(&book.book.name, MAX_TITLE_CHARS),
        lorebooks: vec![book],
        ..ScenarioDraft::default()
    };
    Ok(ParsedCard { draft, own: None })
}

fn is_lorebook(card: &Value) -> bool {
    let has_entries = |value: &Value| value.get("entries").is_some();
    has_entries(card) || card.get("data").is_some_and(has_entries)
}
