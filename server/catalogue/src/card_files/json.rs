//! The card as JSON, held to its limits before anything is built from it.

use serde_json::Value;

use super::error::CardFault;
use super::limits::{MAX_CARD_JSON_BYTES, MAX_JSON_DEPTH, MAX_JSON_VALUES};

/// What UTF-8 files of some editors begin with.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads a card, which is a JSON object.
///
/// # Errors
/// What is wrong with the text, with line and column where that helps.
pub(super) fn parse(text: &[u8]) -> Result<Value, CardFault> {
    if text.len() > MAX_CARD_JSON_BYTES {
        return Err(CardFault::TooLarge);
    }
    if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
        return Err(CardFault::Utf16);
    }
    // Programs in C end the text with a NUL.
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let end = text
        .iter()
        .rposition(|byte| *byte != 0)
        .map_or(0, |last| last + 1);
    let text = &text[..end];
    measure(text)?;
    let value: Value = serde_json::from_slice(text).map_err(|error| match std::str::from_utf8(text) {
        Ok(_) => CardFault::Json {
            line: error.line(),
            column: error.column(),
        },
        Err(_) => CardFault::Encoding,
    })?;
    match value {
        Value::Object(_) => Ok(value),
        _ => Err(CardFault::NotAnObject),
    }
}

/// A card as JSON for a file, held to the limits by which it is read again.
///
/// # Errors
/// The limit it does not keep to, or that it is not an object.
pub(super) fn to_bytes(card: &Value) -> Result<Vec<u8>, CardFault> {
    if !card.is_object() {
        return Err(CardFault::NotAnObject);
    }
    let text = serde_json::to_vec(card).map_err(|_| CardFault::Encoding)?;
    if text.len() > MAX_CARD_JSON_BYTES {
        return Err(CardFault::TooLarge);
    }
    measure(&text)?;
    Ok(text)
}

/// Checks depth and number of values without building them: a text of 8 MB can hold millions of empty lists,
/// each of which takes 72 bytes as a value.
fn measure(text: &[u8]) -> Result<(), CardFault> {
    let (mut depth, mut values) = (0, 0);
    let (mut is_text, mut is_escaped) = (false, false);
    for (at, byte) in text.iter().enumerate() {
        if is_text {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => is_text = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => is_text = true,
            b'{' | b'[' => {
                depth += 1;
                values += 1;
                if depth > MAX_JSON_DEPTH {
                    let (line, column) = place(&text[..=at]);
                    return Err(CardFault::TooDeep { line, column });
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        if values > MAX_JSON_VALUES {
            return Err(CardFault::TooManyValues);
        }
    }
    Ok(())
}

/// Line and column of the last byte of a text, from 1.
fn place(text: &[u8]) -> (usize, usize) {
    let line = text.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = text.iter().rev().take_while(|byte| **byte != b'\n').count();
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(depth: usize) -> String {
        format!("{{\"a\":{}{}}}", "[".repeat(depth - 1), "]".repeat(depth - 1))
    }

    #[test]
    fn depth_counts_from_the_card_itself_and_not_in_texts() {
        assert!(parse(nested(MAX_JSON_DEPTH).as_bytes()).is_ok());
        let fault = parse(nested(MAX_JSON_DEPTH + 1).as_bytes()).unwrap_err();
        assert_eq!(
            fault,
            CardFault::TooDeep {
                line: 1,
                column: 5 + MAX_JSON_DEPTH
            }
        );
        let text = format!(
            r#"{{"a":"{}\"{}"}}"#,
            "[".repeat(500),
            ",".repeat(MAX_JSON_VALUES)
        );
        assert!(parse(text.as_bytes()).is_ok());
    }

    #[test]
    fn millions_of_empty_values_are_not_built() {
        let many = format!("{{\"a\":[{}0]}}", "{},".repeat(MAX_JSON_VALUES));
        assert_eq!(parse(many.as_bytes()), Err(CardFault::TooManyValues));
    }

    #[test]
    fn marks_of_editors_and_of_c_are_passed_over() {
        let card = parse(b"\xef\xbb\xbf {\"name\":\"Aki\"}\n\0\0").unwrap();
        assert_eq!(card["name"], "Aki");
    }

    #[test]
    fn faults_say_where_they_are() {
        for (text, fault) in [
            (&b"{\n \"a\": tru}"[..], CardFault::Json { line: 2, column: 10 }),
            (b"[{}]", CardFault::NotAnObject),
            (b"\"text\"", CardFault::NotAnObject),
            (b"{\"a\":\"\xff\"}", CardFault::Encoding),
            (b"\xff\xfe{\0}\0", CardFault::Utf16),
            (b"", CardFault::Json { line: 1, column: 0 }),
        ] {
            assert_eq!(parse(text).unwrap_err(), fault, "{text:?}");
        }
        let long = format!("{{\"a\":\"{}\"}}", "x".repeat(MAX_CARD_JSON_BYTES));
        assert_eq!(parse(long.as_bytes()), Err(CardFault::TooLarge));
    }
}
