//! The text of a chunk or comment: a card as JSON itself, or as base64 of it.

use std::io::{self, ErrorKind, Read};

use serde_json::Value;

use super::base64::{Base64Reader, is_not_base64};
use super::error::{CardFault, PartError};
use super::json;
use super::limits::MAX_CARD_JSON_BYTES;
use super::source::{fill, is_over_limit, read_up_to};

/// How RisuAI's encrypted cards begin.
pub(super) const RISU_ENCRYPTED: &[u8] = b"rcc||";

/// Bytes of which it is decided what the text is.
const HEAD_BYTES: usize = 32;

/// Reads a card from its text. Only the decoded JSON is held in memory.
///
/// # Errors
/// A fault of the card, or of the storage it is read from.
pub(super) fn read_card(mut text: impl Read) -> Result<Value, PartError<CardFault>> {
    let mut head = [0; HEAD_BYTES];
    let filled = fill(&mut text, &mut head).map_err(sort)?;
    let head = trim_start(&head[..filled]);
    if head.starts_with(RISU_ENCRYPTED) {
        return Err(PartError::Fault(CardFault::Encrypted));
    }
    let whole = head.chain(text);
    let is_json = matches!(head.first(), Some(b'{' | b'[' | b'"'));
    let read = match is_json {
        true => read_up_to(whole, MAX_CARD_JSON_BYTES),
        false => read_up_to(Base64Reader::new(whole), MAX_CARD_JSON_BYTES),
    };
    let json = read.map_err(sort)?.ok_or(PartError::Fault(CardFault::TooLarge))?;
    if json.starts_with(RISU_ENCRYPTED) {
        return Err(PartError::Fault(CardFault::Encrypted));
    }
    // A line and column would lead nowhere in a text that was never JSON.
    if !matches!(trim_start(&json).first(), Some(b'{' | b'[' | b'"')) {
        return Err(PartError::Fault(CardFault::NoJson));
    }
    let card = match is_json && std::str::from_utf8(&json).is_err() {
        // The standard of PNG says that such a text is Latin-1.
        true => {
            let text: String = json.iter().map(|byte| char::from(*byte)).collect();
            json::parse(text.as_bytes())
        }
        false => json::parse(&json),
    };
    card.map_err(PartError::Fault)
}

/// Without white space and a byte order mark at its beginning.
fn trim_start(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(text)
        .trim_ascii_start()
}

/// Sorts an error of a decoder: about the text, or about the storage.
pub(super) fn sort(error: io::Error) -> PartError<CardFault> {
    match error.kind() {
        _ if is_not_base64(&error) => PartError::Fault(CardFault::NoJson),
        _ if is_over_limit(&error) => PartError::Fault(CardFault::TooLarge),
        // What inflating says of a damaged or cut stream.
        ErrorKind::InvalidInput | ErrorKind::InvalidData | ErrorKind::UnexpectedEof => {
            PartError::Fault(CardFault::Compression)
        }
        _ => PartError::Io(error),
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;

    use super::*;

    fn fault(text: &[u8]) -> CardFault {
        match read_card(text).unwrap_err() {
            PartError::Fault(fault) => fault,
            PartError::Io(error) => panic!("{error}"),
        }
    }

    #[test]
    fn json_is_read_as_it_is_and_in_base64() {
        let json = r#"{"name":"Zoë 🙂"}"#;
        for text in [
            json.to_owned(),
            format!("\u{feff}\n  {json}"),
            BASE64_STANDARD.encode(json),
            format!(" {}\n", BASE64_STANDARD.encode(format!("\u{feff}{json}"))),
        ] {
            assert_eq!(read_card(text.as_bytes()).unwrap()["name"], "Zoë 🙂", "{text}");
        }
        assert_eq!(read_card(&b"{\"name\":\"Zo\xeb\"}"[..]).unwrap()["name"], "Zoë");
    }

    #[test]
    fn encrypted_cards_are_recognised_in_both_forms() {
        assert_eq!(fault(b"rcc||rccv1||abcd"), CardFault::Encrypted);
        assert_eq!(
            fault(BASE64_STANDARD.encode("rcc||rccv1||abcd").as_bytes()),
            CardFault::Encrypted
        );
    }

    #[test]
    fn other_texts_are_no_cards() {
        assert_eq!(fault(b"just a comment!"), CardFault::NoJson);
        assert_eq!(fault(b""), CardFault::NoJson);
        assert_eq!(
            fault(BASE64_STANDARD.encode("just a comment!").as_bytes()),
            CardFault::NoJson
        );
        assert_eq!(fault(b"[1]"), CardFault::NotAnObject);
        assert_eq!(
            fault(BASE64_STANDARD.encode("\n[1]").as_bytes()),
            CardFault::NotAnObject
        );
        assert_eq!(
            fault(BASE64_STANDARD.encode("{\"a\":1,}").as_bytes()),
            CardFault::Json { line: 1, column: 8 }
        );
    }

    #[test]
    fn what_decodes_to_more_than_a_card_is_refused() {
        let text = BASE64_STANDARD.encode(vec![b' '; MAX_CARD_JSON_BYTES + 1]);
        assert_eq!(fault(text.as_bytes()), CardFault::TooLarge);
    }
}
