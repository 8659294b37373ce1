//! A story for reading: the path to its head, as Markdown.

use std::io::{self, Write};

use kernel::Timestamp;

use crate::stories::{Author, Character, MessageRow};

/// Writes the text above the messages.
pub(super) fn begin(to: &mut impl Write, title: &str, cast: &[Character]) -> io::Result<()> {
    write!(to, "# {}\n\n", inline(title))?;
    if !cast.is_empty() {
        let names: Vec<String> = cast
            .iter()
            .map(|one| {
                if one.role.is_empty() {
                    inline(&one.name)
                } else {
                    format!("{} ({})", inline(&one.name), inline(&one.role))
                }
            })
            .collect();
        write!(to, "With {}.\n\n", names.join(", "))?;
    }
    Ok(())
}

/// Writes the next message.
pub(super) fn message(to: &mut impl Write, row: &MessageRow) -> io::Result<()> {
    if row.content.trim().is_empty() {
        return Ok(());
    }
    let note = if row.hidden { " *(hidden)*" } else { "" };
    match row.author {
        Author::Narrator => write!(to, "---\n\n{}{note}\n\n", row.content.trim()),
        Author::User | Author::Actor => write!(
            to,
            "---\n\n**{}**{note}\n\n{}\n\n",
            inline(&row.name),
            row.content.trim()
        ),
    }
}

/// Writes the text below the messages.
pub(super) fn end(to: &mut impl Write, now: Timestamp) -> io::Result<()> {
    let date = now.to_string();
    writeln!(
        to,
        "---\n\nFrom Dramatis, {}. The characters were played by a computer program.",
        date.get(..10).unwrap_or_default()
    )
}

/// Escapes a text for Markdown.
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
