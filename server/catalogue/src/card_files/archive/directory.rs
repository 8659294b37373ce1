//! Finds an archive's directory from the end of the file, and reads its entries one by one.

use std::io::{self, Read, Seek};
use std::ops::Range;

use crate::card_files::error::{ArchiveFault, CardFileError};
use crate::card_files::limits::{MAX_ARCHIVE_ENTRIES, MAX_DIRECTORY_BYTES};
use crate::card_files::source::{Source, fill};

use super::entry::PackedFile;

/// The end record without its comment (APPNOTE 4.3.16).
const END_BYTES: usize = 22;
const END_MARK: [u8; 4] = *b"PK\x05\x06";
/// The longest comment behind it.
const MAX_COMMENT_BYTES: usize = 65_535;
/// The locator of the 64-bit end record (APPNOTE 4.3.15), and that record (4.3.14).
const LOCATOR_BYTES: u64 = 20;
const LOCATOR_MARK: [u8; 4] = *b"PK\x06\x07";
const END64_BYTES: usize = 56;
const END64_MARK: [u8; 4] = *b"PK\x06\x06";
/// An entry without its name, extra fields and comment (APPNOTE 4.3.12).
const ENTRY_BYTES: usize = 46;
const ENTRY_MARK: [u8; 4] = *b"PK\x01\x02";
/// The extra field with 64-bit sizes (APPNOTE 4.5.3).
const EXTRA64: u16 = 1;
/// A 32-bit figure that stands for one in the extra field.
const IN_EXTRA: u32 = u32::MAX;
/// Places that look like an end record and are none, before the search gives up.
const MAX_TRIES: usize = 16;

/// Where an archive's directory is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Directory {
    pub(crate) range: Range<u64>,
    /// How many entries it states.
    pub(crate) entries: u64,
    /// Where the archive begins: what stands in front of it, such as a picture, shifts all positions.
    base: u64,
}

/// One entry of a directory.
#[derive(Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) path: &'a [u8],
    pub(crate) file: PackedFile,
}

/// Little-endian figures at fixed places of a record.
struct Record<'a>(&'a [u8]);

impl Record<'_> {
    fn u16(&self, at: usize) -> u16 {
        self.0
            .get(at..at + 2)
            .map_or(0, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&self, at: usize) -> u32 {
        u32::from(self.u16(at)) | u32::from(self.u16(at + 2)) << 16
    }

    fn u64(&self, at: usize) -> u64 {
        u64::from(self.u32(at)) | u64::from(self.u32(at + 4)) << 32
    }
}

/// Finds the directory of an archive that ends where the file ends, whatever stands in front of it.
pub(crate) fn find<R: Read + Seek>(source: &mut Source<R>) -> io::Result<Option<Directory>> {
    let tail_start = source
        .len()
        .saturating_sub((END_BYTES + MAX_COMMENT_BYTES) as u64);
    let tail = source.read_at(tail_start, END_BYTES + MAX_COMMENT_BYTES)?;
    let places = memchr::memmem::rfind_iter(&tail, &END_MARK).take(MAX_TRIES);
    for at in places {
        let record = Record(&tail[at..]);
        let is_whole =
            tail.len() - at >= END_BYTES && usize::from(record.u16(20)) <= tail.len() - at - END_BYTES;
        if is_whole && let Some(directory) = check_end(source, &record, tail_start + at as u64)? {
            return Ok(Some(directory));
        }
    }
    Ok(None)
}

/// The directory that an end record states, if it is there.
fn check_end<R: Read + Seek>(
    source: &mut Source<R>,
    end: &Record<'_>,
    end_at: u64,
) -> io::Result<Option<Directory>> {
    let is_one_disk = end.u16(4) == end.u16(6) && end.u16(8) == end.u16(10);
    if !is_one_disk {
        return Ok(None);
    }
    let (mut entries, mut size, mut offset, mut stop) = (
        u64::from(end.u16(10)),
        u64::from(end.u32(12)),
        u64::from(end.u32(16)),
        end_at,
    );
    let is_64 = end.u16(10) == u16::MAX || end.u32(12) == IN_EXTRA || end.u32(16) == IN_EXTRA;
    if is_64 && let Some((at, record)) = find_end64(source, end_at)? {
        let record = Record(&record);
        (entries, size, offset, stop) = (record.u64(32), record.u64(40), record.u64(48), at);
    }
    let Some(start) = stop.checked_sub(size) else {
        return Ok(None);
    };
    let Some(base) = start.checked_sub(offset) else {
        return Ok(None);
    };
    let has_entry = source.read_at(start, ENTRY_MARK.len())? == ENTRY_MARK;
    Ok((entries == 0 && size == 0 || has_entry).then_some(Directory {
        range: start..stop,
        entries,
        base,
    }))
}

