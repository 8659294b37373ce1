//! Writes cards from a draft.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value, json};

use super::assets::{BANNER, CAST, COVER};
use super::book::write_book;
use super::extensions::OWN;
use super::fields::number_value;
use super::files::{AssetName, Files, OWN_PICTURE, path_of};
use super::parse::parse;
use super::patch::diff;
use super::report::CardReport;
use crate::authoring::{ActorNote, DraftActor, DraftImage, DraftOpening, ScenarioDraft};

/// The version of our extension.
const OWN_VERSION: u32 = 1;
/// Bytes of a path in an archive that is taken over from a card.
const MAX_PATH_BYTES: usize = 200;

/// The form of a written card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardForm {
    /// `chara_card_v2`.
    V2,
    /// `chara_card_v3`.
    V3,
}

/// What carries a written card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrier {
    /// The portrait's file, or a JSON file: no other picture goes along.
    Picture,
    /// An archive with all pictures (CHARX).
    Archive,
}

/// A picture that goes along with a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportFile {
    /// Its path in the archive, or [`OWN_PICTURE`].
    pub path: String,
    /// Its blob key.
    pub key: String,
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

/// The card of one actor, with the setting, the actor's and the narrator's openings, and the lorebooks; `None` if
/// the draft has no such actor. Nothing is written that is about people.
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

/// The whole scenario as the `card.json` of an archive and its files. To other programs it is the card of the first
/// actor; [`super::import`] makes an equal draft of it once the pictures are in place.
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
    let read = parse(card.clone(), &Files::new(&names), &mut CardReport::default());
    let plain = read.ok().and_then(|read| serde_json::to_value(&read.draft).ok());
    let whole = serde_json::to_value(&draft).unwrap_or_default();
    if let Some(beyond) = diff(&plain.unwrap_or_default(), &whole)
        && let Some(Value::Object(extensions)) = card.pointer_mut("/data/extensions")
    {
        extensions.insert(OWN.to_owned(), json!({ "version": OWN_VERSION, "beyond": beyond }));
    }
    ExportedCard {
        card,
        files: packer.files,
        left_out: packer.left_out,
    }
}

/// Gives pictures their paths in the archive.
struct Packer {
    carrier: Carrier,
    files: Vec<ExportFile>,
    /// The path of each key that has one.
    paths: BTreeMap<String, String>,
    used: HashSet<String>,
    left_out: usize,
}

impl Packer {
    fn new(carrier: Carrier) -> Self {
        Self {
            carrier,
            files: Vec::new(),
            paths: BTreeMap::new(),
            used: HashSet::new(),
            left_out: 0,
        }
    }

    /// Replaces the keys of a draft's images by the paths of their files, and gives the card's list of assets.
    fn pack(&mut self, draft: &mut ScenarioDraft) -> Vec<Value> {
        let mut assets = Vec::new();
        for (place, actor) in draft.actors.iter_mut().enumerate() {
            self.pack_actor(actor, place == 0, &mut assets);
        }
        for (image, kind, name) in [(&mut draft.cover, COVER, "cover"), (&mut draft.banner, BANNER, "banner")] {
            self.pack_image(image, "other", kind, name, &mut assets);
        }
        if let Some(first) = draft.actors.first() {
            assets.extend(first.kept.assets.iter().cloned());
        }
        assets
    }

