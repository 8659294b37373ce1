//! The assets of a card: its portrait, expressions, backgrounds and other pictures (V3 `assets`; RisuAI's
//! `emotions` and `additionalAssets`).

use serde_json::{Map, Value, json};

use super::fields::{Fields, text_of};
use super::files::{Files, OWN_PICTURE, is_inline_picture};
use super::report::CardReport;
use crate::authoring::rules::{MAX_EXPRESSIONS, MAX_NAME_CHARS, MAX_PICTURES, MAX_URI_CHARS, fits};
use crate::authoring::{DraftActor, DraftExpression, DraftImage, DraftPicture, ScenarioDraft};

/// The types under which our own cards carry pictures of the scenario and of further actors.
pub(super) const COVER: &str = "x_dramatis_cover";
/// See [`COVER`].
pub(super) const BANNER: &str = "x_dramatis_banner";
/// See [`COVER`].
pub(super) const CAST: &str = "x_dramatis_cast";
/// The type that RisuAI gives to pictures for texts.
const RISU_PICTURE: &str = "x-risu-asset";

/// An entry of the list of assets.
struct Asset {
    kind: String,
    uri: String,
    name: String,
    ext: String,
    unknown: Map<String, Value>,
}

impl Asset {
    /// Reads an entry; gives it back if it cannot be used.
    fn read(entry: Value) -> Result<Self, Value> {
        let Value::Object(fields) = &entry else {
            return Err(entry);
        };
        let text = |name: &str| match fields.get(name) {
            None | Some(Value::Null) => Some(String::new()),
            Some(value) => text_of(value),
        };
        let (Some(kind), Some(uri), Some(name), Some(ext)) =
            (text("type"), text("uri"), text("name"), text("ext"))
        else {
            return Err(entry);
        };
        let fits_here = [&kind, &name, &ext].iter().all(|text| fits(text, MAX_NAME_CHARS))
            && (fits(&uri, MAX_URI_CHARS) || is_inline_picture(&uri));
        if !fits_here {
            return Err(entry);
        }
        let mut unknown = fields.clone();
        unknown.retain(|name, _| !matches!(name.as_str(), "type" | "uri" | "name" | "ext"));
        Ok(Self {
            kind,
            uri,
            name,
            ext,
            unknown,
        })
    }

    /// Its image at this path.
    fn image(self, path: String) -> DraftImage {
        DraftImage {
            key: path,
            uri: spoken(self.uri),
            unknown: self.unknown,
            ..DraftImage::default()
        }
    }
}

/// Whether other programs can read this entry of a list of assets. Some refuse a card with one that they
/// cannot read.
pub(super) fn is_readable(entry: &Value) -> bool {
    ["type", "uri", "name", "ext"]
        .iter()
        .all(|name| entry.get(*name).is_some_and(Value::is_string))
}

/// The address by which texts can name a picture.
fn spoken(uri: String) -> String {
    if uri == OWN_PICTURE || is_inline_picture(&uri) {
        return String::new();
    }
    uri
}

/// What became of the assets of one list.
#[derive(Default)]
struct Counts {
    expressions: usize,
    pictures: usize,
    absent: usize,
    unusable: usize,
    has_portrait: bool,
}

impl Counts {
    fn report(&self, path: &str, report: &mut CardReport) {
        if self.has_portrait {
            report.taken(path, "The main icon is the actor’s portrait.");
        }
        for (count, what) in [
            (
                self.expressions,
                "Pictures that are the actor’s expressions, by their names",
            ),
            (self.pictures, "Further pictures, which texts can show"),
        ] {
            if count > 0 {
                report.taken(path, format!("{what}: {count}."));
            }
        }
        for (count, what) in [
            (
                self.absent,
                "Assets that are no pictures, or did not come with the card",
            ),
            (self.unusable, "Entries that cannot be read"),
        ] {
            if count > 0 {
                let then = "They are kept and exported again; nothing is loaded for them.";
                report.kept(path, format!("{what}: {count}. {then}"));
            }
        }
    }
}

/// Reads the list of assets into the draft, whose first actor is the card's. Images have the paths of their
/// files as keys.
pub(super) fn read_assets(
    data: &mut Fields,
    files: &Files,
    draft: &mut ScenarioDraft,
    report: &mut CardReport,
) {
    let path = format!("{}[]", data.path("assets"));
    let list = match data.take("assets") {
        Some(Value::Array(list)) => list,
        None => return,
        Some(_) => {
            report.refused(&data.path("assets"), "Left out: it is not a list of assets.");
            return;
        }
    };
    read_list(list, &path, files, draft, report);
}

