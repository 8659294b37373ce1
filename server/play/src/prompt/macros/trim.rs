//! `{{trim}}` and `{{/trim}}`, which take effect when the text is complete.

/// Marks that `{{trim}}` and `{{/trim}}` leave until the text is complete. They are removed from all texts
/// from outside.
pub(super) const TRIM: char = '\u{10fffd}';
pub(super) const TRIM_END: char = '\u{10fffc}';

/// Removes the marks of `{{trim}}` with the empty lines around them, and trims the text between a pair of
/// them.
pub(super) fn trim_marked(mut text: String) -> String {
    while let Some(end) = text.find(TRIM_END) {
        let start = text[..end].rfind(TRIM);
        let inside = start
            .map(|start| text[start + TRIM.len_utf8()..end].trim().to_owned())
            .unwrap_or_default();
        text.replace_range(start.unwrap_or(end)..end + TRIM_END.len_utf8(), &inside);
    }
    if !text.contains(TRIM) {
        return text;
    }
    let is_break = |c: char| c == '\n' || c == '\r';
    let parts: Vec<&str> = text.split(TRIM).collect();
    let last = parts.len() - 1;
    let mut done = String::with_capacity(text.len());
    for (number, part) in parts.into_iter().enumerate() {
        let part = if number > 0 {
            part.trim_start_matches(is_break)
        } else {
            part
        };
        done.push_str(if number < last {
            part.trim_end_matches(is_break)
        } else {
            part
        });
    }
    done
}
