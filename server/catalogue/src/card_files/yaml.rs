//! Cards in YAML: the old form with `name`, `context` and `greeting`. Only plain values are read: no
//! references, which could unfold to any size, and no types of its own.

use saphyr_parser::{Event, Marker, Parser, ScalarStyle};
use serde_json::{Map, Number, Value};

use super::error::CardFault;
use super::limits::{MAX_JSON_DEPTH, MAX_JSON_VALUES, MAX_YAML_BYTES};

/// A list or mapping that is not complete yet.
enum Open {
    List(Vec<Value>),
    Mapping {
        done: Map<String, Value>,
        /// The key whose value comes next.
        key: Option<String>,
    },
}

/// Reads the first document of a text.
///
/// # Errors
/// The text is too large, no plain YAML, or over a limit that holds for JSON, too.
pub(super) fn parse(text: &str) -> Result<Value, CardFault> {
    if text.len() > MAX_YAML_BYTES {
        return Err(CardFault::YamlTooLarge);
    }
    let mut open: Vec<Open> = Vec::new();
    let mut values = 0;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| refused(error.marker()))?;
        let complete = match event {
            Event::Scalar(text, style, ..) => scalar(&text, style),
            Event::SequenceStart(..) => {
                open.push(Open::List(Vec::new()));
                None
            }
            Event::MappingStart(..) => {
                let (done, key) = (Map::new(), None);
                open.push(Open::Mapping { done, key });
                None
            }
            Event::SequenceEnd | Event::MappingEnd => open.pop().map(|closed| match closed {
                Open::List(list) => Value::Array(list),
                Open::Mapping { done, .. } => Value::Object(done),
            }),
            Event::Alias(_) => return Err(refused(&span.start)),
            Event::DocumentEnd | Event::StreamEnd => break,
            Event::Nothing | Event::StreamStart | Event::DocumentStart(_) => None,
        };
        if open.len() > MAX_JSON_DEPTH {
            let (line, column) = (span.start.line(), span.start.col() + 1);
            return Err(CardFault::TooDeep { line, column });
        }
        let Some(complete) = complete else { continue };
        values += 1;
        if values > MAX_JSON_VALUES {
            return Err(CardFault::TooManyValues);
        }
        match open.last_mut() {
            None => return Ok(complete),
            Some(Open::List(list)) => list.push(complete),
            Some(Open::Mapping { done, key }) => match key.take() {
                Some(key) => {
                    done.insert(key, complete);
                }
                None => *key = Some(as_key(complete).ok_or_else(|| refused(&span.start))?),
            },
        }
    }
    Ok(Value::Null)
}

fn refused(place: &Marker) -> CardFault {
    CardFault::Yaml {
        line: place.line(),
        column: place.col() + 1,
    }
}

/// A key as text: keys that look like numbers are texts in JSON.
fn as_key(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        Value::Null => Some("null".to_owned()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// A value by the core schema of YAML 1.2 (section 10.3.2), as far as cards need it.
fn scalar(text: &str, style: ScalarStyle) -> Option<Value> {
    if style != ScalarStyle::Plain {
        return Some(Value::String(text.to_owned()));
    }
    let value = match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => number(text).map_or_else(|| Value::String(text.to_owned()), Value::Number),
    };
    Some(value)
}

fn number(text: &str) -> Option<Number> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let is_number = unsigned.starts_with(|character: char| character.is_ascii_digit())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E'));
    if !is_number {
        return None;
    }
    let whole = text.parse::<i64>().ok().map(Number::from);
    whole.or_else(|| Number::from_f64(text.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_old_form_is_read() {
        let text = "# a card\nname: Aki\ngreeting: |-\n  Hello,\n  {{user}}!\ncontext: >-\n  Aki keeps\n\
                    \x20 bees.\n\
                    turn_template: ''\nage: 31\nscore: -1.5\nnote:\nadult: true\ntags: [bees, \"7\"]\n";
        let card = json!({
            "name": "Aki", "greeting": "Hello,\n{{user}}!", "context": "Aki keeps bees.", "turn_template": "",
            "age": 31, "score": -1.5, "note": null, "adult": true, "tags": ["bees", "7"],
        });
        assert_eq!(parse(text), Ok(card));
        assert_eq!(
            parse("name: 1-2\nb: 1.2.3\nc: 007"),
            Ok(json!({"name": "1-2", "b": "1.2.3", "c": 7}))
        );
    }

    #[test]
    fn only_the_first_document_counts() {
        assert_eq!(parse("a: 1\n---\nb: 2\n"), Ok(json!({"a": 1})));
        assert_eq!(parse("---\na: 1\n...\n"), Ok(json!({"a": 1})));
        assert_eq!(parse(""), Ok(Value::Null));
    }

    #[test]
    fn references_are_refused_with_their_place() {
        let bomb = "a: &a [x, x]\nb: &b [*a, *a]\n";
        assert_eq!(parse(bomb), Err(CardFault::Yaml { line: 2, column: 8 }));
        assert!(matches!(parse("? [a]\n: b"), Err(CardFault::Yaml { .. })));
        assert!(matches!(parse("a: \"b\nc: d"), Err(CardFault::Yaml { .. })));
    }

    #[test]
    fn limits_hold_as_in_json() {
        let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(parse(&deep(MAX_JSON_DEPTH)).is_ok());
        assert!(matches!(
            parse(&deep(MAX_JSON_DEPTH + 1)),
            Err(CardFault::TooDeep { .. })
        ));
        // The parser has a limit of its own, for what it reads ahead.
        assert!(parse(&"[".repeat(100_000)).is_err());
        let long = format!("name: {}", "x".repeat(MAX_YAML_BYTES));
        assert_eq!(parse(&long), Err(CardFault::YamlTooLarge));
        let many = format!("[{}1]", "1,".repeat(MAX_JSON_VALUES));
        assert_eq!(parse(&many), Err(CardFault::TooManyValues));
    }
}
