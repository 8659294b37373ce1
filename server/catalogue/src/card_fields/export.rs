//! Writes cards from a draft.

use serde_json::{Map, Value, json};

use super::book::write_book;
use super::extensions::OWN;
use super::fields::number_value;
use super::files::{AssetName, Files};
use super::pack::Packer;
use super::parse::parse;
use super::patch::diff;
use super::report::CardReport;
use crate::authoring::{ActorNote, DraftActor, DraftOpening, ScenarioDraft};

pub use super::pack::{Carrier, ExportFile};

/// The version of our extension.
const OWN_VERSION: u32 = 1;

/// The form of a written card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardForm {
    /// `chara_card_v2`.
    V2,
    /// `chara_card_v3`.
    V3,
}

/// A written card.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportedCard {
    /// Its JSON.
    pub card: Value,
    /// The pictures that go along.
    pub files: Vec<ExportFile>,
    /// How many pictures do not go along, because what carries the card cannot hold them.
    pub left_out: usize,
}

/// The card of one actor, with the setting, the actor's and the narrator's openings, and the lorebooks;
/// `None` if the draft has no such actor. Nothing is written that is about people.
#[must_use]
pub fn export_card(
    draft: &ScenarioDraft,
    actor: &str,
    form: CardForm,
    carrier: Carrier,
) -> Option<ExportedCard> {
    let member = draft.actor(actor)?.clone();
    let is_told = |opening: &&DraftOpening| opening.speaker.as_deref().is_none_or(|id| id == actor);
    let openings = draft.openings.iter().filter(is_told).cloned().collect();
    let alone = ScenarioDraft {
        actors: vec![member],
        openings,
        ..draft.clone()
    };
    Some(write(alone, form, carrier))
}

/// The whole scenario as the `card.json` of an archive and its files. To other programs it is the card of the
/// first actor; [`super::import`] makes an equal draft of it once the pictures are in place.
#[must_use]
pub fn export_scenario(draft: &ScenarioDraft) -> ExportedCard {
    write(draft.clone(), CardForm::V3, Carrier::Archive)
}

fn write(mut draft: ScenarioDraft, form: CardForm, carrier: Carrier) -> ExportedCard {
    let mut packer = Packer::new(carrier);
    let assets = packer.pack(&mut draft);
    let mut card = write_fields(&draft, assets, form);
    let names: Vec<AssetName> = packer
        .files
        .iter()
        .map(|file| AssetName {
            path: file.path.clone(),
            is_picture: true,
        })
        .collect();
    // What a reader makes of the card without our extension; the extension holds the difference.
    let read = parse(
        card.clone(),
        None,
        &Files::new(&names),
        &mut CardReport::default(),
    );
    let plain = read.ok().and_then(|read| serde_json::to_value(&read.draft).ok());
    let whole = serde_json::to_value(&draft).unwrap_or_default();
    if let Some(beyond) = diff(&plain.unwrap_or_default(), &whole)
        && let Some(Value::Object(extensions)) = card.pointer_mut("/data/extensions")
    {
        extensions.insert(
            OWN.to_owned(),
            json!({ "version": OWN_VERSION, "beyond": beyond }),
        );
    }
    ExportedCard {
        card,
        files: packer.files,
        left_out: packer.left_out,
    }
}

/// The card without our extension.
fn write_fields(draft: &ScenarioDraft, assets: Vec<Value>, form: CardForm) -> Value {
    let nobody = DraftActor {
        name: draft.title.clone(),
        ..DraftActor::default()
    };
    let actor = draft.actors.first().unwrap_or(&nobody);
    let kept = &actor.kept;
    let mut data = kept.data.clone();
    let mut put = |name: &str, value: Value| drop(data.insert(name.to_owned(), value));
    let texts = |group_only: bool| {
        let openings = draft
            .openings
            .iter()
            .filter(move |one| one.group_only == group_only);
        openings.map(|one| one.text.as_str())
    };
    put("name", json!(actor.name));
    put("description", json!(actor.description));
    put("personality", json!(actor.personality));
    put("scenario", json!(draft.setting));
    put("first_mes", json!(texts(false).next().unwrap_or_default()));
    put("mes_example", json!(actor.example_dialogue));
    put("creator_notes", json!(draft.description));
    put("system_prompt", json!(actor.system_prompt));
    put(
        "post_history_instructions",
        json!(actor.post_history_instructions),
    );
    put(
        "alternate_greetings",
        json!(texts(false).skip(1).collect::<Vec<_>>()),
    );
    put(
        "tags",
        json!(draft.tags.iter().chain(&kept.tags).collect::<Vec<_>>()),
    );
    put("creator", json!(kept.creator));
    put("character_version", json!(kept.character_version));
    put("extensions", Value::Object(write_extensions(actor)));
    if let Some(book) = write_book(&actor.lorebooks, &draft.lorebooks) {
        put("character_book", book);
    }
    let for_groups: Vec<&str> = texts(true).collect();
    // V2 has none of the following; it carries them where there is something to say.
    if form == CardForm::V3 || !for_groups.is_empty() {
        put("group_only_greetings", json!(for_groups));
    }
    if !actor.nickname.is_empty() {
        put("nickname", json!(actor.nickname));
    }
    if !assets.is_empty() {
        put("assets", Value::Array(assets));
    }
    if !kept.source.is_empty() {
        put("source", json!(kept.source));
    }
    if !kept.creator_notes_multilingual.is_empty() {
        put(
            "creator_notes_multilingual",
            json!(kept.creator_notes_multilingual),
        );
    }
    for (name, date) in [
        ("creation_date", kept.creation_date),
        ("modification_date", kept.modification_date),
    ] {
        if let Some(date) = date {
            put(name, json!(date));
        }
    }
    let (spec, version) = match form {
        CardForm::V2 => ("chara_card_v2", "2.0"),
        CardForm::V3 => ("chara_card_v3", "3.0"),
    };
    let mut card = kept.top.clone();
    card.insert("spec".to_owned(), json!(spec));
    card.insert("spec_version".to_owned(), json!(version));
    card.insert("data".to_owned(), Value::Object(data));
    Value::Object(card)
}

fn write_extensions(actor: &DraftActor) -> Map<String, Value> {
    let mut extensions = actor.kept.extensions.clone();
    if let Some(share) = actor.talkativeness {
        extensions.insert("talkativeness".to_owned(), number_value(share));
    }
    if actor.note != ActorNote::default() {
        let mut note = match extensions.shift_remove("depth_prompt") {
            Some(Value::Object(unknown)) => unknown,
            _ => Map::new(),
        };
        note.insert("prompt".to_owned(), json!(actor.note.text));
        note.insert("depth".to_owned(), json!(actor.note.depth));
        note.insert("role".to_owned(), json!(actor.note.role));
        extensions.insert("depth_prompt".to_owned(), Value::Object(note));
    }
    extensions
}
