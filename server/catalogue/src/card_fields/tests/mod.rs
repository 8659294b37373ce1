//! What cards mean here, there and back.

mod any_card;
mod exporting;
mod importing;
mod round_trips;
mod table;

use serde_json::Value;

use super::files::is_inline_picture;
use super::{AssetName, ExportedCard, FieldReport, ImportedCard, import, place_picture};
use crate::authoring::ScenarioDraft;

/// The key under which a test stores the picture in a data URL.
const INLINE_KEY: &str = "blob/inline.png";

/// A card's draft with its pictures stored: the file at index n under the nth key.
fn bring(card: &Value, files: &[AssetName], keys: &[String]) -> (ScenarioDraft, Vec<FieldReport>) {
    let ImportedCard {
        mut draft,
        pictures,
        report,
        ..
    } = import(card, files, None).expect("a card");
    for picture in &pictures {
        let key = picture.asset.map_or(INLINE_KEY, |asset| &keys[asset]);
        assert!(place_picture(&mut draft, picture, key), "{:?}", picture.place);
    }
    (draft, report)
}

/// The draft of an exported card with its files.
fn bring_back(exported: &ExportedCard) -> ScenarioDraft {
    let name = |path: &String| AssetName {
        path: path.clone(),
        is_picture: true,
    };
    let files: Vec<AssetName> = exported.files.iter().map(|file| name(&file.path)).collect();
    let keys: Vec<String> = exported.files.iter().map(|file| file.key.clone()).collect();
    bring(&exported.card, &files, &keys).0
}

/// The files that a card's addresses mean, and a key for each.
fn files_of(card: &Value) -> (Vec<AssetName>, Vec<String>) {
    let mut files = Vec::new();
    collect_files(card, &mut files);
    let keys = (0..files.len())
        .map(|number| format!("blob/{number}.png"))
        .collect();
    (files, keys)
}

fn collect_files(value: &Value, files: &mut Vec<AssetName>) {
    match value {
        Value::String(uri) if is_inline_picture(uri) => {}
        Value::String(uri) => {
            let path = uri
                .strip_prefix("embeded://")
                .or_else(|| uri.strip_prefix("embedded://"))
                .or_else(|| (uri.starts_with("__asset:") || uri == "ccdefault:").then_some(uri));
            if let Some(path) = path
                && files.iter().all(|file| file.path != path)
            {
                let is_picture = !path.ends_with(".mp3");
                files.push(AssetName {
                    path: path.to_owned(),
                    is_picture,
                });
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| collect_files(inner, files)),
        Value::Object(fields) => fields.values().for_each(|inner| collect_files(inner, files)),
        _ => {}
    }
}
