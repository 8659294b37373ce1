//! Reading answers so that a misspelt key fails.

use serde_json::Value;

/// The value at this path of keys and indexes, separated by dots.
///
/// # Panics
/// If there is none: a misspelt key must not pass for null.
pub(in crate::turns::tests) fn at<'v>(json: &'v Value, path: &str) -> &'v Value {
    path.split('.').fold(json, |value, key| {
        let found = match key.parse::<usize>() {
            Ok(place) => value.get(place),
            Err(_) => value.get(key),
        };
        found.unwrap_or_else(|| panic!("no {path} in {json}"))
    })
}

/// The text at this path.
pub(in crate::turns::tests) fn text_at<'v>(json: &'v Value, path: &str) -> &'v str {
    at(json, path)
        .as_str()
        .unwrap_or_else(|| panic!("no text at {path} in {json}"))
}
