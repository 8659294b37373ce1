//! Paths for the assets of a CHARX that is written.

use std::collections::HashSet;

use crate::card_files::kind::AssetKind;

/// Characters of a name or extension in a path.
const MAX_NAME_CHARS: usize = 60;

/// Gives each asset a path of its own in the standard's folders: `assets/{type}/{kind}/{name}.{ext}`.
///
/// Paths have only small ASCII letters, digits, `-` and `_`, so that they mean the same on every system:
/// names that differ in nothing else get a number.
#[derive(Debug, Default)]
pub struct AssetPaths {
    taken: HashSet<String>,
}

impl AssetPaths {
    /// A path for an asset that no other one has. `asset_type` is the standard's (`icon`, `emotion`,
    /// `background`, `user_icon`, or one that begins with `x_`), `name` any text, `extension` without its
    /// dot. The same calls in the same order give the same paths.
    pub fn add(&mut self, asset_type: &str, kind: AssetKind, name: &str, extension: &str) -> String {
        let folder = kind.folder();
        let part = |text: &str, otherwise: &str| match plain(text) {
            text if text.is_empty() => otherwise.to_owned(),
            text => text,
        };
        let (asset_type, name) = (part(asset_type, "other"), part(name, "asset"));
        let extension = part(extension, "unknown");
        let mut number = 1;
        loop {
            let suffix = match number {
                1 => String::new(),
                _ => format!("_{number}"),
            };
            let path = format!("assets/{asset_type}/{folder}/{name}{suffix}.{extension}");
            if self.taken.insert(path.clone()) {
                return path;
            }
            number += 1;
        }
    }
}

/// The text in small ASCII letters, digits, `-` and `_`; each run of other characters becomes one `_`.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for character in text.chars() {
        match character.to_ascii_lowercase() {
            character @ ('a'..='z' | '0'..='9' | '-' | '_') => plain.push(character),
            _ if plain.ends_with('_') => {}
            _ => plain.push('_'),
        }
    }
    plain.truncate(MAX_NAME_CHARS);
    match plain.bytes().all(|byte| byte == b'_') {
        true => String::new(),
        false => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_asset_gets_a_path_of_its_own() {
        let mut paths = AssetPaths::default();
        let mut add = |kind, name, extension| paths.add("emotion", kind, name, extension);
        assert_eq!(
            add(AssetKind::Image, "Joy", "PNG"),
            "assets/emotion/images/joy.png"
        );
        assert_eq!(
            add(AssetKind::Image, "joy", "png"),
            "assets/emotion/images/joy_2.png"
        );
        assert_eq!(
            add(AssetKind::Image, "기쁨", "png"),
            "assets/emotion/images/asset.png"
        );
        assert_eq!(
            add(AssetKind::Image, "슬픔", "png"),
            "assets/emotion/images/asset_2.png"
        );
        assert_eq!(
            add(AssetKind::Audio, "a / b", ""),
            "assets/emotion/audio/a_b.unknown"
        );
        assert_eq!(
            add(AssetKind::Other, "../../x", "sh"),
            "assets/emotion/other/_x.sh"
        );
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        let mut paths = AssetPaths::default();
        for kind in [
            AssetKind::Image,
            AssetKind::Audio,
            AssetKind::Video,
            AssetKind::Live2d,
            AssetKind::Model3d,
            AssetKind::AiModel,
            AssetKind::Font,
            AssetKind::Code,
            AssetKind::Other,
        ] {
            let path = paths.add("x_mood", kind, &"n".repeat(500), "bin");
            assert_eq!(AssetKind::of_path(&path), kind);
            assert!(crate::card_files::asset::plain_path(path.as_bytes()).is_ok());
        }
    }
}
