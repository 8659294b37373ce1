//! Validates a book before it is stored.

use std::collections::HashSet;

use kernel::ErrorCode;
use platform::web::Problem;

use super::book::{Book, LorebookEntry};
use super::rules::{MAX_ENTRY_ID_CHARS, faults};

/// The book with its name trimmed and an id for every entry.
///
/// # Errors
/// 422 with every fault of the book.
pub(super) fn validated(mut book: Book) -> Result<Book, Problem> {
    book.name = book.name.trim().to_owned();
    let mut found = faults(&book).into_iter();
    if let Some((pointer, why)) = found.next() {
        let first = Problem::new(ErrorCode::VALIDATION_FAILED, why.clone()).with_field(pointer, why);
        return Err(found.fold(first, |problem, (pointer, why)| problem.with_field(pointer, why)));
    }
    give_unique_ids(&mut book.entries);
    Ok(book)
}

/// Replaces ids that are missing or used twice.
fn give_unique_ids(entries: &mut [LorebookEntry]) {
    let mut used = HashSet::new();
    let mut next = entries.len();
    for entry in entries {
        let end = entry.id.char_indices().nth(MAX_ENTRY_ID_CHARS);
        entry.id.truncate(end.map_or(entry.id.len(), |(at, _)| at));
        while entry.id.is_empty() || !used.insert(entry.id.clone()) {
            entry.id = next.to_string();
            next += 1;
        }
    }
}
