//! The fields of a card that name its pictures.

use std::collections::HashMap;

use serde_json::Value;

use super::files::{Files, is_inline_picture};
use super::place::CardPicture;

/// The lists that name pictures: where they are, how a report names them, and where an entry has the address.
const LISTS: [(&str, &str, &str); 4] = [
    ("/data/assets", "data.assets", "/uri"),
    ("/assets", "assets", "/uri"),
    (
        "/data/extensions/risuai/emotions",
        "data.extensions.risuai.emotions",
        "/1",
    ),
    (
        "/data/extensions/risuai/additionalAssets",
        "data.extensions.risuai.additionalAssets",
        "/1",
    ),
];

/// Where a card names its pictures first.
#[derive(Debug, Default)]
pub(super) struct PictureFields<'a> {
    by_file: HashMap<usize, String>,
    by_url: HashMap<&'a str, String>,
}

impl<'a> PictureFields<'a> {
    pub(super) fn of(card: &'a Value, files: &Files) -> Self {
        let mut fields = Self::default();
        for (list, name, address) in LISTS {
            let entries = card.pointer(list).and_then(Value::as_array);
            for (at, entry) in entries.into_iter().flatten().enumerate() {
                let Some(address) = entry.pointer(address).and_then(Value::as_str) else {
                    continue;
                };
                let field = || format!("{name}[{at}]");
                if is_inline_picture(address) {
                    fields.by_url.entry(address).or_insert_with(field);
                } else if let Some(file) = files.find(address).and_then(|path| files.index(&path)) {
                    fields.by_file.entry(file).or_insert_with(field);
                }
            }
        }
        fields
    }

    /// The field that names this picture; empty: none, as for the picture that the file itself is.
    pub(super) fn name(&self, picture: &CardPicture) -> String {
        let field = match picture.asset {
            Some(file) => self.by_file.get(&file),
            None => self.by_url.get(picture.inline.as_str()),
        };
        field.cloned().unwrap_or_default()
    }
}
