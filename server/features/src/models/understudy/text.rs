//! How the parts of a reply are written down, and how a passage is put in other words.

use super::hearing::sentences;

/// A part of a reply.
#[derive(Debug, Clone)]
pub(super) enum Part {
    /// What is seen; it begins a paragraph.
    Beat(String),
    /// What is seen after what was said, in the same paragraph.
    After(String),
    /// What is said.
    Line(String),
}

/// The line with a capital.
pub(super) fn large_first(line: &str) -> String {
    let mut chars = line.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The line without its capital, unless that belongs to its first word.
pub(super) fn small_first(line: &str, names: &[String]) -> String {
    let first = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let keeps = first == "I" || names.iter().any(|name| name.split(' ').any(|part| part == first));
    let mut chars = line.chars();
    match chars.next() {
        Some(initial) if !keeps => initial.to_lowercase().chain(chars).collect(),
        _ => line.to_owned(),
    }
}

pub(super) fn quoted(line: &str) -> String {
    format!("\"{}\"", line.replace('"', "'"))
}

/// Beats between asterisks, lines between quotation marks; a beat begins a paragraph.
pub(super) fn written<'p>(parts: impl Iterator<Item = &'p Part>) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let flush = |lines: &mut Vec<&str>, paragraphs: &mut Vec<String>| {
        if lines.is_empty() {
            return;
        }
        let said = quoted(&lines.join(" "));
        match paragraphs.last_mut().filter(|paragraph| paragraph.ends_with('*')) {
            Some(paragraph) => {
                paragraph.push(' ');
                paragraph.push_str(&said);
            }
            None => paragraphs.push(said),
        }
        lines.clear();
    };
    for part in parts {
        match part {
            Part::Line(line) => lines.push(line),
            Part::Beat(beat) => {
                flush(&mut lines, &mut paragraphs);
                paragraphs.push(format!("*{beat}*"));
            }
            Part::After(beat) => {
                flush(&mut lines, &mut paragraphs);
                match paragraphs.last_mut() {
                    Some(paragraph) => paragraph.push_str(&format!(" *{beat}*")),
                    None => paragraphs.push(format!("*{beat}*")),
                }
            }
        }
    }
    flush(&mut lines, &mut paragraphs);
    paragraphs.join("\n\n")
}

/// The text with every word of the pairs replaced; capitals stay.
pub(super) fn swapped(text: &str, pairs: &[[String; 2]]) -> String {
    let mut out = text.to_owned();
    for [from, to] in pairs {
        let mut done = String::with_capacity(out.len());
        let mut rest = out.as_str();
        while let Some(place) = find_word(rest, from) {
            let end = place + from.len();
            done.push_str(&rest[..place]);
            let capital = rest[place..].chars().next().is_some_and(char::is_uppercase);
            let mut chars = to.chars();
            match (capital, chars.next()) {
                (true, Some(first)) => done.extend(first.to_uppercase().chain(chars)),
                _ => done.push_str(to),
            }
            rest = &rest[end..];
        }
        done.push_str(rest);
        out = done;
    }
    out
}

/// Where a word stands in a text as a whole word, whether large or small.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.char_indices().map(|(place, _)| place).find(|&place| {
        let here = text.get(place..place + word.len()).is_some_and(|here| here.to_lowercase() == *word);
        here && is_edge(text[..place].chars().next_back()) && is_edge(text[place + word.len()..].chars().next())
    })
}

/// The first half of the sentences, or of the only one.
pub(super) fn shortened(text: &str) -> Option<String> {
    let all = sentences(text);
    if all.len() > 1 {
        return Some(all[..all.len().div_ceil(2)].join(" "));
    }
    let (before, _) = text.rsplit_once(", ")?;
    Some(format!("{before}."))
}
