//! The numbers of lorebooks (`docs/adr/0019`), and what is acceptable in one.

use super::model::Book;

/// Entries of a book.
pub const MAX_ENTRIES: usize = 500;
/// Bytes of a book as JSON.
pub const MAX_BOOK_BYTES: usize = 1_000_000;
/// Books of one person.
pub const MAX_BOOKS: i64 = 200;
/// Places that one book may be attached to.
pub const MAX_ATTACHMENTS: usize = 50;
/// Books that apply to one story.
pub const MAX_APPLIED: i64 = 32;
/// Characters of a book's name.
pub const MAX_NAME_CHARS: usize = 120;
/// Characters of a book's description.
pub const MAX_DESCRIPTION_CHARS: usize = 2_000;
/// Keys of one entry, of each kind.
pub const MAX_KEYS: usize = 100;
/// Bytes of one key.
pub const MAX_KEY_BYTES: usize = 1_000;
/// How many of the latest messages are looked at, unless told otherwise.
pub const DEFAULT_SCAN_DEPTH: u32 = 4;
/// How many are looked at most.
pub const MAX_SCAN_DEPTH: u32 = 200;
/// Above how many of the latest messages an entry goes, unless told otherwise.
pub const DEFAULT_DEPTH: u32 = 4;
/// How often texts of entries are searched for further entries.
pub const MAX_PASSES: u32 = 3;
/// How far back it is worked out what stays and what rests, in messages.
pub const MAX_REPLAY: usize = 512;
/// Bytes that a compiled pattern may take.
pub const MAX_PATTERN_BYTES: usize = 1 << 20;
/// Bytes of a message that are searched.
pub const MAX_SEARCHED_BYTES: usize = 64 << 10;

/// What is wrong with a book, as a JSON pointer and a sentence.
#[must_use]
pub fn faults(book: &Book) -> Vec<(String, String)> {
    let mut faults = Vec::new();
    let mut add = |pointer: String, why: String| faults.push((pointer, why));
    let name = book.name.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME_CHARS {
        add("/name".to_owned(), format!("Use 1 to {MAX_NAME_CHARS} characters."));
    }
    if book.description.chars().count() > MAX_DESCRIPTION_CHARS {
        add("/description".to_owned(), format!("Use at most {MAX_DESCRIPTION_CHARS} characters."));
    }
    if book.entries.len() > MAX_ENTRIES {
        add("/entries".to_owned(), format!("A lorebook can have up to {MAX_ENTRIES} entries."));
    }
    let bytes = serde_json::to_vec(book).map_or(usize::MAX, |text| text.len());
    if bytes > MAX_BOOK_BYTES {
        add("/entries".to_owned(), format!("A lorebook can have up to {MAX_BOOK_BYTES} bytes; this one has {bytes}."));
    }
    for (number, entry) in book.entries.iter().enumerate().take(MAX_ENTRIES) {
        if entry.keys.len() > MAX_KEYS || entry.secondary_keys.len() > MAX_KEYS {
            add(format!("/entries/{number}/keys"), format!("Use at most {MAX_KEYS} keywords of each kind."));
        }
        if entry.keys.iter().chain(&entry.secondary_keys).any(|key| key.len() > MAX_KEY_BYTES) {
            add(format!("/entries/{number}/keys"), format!("A keyword can have up to {MAX_KEY_BYTES} bytes."));
        }
        if entry.probability > 100 {
            add(format!("/entries/{number}/probability"), "Choose a number from 0 to 100.".to_owned());
        }
    }
    if serde_json::to_string(book).is_ok_and(|text| text.contains("\\u0000")) {
        add("/entries".to_owned(), "A book holds no NUL characters.".to_owned());
    }
    faults
}
