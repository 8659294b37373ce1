//! What a book is called whose file does not say it.

use crate::lorebooks::rules::MAX_NAME_CHARS;

/// Letters and digits of the longest ending of a file's name: `lorebook`.
const MAX_ENDING_CHARS: usize = 8;

/// What a person calls the file with this name or path: without its folders and its ending, and without what does
/// not show. Empty if nothing is left.
#[must_use]
pub fn title_of(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let title = match name.rsplit_once('.') {
        Some((title, ending)) if is_ending(ending) => title,
        _ => name,
    };
    let shown: String = title.chars().filter(|c| !is_hidden(*c)).collect();
    let words: Vec<&str> = shown.split_whitespace().collect();
    words.join(" ").chars().take(MAX_NAME_CHARS).collect()
}

/// Whether this is the ending of a file's name, rather than the end of a name with a point in it: `Vol. 2.1`.
fn is_ending(text: &str) -> bool {
    (1..=MAX_ENDING_CHARS).contains(&text.len())
        && text.chars().all(|c| c.is_ascii_alphanumeric())
        && text.chars().any(|c| c.is_ascii_alphabetic())
}

/// Whether a character takes no space, or turns the direction of a line. White space is not hidden.
fn is_hidden(c: char) -> bool {
    let takes_no_space = matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    );
    takes_no_space || (c.is_control() && !c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_called_by_its_name_without_folders_and_ending() {
        for (path, title) in [
            ("World.json", "World"),
            ("cards/sea/The Deep.v2.json", "The Deep.v2"),
            ("C:\\cards\\Deep.JSON", "Deep"),
            ("Ice.lorebook", "Ice"),
            ("Vol. 2.1", "Vol. 2.1"),
            ("St. Elmo", "St. Elmo"),
            ("Leuchtturm am Meer", "Leuchtturm am Meer"),
            ("  A\t deep\n sea .json", "A deep sea"),
            ("\u{202e}exe\u{0}\u{200b}.json", "exe"),
            (".json", ""),
            ("\u{feff} .json", ""),
            ("a/", ""),
            ("", ""),
        ] {
            assert_eq!(title_of(path), title, "{path:?}");
        }
    }

    #[test]
    fn a_long_name_is_cut_as_names_of_books_are() {
        assert_eq!(title_of(&"ü".repeat(1_000)).chars().count(), MAX_NAME_CHARS);
    }
}
