//! Finds double braces in a text, and splits it at separators outside them.

/// The outermost pairs of double braces in a text, as the positions of their first bytes. An opening pair
/// that is never closed is text, and so is a single brace beside a macro.
pub(super) fn outermost(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut open: Vec<usize> = Vec::new();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        let run = if matches!(byte, b'{' | b'}') {
            bytes[at..].iter().take_while(|other| **other == byte).count()
        } else {
            1
        };
        match byte {
            b'{' => open.extend((0..run / 2).map(|number| at + run % 2 + 2 * number)),
            b'}' => {
                for number in 0..run / 2 {
                    let Some(start) = open.pop() else { break };
                    let close = at + 2 * number;
                    // Pairs within the new pair are no longer outermost.
                    while pairs.last().is_some_and(|(inside, _)| *inside > start) {
                        pairs.pop();
                    }
                    pairs.push((start, close));
                }
            }
            _ => {}
        }
        at += run;
    }
    pairs
}

/// Splits at a separator, but never within double braces, nor after a backslash.
pub(super) fn split<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let pairs = outermost(text);
    let mut pair = 0;
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, _) in text.match_indices(separator) {
        // Pairs and separators both come in the order of the text.
        while pairs.get(pair).is_some_and(|(_, close)| close + 2 <= at) {
            pair += 1;
        }
        let inside = pairs.get(pair).is_some_and(|(open, _)| *open <= at);
        if at < from || inside || text[..at].ends_with('\\') {
            continue;
        }
        parts.push(&text[from..at]);
        from = at + separator.len();
    }
    parts.push(&text[from..]);
    parts
}
