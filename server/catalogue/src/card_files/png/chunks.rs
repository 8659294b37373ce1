//! Walks over the chunks of a PNG (<https://www.w3.org/TR/png-3/>, section 5), with their checksums and
//! order.

use std::io::{BufRead, Read, Seek};
use std::ops::Range;

use crate::card_files::error::{CardFileError, PngFault};
use crate::card_files::limits::MAX_CHUNKS;
use crate::card_files::source::{Source, fill};

/// What every PNG begins with.
pub(super) const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// The longest chunk that the standard allows.
const MAX_CHUNK_BYTES: u32 = (1 << 31) - 1;
/// How much of each chunk is kept: the longest keyword and what follows it.
const HEAD_BYTES: usize = 96;

/// One chunk.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) name: [u8; 4],
    /// Where the whole chunk is, from its length to its checksum.
    pub(super) whole: Range<u64>,
    /// Where its data is.
    pub(super) data: Range<u64>,
    /// Whether the checksum fits.
    pub(super) is_sound: bool,
    /// The first bytes of its data.
    pub(super) head: Vec<u8>,
}

/// The chunks of a PNG in their order.
pub(super) struct Chunks<'a, R> {
    source: &'a mut Source<R>,
    at: u64,
    count: usize,
    has_picture: bool,
    is_over: bool,
}

impl<'a, R: Read + Seek> Chunks<'a, R> {
    /// # Errors
    /// [`PngFault::NotPng`].
    pub(super) fn new(source: &'a mut Source<R>) -> Result<Self, CardFileError> {
        let at = SIGNATURE.len() as u64;
        if source.read_at(0, SIGNATURE.len())? != SIGNATURE {
            return Err(PngFault::NotPng.into());
        }
        Ok(Self {
            source,
            at,
            count: 0,
            has_picture: false,
            is_over: false,
        })
    }

    /// The next chunk; `None` behind the end chunk.
    ///
    /// # Errors
    /// What is wrong with the PNG. A wrong checksum is an error only where the picture cannot be read without
    /// the chunk.
    pub(super) fn next(&mut self) -> Result<Option<Chunk>, CardFileError> {
        if self.is_over {
            return Ok(None);
        }
        self.count += 1;
        if self.count > MAX_CHUNKS {
            return Err(PngFault::TooManyChunks.into());
        }
        let chunk = self.read()?;
        if !chunk.is_sound && chunk.name[0].is_ascii_uppercase() {
            let chunk = String::from_utf8_lossy(&chunk.name).into_owned();
            return Err(PngFault::Checksum { chunk }.into());
        }
        let length = chunk.data.end - chunk.data.start;
        let is_first = self.count == 1;
        let is_in_order = match &chunk.name {
            b"IHDR" => is_first && length == 13,
            b"IEND" => self.has_picture && length == 0,
            _ => !is_first,
        };
        if !is_in_order {
            return Err(PngFault::Order.into());
        }
        self.has_picture |= chunk.name == *b"IDAT";
        self.is_over = chunk.name == *b"IEND";
        self.at = chunk.whole.end;
        Ok(Some(chunk))
    }

    fn read(&mut self) -> Result<Chunk, CardFileError> {
        let reader = self.source.reader();
        let mut frame = [0; 8];
        if fill(&mut *reader, &mut frame)? < frame.len() {
            return Err(PngFault::Truncated.into());
        }
        let [a, b, c, d, name @ ..] = frame;
        let length = u32::from_be_bytes([a, b, c, d]);
        if length > MAX_CHUNK_BYTES || !name.iter().all(u8::is_ascii_alphabetic) {
            return Err(PngFault::Chunk.into());
        }
        let data = self.at + 8..self.at + 8 + u64::from(length);
        let whole = self.at..data.end + 4;
        if whole.end > self.source.len() {
            return Err(PngFault::Truncated.into());
        }
        let reader = self.source.reader();
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&name);
        let mut head = Vec::new();
        let mut left = length as usize;
        while left > 0 {
            let buffer = reader.fill_buf()?;
            let part = &buffer[..buffer.len().min(left)];
            if part.is_empty() {
                return Err(PngFault::Truncated.into());
            }
            checksum.update(part);
            head.extend_from_slice(&part[..part.len().min(HEAD_BYTES - head.len())]);
            let count = part.len();
            left -= count;
            reader.consume(count);
        }
        let mut stated = [0; 4];
        if fill(&mut *reader, &mut stated)? < stated.len() {
            return Err(PngFault::Truncated.into());
        }
        Ok(Chunk {
            name,
            whole,
            data,
            is_sound: checksum.finalize() == u32::from_be_bytes(stated),
            head,
        })
    }
}