    /// `is_face`: whether other programs show this actor as the card's character.
    fn pack_actor(&mut self, actor: &mut DraftActor, is_face: bool, assets: &mut Vec<Value>) {
        let of = |kind: &'static str| if is_face { kind } else { CAST };
        if is_face && self.carrier == Carrier::Picture {
            if let Some(image) = &mut actor.portrait {
                let key = std::mem::replace(&mut image.key, OWN_PICTURE.to_owned());
                let path = OWN_PICTURE.to_owned();
                self.files.push(ExportFile { path, key });
                let ext = ext_of(&self.files[0].key);
                assets.push(entry(image.unknown.clone(), "icon", OWN_PICTURE.to_owned(), "main", &ext));
            }
        } else {
            let name = if is_face { "main" } else { &actor.id };
            self.pack_image(&mut actor.portrait, "icon", of("icon"), name, assets);
        }
        for expression in &mut actor.expressions {
            self.pack_image(&mut expression.image, "emotion", of("emotion"), &expression.name, assets);
        }
        for picture in &mut actor.pictures {
            let folder = match picture.kind.as_str() {
                "background" => "background",
                "user_icon" => "user_icon",
                _ => "other",
            };
            let kind = if is_face { picture.kind.as_str() } else { CAST };
            match picture.key.take() {
                Some(key) if self.carrier == Carrier::Archive => {
                    let path = self.path(&key, &picture.uri, folder, &picture.name);
                    let (uri, ext) = (format!("embeded://{path}"), ext_of(&key));
                    assets.push(entry(picture.unknown.clone(), kind, uri, &picture.name, &ext));
                    picture.key = Some(path);
                }
                key => {
                    self.left_out += usize::from(key.is_some());
                    if is_face {
                        let uri = picture.uri.clone();
                        assets.push(entry(picture.unknown.clone(), kind, uri, &picture.name, &picture.ext));
                    }
                }
            }
        }
    }

    fn pack_image(
        &mut self,
        image: &mut Option<DraftImage>,
        folder: &str,
        kind: &str,
        name: &str,
        assets: &mut Vec<Value>,
    ) {
        let Some(packed) = image else { return };
        if self.carrier == Carrier::Picture {
            self.left_out += 1;
            *image = None;
            return;
        }
        let key = std::mem::take(&mut packed.key);
        packed.key = self.path(&key, &packed.uri, folder, name);
        let uri = format!("embeded://{}", packed.key);
        assets.push(entry(packed.unknown.clone(), kind, uri, name, &ext_of(&key)));
    }

    /// The path of a picture: the one it had in its card, else one by its type and name (V3: ASCII only).
    fn path(&mut self, key: &str, uri: &str, folder: &str, name: &str) -> String {
        if let Some(path) = self.paths.get(key) {
            return path.clone();
        }
        let ext = ext_of(key);
        let before = path_of(uri).filter(|path| is_safe_path(path));
        let path = match before.map(|path| path.rsplit_once('.').map_or(path, |(stem, _)| stem)) {
            Some(stem) => self.unused(stem, &ext),
            None => self.unused(&format!("assets/{folder}/images/{}", file_name(name)), &ext),
        };
        self.paths.insert(key.to_owned(), path.clone());
        self.files.push(ExportFile {
            path: path.clone(),
            key: key.to_owned(),
        });
        path
    }

    fn unused(&mut self, stem: &str, ext: &str) -> String {
        let mut path = format!("{stem}.{ext}");
        let mut number = 1;
        // Some file systems ignore case.
        while !self.used.insert(path.to_ascii_lowercase()) {
            number += 1;
            path = format!("{stem}-{number}.{ext}");
        }
        path
    }
}

/// Whether a path of a card can be used again: the folder of V3, in ASCII, without steps upwards.
fn is_safe_path(path: &str) -> bool {
    path.starts_with("assets/")
        && path.len() <= MAX_PATH_BYTES
        && path.split('/').all(|part| {
            !part.is_empty()
                && !part.starts_with('.')
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
        })
}

fn file_name(name: &str) -> String {
    let name: String = name
        .chars()
        .take(40)
        .map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '_' })
        .collect();
    if name.is_empty() { "picture".to_owned() } else { name }
}

fn ext_of(key: &str) -> String {
    match key.rsplit_once('.') {
        Some((_, ext)) if !ext.is_empty() && ext.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            ext.to_ascii_lowercase()
        }
        _ => "png".to_owned(),
    }
}

fn entry(unknown: Map<String, Value>, kind: &str, uri: String, name: &str, ext: &str) -> Value {
    let mut fields = unknown;
    for (field, value) in [("type", kind), ("uri", &uri), ("name", name), ("ext", ext)] {
        fields.insert(field.to_owned(), json!(value));
    }
    Value::Object(fields)
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
        let openings = draft.openings.iter().filter(move |one| one.group_only == group_only);
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
    put("post_history_instructions", json!(actor.post_history_instructions));
    put("alternate_greetings", json!(texts(false).skip(1).collect::<Vec<_>>()));
    put("tags", json!(draft.tags.iter().chain(&kept.tags).collect::<Vec<_>>()));
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
        put("creator_notes_multilingual", json!(kept.creator_notes_multilingual));
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
