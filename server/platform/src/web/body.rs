//! Reads a JSON body or a query as the type that a handler asks for, or finds which of its fields cannot be
//! read and what is expected there. The value that was sent is never repeated: it may be a password.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use super::{Problem, pointer_part};

/// Longest pointer that a refusal repeats, in characters: an unknown field may have any name.
const MAX_POINTER_CHARS: usize = 200;

/// A text that is a value of no enum. An enum that reads it lists its values in the refusal.
const NO_VARIANT: &str = "\u{1}";

/// Reads a body. Refuses with 422, naming the field.
pub fn read_body<T: DeserializeOwned>(body: &Value) -> Result<T, Problem> {
    attempt(body).map_err(|fault| {
        let Fault { pointer, says } = match fault.wants_variant() {
            true => variants_at::<T>(body, &fault),
            false => fault,
        };
        let place = if pointer.is_empty() {
            "The body"
        } else {
            pointer.as_str()
        };
        Problem::invalid(pointer.as_str(), format!("{place} {}.", describe(&says)))
    })
}

/// Reads a body whose type has `Part` flattened into it. For a flattened field serde does not know its place,
/// so the part is first read by itself.
pub fn read_flattened<T: DeserializeOwned, Part: DeserializeOwned>(body: &Value) -> Result<T, Problem> {
    read_body::<Part>(body)?;
    read_body(body)
}

/// The refusal of a field of a body that has none of these values, where only the handler knows them.
#[must_use]
pub fn refuse_value(field: &str, values: &[&str]) -> Problem {
    let pointer = format!("/{field}");
    let message = format!("{pointer} must be one of {}.", values.join(", "));
    Problem::invalid(pointer, message)
}

/// The problem for a query parameter that cannot be read.
pub(super) fn refuse_parameter(path: &Path, says: &str) -> Problem {
    let says = says.trim_end_matches('.');
    let fault = Fault::new(path, says);
    let name = fault.pointer.trim_start_matches('/');
    match name.is_empty() {
        true => Problem::bad_request(format!("A query parameter cannot be read: {says}.")),
        false => {
            let message = format!("The query parameter {name} {}.", describe(&fault.says));
            Problem::bad_request(message.as_str()).with_field(name, message)
        }
    }
}

/// The place of the fault, and serde's message.
#[derive(Debug)]
struct Fault {
    pointer: String,
    says: String,
}

impl Fault {
    fn new(path: &Path, says: &str) -> Self {
        let mut pointer = String::new();
        for segment in path {
            let key = match segment {
                Segment::Seq { index } => index.to_string(),
                Segment::Map { key } | Segment::Enum { variant: key } => pointer_part(key),
                Segment::Unknown => continue,
            };
            pointer.push('/');
            pointer.push_str(&key);
        }
        // A missing field is not on the path; one that occurs twice or is unknown is.
        if let Some(name) = says.strip_prefix("missing field ") {
            pointer.push('/');
            pointer.push_str(name.trim_matches('`'));
        }
        Self {
            pointer: pointer.chars().take(MAX_POINTER_CHARS).collect(),
            says: says.to_owned(),
        }
    }

    /// Whether an enum was given a value other than a text, which it refuses without listing its values.
    fn wants_variant(&self) -> bool {
        self.says.ends_with("expected string or map")
    }
}

fn attempt<T: DeserializeOwned>(body: &Value) -> Result<T, Fault> {
    serde_path_to_error::deserialize(body)
        .map_err(|error| Fault::new(error.path(), &error.inner().to_string()))
}

/// The fault of the same body with a text in that place.
fn variants_at<T: DeserializeOwned>(body: &Value, fault: &Fault) -> Fault {
    let mut body = body.clone();
    if let Some(place) = body.pointer_mut(&fault.pointer) {
        *place = Value::from(NO_VARIANT);
    }
    let says = attempt::<T>(&body)
        .err()
        .filter(|other| other.pointer == fault.pointer)
        .map_or_else(|| fault.says.clone(), |other| other.says);
    Fault {
        pointer: fault.pointer.clone(),
        says,
    }
}

