//! Makes a draft from a card.

use platform::web::pointer_part;
use serde_json::Value;

use super::error::CardFieldsError;
use super::files::{AssetName, Files, is_elsewhere, is_inline_picture};
use super::not_exported;
use super::parse::{ParsedCard, parse};
use super::patch::apply;
use super::picture_fields::PictureFields;
use super::place::{CardPicture, PicturePlace};
use super::references::{ReferenceKind, find_references};
use super::report::{CardReport, FieldReport};
use crate::authoring::{DraftActor, DraftImage, DraftPicture, ScenarioDraft, texts, validate};

/// Links in one list at most.
const MAX_LINKS: usize = 500;

/// A card as it was imported.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedCard {
    /// The draft. No picture is in its place yet: see `pictures`.
    pub draft: ScenarioDraft,
    /// The pictures that have to be stored, each with its place (`place_picture`).
    pub pictures: Vec<CardPicture>,
    /// Links to pictures elsewhere, which nobody loads.
    pub links: Vec<PictureLink>,
    /// What became of each field.
    pub report: Vec<FieldReport>,
}

/// A link to a picture elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureLink {
    /// Its place in the draft, as a JSON pointer.
    pub place: String,
    /// The address.
    pub address: String,
}

/// Makes a draft from the JSON of a card or of a lorebook, in any form, and the names of the files that came with it.
/// `file_name` is the name of the file it stood in, after which a lorebook without a name is called.
///
/// # Errors
/// Why it is not a card. Whatever else is wrong with it, stands in the report.
pub fn import(
    card: &Value,
    assets: &[AssetName],
    file_name: Option<&str>,
) -> Result<ImportedCard, CardFieldsError> {
    let files = Files::new(assets);
    let mut report = CardReport::default();
    let ParsedCard { draft, own } = parse(card.clone(), file_name, &files, &mut report)?;
    let draft = match own {
        Some(own) => add_own(draft, &own, &files, &mut report),
        None => draft,
    };
    let (draft, mut pictures) = take_pictures(draft, &files);
    let fields = PictureFields::of(card, &files);
    for picture in &mut pictures {
        picture.field = fields.name(picture);
    }
    let links = find_links(&draft);
    for link in &links {
        let why = "Nothing is loaded from there. Upload a picture to show one in its place.";
        report.refused(
            &link.address,
            format!("A picture elsewhere, at {}. {why}", link.place),
        );
    }
    Ok(ImportedCard {
        draft,
        pictures,
        links,
        report: report.into_rows(),
    })
}

/// Adds what a card of our own says beyond the fields of cards, if the result is a valid draft.
fn add_own(draft: ScenarioDraft, own: &Value, files: &Files, report: &mut CardReport) -> ScenarioDraft {
    const FIELD: &str = "data.extensions.dramatis";
    let whole = own.get("beyond").and_then(|beyond| {
        let mut whole = serde_json::to_value(&draft).ok()?;
        let fits = apply(&mut whole, beyond);
        let mut whole: ScenarioDraft = serde_json::from_value(whole).ok()?;
        for actor in &mut whole.actors {
            not_exported::refuse(&mut actor.kept.top, not_exported::TOP, "", report);
            let path = "data.extensions.";
            not_exported::refuse(&mut actor.kept.extensions, not_exported::EXTENSIONS, path, report);
        }
        let (stored, _) = take_pictures(whole.clone(), files);
        validate(&stored).is_empty().then_some((whole, fits))
    });
    match whole {
        Some((whole, true)) => {
            report.taken(
                FIELD,
                "It holds what cards have no fields for. The scenario is complete.",
            );
            whole
        }
        Some((whole, false)) => {
            let why = "Another program has changed the card. What still fits was taken.";
            report.changed(FIELD, why);
            whole
        }
        None => {
            report.refused(
                FIELD,
                "Left out: it cannot be read, or is of a newer version of this site.",
            );
            draft
        }
    }
}

/// Takes the images out of the draft: until they are stored, their keys are only paths in the file.
fn take_pictures(mut draft: ScenarioDraft, files: &Files) -> (ScenarioDraft, Vec<CardPicture>) {
    let mut found = Vec::new();
    let mut take = |image: Option<DraftImage>, place: PicturePlace| {
        let Some(mut image) = image else { return };
        let path = std::mem::take(&mut image.key);
        let asset = files.index(&path);
        let inline = if is_inline_picture(&path) {
            path
        } else {
            String::new()
        };
        if asset.is_some() || !inline.is_empty() {
            found.push(CardPicture {
                asset,
                inline,
                field: String::new(),
                place,
                image,
            });
        }
    };
    take(draft.cover.take(), PicturePlace::Cover);
    take(draft.banner.take(), PicturePlace::Banner);
    for DraftActor {
        id,
        portrait,
        expressions,
        pictures,
        ..
    } in &mut draft.actors
    {
        take(portrait.take(), PicturePlace::Portrait { actor: id.clone() });
        for expression in expressions {
            let place = PicturePlace::Expression {
                actor: id.clone(),
                name: expression.name.clone(),
            };
            take(expression.image.take(), place);
        }
        for (index, picture) in pictures.iter_mut().enumerate() {
            let place = PicturePlace::Picture {
                actor: id.clone(),
                index,
            };
            take(picture.key.take().map(|key| as_image(key, picture)), place);
        }
    }
    (draft, found)
}

fn as_image(key: String, picture: &DraftPicture) -> DraftImage {
    DraftImage {
        key,
        alt: picture.alt.clone(),
        uri: picture.uri.clone(),
        ..DraftImage::default()
    }
}

/// Links to pictures elsewhere in the texts, the pictures and the kept extensions of a draft.
fn find_links(draft: &ScenarioDraft) -> Vec<PictureLink> {
    let mut links = Vec::new();
    let mut add = |place: &str, address: &str| {
        if links.len() < MAX_LINKS {
            links.push(PictureLink {
                place: place.to_owned(),
                address: address.to_owned(),
            });
        }
    };
    for text in texts(draft) {
        for address in pictures_elsewhere(text.text) {
            add(&text.field, &address);
        }
    }
    for (at, actor) in draft.actors.iter().enumerate() {
        for (name, fields) in [("data", &actor.kept.data), ("extensions", &actor.kept.extensions)] {
            for (field, value) in fields {
                let place = format!("/actors/{at}/kept/{name}/{}", pointer_part(field));
                find_kept_links(value, &place, &mut add);
            }
        }
        for (number, picture) in actor.pictures.iter().enumerate() {
            if is_elsewhere(&picture.uri) {
                add(&format!("/actors/{at}/pictures/{number}/uri"), &picture.uri);
            }
        }
    }
    links
}

/// The addresses of pictures elsewhere that a text shows.
fn pictures_elsewhere(text: &str) -> impl Iterator<Item = String> {
    find_references(text)
        .into_iter()
        .filter(|reference| reference.kind != ReferenceKind::Link && is_elsewhere(&reference.target))
        .map(|reference| reference.target)
}

/// Links to pictures within a kept value.
fn find_kept_links(value: &Value, place: &str, add: &mut impl FnMut(&str, &str)) {
    match value {
        Value::String(text) => {
            for address in pictures_elsewhere(text) {
                add(place, &address);
            }
        }
        Value::Array(list) => {
            for (at, inner) in list.iter().enumerate() {
                find_kept_links(inner, &format!("{place}/{at}"), add);
            }
        }
        Value::Object(fields) => {
            for (name, inner) in fields {
                find_kept_links(inner, &format!("{place}/{}", pointer_part(name)), add);
            }
        }
        _ => {}
    }
}
