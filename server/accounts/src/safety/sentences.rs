//! Splits a text into sentences.

/// The sentences of a text with their positions in bytes; closing marks belong to their sentence.
#[must_use]
pub fn sentences(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let (mut start, mut ended) = (0, false);
    for (at, c) in text.char_indices() {
        let is_end = matches!(c, '.' | '!' | '?' | '…' | '\n' | '。' | '！' | '？');
        let closes = matches!(
            c,
            '"' | '\'' | '”' | '“' | '’' | '»' | '«' | ')' | ']' | '*' | '_'
        );
        let belongs = is_end || c.is_whitespace() || (closes && !text[..at].ends_with(char::is_whitespace));
        if ended && !belongs {
            found.push((start, &text[start..at]));
            start = at;
            ended = false;
        }
        ended |= is_end;
    }
    if start < text.len() {
        found.push((start, &text[start..]));
    }
    found
}
