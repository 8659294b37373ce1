//! The older forms of some macros, in angle brackets.

use super::values::MacroValues;

/// The longest of these forms, with its brackets.
const MAX_TAG_BYTES: usize = 16;

/// Expands the older forms in angle brackets.
pub(super) fn replace_tags(values: &MacroValues<'_>, text: &str) -> String {
    if !text.contains('<') {
        return text.to_owned();
    }
    let mut done = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        done.push_str(&rest[..at]);
        rest = &rest[at..];
        let tag = rest
            .bytes()
            .take(MAX_TAG_BYTES)
            .position(|byte| byte == b'>')
            .map(|end| &rest[1..end]);
        let value = tag.and_then(|tag| match tag.to_ascii_uppercase().as_str() {
            "USER" => Some(values.user.to_owned()),
            "BOT" | "CHAR" => Some(values.char.to_owned()),
            "GROUP" => Some(values.group(true)),
            "CHARIFNOTGROUP" => Some(values.char_if_not_group()),
            _ => None,
        });
        match (value, tag) {
            (Some(value), Some(tag)) => {
                done.push_str(&value);
                rest = &rest[tag.len() + 2..];
            }
            _ => {
                done.push('<');
                rest = &rest[1..];
            }
        }
    }
    done.push_str(rest);
    done
}
