//! The document of cards says the limits of the code.

use std::collections::BTreeMap;
use std::path::Path;

use crate::card_files::limits::{
    MAX_ARCHIVE_ENTRIES, MAX_ASSETS, MAX_CARD_JSON_BYTES, MAX_CARD_TEXT_BYTES, MAX_FILE_BYTES,
    MAX_JSON_DEPTH, MAX_JSON_VALUES, MAX_PATH_BYTES, MAX_PICTURE_BYTES, MAX_RATIO, MAX_TEXT_CHUNKS,
    MAX_UNPACKED_BYTES, MAX_YAML_BYTES,
};

#[test]
fn the_document_has_the_limits_of_files() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cards.md");
    let document = std::fs::read_to_string(path).expect("docs/cards.md");
    let (_, section) = document.split_once("### Limits of files").expect("the section");
    let said: BTreeMap<&str, u64> = section
        .lines()
        .take_while(|line| !line.starts_with('#'))
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "))
        .filter_map(|(name, value)| Some((name, value.parse().ok()?)))
        .collect();
    let limits = [
        ("Bytes of a file", MAX_FILE_BYTES),
        ("Bytes of a card as JSON", MAX_CARD_JSON_BYTES as u64),
        ("Bytes of a card as YAML", MAX_YAML_BYTES as u64),
        ("Depth of a card's JSON", MAX_JSON_DEPTH as u64),
        ("Values in a card", MAX_JSON_VALUES as u64),
        ("Files in an archive", MAX_ARCHIVE_ENTRIES),
        (
            "Bytes of a card's text in a chunk or comment, inflated",
            MAX_CARD_TEXT_BYTES as u64,
        ),
        ("Text chunks of a PNG", MAX_TEXT_CHUNKS as u64),
        ("Assets of a file", MAX_ASSETS as u64),
        ("Bytes of a picture", MAX_PICTURE_BYTES),
        ("Bytes of all assets", MAX_UNPACKED_BYTES),
        ("Times an asset is larger than packed", MAX_RATIO),
        ("Bytes of an asset's path", MAX_PATH_BYTES as u64),
    ];
    assert_eq!(said, limits.into());
}
