//! Reads the fields of a file tolerantly.

use platform::web::Report;
use serde_json::{Map, Value};

use crate::lorebooks::rules::{MAX_KEY_BYTES, MAX_KEYS};

/// An entry's id; its number in the file if it has none.
pub(super) fn id_of(value: Option<Value>, number_in_file: &str) -> String {
    match value {
        Some(Value::String(id)) => id,
        Some(Value::Number(id)) => id.to_string(),
        _ => number_in_file.to_owned(),
    }
}

/// Reports unknown fields; `path`: their position in the file.
pub(super) fn report_unknown(report: &mut Report, path: &str, fields: &Map<String, Value>) {
    for field in fields.keys() {
        report.kept(&format!("{path}{field}"), "carried along; it means nothing here");
    }
}

pub(super) fn text(value: Option<Value>) -> String {
    match value {
        Some(Value::String(text)) => text.replace('\0', ""),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

pub(super) fn integer(value: Option<Value>) -> Option<i64> {
    match value? {
        Value::Number(number) => number
            .as_i64()
            .or_else(|| number.as_f64().map(|number| number as i64)),
        Value::String(text) => text.trim().parse::<f64>().ok().map(|number| number as i64),
        _ => None,
    }
}

pub(super) fn number(value: Option<Value>) -> Option<u32> {
    integer(value).map(|number| u32::try_from(number.max(0)).unwrap_or(u32::MAX))
}

pub(super) fn flag(value: Option<Value>) -> Option<bool> {
    match value? {
        Value::Bool(flag) => Some(flag),
        Value::Number(number) => Some(number.as_f64() != Some(0.0)),
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn object(value: Option<Value>) -> Map<String, Value> {
    match value {
        Some(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// Reads keys: a list, or one text with commas.
pub(super) fn keys(value: Option<Value>, report: &mut Report) -> Vec<String> {
    let keys: Vec<String> = match value {
        Some(Value::Array(list)) => list.into_iter().map(|key| text(Some(key))).collect(),
        Some(Value::String(list)) => list.split(',').map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let keys: Vec<String> = keys
        .into_iter()
        .map(|key| key.trim().to_owned())
        .filter(|key| !key.is_empty())
        .collect();
    let good: Vec<String> = keys
        .iter()
        .filter(|key| key.len() <= MAX_KEY_BYTES)
        .take(MAX_KEYS)
        .cloned()
        .collect();
    if good.len() < keys.len() {
        report.dropped(
            "entries[].keys",
            format!("keys of more than {MAX_KEY_BYTES} bytes, or beyond the first {MAX_KEYS}"),
        );
    }
    good
}
