//! The assets of a card file: which are taken, and where in the file they are.

use std::collections::HashSet;
use std::ops::Range;

use super::archive::PackedFile;
use super::error::AssetFault;
use super::kind::AssetKind;
use super::limits::{
    FREE_UNPACKED_BYTES, MAX_ASSETS, MAX_PATH_BYTES, MAX_PICTURE_BYTES, MAX_RATIO, MAX_UNPACKED_BYTES,
};
use super::notice::is_shown;

/// A file that comes with a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// By which the card names it: the path in the archive, which `embeded://` precedes in the card, or
    /// `__asset:{n}` in a PNG. It is compared exactly.
    pub path: String,
    /// What it is, by its folder and extension, or by its content in a PNG.
    pub kind: AssetKind,
    /// Its size when it is unpacked.
    pub size_bytes: u64,
    pub(super) place: AssetPlace,
}

/// Where an asset is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AssetPlace {
    /// In an archive.
    Archive(PackedFile),
    /// As base64 in a range of the file.
    Base64(Range<u64>),
}

/// The assets that were taken.
#[derive(Debug, Default)]
pub(super) struct AssetList {
    assets: Vec<Asset>,
    paths: HashSet<String>,
    total_bytes: u64,
}

impl AssetList {
    /// Whether no further asset is taken.
    pub(super) fn is_full(&self) -> bool {
        self.assets.len() >= MAX_ASSETS
    }

    /// Takes an asset whose path was checked.
    ///
    /// # Errors
    /// The limit it does not keep to. Nothing is taken then.
    pub(super) fn take(&mut self, asset: Asset) -> Result<(), AssetFault> {
        if self.is_full() {
            return Err(AssetFault::TooMany);
        }
        if self.paths.contains(&asset.path) {
            return Err(AssetFault::Duplicate);
        }
        if asset.kind == AssetKind::Image && asset.size_bytes > MAX_PICTURE_BYTES {
            return Err(AssetFault::PictureTooLarge);
        }
        if let AssetPlace::Archive(packed) = &asset.place {
            let most = packed
                .packed_bytes
                .saturating_mul(MAX_RATIO)
                .max(FREE_UNPACKED_BYTES);
            if asset.size_bytes > most {
                return Err(AssetFault::Ratio);
            }
        }
        let total = self.total_bytes.saturating_add(asset.size_bytes);
        if total > MAX_UNPACKED_BYTES {
            return Err(AssetFault::TotalTooLarge);
        }
        self.total_bytes = total;
        self.paths.insert(asset.path.clone());
        self.assets.push(asset);
        Ok(())
    }

    pub(super) fn into_list(self) -> Vec<Asset> {
        self.assets
    }
}

/// A path in an archive, if it is a plain one: relative, with `/` between its parts, none of them empty,
/// `.` or `..`, and without characters that are not shown.
///
/// The standard asks for ASCII. Programs write names in other scripts, too, so all UTF-8 is taken; nothing is
/// ever stored under such a path.
pub(super) fn plain_path(path: &[u8]) -> Result<&str, AssetFault> {
    let text = std::str::from_utf8(path).map_err(|_| AssetFault::Path)?;
    let is_plain = path.len() <= MAX_PATH_BYTES
        && text
            .chars()
            .all(|character| is_shown(character) && !matches!(character, '\\' | ':' | '\u{fffd}'))
        && text.split('/').all(|part| !matches!(part, "" | "." | ".."));
    match is_plain {
        true => Ok(text),
        false => Err(AssetFault::Path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asset(path: &str, kind: AssetKind, size_bytes: u64) -> Asset {
        Asset {
            path: path.to_owned(),
            kind,
            size_bytes,
            place: AssetPlace::Base64(0..1),
        }
    }

    #[test]
    fn only_plain_paths_are_taken() {
        for path in [
            "a",
            "assets/icon/images/main.png",
            "assets/emotion/images/기쁨.png",
            "a b/c d.png",
        ] {
            assert_eq!(plain_path(path.as_bytes()), Ok(path));
        }
        let long = "a".repeat(MAX_PATH_BYTES + 1);
        for path in [
            "",
            "/etc/passwd",
            "../a",
            "a/../b",
            "a/..",
            "./a",
            "a//b",
            "a/",
            "a\\b",
            "c:/a",
            "a\0b",
            "a\nb",
            "exe\u{202e}gnp",
            &long,
        ] {
            assert_eq!(plain_path(path.as_bytes()), Err(AssetFault::Path), "{path:?}");
        }
        assert_eq!(plain_path(b"caf\xe9.png"), Err(AssetFault::Path));
    }

    #[test]
    fn each_limit_leaves_out_the_asset_that_goes_over_it() {
        let mut list = AssetList::default();
        assert_eq!(list.take(asset("a", AssetKind::Image, MAX_PICTURE_BYTES)), Ok(()));
        assert_eq!(
            list.take(asset("a", AssetKind::Image, 1)),
            Err(AssetFault::Duplicate)
        );
        assert_eq!(
            list.take(asset("b", AssetKind::Image, MAX_PICTURE_BYTES + 1)),
            Err(AssetFault::PictureTooLarge)
        );
        let rest = MAX_UNPACKED_BYTES - MAX_PICTURE_BYTES;
        assert_eq!(
            list.take(asset("c", AssetKind::Audio, rest + 1)),
            Err(AssetFault::TotalTooLarge)
        );
        assert_eq!(list.take(asset("c", AssetKind::Audio, rest)), Ok(()));
        assert_eq!(list.into_list().len(), 2);

        let mut list = AssetList::default();
        for number in 0..MAX_ASSETS {
            assert_eq!(list.take(asset(&number.to_string(), AssetKind::Image, 1)), Ok(()));
        }
        assert_eq!(
            list.take(asset("more", AssetKind::Image, 1)),
            Err(AssetFault::TooMany)
        );
    }
}
