//! A message that is scanned for keys.

use crate::lorebooks::rules::MAX_SEARCHED_BYTES;

/// A message to be scanned.
#[derive(Debug, Clone, Copy)]
pub struct ScanLine<'a> {
    /// The message.
    pub id: &'a str,
    /// The speaker's name.
    pub name: &'a str,
    /// The message's text.
    pub text: &'a str,
    /// Whether it is the player's.
    pub is_user: bool,
}

/// The scanned text of a message: the speaker's name, then the message.
pub(super) fn searched_text(line: &ScanLine<'_>) -> String {
    let mut text = format!("{}: {}", line.name, line.text);
    truncate_searched(&mut text);
    text
}

pub(super) fn truncate_searched(text: &mut String) {
    if text.len() > MAX_SEARCHED_BYTES {
        let end = (0..=MAX_SEARCHED_BYTES)
            .rev()
            .find(|end| text.is_char_boundary(*end))
            .unwrap_or(0);
        text.truncate(end);
    }
}
