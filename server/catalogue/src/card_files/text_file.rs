//! Cards that are a text: JSON, and the old form in YAML.

use std::io::{Read, Seek};

use serde_json::Value;

use super::error::{CardFault, CardFileError, CardPlace, PartError};
use super::json;
use super::kind::FileKind;
use super::limits::MAX_CARD_JSON_BYTES;
use super::source::{Source, read_up_to};
use super::yaml;

/// A card in YAML has at least one of these fields. Other YAML files are not cards.
const YAML_FIELDS: [&str; 5] = [
    "context",
    "greeting",
    "char_name",
    "char_persona",
    "char_greeting",
];

/// Reads a card from a file of text.
///
/// # Errors
/// The file is no card, or the card cannot be read.
pub(super) fn read<R: Read + Seek>(source: &mut Source<R>) -> Result<(FileKind, Value), CardFileError> {
    let refused = |fault| PartError::Fault(fault).at(CardPlace::File);
    let text = read_up_to(source.window(0..u64::MAX)?, MAX_CARD_JSON_BYTES)?
        .ok_or_else(|| refused(CardFault::TooLarge))?;
    let start = text
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(&text)
        .trim_ascii_start();
    let is_json = matches!(start.first(), Some(b'{' | b'['));
    let is_utf16 = text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff");
    if is_json || is_utf16 {
        let card = json::parse(&text).map_err(refused)?;
        return Ok((FileKind::Json, card));
    }
    let text = std::str::from_utf8(start).map_err(|_| CardFileError::Unknown { looks_like: None })?;
    if !looks_like_yaml(text) {
        return Err(CardFileError::Unknown { looks_like: None });
    }
    let card = yaml::parse(text).map_err(refused)?;
    let is_card = YAML_FIELDS.iter().any(|field| card.get(field).is_some());
    match is_card {
        true => Ok((FileKind::Yaml, card)),
        false => Err(CardFileError::NoCard { kind: FileKind::Yaml }),
    }
}

/// Whether the first line that says something is a field of YAML. A fault of the text is only told where it
/// is: in other texts every line would be one.
fn looks_like_yaml(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end);
    let first = lines.find(|line| !(line.is_empty() || line.starts_with(['#', '%']) || *line == "---"));
    let key = first.and_then(|line| line.split_once(':')).map(|(key, rest)| {
        let is_field = rest.is_empty() || rest.starts_with(' ');
        is_field && !key.is_empty() && key.len() <= 64 && !key.contains(['<', '{'])
    });
    key.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_fields_look_like_yaml() {
        for text in ["name: Aki", "# card\n\n---\n\"name\": Aki", "name:\n  Aki"] {
            assert!(looks_like_yaml(text), "{text}");
        }
        for text in [
            "",
            "Hello there",
            "https://example.org",
            "<html lang: x",
            "# only a comment",
        ] {
            assert!(!looks_like_yaml(text), "{text}");
        }
    }
}
