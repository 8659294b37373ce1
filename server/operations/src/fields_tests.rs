//! Tests read only fields that answers have: a misspelt field would be null, and null is easily expected.

use std::collections::BTreeSet;
use std::path::Path;

use regex::Regex;
use serde_json::Value;

use crate::sources::rust_files;

/// Files whose tests read documents that are not defined here, with the reason.
const ELSEWHERE: [(&str, &str); 12] = [
    ("platform/src/llm/", "requests and answers of models"),
    ("play/src/import_export/", "stories of other programs"),
    ("catalogue/src/lorebooks/", "lorebooks of other programs"),
    ("catalogue/src/card_fields/", "cards of other programs"),
    ("operations/tests/peers", "servers of other programs"),
    ("operations/src/person_data/", "rows of the database"),
    ("operations/src/document.rs", "the API document"),
    ("operations/src/tests.rs", "the API document"),
    ("operations/src/matrix.rs", "the API document"),
    ("operations/src/published_tests/walk.rs", "the API document"),
    ("app/tests/it/", "the render input, and the API document"),
    ("ssr/tests/it/", "the render input of a small bundle"),
];

/// Fields that are not in the document: extensions of single problems (RFC 9457 section 3.2), names of
/// headers, copies in reports, and small documents of tests.
const BESIDE: [&str; 10] = [
    "a",
    "answers",
    "content-type",
    "day",
    "needed",
    "offset",
    "retry-after",
    "scenarioName",
    "usedBy",
    "x-accel-buffering",
];

/// The names of all fields of all schemas.
fn documented() -> BTreeSet<String> {
    fn walk(value: &Value, names: &mut BTreeSet<String>) {
        if let Some(Value::Object(fields)) = value.get("properties") {
            names.extend(fields.keys().cloned());
        }
        match value {
            Value::Object(fields) => fields.values().for_each(|inner| walk(inner, names)),
            Value::Array(items) => items.iter().for_each(|inner| walk(inner, names)),
            _ => {}
        }
    }
    let document = serde_json::to_value(crate::api_document()).expect("JSON");
    let mut names = BTreeSet::new();
    walk(&document, &mut names);
    names
}

#[test]
fn tests_ask_only_for_fields_that_answers_have() {
    let known = documented();
    let index = Regex::new(r#"[\w)\]]\["([^"\\]+)"\]"#).expect("a pattern");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    let (mut asked, mut wrong) = (0, BTreeSet::new());
    for file in files {
        let name = file
            .strip_prefix(&root)
            .expect("a file of the server")
            .to_string_lossy()
            .into_owned();
        if ELSEWHERE.iter().any(|(part, _)| name.contains(part)) {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for found in index.captures_iter(&text) {
            asked += 1;
            if !known.contains(&found[1]) && !BESIDE.contains(&&found[1]) {
                wrong.insert(format!("{name} asks for {:?}", &found[1]));
            }
        }
    }
    assert!(asked > 1_000, "only {asked} fields were found");
    assert!(
        wrong.is_empty(),
        "fields that no answer has:\n{}",
        Vec::from_iter(wrong).join("\n")
    );
}
