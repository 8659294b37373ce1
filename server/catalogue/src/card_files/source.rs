//! A file that is read through one buffer, and readers that stop at a limit.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Take};
use std::ops::Range;

use super::limits::BUFFER_BYTES;

/// A file with its length. Everything is read through its one buffer.
#[derive(Debug)]
pub(super) struct Source<R> {
    reader: BufReader<R>,
    len: u64,
}

/// The bytes of one range of a file.
pub(super) type Window<'a, R> = Take<&'a mut BufReader<R>>;

impl<R: Read + Seek> Source<R> {
    pub(super) fn new(mut file: R) -> io::Result<Self> {
        let len = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Self {
            reader: BufReader::with_capacity(BUFFER_BYTES, file),
            len,
        })
    }

    /// The file's length in bytes.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// The bytes of a range. It ends early where the file does.
    pub(super) fn window(&mut self, range: Range<u64>) -> io::Result<Window<'_, R>> {
        self.seek(range.start)?;
        Ok((&mut self.reader).take(range.end.saturating_sub(range.start)))
    }

    /// Goes to a position, and keeps what the buffer has of it: small steps through a hostile file would
    /// otherwise fill the buffer again for each.
    fn seek(&mut self, to: u64) -> io::Result<()> {
        let here = self.reader.stream_position()?;
        match i64::try_from(i128::from(to) - i128::from(here)) {
            Ok(step) => self.reader.seek_relative(step),
            Err(_) => self.reader.seek(SeekFrom::Start(to)).map(|_| ()),
        }
    }

    /// Up to `count` bytes from a position; fewer where the file ends.
    pub(super) fn read_at(&mut self, start: u64, count: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.window(start..start.saturating_add(count as u64))?
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The reader at its present position, for parts that are read one after the other.
    pub(super) fn reader(&mut self) -> &mut BufReader<R> {
        &mut self.reader
    }
}

/// All of a reader, or `None` if it gives more than `limit` bytes. Memory grows with what is there, not with
/// what a file says of itself.
pub(super) fn read_up_to(reader: impl Read, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= limit).then_some(bytes))
}

/// Fills as much of `into` as the reader has; returns how much that was.
pub(super) fn fill(mut reader: impl Read, into: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < into.len() {
        match reader.read(&mut into[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// What a [`Capped`] reader says of one that gives more than its limit.
#[derive(Debug, thiserror::Error)]
#[error("more than the limit")]
struct OverLimit;

/// Whether an error says that a [`Capped`] reader gave more than its limit.
pub(super) fn is_over_limit(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<OverLimit>())
}

/// A reader that fails where it would give more than a limit, so that nothing behind it is worked on for
/// ever.
pub(super) struct Capped<R> {
    inner: R,
    left: usize,
}

impl<R> Capped<R> {
    pub(super) fn new(inner: R, limit: usize) -> Self {
        Self { inner, left: limit }
    }
}

impl<R: Read> Read for Capped<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !out.is_empty() {
            return match fill(&mut self.inner, &mut [0])? {
                0 => Ok(0),
                _ => Err(io::Error::new(io::ErrorKind::InvalidData, OverLimit)),
            };
        }
        let len = out.len().min(self.left);
        let count = self.inner.read(&mut out[..len])?;
        self.left -= count;
        Ok(count)
    }
}

/// Several ranges of a file, one after the other.
pub(super) struct Ranges<'a, R> {
    source: &'a mut Source<R>,
    ranges: &'a [Range<u64>],
    /// How much of the first range was read.
    done: u64,
    /// Whether the file stands at the next byte of the first range.
    is_placed: bool,
}

impl<'a, R: Read + Seek> Ranges<'a, R> {
    pub(super) fn new(source: &'a mut Source<R>, ranges: &'a [Range<u64>]) -> Self {
        Self {
            source,
            ranges,
            done: 0,
            is_placed: false,
        }
    }
}

impl<R: Read + Seek> Read for Ranges<'_, R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while let Some(range) = self.ranges.first() {
            let left = (range.end - range.start).saturating_sub(self.done);
            if left == 0 {
                self.ranges = &self.ranges[1..];
                (self.done, self.is_placed) = (0, false);
                continue;
            }
            if !self.is_placed {
                self.source.seek(range.start + self.done)?;
                self.is_placed = true;
            }
            let count = self.source.reader().take(left).read(out)?;
            if count == 0 && !out.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.done += count as u64;
            return Ok(count);
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn ranges_are_read_one_after_the_other() {
        let mut source = Source::new(Cursor::new(b"0123456789".to_vec())).unwrap();
        let mut text = String::new();
        Ranges::new(&mut source, &[7..9, 2..2, 0..3])
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "78012");
        let mut text = String::new();
        let beyond = Ranges::new(&mut source, &[8..12, 0..1]).read_to_string(&mut text);
        assert_eq!(beyond.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn a_capped_reader_fails_at_the_first_byte_too_many() {
        let read = |text: &[u8]| Capped::new(text, 3).read_to_end(&mut Vec::new());
        assert_eq!(read(b"abc").unwrap(), 3);
        assert!(is_over_limit(&read(b"abcd").unwrap_err()));
    }

    #[test]
    fn a_limit_lets_through_what_is_as_long_as_it_is() {
        assert_eq!(read_up_to(&b"abc"[..], 3).unwrap(), Some(b"abc".to_vec()));
        assert_eq!(read_up_to(&b"abcd"[..], 3).unwrap(), None);
    }
}