/// The 64-bit end record right before its locator, with its place.
fn find_end64<R: Read + Seek>(source: &mut Source<R>, end_at: u64) -> io::Result<Option<(u64, Vec<u8>)>> {
    let Some(at) = end_at.checked_sub(LOCATOR_BYTES + END64_BYTES as u64) else {
        return Ok(None);
    };
    let record = source.read_at(at, END64_BYTES + LOCATOR_MARK.len())?;
    let is_record = record.starts_with(&END64_MARK) && record.ends_with(&LOCATOR_MARK);
    Ok(is_record.then_some((at, record)))
}

/// Calls `with` for each entry, in the directory's order.
///
/// # Errors
/// The archive has too many entries or is damaged, or `with` failed.
pub(crate) fn visit<R: Read + Seek>(
    source: &mut Source<R>,
    directory: &Directory,
    mut with: impl FnMut(Entry<'_>) -> Result<(), CardFileError>,
) -> Result<(), CardFileError> {
    let size = directory.range.end - directory.range.start;
    if directory.entries > MAX_ARCHIVE_ENTRIES || size > MAX_DIRECTORY_BYTES {
        return Err(ArchiveFault::TooManyEntries.into());
    }
    let mut window = source.window(directory.range.clone())?;
    let mut rest = Vec::new();
    for _ in 0..directory.entries {
        let mut fixed = [0; ENTRY_BYTES];
        if fill(&mut window, &mut fixed)? < ENTRY_BYTES || !fixed.starts_with(&ENTRY_MARK) {
            return Err(ArchiveFault::Damaged.into());
        }
        let record = Record(&fixed);
        let [name, extra, comment] = [28, 30, 32].map(|at| usize::from(record.u16(at)));
        rest.resize(name + extra + comment, 0);
        if fill(&mut window, &mut rest)? < rest.len() {
            return Err(ArchiveFault::Damaged.into());
        }
        let (path, rest) = rest.split_at(name);
        let file = packed_file(&record, &rest[..extra], directory)?;
        with(Entry { path, file })?;
    }
    // Entries that the end record does not count would be seen by some programs and not by others.
    match window.limit() {
        0 => Ok(()),
        _ => Err(ArchiveFault::Damaged.into()),
    }
}

fn packed_file(record: &Record<'_>, extra: &[u8], directory: &Directory) -> Result<PackedFile, ArchiveFault> {
    let mut large = extra64(extra);
    let mut figure = |stated: u32| match stated {
        IN_EXTRA => large.next().unwrap_or(u64::from(stated)),
        _ => u64::from(stated),
    };
    // The extra field has them in this order.
    let (unpacked_bytes, packed_bytes, offset) = (
        figure(record.u32(24)),
        figure(record.u32(20)),
        figure(record.u32(42)),
    );
    let header_at = directory
        .base
        .checked_add(offset)
        .filter(|at| *at < directory.range.start);
    Ok(PackedFile {
        header_at: header_at.ok_or(ArchiveFault::Damaged)?,
        files_end: directory.range.start,
        flags: record.u16(8),
        method: record.u16(10),
        checksum: record.u32(16),
        packed_bytes,
        unpacked_bytes,
    })
}

/// The 64-bit figures among an entry's extra fields.
fn extra64(mut extra: &[u8]) -> impl Iterator<Item = u64> {
    let mut figures: &[u8] = &[];
    while let Some((head, rest)) = extra.split_at_checked(4) {
        let head = Record(head);
        let Some((field, rest)) = rest.split_at_checked(usize::from(head.u16(2))) else {
            break;
        };
        if head.u16(0) == EXTRA64 {
            figures = field;
        }
        extra = rest;
    }
    figures.chunks_exact(8).map(|bytes| Record(bytes).u64(0))
}
