//! Leaving out of a read's answer what its page does not show: the answer stands in the page a second time,
//! as data.

use std::sync::Arc;

use memchr::{memchr, memchr2};
use serde_json::value::RawValue;

/// `body` without the fields of these names, at any depth. The rest of its text stays as it is.
#[must_use]
pub fn without(body: Arc<RawValue>, fields: &[String]) -> Arc<RawValue> {
    if fields.is_empty() {
        return body;
    }
    // Cut out of valid JSON, so valid again; should that ever fail, all of it is shown.
    cut(body.get(), fields)
        .and_then(|kept| RawValue::from_string(kept).ok())
        .map_or(body, Arc::from)
}

/// `json` without those fields; none if it has none of them. A string before a colon is a field's name,
/// wherever it stands, so the text need not be taken apart any further.
fn cut(json: &str, fields: &[String]) -> Option<String> {
    let bytes = json.as_bytes();
    let mut out = String::new();
    let (mut at, mut kept) = (0, 0);
    while let Some(quote) = memchr(b'"', &bytes[at..]) {
        let name = at + quote;
        at = after_string(bytes, name)?;
        let colon = after_space(bytes, at);
        if bytes.get(colon) != Some(&b':') || !fields.iter().any(|field| *field == json[name + 1..at - 1]) {
            continue;
        }
        at = after_space(bytes, after_value(bytes, after_space(bytes, colon + 1))?);
        out.reserve(json.len() - kept);
        out.push_str(&json[kept..name]);
        if bytes.get(at) == Some(&b',') {
            at += 1;
        } else {
            // It was the last one, so the comma before it goes.
            out.truncate(out.trim_end().strip_suffix(',').map_or(out.len(), str::len));
        }
        kept = at;
    }
    (kept > 0).then(|| out + &json[kept..])
}

/// The place after the string that begins at `at`.
fn after_string(json: &[u8], at: usize) -> Option<usize> {
    let mut at = at + 1;
    loop {
        at += memchr2(b'"', b'\\', json.get(at..)?)?;
        if json[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

/// The place after the value that begins at `at`.
fn after_value(json: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    loop {
        match *json.get(at)? {
            b'"' => {
                at = after_string(json, at)?;
                if depth == 0 {
                    return Some(at);
                }
                continue;
            }
            b'{' | b'[' => depth += 1,
            // The end of what the value stands in.
            b'}' | b']' | b',' if depth == 0 => return Some(at),
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
}

fn after_space(json: &[u8], at: usize) -> usize {
    at + json[at..]
        .iter()
        .take_while(|byte| byte.is_ascii_whitespace())
        .count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    fn names(fields: &[&str]) -> Vec<String> {
        fields.iter().map(|&field| field.to_owned()).collect()
    }

    fn kept(json: &str, fields: &[&str]) -> String {
        let body: Box<RawValue> = serde_json::from_str(json).expect("JSON");
        without(body.into(), &names(fields)).get().to_owned()
    }

    #[test]
    fn named_fields_go_at_any_depth_and_the_rest_stays() {
        let body = r#"{"results":[{"id":"a","tags":[{"id":1}],"urls":{"banner":"b","avatar":null},"n":-1,"x":0.5,"y":true}],"tags":{}}"#;
        let expected = r#"{"results":[{"id":"a","urls":{"avatar":null},"n":-1,"x":0.5,"y":true}]}"#;
        assert_eq!(kept(body, &["tags", "banner"]), expected);
    }

    #[test]
    fn values_that_look_like_fields_stay() {
        let body =
            r#"{"a":"x","b":"\"x\":1,","c":["x",":"],"x\\":1,"d":{"x":"\\","e":"{x"},"x":[{"x":"]}"}]}"#;
        assert_eq!(
            kept(body, &["x"]),
            r#"{"a":"x","b":"\"x\":1,","c":["x",":"],"x\\":1,"d":{"e":"{x"}}"#
        );
        assert_eq!(kept(r#"{ "x" : 1 , "y" : 2 }"#, &["x"]), r#"{  "y" : 2 }"#);
        assert_eq!(kept(r#"{"y":2 , "x" : 1 }"#, &["x"]), r#"{"y":2 }"#);
        assert_eq!(kept(r#""x""#, &["x"]), r#""x""#);
    }

    #[test]
    fn nothing_to_leave_out_keeps_the_very_text() {
        for fields in [&[][..], &["b"]] {
            assert_eq!(kept(r#"{ "a":  1 }"#, fields), r#"{ "a":  1 }"#);
        }
    }

    /// What [`without`] should do, on a parsed value.
    fn pruned(value: &Value, fields: &[&str]) -> Value {
        match value {
            Value::Array(items) => items.iter().map(|item| pruned(item, fields)).collect(),
            Value::Object(all) => {
                let kept = all.iter().filter(|(name, _)| !fields.contains(&name.as_str()));
                Value::Object(
                    kept.map(|(name, value)| (name.clone(), pruned(value, fields)))
                        .collect(),
                )
            }
            plain => plain.clone(),
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let text = prop_oneof!["[ab]", "[\"\\\\,:{}\\[\\] a\u{e9}\n]{0,6}"];
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            text.clone().prop_map(Value::from)
        ];
        leaf.prop_recursive(4, 32, 5, move |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                proptest::collection::vec((text.clone(), inner), 0..5)
                    .prop_map(|all| Value::Object(all.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_json_is_cut_as_its_value_would_be(value in any_json(), pretty: bool) {
            let json = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.expect("JSON");
            let cut: Value = serde_json::from_str(&kept(&json, &["a", "b"])).expect("still JSON");
            prop_assert_eq!(cut, pruned(&value, &["a", "b"]));
        }
    }
}