/// serde's message, as the rest of a sentence that begins with the field.
fn describe(says: &str) -> String {
    if says.starts_with("missing field ") {
        return "is missing".to_owned();
    }
    if says.starts_with("duplicate field ") {
        return "is given twice".to_owned();
    }
    if says.starts_with("unknown field ") {
        return match listed(says) {
            Some(names) => format!("is not a known field; known are {names}"),
            None => "is not a known field".to_owned(),
        };
    }
    if says.starts_with("unknown variant ") {
        return listed(says).map_or_else(
            || "is not a known value".to_owned(),
            |names| format!("must be one of {names}"),
        );
    }
    if says.starts_with("data did not match any variant") {
        return "has none of the shapes that are known".to_owned();
    }
    let Some((found, expected)) = says.rsplit_once(", expected ") else {
        return format!("is not valid: {says}");
    };
    let wanted = kind_wanted(expected);
    // serde also reads a struct from an array with as many elements as the struct has fields.
    let is_array_for_object = found.starts_with("invalid length ") && wanted == "an object";
    match found
        .strip_prefix("invalid type: ")
        .and_then(kind_found)
        .or(is_array_for_object.then_some("an array"))
    {
        Some(found) => format!("must be {wanted}, not {found}"),
        None => format!("must be {wanted}"),
    }
}

/// The names at the end of serde's sentence: "expected one of `a`, `b`", "expected `a` or `b`", "expected
/// `a`".
fn listed(says: &str) -> Option<String> {
    let (_, names) = says.rsplit_once("`, expected ")?;
    let names: Vec<&str> = names.split('`').skip(1).step_by(2).collect();
    Some(names.join(", ")).filter(|names| !names.is_empty())
}

/// What was found, in JSON's own words and without its value.
fn kind_found(found: &str) -> Option<&'static str> {
    let kinds = [
        ("null", "null"),
        ("unit", "null"),
        ("boolean", "a boolean"),
        ("integer", "a number"),
        ("floating point", "a number"),
        ("string", "a string"),
        ("sequence", "an array"),
        ("map", "an object"),
    ];
    kinds
        .iter()
        .find(|(start, _)| found.starts_with(start))
        .map(|(_, kind)| *kind)
}

/// What was expected, in JSON's own words.
fn kind_wanted(expected: &str) -> String {
    let (first, rest) = expected.split_once(' ').unwrap_or((expected, ""));
    match (first, rest) {
        ("a", "string" | "borrowed string") => "a string".to_owned(),
        ("u8", _) => whole(0, u64::from(u8::MAX)),
        ("u16", _) => whole(0, u64::from(u16::MAX)),
        ("u32", _) => whole(0, u64::from(u32::MAX)),
        ("u64" | "usize" | "nonzero", _) => "a whole number that is not negative".to_owned(),
        ("i8", _) => whole(i8::MIN, u64::from(i8::MAX.unsigned_abs())),
        ("i16", _) => whole(i16::MIN, u64::from(i16::MAX.unsigned_abs())),
        ("i32", _) => whole(i32::MIN, u64::from(i32::MAX.unsigned_abs())),
        ("i64" | "isize", _) => "a whole number".to_owned(),
        ("f32" | "f64", _) => "a number".to_owned(),
        ("a", "sequence" | "list") | ("tuple", _) => "an array".to_owned(),
        ("a", "map") | ("struct" | "internally" | "adjacently", _) => "an object".to_owned(),
        ("string", "or map") => "one of its known values".to_owned(),
        ("a", rest) if rest.starts_with("tuple of size") => "an array".to_owned(),
        _ => expected.to_owned(),
    }
}

