//! Server-sent events, byte by byte: the part of the format that streams of models use, within bounds.
//!
//! Written here for one reason: the known parsers buffer without limit what a server sends, and L-1 requires
//! that endless lines end.

use super::super::ModelError;

/// Longest line, in bytes: a token of a million characters, all of them escaped.
const MAX_LINE_BYTES: usize = 8 << 20;
/// Most bytes of one answer.
const MAX_TOTAL_BYTES: usize = 32 << 20;

/// Turns bytes, split anywhere, into the data of events. Comments, names, ids and retry times are read over.
#[derive(Debug, Default)]
pub(super) struct SseDecoder {
    line: Vec<u8>,
    data: Vec<u8>,
    has_data: bool,
    after_cr: bool,
    total: usize,
    is_begun: bool,
}

impl SseDecoder {
    /// Takes more bytes, and gives the events that they complete.
    ///
    /// # Errors
    /// [`ModelError::TooLarge`].
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<Vec<String>, ModelError> {
        self.total += bytes.len();
        if self.total > MAX_TOTAL_BYTES {
            return Err(ModelError::TooLarge);
        }
        let mut events = Vec::new();
        let mut rest = bytes;
        while let Some((first, after)) = rest.split_first() {
            // CR LF is one end of a line, also where a packet ends between the two.
            if std::mem::take(&mut self.after_cr) && *first == b'\n' {
                rest = after;
                continue;
            }
            let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            self.line.extend_from_slice(&rest[..end.unwrap_or(rest.len())]);
            if self.line.len() + self.data.len() > MAX_LINE_BYTES {
                return Err(ModelError::TooLarge);
            }
            let Some(end) = end else { break };
            self.after_cr = rest[end] == b'\r';
            rest = &rest[end + 1..];
            events.extend(self.end_line());
        }
        Ok(events)
    }

    /// What the last event holds where the server ended without the empty line after it.
    pub(super) fn finish(&mut self) -> Option<String> {
        if !self.line.is_empty() {
            self.end_line();
        }
        self.dispatch()
    }

    fn end_line(&mut self) -> Option<String> {
        let line = std::mem::take(&mut self.line);
        let begin = !std::mem::replace(&mut self.is_begun, true);
        let line = if begin {
            line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line)
        } else {
            &line
        };
        if line.is_empty() {
            return self.dispatch();
        }
        if let Some(value) = line.strip_prefix(b"data").and_then(field_value) {
            if std::mem::replace(&mut self.has_data, true) {
                self.data.push(b'\n');
            }
            self.data.extend_from_slice(value);
        }
        None
    }

    fn dispatch(&mut self) -> Option<String> {
        let data = std::mem::take(&mut self.data);
        // A broken character costs that character, not the reply.
        std::mem::take(&mut self.has_data).then(|| String::from_utf8_lossy(&data).into_owned())
    }
}

/// What follows a field's name, if that was the whole name.
fn field_value(rest: &[u8]) -> Option<&[u8]> {
    match rest.split_first() {
        None => Some(rest),
        Some((b':', value)) => Some(value.strip_prefix(b" ").unwrap_or(value)),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &[u8]) -> Vec<String> {
        let mut decoder = SseDecoder::default();
        let mut events = decoder.push(text).expect("within bounds");
        events.extend(decoder.finish());
        events
    }

    #[test]
    fn events_are_read_as_the_standard_says() {
        let cases: [(&str, &[&str]); 12] = [
            ("data: a\n\n", &["a"]),
            ("data:a\n\ndata:  b\n\n", &["a", " b"]),
            ("data: a\r\ndata: b\r\n\r\n", &["a\nb"]),
            ("data: a\rdata: b\r\r", &["a\nb"]),
            (": keep-alive\n\n: again\n\ndata: a\n\n", &["a"]),
            ("event: message\nid: 7\nretry: 10\ndata: a\n\n", &["a"]),
            ("\u{feff}data: a\n\n", &["a"]),
            ("data\n\n", &[""]),
            ("database: a\n\n\n\n", &[]),
            ("data: a", &["a"]),
            ("data: a\n", &["a"]),
            (
                "data: data: a\n\ndata: {\"x\":\"\u{2028}ß\"}\n\n",
                &["data: a", "{\"x\":\"\u{2028}ß\"}"],
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text.as_bytes()), expected, "{text:?}");
        }
        assert_eq!(read(b"data: a\xFFb\n\n"), ["a\u{fffd}b"]);
    }

    #[test]
    fn nothing_grows_without_end() {
        let mut line = SseDecoder::default();
        let block = vec![b'x'; 1 << 20];
        let refused = (0..=8).map(|_| line.push(&block)).find(Result::is_err);
        assert_eq!(refused, Some(Err(ModelError::TooLarge)));
        let mut many = SseDecoder::default();
        let mut lines = b": comment\n".repeat(100_000);
        lines.truncate(1 << 20);
        let refused = (0..=34).map(|_| many.push(&lines)).find(Result::is_err);
        assert_eq!(refused, Some(Err(ModelError::TooLarge)));
        let mut one = SseDecoder::default();
        let refused = (0..=20)
            .map(|_| one.push(&[b"data: ".as_slice(), &block[..500_000], b"\n"].concat()))
            .find(Result::is_err);
        assert_eq!(refused, Some(Err(ModelError::TooLarge)), "an event of many lines");
    }

    proptest! {
        #[test]
        fn any_split_gives_the_same_events(
            parts in proptest::collection::vec(prop_oneof![
                Just("data: ".to_owned()), Just("\n".to_owned()), Just("\r\n".to_owned()), Just("\r".to_owned()), Just(": c".to_owned()),
                Just("\u{feff}".to_owned()), "[aé世🎭:]{0,4}",
            ], 0..40),
            cuts in proptest::collection::vec(0_usize..200, 0..20),
        ) {
            let bytes = parts.concat().into_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).chain([0, bytes.len()]).collect();
            cuts.sort_unstable();
            let mut decoder = SseDecoder::default();
            let mut events = Vec::new();
            for pair in cuts.windows(2) {
                events.extend(decoder.push(&bytes[pair[0]..pair[1]]).expect("within bounds"));
            }
            events.extend(decoder.finish());
            prop_assert_eq!(events, read(&bytes));
        }
    }
}
