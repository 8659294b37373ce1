//! Imports a book of any format.

use platform::web::{Report, ReportRow};
use serde_json::{Map, Value};

use super::card_entry::read_entry;
use super::fields::{flag, number, object, report_unknown, text};
use super::novelai::{is_novelai, rename_entries};
use super::world_entry::{is_world_entry, read_world_entry};
use crate::lorebooks::book::{Book, LorebookEntry};
use crate::lorebooks::rules::{MAX_DESCRIPTION_CHARS, MAX_ENTRIES, MAX_NAME_CHARS};

/// The name of a book without one, if nothing else tells one.
const UNNAMED: &str = "Imported lorebook";

/// A book read from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The book.
    pub book: Book,
    /// What was changed or not used.
    pub report: Vec<ReportRow>,
}

/// Reads a stand-alone book, the book of a card, a world file, or a book of NovelAI; `None` if the file contains no
/// book. A book without a name is called by `title`, if there is one.
#[must_use]
pub fn import(file: &Value, title: Option<&str>) -> Option<Imported> {
    let spec = file.get("spec").and_then(Value::as_str).unwrap_or_default();
    let data = file.get("data").unwrap_or(&Value::Null);
    let book = [
        data.get("character_book"),
        file.get("character_book"),
        Some(data),
        Some(file),
    ];
    let book = book
        .into_iter()
        .flatten()
        .find_map(|book| book.as_object().filter(|book| book.contains_key("entries")))?;
    let mut report = Report::default();
    let is_v3 = matches!(spec, "lorebook_v3" | "chara_card_v3");
    let read = read_book(book, title, is_v3, &mut report);
    let entries = read.entries.len();
    report.kept("entries", format!("{entries} entries"));
    Some(Imported {
        book: read,
        report: report.rows(),
    })
}

fn read_book(source: &Map<String, Value>, title: Option<&str>, is_v3: bool, report: &mut Report) -> Book {
    let mut fields = source.clone();
    let name = text(fields.remove("name"));
    let description = text(fields.remove("description"));
    let mut book = Book {
        name: name.trim().chars().take(MAX_NAME_CHARS).collect(),
        description: description.chars().take(MAX_DESCRIPTION_CHARS).collect(),
        scan_depth: number(fields.remove("scan_depth")),
        token_budget: number(fields.remove("token_budget")),
        recursive: flag(fields.remove("recursive_scanning")).unwrap_or(true),
        extensions: object(fields.remove("extensions")),
        ..Book::default()
    };
    if book.name.is_empty() {
        book.name = title
            .filter(|title| !title.is_empty())
            .unwrap_or(UNNAMED)
            .to_owned();
        report.changed(
            "name",
            format!("there was none; it is called “{}” now", book.name),
        );
    } else if book.name != name.trim() || book.description != description {
        report.changed("name", "name or description was shortened");
    }
    let mut entries = fields.remove("entries");
    if is_novelai(&fields)
        && let Some(entries) = &mut entries
    {
        rename_entries(entries);
    }
    book.entries = read_entries(entries, is_v3, report);
    report_unknown(report, "", &fields);
    book.unknown = fields;
    book
}

fn read_entries(entries: Option<Value>, is_v3: bool, report: &mut Report) -> Vec<LorebookEntry> {
    let entries: Vec<(String, Value)> = match entries {
        Some(Value::Array(list)) => list
            .into_iter()
            .enumerate()
            .map(|(number, entry)| (number.to_string(), entry))
            .collect(),
        Some(Value::Object(map)) => map.into_iter().collect(),
        _ => Vec::new(),
    };
    if entries.len() > MAX_ENTRIES {
        let beyond = entries.len() - MAX_ENTRIES;
        report.dropped(
            "entries",
            format!("{beyond} entries beyond the first {MAX_ENTRIES}"),
        );
    }
    let mut read = Vec::new();
    for (id, entry) in entries.into_iter().take(MAX_ENTRIES) {
        match entry {
            Value::Object(fields) if is_world_entry(&fields) => {
                read.push(read_world_entry(&id, fields, report));
            }
            Value::Object(fields) => read.push(read_entry(&id, fields, is_v3, report)),
            _ => report.dropped("entries[]", "something that is no entry"),
        }
    }
    read
}
