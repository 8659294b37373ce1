//! Detects the kind of a file by its content; its name and ending do not matter.

use platform::web::{Problem, Report, remove_nul};
use serde_json::{Map, Value};

use super::draft::{StoryDraft, unusable_file};
use super::{native, others, tavern};

/// Reads a file of any known kind.
pub(super) fn read(bytes: &[u8], report: &mut Report) -> Result<StoryDraft, Problem> {
    let text = decode(bytes)?;
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    if text.is_empty() {
        return Err(unusable_file("The file is empty."));
    }
    if !text.starts_with(['{', '[']) {
        return Err(unusable_file(
            "This file isn’t a story we can import. It’s neither JSON nor JSON Lines.",
        ));
    }
    let draft = match lines(text, report)? {
        Some(lines) => tavern::read(lines, report)?,
        None => shape(parse(text, "The file")?, report)?,
    };
    draft.finish(report)
}

/// UTF-8, with or without a byte order mark; UTF-16 with one.
fn decode(bytes: &[u8]) -> Result<String, Problem> {
    let wide = |bytes: &[u8], join: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes
            .chunks_exact(2)
            .map(|pair| join([pair[0], pair[1]]))
            .collect();
        String::from_utf16(&units).map_err(|_| unusable_file("The file is marked as UTF-16 but isn’t."))
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => {
            let bytes = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(bytes);
            std::str::from_utf8(bytes).map(str::to_owned).map_err(|error| {
                unusable_file(format!(
                    "The file isn’t UTF-8 text (byte {}).",
                    error.valid_up_to()
                ))
            })
        }
    }
}

pub(super) fn parse(text: &str, what: &str) -> Result<Value, Problem> {
    let mut value = serde_json::from_str(text).map_err(|error| {
        let why = error.to_string();
        match why.starts_with("recursion limit") {
            true => unusable_file(format!("{what} is nested too deeply.")),
            false => unusable_file(format!("{what} is not valid JSON: {why}.")),
        }
    })?;
    remove_nul(&mut value);
    Ok(value)
}

/// The lines of JSON lines; `None` if the whole file is one value.
fn lines(text: &str, report: &mut Report) -> Result<Option<Vec<Map<String, Value>>>, Problem> {
    let rows: Vec<(usize, &str)> = text
        .lines()
        .map(str::trim)
        .enumerate()
        .filter(|(_, line)| !line.is_empty())
        .collect();
    let [(_, first), rest @ ..] = rows.as_slice() else {
        return Ok(None);
    };
    if rest.is_empty()
        || !first.starts_with('{')
        || serde_json::from_str::<serde::de::IgnoredAny>(first).is_err()
    {
        return Ok(None);
    }
    let mut read = Vec::with_capacity(rows.len());
    for (place, (number, line)) in rows.iter().enumerate() {
        match parse(line, &format!("Line {}", number + 1)) {
            Ok(Value::Object(object)) => read.push(object),
            Ok(_) => return Err(unusable_file(format!("Line {} isn’t a JSON object.", number + 1))),
            // A program that was killed while it wrote leaves an incomplete line.
            Err(_) if place + 1 == rows.len() && place > 1 => report.dropped(
                "file",
                format!("The last line ({}) was incomplete and was left out.", number + 1),
            ),
            Err(problem) => return Err(problem),
        }
    }
    Ok(Some(read))
}

fn shape(value: Value, report: &mut Report) -> Result<StoryDraft, Problem> {
    let object = match value {
        Value::Object(object) => object,
        Value::Array(list)
            if list
                .first()
                .is_some_and(|one| one.get("mes").is_some() || one.get("chat_metadata").is_some()) =>
        {
            let objects = list.into_iter().filter_map(|one| {
                if let Value::Object(object) = one {
                    Some(object)
                } else {
                    None
                }
            });
            return tavern::read(objects.collect(), report);
        }
        _ => return Err(unknown()),
    };
    let has = |name: &str| object.contains_key(name);
    if object.get("format").and_then(Value::as_str) == Some(native::FORMAT) {
        return native::read(object, report);
    }
    if has("histories") {
        return others::read_cai(&object, report);
    }
    if has("data_visible") || has("visible") {
        return others::read_pairs(&object, report);
    }
    if has("mes") || has("chat_metadata") {
        return tavern::read(vec![object], report);
    }
    if object.get("messages").is_some_and(Value::is_array) {
        return others::read_agnai(object, report);
    }
    if has("spec") || has("first_mes") {
        return Err(unusable_file("This is a character, not a chat."));
    }
    if has("entries") {
        return Err(unusable_file("This is a lorebook, not a chat."));
    }
    Err(unknown())
}

fn unknown() -> Problem {
    unusable_file(
        "This file format isn’t supported. You can import stories exported from here, and chats from SillyTavern, CAI Tools, text-generation-webui and Agnai.",
    )
}
