//! Gives the pictures of a draft their places among the files of a card.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value, json};

use super::assets::{BANNER, CAST, COVER, is_readable};
use super::files::{OWN_PICTURE, path_of};
use crate::authoring::{DraftActor, DraftImage, ScenarioDraft};

/// Bytes of a path in an archive that is taken over from a card.
const MAX_PATH_BYTES: usize = 200;

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

/// Gives pictures their paths in the archive.
pub(super) struct Packer {
    carrier: Carrier,
    pub(super) files: Vec<ExportFile>,
    /// The path of each key that has one.
    paths: BTreeMap<String, String>,
    used: HashSet<String>,
    pub(super) left_out: usize,
}

impl Packer {
    pub(super) fn new(carrier: Carrier) -> Self {
        Self {
            carrier,
            files: Vec::new(),
            paths: BTreeMap::new(),
            used: HashSet::new(),
            left_out: 0,
        }
    }

    /// Replaces the keys of a draft's images by the paths of their files, and gives the card's list of
    /// assets.
    pub(super) fn pack(&mut self, draft: &mut ScenarioDraft) -> Vec<Value> {
        let mut assets = Vec::new();
        for (place, actor) in draft.actors.iter_mut().enumerate() {
            self.pack_actor(actor, place == 0, &mut assets);
        }
        for (image, kind, name) in [
            (&mut draft.cover, COVER, "cover"),
            (&mut draft.banner, BANNER, "banner"),
        ] {
            self.pack_image(image, "other", kind, name, &mut assets);
        }
        if let Some(first) = draft.actors.first() {
            let readable = first.kept.assets.iter().filter(|entry| is_readable(entry));
            assets.extend(readable.cloned());
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
                assets.push(entry(
                    image.unknown.clone(),
                    "icon",
                    OWN_PICTURE.to_owned(),
                    "main",
                    &ext,
                ));
            }
        } else {
            let name = if is_face { "main" } else { &actor.id };
            self.pack_image(&mut actor.portrait, "icon", of("icon"), name, assets);
        }
        for expression in &mut actor.expressions {
            self.pack_image(
                &mut expression.image,
                "emotion",
                of("emotion"),
                &expression.name,
                assets,
            );
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
                        assets.push(entry(
                            picture.unknown.clone(),
                            kind,
                            uri,
                            &picture.name,
                            &picture.ext,
                        ));
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
        .map(|character| {
            if character.is_ascii_alphanumeric() {
                character
            } else {
                '_'
            }
        })
        .collect();
    if name.is_empty() {
        "picture".to_owned()
    } else {
        name
    }
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
