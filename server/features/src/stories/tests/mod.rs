//! Stories through their calls.

mod edits;

use serde_json::{Value, json};

use crate::testing::{Actor, Answer};

/// A new story of the scenario; as it is answered.
async fn begin(person: &Actor<'_>, scenario: &str) -> Value {
    let answer = person.post("/stories/", &json!({ "scenarioId": scenario })).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.json
}

/// The texts of a slice.
fn texts(slice: &Answer) -> Vec<String> {
    slice.each("content")
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_else(|| panic!("no {field}: {value}"))
}
