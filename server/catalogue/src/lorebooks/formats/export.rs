//! Exports a book for other programs.

use serde_json::{Map, Value, json};

use super::card_entry::write_entry;
use super::world_entry::write_world_entry;
use crate::lorebooks::book::Book;

/// A stand-alone V3 book.
#[must_use]
pub fn export_v3(book: &Book) -> Value {
    let mut data = book.unknown.clone();
    let entries: Vec<Value> = book.entries.iter().map(write_entry).collect();
    let mut put = |name: &str, value: Value| data.insert(name.to_owned(), value);
    put("name", json!(book.name));
    put("description", json!(book.description));
    put("recursive_scanning", json!(book.recursive));
    put("extensions", Value::Object(book.extensions.clone()));
    put("entries", Value::Array(entries));
    if let Some(depth) = book.scan_depth {
        put("scan_depth", json!(depth));
    }
    if let Some(budget) = book.token_budget {
        put("token_budget", json!(budget));
    }
    json!({ "spec": "lorebook_v3", "data": data })
}

/// A world file.
#[must_use]
pub fn export_st(book: &Book) -> Value {
    let mut file = book.unknown.clone();
    let mut entries = Map::new();
    for (number, entry) in book.entries.iter().enumerate() {
        entries.insert(number.to_string(), write_world_entry(number, entry));
    }
    let mut put = |name: &str, value: Value| file.insert(name.to_owned(), value);
    put("entries", Value::Object(entries));
    put("name", json!(book.name));
    put("description", json!(book.description));
    put("extensions", Value::Object(book.extensions.clone()));
    put("recursive_scanning", json!(book.recursive));
    if let Some(depth) = book.scan_depth {
        put("scan_depth", json!(depth));
    }
    if let Some(budget) = book.token_budget {
        put("token_budget", json!(budget));
    }
    Value::Object(file)
}