fn whole(least: impl std::fmt::Display, most: u64) -> String {
    format!("a whole number from {least} to {most}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum Mood {
        Calm,
        VeryWild,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum Sole {
        Only,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Part {
        mood: Mood,
        #[expect(dead_code, reason = "only its reading matters")]
        sole: Option<Sole>,
        #[expect(dead_code, reason = "only its reading matters")]
        count: Option<u32>,
        #[expect(dead_code, reason = "only its reading matters")]
        share: Option<f64>,
        #[expect(dead_code, reason = "only its reading matters")]
        on: Option<bool>,
    }

    #[derive(Debug, Deserialize)]
    struct Body {
        name: String,
        #[serde(default)]
        parts: BTreeMap<String, Vec<Part>>,
    }

    fn refusal(body: &Value) -> (String, String) {
        let problem = read_body::<Body>(body).expect_err("a refusal");
        let json = serde_json::to_value(&problem).expect("JSON");
        assert_eq!(
            (&json["status"], &json["detail"]),
            (&json!(422), &json["errors"][0]["message"])
        );
        let field = |name: &str| json["errors"][0][name].as_str().unwrap_or_default().to_owned();
        (field("pointer"), field("message"))
    }

    fn assert_refused(body: &Value, pointer: &str, words: &str) {
        let expected = (pointer.to_owned(), words.replace("{}", pointer));
        assert_eq!(refusal(body), expected, "{body}");
    }

    #[test]
    fn a_body_of_another_kind_is_refused_as_a_whole() {
        assert_refused(&json!([]), "", "The body must be an object, not an array.");
        assert_refused(&json!(null), "", "The body must be an object, not null.");
    }

    #[test]
    fn a_refusal_names_the_field_and_its_kind() {
        for (body, pointer, words) in [
            (json!({}), "/name", "{} is missing."),
            (
                json!({ "name": 5 }),
                "/name",
                "{} must be a string, not a number.",
            ),
            (json!({ "name": null }), "/name", "{} must be a string, not null."),
            (
                json!({ "name": ["n"] }),
                "/name",
                "{} must be a string, not an array.",
            ),
            (
                json!({ "name": "n", "parts": "x" }),
                "/parts",
                "{} must be an object, not a string.",
            ),
            (
                json!({ "name": "n", "parts": { "a": true } }),
                "/parts/a",
                "{} must be an array, not a boolean.",
            ),
        ] {
            assert_refused(&body, pointer, words);
        }
    }

    /// Refused is the second part of those that have a slash in their name.
    fn assert_part_refused(part: &Value, field: &str, words: &str) {
        let body = json!({ "name": "n", "parts": { "a/b": [{ "mood": "calm" }, part] } });
        assert_refused(&body, &format!("/parts/a~1b/1{field}"), words);
    }

    #[test]
    fn a_refusal_names_a_field_however_deep_it_is() {
        for (part, field, words) in [
            (json!(1), "", "{} must be an object, not a number."),
            (json!({}), "/mood", "{} is missing."),
            (
                json!({ "mood": "calm", "share": {} }),
                "/share",
                "{} must be a number, not an object.",
            ),
            (
                json!({ "mood": "calm", "on": 1 }),
                "/on",
                "{} must be a boolean, not a number.",
            ),
        ] {
            assert_part_refused(&part, field, words);
        }
    }

    #[test]
    fn a_refusal_names_the_words_that_are_allowed() {
        for mood in [json!("mild"), json!(1), json!(null), json!([]), json!(false)] {
            let part = json!({ "mood": mood });
            assert_part_refused(&part, "/mood", "{} must be one of calm, veryWild.");
        }
        let sole = json!({ "mood": "calm", "sole": 0 });
        assert_part_refused(&sole, "/sole", "{} must be one of only.");
    }

    #[test]
    fn a_refusal_names_the_numbers_that_are_allowed() {
        let text = json!({ "mood": "calm", "count": "1" });
        let words = "{} must be a whole number from 0 to 4294967295, not a string.";
        assert_part_refused(&text, "/count", words);
        let negative = json!({ "mood": "calm", "count": -1 });
        assert_part_refused(
            &negative,
            "/count",
            "{} must be a whole number from 0 to 4294967295.",
        );
    }

    #[test]
    fn a_refusal_of_an_unknown_field_names_the_known_ones() {
        let part = json!({ "mood": "calm", "tone": 1 });
        let words = "{} is not a known field; known are mood, sole, count, share, on.";
        assert_part_refused(&part, "/tone", words);
    }

    #[test]
    fn what_may_be_missing_may_be_null_and_more_is_let_be() {
        let part = json!({ "mood": "veryWild", "sole": null });
        let body = json!({ "name": "n", "parts": { "a": [part] }, "more": 1 });
        let body: Body = read_body(&body).expect("a body");
        assert!(body.name == "n" && matches!(body.parts["a"][0].mood, Mood::VeryWild));
    }

    #[test]
    fn what_was_sent_is_not_repeated() {
        let (_, words) = refusal(&json!({ "name": { "password": "hunter2" } }));
        assert!(
            !words.contains("hunter2") && !words.contains("password"),
            "{words}"
        );
        let (_, words) = refusal(&json!({ "name": "n", "parts": "hunter2" }));
        assert!(!words.contains("hunter2"), "{words}");
        let long = "x".repeat(10_000);
        let (pointer, words) = refusal(&json!({ "name": "n", "parts": { "a": [{ long.as_str(): 1 }] } }));
        assert!(
            pointer.chars().count() == MAX_POINTER_CHARS && words.len() < 2 * MAX_POINTER_CHARS,
            "{words}"
        );
    }
}