fn read_list(
    list: Vec<Value>,
    path: &str,
    files: &Files,
    draft: &mut ScenarioDraft,
    report: &mut CardReport,
) {
    let mut counts = Counts::default();
    let assets: Vec<Result<Asset, Value>> = list.into_iter().map(Asset::read).collect();
    let is_icon = |asset: &Asset| asset.kind == "icon";
    let icons = || {
        assets
            .iter()
            .enumerate()
            .filter_map(|(at, asset)| Some((at, asset.as_ref().ok()?)))
    };
    let main = icons()
        .find(|(_, asset)| is_icon(asset) && asset.name == "main")
        .or_else(|| icons().find(|(_, asset)| is_icon(asset)))
        .map(|(at, _)| at);
    for (at, asset) in assets.into_iter().enumerate() {
        match asset {
            Ok(asset) => read_asset(asset, Some(at) == main, files, draft, &mut counts),
            Err(entry) => {
                counts.unusable += 1;
                draft.actors[0].kept.assets.push(entry);
            }
        }
    }
    counts.report(path, report);
}

fn read_asset(asset: Asset, is_main: bool, files: &Files, draft: &mut ScenarioDraft, counts: &mut Counts) {
    let file = files.find(&asset.uri);
    match (asset.kind.as_str(), file) {
        (CAST, _) => {}
        // What an icon is by default; nothing came with this card.
        ("icon", None) if asset.uri == OWN_PICTURE && asset.unknown.is_empty() => {}
        (COVER, Some(path)) => draft.cover = Some(asset.image(path)),
        (BANNER, Some(path)) => draft.banner = Some(asset.image(path)),
        ("icon", Some(path)) if is_main && draft.actors[0].portrait.is_none() => {
            counts.has_portrait = true;
            draft.actors[0].portrait = Some(asset.image(path));
        }
        ("emotion", file) => read_expression(asset, file, &mut draft.actors[0], counts),
        (_, file) => add_picture(asset, file, &mut draft.actors[0], counts),
    }
}

fn read_expression(asset: Asset, file: Option<String>, actor: &mut DraftActor, counts: &mut Counts) {
    let is_new = !asset.name.trim().is_empty() && actor.expressions.iter().all(|one| one.name != asset.name);
    if !is_new || actor.expressions.len() >= MAX_EXPRESSIONS {
        return add_picture(asset, file, actor, counts);
    }
    let name = asset.name.clone();
    let image = match file {
        Some(path) => {
            counts.expressions += 1;
            Some(asset.image(path))
        }
        None => {
            add_picture(asset, None, actor, counts);
            None
        }
    };
    actor.expressions.push(DraftExpression { name, image });
}

fn add_picture(asset: Asset, file: Option<String>, actor: &mut DraftActor, counts: &mut Counts) {
    if actor.pictures.len() >= MAX_PICTURES {
        counts.unusable += 1;
        let mut entry = asset.unknown;
        entry.extend([
            ("type".to_owned(), json!(asset.kind)),
            ("uri".to_owned(), json!(asset.uri)),
            ("name".to_owned(), json!(asset.name)),
            ("ext".to_owned(), json!(asset.ext)),
        ]);
        actor.kept.assets.push(Value::Object(entry));
        return;
    }
    if file.is_some() {
        counts.pictures += 1;
    } else {
        counts.absent += 1;
    }
    actor.pictures.push(DraftPicture {
        name: asset.name,
        kind: asset.kind,
        uri: if file.is_some() {
            spoken(asset.uri)
        } else {
            asset.uri
        },
        ext: asset.ext,
        key: file,
        unknown: asset.unknown,
        ..DraftPicture::default()
    });
}

/// Reads RisuAI's lists of pictures, which V2 cards have in place of assets: names, addresses and extensions.
pub(super) fn read_risu_lists(
    risu: &mut Map<String, Value>,
    files: &Files,
    draft: &mut ScenarioDraft,
    report: &mut CardReport,
) {
    for (name, kind) in [("emotions", "emotion"), ("additionalAssets", RISU_PICTURE)] {
        if !risu.get(name).is_some_and(Value::is_array) {
            continue;
        }
        let Some(Value::Array(list)) = risu.shift_remove(name) else {
            continue;
        };
        let (pairs, others): (Vec<Value>, Vec<Value>) = list.into_iter().partition(is_pair);
        let entry = |pair: Value| {
            let ext = pair.get(2).and_then(Value::as_str).unwrap_or("unknown");
            json!({ "type": kind, "name": pair[0], "uri": pair[1], "ext": ext })
        };
        let list = pairs.into_iter().map(entry).collect();
        read_list(
            list,
            &format!("data.extensions.risuai.{name}"),
            files,
            draft,
            report,
        );
        if !others.is_empty() {
            risu.insert(name.to_owned(), Value::Array(others));
        }
    }
}

fn is_pair(value: &Value) -> bool {
    let is_text = |at: usize| value.get(at).is_some_and(Value::is_string);
    let has_more = value.as_array().is_some_and(|list| list.len() > 3);
    is_text(0) && is_text(1) && !has_more
}
