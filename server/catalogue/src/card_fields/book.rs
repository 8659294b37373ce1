//! The lorebook within a card.

use std::collections::HashSet;

use platform::web::remove_nul;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::error::CardFieldsError;
use super::fields::Fields;
use super::report::{CardReport, FieldReport, field_of};
use crate::authoring::{DraftBook, ScenarioDraft};
use crate::lorebooks::rules::{MAX_BOOK_BYTES, faults};
use crate::lorebooks::{Book, export_v3, import, title_of};

/// The extension of a book that says that it belongs to the whole scenario.
const OF_SCENARIO: &str = "dramatis_of_scenario";

/// The id of an imported book within its draft.
const BOOK_ID: &str = "book-1";

/// A lorebook that was read from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedBook {
    /// The book.
    pub book: DraftBook,
    /// What became of each of its fields.
    pub report: Vec<FieldReport>,
}

/// Reads the lorebook of a file's JSON: a book by itself in any form, or the book of a card. One without a name is
/// called like the file.
///
/// # Errors
/// It holds none, or one without an entry that can be read.
pub fn import_book(mut file: Value, file_name: Option<&str>) -> Result<ImportedBook, CardFieldsError> {
    let mut report = CardReport::default();
    remove_nul(&mut file);
    let book = read_file(&file, file_name, &mut report)?;
    Ok(ImportedBook {
        book,
        report: report.into_rows(),
    })
}

/// Reads a file that is a lorebook, or a card with one.
pub(super) fn read_file(
    file: &Value,
    file_name: Option<&str>,
    report: &mut CardReport,
) -> Result<DraftBook, CardFieldsError> {
    let title = file_name.map(title_of);
    match read(file, title.as_deref(), "", report).ok_or(CardFieldsError::NoBook)? {
        Ok(book) if book.book.entries.is_empty() => Err(CardFieldsError::EmptyBook),
        Ok(book) => Ok(book),
        Err(fault) => Err(CardFieldsError::Book(fault)),
    }
}

/// Reads the card's book into the draft, whose first actor is the card's. One without a name is called like the
/// actor.
pub(super) fn read_book(data: &mut Fields, is_v3: bool, draft: &mut ScenarioDraft, report: &mut CardReport) {
    let path = data.path("character_book");
    let mut source = match data.take("character_book") {
        None => return,
        Some(Value::Object(source)) => source,
        Some(_) => return report.refused(&path, "Left out: it is not a lorebook."),
    };
    if source.get("entries").is_none_or(Value::is_null) {
        source.insert("entries".to_owned(), json!([]));
    }
    let is_of_scenario = match source.get_mut("extensions") {
        Some(Value::Object(extensions)) => extensions.shift_remove(OF_SCENARIO) == Some(json!(true)),
        _ => false,
    };
    let spec = if is_v3 { "lorebook_v3" } else { "" };
    let title = draft.actors.first().map(|actor| actor.name.as_str());
    let book = match read(&json!({ "spec": spec, "data": source }), title, &path, report) {
        None => return report.refused(&path, "Left out: it is not a lorebook."),
        Some(Err(fault)) => {
            return report.refused(
                &path,
                format!("Left out: it cannot be used as a lorebook. {fault}"),
            );
        }
        Some(Ok(book)) => book,
    };
    report.taken(
        &path,
        if is_of_scenario {
            "It is a lorebook of the whole scenario."
        } else {
            "It is a lorebook of this actor."
        },
    );
    if is_of_scenario {
        draft.lorebooks.push(book);
    } else {
        draft.actors[0].lorebooks.push(book);
    }
}

/// Reads a book whose fields stand at `path`; `None` if there is none. The inner error says why it cannot be used.
fn read(
    file: &Value,
    title: Option<&str>,
    path: &str,
    report: &mut CardReport,
) -> Option<Result<DraftBook, String>> {
    let read = import(file, title)?;
    report.add_book(path, read.report);
    let book = shorten(read.book, path, report);
    Some(match faults(&book).into_iter().next() {
        Some((_, fault)) => Err(fault),
        None => Ok(DraftBook {
            id: BOOK_ID.to_owned(),
            book,
        }),
    })
}

/// Leaves out the last entries of a book that is too large.
fn shorten(mut book: Book, path: &str, report: &mut CardReport) -> Book {
    let entries = std::mem::take(&mut book.entries);
    let mut left = MAX_BOOK_BYTES.saturating_sub(bytes_of(&book));
    let count = entries.len();
    for entry in entries {
        // The comma between entries.
        let bytes = bytes_of(&entry) + 1;
        if bytes > left {
            break;
        }
        left -= bytes;
        book.entries.push(entry);
    }
    let beyond = count - book.entries.len();
    if beyond > 0 {
        report.refused(
            &field_of(path, "entries"),
            format!("Left out: the last {beyond} entries. A lorebook can have up to {MAX_BOOK_BYTES} bytes."),
        );
    }
    book
}

fn bytes_of(value: &impl Serialize) -> usize {
    serde_json::to_vec(value).map_or(usize::MAX / 2, |bytes| bytes.len())
}

/// The book of a card with these books of the actor and of the scenario; `None` if there are none.
pub(super) fn write_book(of_actor: &[DraftBook], of_scenario: &[DraftBook]) -> Option<Value> {
    let books: Vec<&Book> = of_actor.iter().chain(of_scenario).map(|one| &one.book).collect();
    let mut book = match books.as_slice() {
        [] => return None,
        [book] => write_one(book),
        [first, rest @ ..] => write_one(&join(first, rest)),
    };
    if of_actor.is_empty()
        && of_scenario.len() == 1
        && let Some(Value::Object(extensions)) = book.get_mut("extensions")
    {
        extensions.insert(OF_SCENARIO.to_owned(), json!(true));
    }
    Some(Value::Object(book))
}

fn write_one(book: &Book) -> Map<String, Value> {
    let mut written = export_v3(book)["data"].take();
    if let Some(Value::Array(entries)) = written.get_mut("entries") {
        number_ids(entries);
    }
    match written {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Replaces ids that are texts by numbers. V3 allows them, but some programs refuse a card with one.
fn number_ids(entries: &mut [Value]) {
    let mut used: HashSet<u64> = entries.iter().filter_map(|entry| entry["id"].as_u64()).collect();
    let mut next = 0;
    for entry in entries.iter_mut().filter(|entry| entry["id"].is_string()) {
        while !used.insert(next) {
            next += 1;
        }
        entry["id"] = json!(next);
    }
}

/// One book with the entries of several. An entry keeps the scan depth of its book; the budgets add up.
fn join(first: &Book, rest: &[&Book]) -> Book {
    let mut joined = first.clone();
    for book in rest {
        joined.token_budget = match (joined.token_budget, book.token_budget) {
            (Some(one), Some(other)) => Some(one.saturating_add(other)),
            _ => None,
        };
        joined.recursive |= book.recursive;
        let entries = book.entries.iter().cloned().map(|mut entry| {
            if book.scan_depth != first.scan_depth {
                entry.scan_depth = entry.scan_depth.or(book.scan_depth);
            }
            if !book.recursive {
                entry.exclude_recursion = true;
            }
            entry
        });
        joined.entries.extend(entries);
    }
    for (number, entry) in joined.entries.iter_mut().enumerate() {
        entry.id = number.to_string();
    }
    joined
}
