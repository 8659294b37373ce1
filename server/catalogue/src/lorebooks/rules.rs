//! The limits of lorebooks (`docs/adr/0019`), and the checks of a book.

use super::book::Book;

/// Entries of a book.
pub const MAX_ENTRIES: usize = 500;
/// Bytes of a book as JSON.
pub const MAX_BOOK_BYTES: usize = 1_000_000;
/// Characters of an entry’s id.
pub(super) const MAX_ENTRY_ID_CHARS: usize = 64;
/// Books of one person.
pub const MAX_BOOKS: i64 = 200;
/// Attachments of one book.
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
/// How many of the latest messages are scanned, by default.
pub const DEFAULT_SCAN_DEPTH: u32 = 4;
/// How many are scanned at most.
pub const MAX_SCAN_DEPTH: u32 = 200;
/// How often texts of entries are searched for further entries.
pub const MAX_PASSES: u32 = 3;
/// How far back sticky entries and cooldowns are computed, in messages.
pub const MAX_REPLAY: usize = 512;
/// Bytes of a message that are scanned.
pub const MAX_SEARCHED_BYTES: usize = 64 << 10;
/// Bytes of a key with its macros expanded.
pub const MAX_EXPANDED_KEY_BYTES: usize = 4 << 10;
/// Bytes that a compiled pattern may take, and the steps for searching a byte with a pattern of that size: a
/// search that cannot be sped up looks at every state of the pattern for every byte. The last size is the
/// largest.
pub const PATTERN_SIZES: [(usize, u64); 3] = [(8 << 10, 1), (64 << 10, 8), (256 << 10, 32)];
/// Steps for finding the entries of one prompt. A step is roughly a byte searched, a key found or a key
/// looked up: a few nanoseconds. What is left when they are spent is not searched, and the prompt's record
/// reports it.
pub const MAX_STEPS: u64 = 60_000_000;
/// The time after which a prompt searches for no more patterns. On a busy machine it runs out before the
/// steps.
pub const MAX_SCAN_TIME: std::time::Duration = std::time::Duration::from_secs(2);
/// Bytes of plain keys that are searched for in one prompt.
pub const MAX_PLAIN_KEY_BYTES: usize = 1 << 20;
/// Steps for a byte of a plain key, to build the automaton.
pub const PLAIN_KEY_STEPS: u64 = 16;
/// Bytes of compiled patterns in one prompt.
pub const MAX_COMPILED_BYTES: usize = 8 << 20;
/// Steps for searching a text, besides its bytes.
pub(super) const SEARCH_STEPS: u64 = 50;
/// Steps for compiling a pattern, for every byte it may take.
pub const COMPILE_STEPS: u64 = 2;
/// Bytes of compiled patterns that this process caches for later prompts.
pub const MAX_CACHED_PATTERN_BYTES: usize = 32 << 20;
/// Bytes of automata that this process caches. The automata of a prompt with the most keys take a sixth.
pub const MAX_CACHED_AUTOMATON_BYTES: usize = 64 << 20;

/// The faults of a book, each as a JSON pointer and a sentence.
#[must_use]
pub fn faults(book: &Book) -> Vec<(String, String)> {
    let mut faults = Vec::new();
    let mut add = |pointer: String, why: String| faults.push((pointer, why));
    let name = book.name.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME_CHARS {
        add(
            "/name".to_owned(),
            format!("Use 1 to {MAX_NAME_CHARS} characters."),
        );
    }
    if book.description.chars().count() > MAX_DESCRIPTION_CHARS {
        add(
            "/description".to_owned(),
            format!("Use at most {MAX_DESCRIPTION_CHARS} characters."),
        );
    }
    if book.entries.len() > MAX_ENTRIES {
        add(
            "/entries".to_owned(),
            format!("A lorebook can have up to {MAX_ENTRIES} entries."),
        );
    }
    let bytes = serde_json::to_vec(book).map_or(usize::MAX, |text| text.len());
    if bytes > MAX_BOOK_BYTES {
        add(
            "/entries".to_owned(),
            format!("A lorebook can have up to {MAX_BOOK_BYTES} bytes; this one has {bytes}."),
        );
    }
    for (number, entry) in book.entries.iter().enumerate().take(MAX_ENTRIES) {
        if entry.keys.len() > MAX_KEYS || entry.secondary_keys.len() > MAX_KEYS {
            add(
                format!("/entries/{number}/keys"),
                format!("Use at most {MAX_KEYS} keywords of each kind."),
            );
        }
        if entry
            .keys
            .iter()
            .chain(&entry.secondary_keys)
            .any(|key| key.len() > MAX_KEY_BYTES)
        {
            add(
                format!("/entries/{number}/keys"),
                format!("A keyword can have up to {MAX_KEY_BYTES} bytes."),
            );
        }
        if entry.probability > 100 {
            add(
                format!("/entries/{number}/probability"),
                "Choose a number from 0 to 100.".to_owned(),
            );
        }
    }
    if serde_json::to_string(book).is_ok_and(|text| text.contains("\\u0000")) {
        add(
            "/entries".to_owned(),
            "A book holds no NUL characters.".to_owned(),
        );
    }
    faults
}
