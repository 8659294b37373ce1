//! Reads a draft from a request.

use platform::web::{Problem, pointer_part, read_body};
use serde_json::Value;

use super::draft::ScenarioDraft;

/// Reads a draft from JSON.
///
/// # Errors
/// 400 for what is no JSON; 422 with the field that is not as it should be.
pub(crate) fn parse_draft(json: &[u8]) -> Result<ScenarioDraft, Problem> {
    let value: Value =
        serde_json::from_slice(json).map_err(|_| Problem::bad_request("The scenario is not valid JSON."))?;
    // A list of values would be read as fields in the order in which they are declared.
    if !value.is_object() {
        return Err(Problem::invalid("", "The scenario must be a JSON object."));
    }
    if let Some(pointer) = find_nul(&value, String::new()) {
        // PostgreSQL stores none.
        return Err(Problem::invalid(pointer, "Remove the NUL characters."));
    }
    read_body(&value)
}

/// The place of a text or a name with a NUL character.
fn find_nul(value: &Value, at: String) -> Option<String> {
    match value {
        Value::String(text) => text.contains('\0').then_some(at),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(place, item)| find_nul(item, format!("{at}/{place}"))),
        Value::Object(fields) => fields.iter().find_map(|(name, inner)| {
            if name.contains('\0') {
                return Some(at.clone());
            }
            find_nul(inner, format!("{at}/{}", pointer_part(name)))
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_is_found_wherever_it_stands() {
        for (json, place) in [
            (r#"{"title":"a\u0000"}"#, Some("/title")),
            (
                r#"{"actors":[{},{"kept":{"data":{"a/b":["\u0000"]}}}]}"#,
                Some("/actors/1/kept/data/a~1b/0"),
            ),
            (
                r#"{"actors":[{"kept":{"top":{"\u0000":1}}}]}"#,
                Some("/actors/0/kept/top"),
            ),
            (r#"{"title":"\\u0000"}"#, None),
        ] {
            let value = serde_json::from_str(json).expect("JSON");
            assert_eq!(find_nul(&value, String::new()).as_deref(), place, "{json}");
        }
    }
}
