//! Which keys are valid, what makes two requests the same, and which refusals are stored. Pure.

use kernel::{DAY_MS, ErrorCode};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::errors;

/// The request header.
pub const HEADER: &str = "idempotency-key";
/// Longest key, in characters.
pub const MAX_KEY_CHARS: usize = 255;
/// How long an answer is stored, in milliseconds: a day.
pub const KEEP_MILLIS: i64 = DAY_MS;

/// Whether the header's value is a valid key: 1 to 255 printable ASCII characters.
#[must_use]
pub(super) fn is_key(value: &[u8]) -> bool {
    (1..=MAX_KEY_CHARS).contains(&value.len())
        && value.iter().all(|byte| (0x20..=0x7e).contains(byte))
        && value.iter().any(|byte| *byte != b' ')
}

/// What makes two requests the same: the SHA-256 of the path with its query and of the body, regardless of
/// the order of its members and its white space.
#[must_use]
pub(super) fn fingerprint(path_and_query: &str, body: Option<&Value>) -> String {
    let mut text = String::new();
    if let Some(body) = body {
        write_canonical(body, &mut text);
    }
    let mut hash = Sha256::new();
    hash.update(path_and_query);
    hash.update([0]);
    hash.update(text);
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn write_canonical(value: &Value, out: &mut String) {
    match value {
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by_key(|(name, _)| *name);
            out.push('{');
            for (name, member) in sorted {
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push(':');
                write_canonical(member, out);
                out.push(',');
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for item in items {
                write_canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        plain => out.push_str(&plain.to_string()),
    }
}

/// Whether this refusal is stored and repeated: insufficient shekels, or a conflict with the current state.
/// All others were refused before anything was decided, or are server errors.
#[must_use]
pub(super) fn is_remembered(code: ErrorCode) -> bool {
    matches!(code.status(), 402 | 409) && code != errors::IDEMPOTENCY_IN_PROGRESS
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_are_printable_and_not_too_long() {
        let longest = "x".repeat(MAX_KEY_CHARS);
        for good in ["a", "018f-42", "two words", "~", longest.as_str()] {
            assert!(is_key(good.as_bytes()), "{good}");
        }
        let too_long = "x".repeat(MAX_KEY_CHARS + 1);
        for bad in ["", " ", "a\tb", "a\nb", "\u{7f}", "é", too_long.as_str()] {
            assert!(!is_key(bad.as_bytes()), "{bad:?}");
        }
    }

    #[test]
    fn the_same_request_written_otherwise_is_the_same() {
        let print = |path: &str, text: &str| fingerprint(path, serde_json::from_str(text).ok().as_ref());
        let one = print("/a", r#"{"x": 1, "y": {"a": [1, 2], "b": null}}"#);
        assert_eq!(one, print("/a", r#"{"y":{"b":null,"a":[1,2]},"x":1}"#));
        for (path, other) in [
            ("/b", r#"{"x":1,"y":{"a":[1,2],"b":null}}"#),
            ("/a", r#"{"x":1,"y":{"a":[2,1],"b":null}}"#),
            ("/a", r#"{"x":"1","y":{"a":[1,2],"b":null}}"#),
            ("/a", "{}"),
        ] {
            assert_ne!(one, print(path, other), "{path} {other}");
        }
        assert_ne!(fingerprint("/a", None), fingerprint("/a", Some(&json!(null))));
    }
}
