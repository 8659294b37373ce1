//! One spelling per address. A page is found, guarded and cached under its canonical path; every other
//! spelling is redirected there or names nothing (reliability S-5, S-7).

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode, utf8_percent_encode};

/// Characters that are not encoded inside a path segment: unreserved characters and the harmless delimiters.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b'=')
    .remove(b':')
    .remove(b'@');

/// A path that can name a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PagePath<'a> {
    /// The decoded segments; empty for the root.
    pub segments: Vec<Cow<'a, str>>,
    /// Whether the path was written in its canonical spelling.
    pub canonical: bool,
}

/// A path that cannot name a page: it holds an encoded separator, a control character, a dot segment, or is
/// not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed;

/// Splits a raw request path.
///
/// # Errors
/// [`Malformed`] if no page can have this path, in any spelling.
pub fn parse(raw: &str) -> Result<PagePath<'_>, Malformed> {
    let rest = raw.strip_prefix('/').ok_or(Malformed)?;
    let mut path = PagePath {
        segments: Vec::with_capacity(4),
        canonical: true,
    };
    if rest.is_empty() {
        return Ok(path);
    }
    for part in rest.split('/') {
        if part.is_empty() {
            path.canonical = false;
            continue;
        }
        let (segment, canonical) = segment(part)?;
        path.canonical &= canonical;
        path.segments.push(segment);
    }
    Ok(path)
}

/// The canonical spelling of decoded segments.
pub fn encode<S: AsRef<str>>(segments: &[S]) -> String {
    if segments.is_empty() {
        return "/".to_owned();
    }
    let mut path = String::with_capacity(64);
    for segment in segments {
        path.push('/');
        path.extend(utf8_percent_encode(segment.as_ref(), SEGMENT));
    }
    path
}

fn segment(part: &str) -> Result<(Cow<'_, str>, bool), Malformed> {
    let plain = part
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'~'));
    let text = if plain { Cow::Borrowed(part) } else { decode(part)? };
    if matches!(text.as_ref(), "." | "..") || text.chars().any(is_separator) {
        return Err(Malformed);
    }
    let canonical = plain || utf8_percent_encode(&text, SEGMENT).to_string() == part;
    Ok((text, canonical))
}

fn decode(part: &str) -> Result<Cow<'_, str>, Malformed> {
    let bytes = part.as_bytes();
    let broken = |at: usize| {
        !bytes
            .get(at + 1..at + 3)
            .is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit))
    };
    if bytes.iter().enumerate().any(|(at, b)| *b == b'%' && broken(at)) {
        return Err(Malformed);
    }
    percent_decode(bytes).decode_utf8().map_err(|_| Malformed)
}

/// Characters on which two readers of one address may disagree about where a segment ends.
fn is_separator(c: char) -> bool {
    c.is_control() || matches!(c, '/' | '\\' | ';' | '%')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(raw: &str) -> Option<(String, bool)> {
        parse(raw)
            .ok()
            .map(|path| (encode(&path.segments), path.canonical))
    }

    #[test]
    fn spellings_lead_to_one_address_or_to_none() {
        let cases = [
            ("/", Some(("/", true))),
            ("/search", Some(("/search", true))),
            ("/search/", Some(("/search", false))),
            ("//search", Some(("/search", false))),
            ("/a//b", Some(("/a/b", false))),
            ("/%73earch", Some(("/search", false))),
            ("/caf%C3%A9", Some(("/caf%C3%A9", true))),
            ("/caf%c3%a9", Some(("/caf%C3%A9", false))),
            ("/a'b", Some(("/a'b", true))),
            ("/profile%2Fx.css", None),
            ("/profile%5cx", None),
            ("/profile;x.css", None),
            ("/profile%3Bx.css", None),
            ("/profile%00.css", None),
            ("/profile%252Fx", None),
            ("/dashboard/../x", None),
            ("/dashboard/%2e%2e/x", None),
            ("/dashboard/..%2fstatic/x.js", None),
            ("/./x", None),
            ("/%", None),
            ("/%zz", None),
            ("/%ff", None),
            ("search", None),
        ];
        for (raw, expected) in cases {
            assert_eq!(
                canonical(raw),
                expected.map(|(path, same)| (path.to_owned(), same)),
                "{raw}"
            );
        }
    }
}
