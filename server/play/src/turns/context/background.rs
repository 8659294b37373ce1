//! The texts about a story's world besides its cards and messages: memory and lorebooks.

use catalogue::lorebooks::AttachedBook;

/// How much of it is judged, in bytes: memory first, then the entries in their order.
const MAX_BACKGROUND_BYTES: usize = 512 << 10;

/// A text of memory or of a lorebook.
#[derive(Debug, Clone)]
pub(in crate::turns) struct BackgroundText {
    /// The title of the lorebook entry; `None`: it is from memory.
    pub(in crate::turns) entry: Option<String>,
    pub(in crate::turns) text: String,
}

/// The texts of memory and lorebooks, up to [`MAX_BACKGROUND_BYTES`].
pub(in crate::turns) fn background<'a>(
    remembered: impl Iterator<Item = &'a str>,
    books: &[AttachedBook],
) -> Vec<BackgroundText> {
    let entries = books
        .iter()
        .flat_map(|one| &one.book.entries)
        .filter(|entry| entry.enabled);
    let lore = entries.map(|entry| BackgroundText {
        entry: Some(entry.title().to_owned()),
        text: format!("{}: {}", entry.title(), entry.content),
    });
    let memory = remembered.map(|text| BackgroundText {
        entry: None,
        text: text.to_owned(),
    });
    let mut bytes = 0;
    memory
        .chain(lore)
        .take_while(|one| {
            bytes += one.text.len();
            bytes <= MAX_BACKGROUND_BYTES
        })
        .collect()
}
