//! The only place where text becomes HTML. Three contexts, three functions; nothing else in this crate writes
//! a `<` around a value (reliability S-1).

use std::fmt::Write as _;

use memchr::{memchr3, memmem};

/// Writes `text` as the content of an element (not of `script` or `style`).
pub fn text(out: &mut String, text: &str) {
    replace(out, text, |byte| match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        // HTML has no way to write NUL; parsers replace it by this.
        b'\0' => Some("\u{fffd}"),
        _ => None,
    });
}

/// Writes `value` as the content of a double-quoted attribute.
pub fn attribute(out: &mut String, value: &str) {
    replace(out, value, |byte| match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'"' => Some("&quot;"),
        b'\'' => Some("&#39;"),
        b'\0' => Some("\u{fffd}"),
        _ => None,
    });
}

/// Writes `text` with some of its ASCII characters replaced; the text between them is copied as a whole.
fn replace(out: &mut String, text: &str, by: impl Fn(u8) -> Option<&'static str>) {
    let mut copied = 0;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(other) = by(byte) {
            out.push_str(&text[copied..at]);
            out.push_str(other);
            copied = at + 1;
        }
    }
    out.push_str(&text[copied..]);
}

/// Writes valid JSON text so that it can stand inside a `script` element: `<`, `>`, `&`, U+2028 and U+2029
/// become `\u` escapes. In valid JSON these occur only inside strings, where the escape means the same
/// character.
pub fn json(out: &mut String, json: &str) {
    out.reserve(json.len() + json.len() / 32);
    let separators = memmem::find(json.as_bytes(), b"\xe2\x80\xa8").is_some()
        || memmem::find(json.as_bytes(), b"\xe2\x80\xa9").is_some();
    if separators {
        return json_with_separators(out, json);
    }
    let mut rest = json;
    while let Some(at) = memchr3(b'<', b'>', b'&', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'<' => "\\u003c",
            b'>' => "\\u003e",
            _ => "\\u0026",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

fn json_with_separators(out: &mut String, json: &str) {
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Typical attempts to break out of an HTML context.
    const CORPUS: [&str; 16] = [
        "</script><script>alert(1)</script>",
        "<!--<script>",
        "-->",
        "]]>",
        "\u{2028}\u{2029}",
        "__proto__",
        "\"><img src=x onerror=alert(1)>",
        "' onload='x",
        "&lt;script&gt;",
        "</title><script>",
        "</SCRIPT\n>",
        "<\u{0}script>",
        "\\u003c/script\\u003e",
        "${7*7}{{7*7}}",
        "\u{feff}</script >",
        "emoji \u{1f469}\u{200d}\u{1f680} ok",
    ];

    fn escaped(write: fn(&mut String, &str), value: &str) -> String {
        let mut out = String::new();
        write(&mut out, value);
        out
    }

    fn holds(value: &str) {
        let as_text = escaped(text, value);
        assert!(!as_text.contains(['<', '>', '\0']), "{as_text}");
        let as_attribute = escaped(attribute, value);
        assert!(
            !as_attribute.contains(['<', '>', '"', '\'', '\0']),
            "{as_attribute}"
        );
        let source = serde_json::json!({ value: [value], "__proto__": { "isAdmin": true } });
        let as_json = escaped(json, &source.to_string());
        assert!(
            !as_json.contains(['<', '>', '&', '\u{2028}', '\u{2029}']),
            "{as_json}"
        );
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&as_json).expect("still JSON"),
            source
        );
        assert_eq!(escaped(json, &as_json), as_json, "escaping twice changes nothing");
    }

    #[test]
    fn nothing_in_the_corpus_breaks_out() {
        CORPUS.into_iter().for_each(holds);
    }

    #[test]
    fn lone_surrogate_escapes_pass_through() {
        assert_eq!(
            escaped(json, r#"["\ud800</script>"]"#),
            r#"["\ud800\u003c/script\u003e"]"#
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn nothing_breaks_out(pieces in proptest::collection::vec(prop_oneof![
            "\\PC{0,12}".prop_map(String::from),
            any::<char>().prop_map(String::from),
            (0..CORPUS.len()).prop_map(|at| CORPUS[at].to_owned()),
        ], 0..6)) {
            holds(&pieces.concat());
        }
    }
}
