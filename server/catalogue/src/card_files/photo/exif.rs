//! Finds the user's comment in EXIF data (Exif 2.32, 4.6.5: a TIFF with a directory of its own).

use std::io::{self, Read, Seek};
use std::ops::Range;

use crate::card_files::source::Source;

/// The entry that leads to the directory of EXIF.
const EXIF_DIRECTORY: u16 = 0x8769;
/// The entry with the comment.
const USER_COMMENT: u16 = 0x9286;
/// Bytes of an entry.
const ENTRY_BYTES: usize = 12;
/// The longest value that stands in its entry.
const INLINE_BYTES: u64 = 4;
/// Entries of a directory that are looked at.
const MAX_ENTRIES: usize = 512;
/// The type of single bytes of which a comment is made: bytes, text, or undefined.
const BYTE_TYPES: [u16; 3] = [1, 2, 7];

/// The order of bytes in a TIFF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteOrder {
    /// `II`: the low byte first.
    Little,
    /// `MM`: the high byte first.
    Big,
}

impl ByteOrder {
    pub(super) fn u16(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::Little => u16::from_le_bytes(bytes),
            Self::Big => u16::from_be_bytes(bytes),
        }
    }

    fn u32(self, bytes: [u8; 4]) -> u32 {
        match self {
            Self::Little => u32::from_le_bytes(bytes),
            Self::Big => u32::from_be_bytes(bytes),
        }
    }
}

/// One entry of a directory.
struct Entry {
    tag: u16,
    value_type: u16,
    count: u32,
    value: u32,
}

/// Where the user's comment is in the file, and in which order its bytes are.
pub(super) fn find_comment<R: Read + Seek>(
    source: &mut Source<R>,
    exif: Range<u64>,
) -> io::Result<Option<(Range<u64>, ByteOrder)>> {
    let head = source.read_at(exif.start, 8)?;
    let &[a, b, c, d, e, f, g, h] = head.as_slice() else {
        return Ok(None);
    };
    let order = match [a, b] {
        [b'I', b'I'] => ByteOrder::Little,
        [b'M', b'M'] => ByteOrder::Big,
        _ => return Ok(None),
    };
    if order.u16([c, d]) != 42 {
        return Ok(None);
    }
    let first = read_directory(source, &exif, order, order.u32([e, f, g, h]))?;
    let below = first.iter().find(|entry| entry.tag == EXIF_DIRECTORY);
    let second = match below {
        Some(entry) => read_directory(source, &exif, order, entry.value)?,
        None => Vec::new(),
    };
    // Some programs put the comment into the first directory.
    let comment = second.into_iter().chain(first).find(|entry| {
        entry.tag == USER_COMMENT
            && BYTE_TYPES.contains(&entry.value_type)
            && u64::from(entry.count) > INLINE_BYTES
    });
    let place = comment.map(|entry| {
        let start = exif.start + u64::from(entry.value);
        start..(start + u64::from(entry.count)).min(exif.end)
    });
    Ok(place
        .filter(|place| place.start < place.end)
        .map(|place| (place, order)))
}

fn read_directory<R: Read + Seek>(
    source: &mut Source<R>,
    exif: &Range<u64>,
    order: ByteOrder,
    offset: u32,
) -> io::Result<Vec<Entry>> {
    let start = exif.start + u64::from(offset);
    let count = source.read_at(start, 2)?;
    let &[a, b] = count.as_slice() else {
        return Ok(Vec::new());
    };
    let count = usize::from(order.u16([a, b])).min(MAX_ENTRIES);
    let bytes = source.read_at(start + 2, count * ENTRY_BYTES)?;
    let entries = bytes.chunks_exact(ENTRY_BYTES).map(|entry| {
        let short = |at: usize| order.u16([entry[at], entry[at + 1]]);
        let long = |at: usize| order.u32([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]]);
        Entry {
            tag: short(0),
            value_type: short(2),
            count: long(4),
            value: long(8),
        }
    });
    Ok(entries.collect())
}
