//! What a person is told of the files that come with a card and are not used.

use std::collections::{BTreeMap, HashSet};
use std::io::{Read, Seek};

use super::rules::MAX_NAMED_FILES;
use crate::card_fields::CardPicture;
use crate::card_files::{AssetKind, CardFile, FileKind};

/// The sentences about the files that are no pictures, and about the pictures that the card does not use,
/// kind by kind.
pub(super) fn list_unused<R: Read + Seek>(file: &CardFile<R>, pictures: &[CardPicture]) -> Vec<String> {
    let used: HashSet<usize> = pictures.iter().filter_map(|picture| picture.asset).collect();
    let mut unused: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (index, asset) in file.assets().iter().enumerate() {
        if !used.contains(&index) {
            let name = asset.path.rsplit('/').next().unwrap_or_default();
            unused.entry(left_out(asset.kind)).or_default().push(name);
        }
    }
    let mut sentences: Vec<String> = unused
        .into_iter()
        .map(|(what, names)| format!("{what}: {}.", list_names(&names)))
        .collect();
    let own_is_used = used.contains(&file.assets().len());
    if file.picture_kind().is_some() && !own_is_used {
        sentences.push("The picture around the card was left out: the card has its own portrait.".to_owned());
    }
    if file.kind() == FileKind::Apng && own_is_used {
        sentences.push("The picture is animated. Only its first frame is stored.".to_owned());
    }
    sentences
}

/// The names as far as a sentence takes them.
fn list_names(names: &[&str]) -> String {
    let (named, others) = names.split_at(names.len().min(MAX_NAMED_FILES));
    let named = named.join(", ");
    match others.len() {
        0 => named,
        count => format!("{named} and {count} more"),
    }
}

/// How a sentence about files of this kind begins.
fn left_out(kind: AssetKind) -> &'static str {
    match kind {
        AssetKind::Image => "Pictures that the card doesn’t use were left out",
        AssetKind::Audio => "Sounds were left out",
        AssetKind::Video => "Videos were left out",
        AssetKind::Live2d => "Live2D models were left out",
        AssetKind::Model3d => "3D models were left out",
        AssetKind::AiModel => "AI models were left out",
        AssetKind::Font => "Fonts were left out",
        AssetKind::Code => "Scripts were left out; scripts of cards are never run",
        AssetKind::RisuMetadata => "RisuAI’s notes about its files were left out",
        AssetKind::RisuModule => "A module of RisuAI was left out",
        AssetKind::Other => "Files that aren’t pictures were left out",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_names_are_listed() {
        assert_eq!(list_names(&["a", "b"]), "a, b");
        let many = vec!["a"; MAX_NAMED_FILES + 3];
        assert_eq!(list_names(&many), "a, a, a, a, a and 3 more");
    }
}
