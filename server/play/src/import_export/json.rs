//! Reads JSON values of any shape.

use platform::web::Report;
use serde_json::{Map, Value};

use super::rules::MAX_EXTRA_BYTES;

/// The text of a field that may be a string, a number, or an object that holds the text (Chub).
pub(super) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(object) => ["message", "mes", "text", "content"]
            .iter()
            .find_map(|name| object.get(*name)?.as_str().map(str::to_owned)),
        _ => None,
    }
}

/// The string of a field, trimmed; `None` if it is empty or not a string.
pub(super) fn string<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    object
        .get(name)?
        .as_str()
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

/// A whole number, also if it is written as text or as a fraction.
pub(super) fn integer(value: Option<&Value>) -> Option<i64> {
    match value? {
        Value::Number(number) => number.as_i64().or_else(|| {
            number
                .as_f64()
                .filter(|n| n.is_finite() && n.abs() < 9e15)
                .map(|n| n as i64)
        }),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// A boolean, also if it is written as a number or as text.
pub(super) fn boolean(value: Option<&Value>) -> Option<bool> {
    match value? {
        Value::Bool(boolean) => Some(*boolean),
        Value::Number(number) => number.as_f64().map(|n| n != 0.0),
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" => Some(true),
            "false" | "0" | "no" | "" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// Unknown fields in the form that can be stored: not too large.
pub(super) fn bounded_map(map: Map<String, Value>, report: &mut Report) -> Map<String, Value> {
    let mut kept = Map::new();
    let mut room = MAX_EXTRA_BYTES;
    for (name, value) in map {
        let size = size_of(&value) + name.len() + 4;
        if size > room {
            report.dropped(
                &name,
                format!(
                    "Unknown fields beyond {} KB weren’t kept.",
                    MAX_EXTRA_BYTES / 1024
                ),
            );
            continue;
        }
        room -= size;
        kept.insert(name, value);
    }
    kept
}

/// Roughly how many bytes a value takes as JSON.
fn size_of(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) => 5,
        Value::Number(_) => 12,
        Value::String(text) => text.len() + 2,
        Value::Array(list) => list.iter().map(|one| size_of(one) + 1).sum::<usize>() + 2,
        Value::Object(map) => {
            map.iter()
                .map(|(name, one)| name.len() + size_of(one) + 4)
                .sum::<usize>()
                + 2
        }
    }
}

#[cfg(test)]
mod tests {
    use platform::web::remove_nul;
    use serde_json::json;

    use super::*;

    #[test]
    fn values_of_any_shape_are_read() {
        assert_eq!(text(&json!({"message": "hi"})).as_deref(), Some("hi"));
        assert_eq!(text(&json!(5)).as_deref(), Some("5"));
        assert_eq!(text(&json!([1])), None);
        assert_eq!(
            (
                integer(Some(&json!("7"))),
                integer(Some(&json!(7.9))),
                integer(Some(&json!(1e300))),
                integer(Some(&json!({})))
            ),
            (Some(7), Some(7), None, None)
        );
        assert_eq!(
            (
                boolean(Some(&json!("TRUE"))),
                boolean(Some(&json!(0))),
                boolean(Some(&json!([]))),
                boolean(None)
            ),
            (Some(true), Some(false), None, None)
        );
    }

    #[test]
    fn what_is_kept_fits_both_engines() {
        let mut report = Report::default();
        let mut map =
            json!({"a\u{0}": "x\u{0}y", "deep": [{"b": "\u{0}"}], "large": "z".repeat(MAX_EXTRA_BYTES)});
        remove_nul(&mut map);
        let Value::Object(map) = map else {
            unreachable!("an object was written")
        };
        let kept = bounded_map(map, &mut report);
        assert_eq!(Value::Object(kept), json!({"a": "xy", "deep": [{"b": ""}]}));
    }
}
