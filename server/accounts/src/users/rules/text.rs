//! What people write about themselves.

/// Most characters of what people say of themselves.
pub const MAX_BIO_CHARS: usize = 2_000;
/// Most characters of the campaign, experiment and group that somebody came by.
pub const MAX_ORIGIN_CHARS: usize = 64;

/// A text in a person's own words: trimmed, at most `max` characters, without control characters other than tabs
/// and line breaks.
///
/// # Errors
/// What is wrong with it.
pub fn check_text(text: &str, max: usize) -> Result<String, String> {
    let text = text.trim();
    if text.chars().count() > max {
        return Err(format!("Use at most {max} characters."));
    }
    if text
        .chars()
        .any(|c| c.is_control() && c != '\n' && c != '\t' && c != '\r')
    {
        return Err("This text contains characters that can’t be shown.".to_owned());
    }
    Ok(text.to_owned())
}
