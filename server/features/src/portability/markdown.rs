//! A story to read: the line on which its reader is, as Markdown.

use std::fmt::Write as _;

use kernel::Timestamp;

use crate::stories::{Author, Character, MessageRow};

/// The story as text. `path` begins with the earliest message.
pub(super) fn write(title: &str, cast: &[Character], path: &[MessageRow], now: Timestamp) -> String {
    let mut text = format!("# {}\n\n", inline(title));
    if !cast.is_empty() {
        text.push_str("With ");
        let names: Vec<String> =
            cast.iter().map(|one| if one.role.is_empty() { inline(&one.name) } else { format!("{} ({})", inline(&one.name), inline(&one.role)) }).collect();
        text.push_str(&names.join(", "));
        text.push_str(".\n\n");
    }
    for row in path.iter().filter(|row| !row.content.trim().is_empty()) {
        text.push_str("---\n\n");
        let note = if row.hidden { " *(hidden)*" } else { "" };
        // Writing to a string cannot fail.
        let _ = match row.author {
            Author::Narrator => write!(text, "{}{note}\n\n", row.content.trim()),
            Author::User | Author::Actor => write!(text, "**{}**{note}\n\n{}\n\n", inline(&row.name), row.content.trim()),
        };
    }
    let date = now.to_string();
    let _ = writeln!(text, "---\n\nFrom Dramatis, {}. The characters were played by a computer program.", date.get(..10).unwrap_or_default());
    text
}

/// Text that means nothing to Markdown.
fn inline(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '*' | '_' | '`' | '#' | '[' | ']' | '<' | '>' | '\\' | '|') {
            plain.push('\\');
        }
        plain.push(if c == '\n' { ' ' } else { c });
    }
    plain
}
